"""Recognises an act that was already taken: the record itself says so."""

from games import engine
from games.engine import record
from games.models import Round
from games.protocol import Position
from games.selectors import Table


def position_after(table: Table, act: engine.Act, at: Position) -> Position | None:
    """Where the table stood right after this very act, or None when it is not in the record.

    A play is the same when seat, position and card are; a pass when it is what its seat chose
    last in that round.
    """
    done = _acts_of(table, at[0])
    if isinstance(act, engine.Pass):
        return _after_pass(done, act, at[0])
    if at[1] < len(done) and done[at[1]] == act:
        return at[0], at[1] + 1
    return None


def _after_pass(done: list[engine.Act], act: engine.Pass, number: int) -> Position | None:
    for index in range(len(done) - 1, -1, -1):
        earlier = done[index]
        if isinstance(earlier, engine.Pass) and earlier.seat == act.seat:
            same = set(earlier.cards) == set(act.cards)
            return (number, index + 1) if same else None
    return None


def _acts_of(table: Table, number: int) -> list[engine.Act]:
    if number == table.state.number:
        return table.state.acts
    row = Round.objects.filter(match=table.match, number=number).first()
    return record.replay(row.head, row.acts).acts if row else []
