"""The one way to write to a round: read, replay, check, then compare-and-swap on the ply.

People, house players and the API all come through :func:`act`. Everything before the swap is
done without a lock; the transaction holds only the swap and what follows from it (the score and
the next round). Whoever loses a swap reads again and tries again, so that four passes in the
same instant all succeed.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import engine, protocol, relay, selectors
from games.engine import record
from games.models import Match, Player, Round
from games.protocol import Part, Position
from games.selectors import Table
from games.services import deadlines, refusals, repeats

_ATTEMPTS = 10
_MOST_PASSES = 20  # by one seat in one round: every change is an act in the record


class _SwapLostError(Exception):
    """Somebody else's act came first."""


@dataclass(frozen=True)
class _Parts:
    """All that may be seen of a table at one moment."""

    public: Part
    own: list[Part]


def act(public_id: str, act: engine.Act, at: Position, by: Player.Kind) -> Position:
    """Does ``act``, decided on at position ``at``, and returns the position after it.

    A repeat of an act already in the record changes nothing and returns what the first got. For
    a pass only the round of ``at`` counts. Raises IllegalActError, StaleError, MatchOverError,
    NoSuchMatchError, TooManyChangesError or, when others kept coming first, BusyError; then nothing
    has changed.
    """
    for _attempt in range(_ATTEMPTS):
        table = selectors.load_table(public_id)
        if table is None:
            raise refusals.NoSuchMatchError
        repeated = repeats.position_after(table, act, at)
        if repeated is not None:
            return repeated
        _check(table, act, at, by)
        try:
            return _apply(table, act, by)
        except _SwapLostError:
            continue
    raise refusals.BusyError


def _check(table: Table, act: engine.Act, at: Position, by: Player.Kind) -> None:
    if table.row.status != Round.Status.PLAYING:
        raise refusals.MatchOverError
    is_current = at[0] == table.state.number
    if isinstance(act, engine.Play):
        is_current = at == table.position
    elif by is Player.Kind.HOUSE:  # that a person chose meanwhile is not to be undone
        is_current = is_current and act.seat in table.state.seats_to_act()
    if not is_current:
        raise refusals.StaleError
    if isinstance(act, engine.Pass) and _passes_by(table, act.seat) >= _MOST_PASSES:
        raise refusals.TooManyChangesError


def _passes_by(table: Table, seat: int) -> int:
    return sum(isinstance(act, engine.Pass) and act.seat == seat for act in table.state.acts)


def _apply(table: Table, act: engine.Act, by: Player.Kind) -> Position:
    before, was_at, now = _parts(table), table.position, timezone.now()
    events = table.state.apply(act)
    if table.state.score is not None:
        table.standing = table.standing.after(table.state.score.result)
    with transaction.atomic():
        _swap(table, act, by, now)
        dealt = _score(table, now) if table.state.score is not None else None
        facts = [protocol.event_part(event) for event in events]
        frames = [_frame(table, before, was_at, facts, now)]
        if dealt is not None:
            frames.append(_dealt_frame(table, dealt, now))
        transaction.on_commit(lambda: relay.publish(table.match.public_id, frames))
        if table.match.status != Match.Status.PLAYING:
            status = table.match.status
            transaction.on_commit(lambda: relay.publish_status(table.match.public_id, status))
    return table.position


def _swap(table: Table, act: engine.Act, by: Player.Kind, now: datetime) -> None:
    row, state = table.row, table.state
    taken = max(0, round((now - row.acted_at).total_seconds() * 1000))
    due = deadlines.deadlines_after(
        state, table.house_seats, table.match.turn_seconds, row.deadlines, now
    )
    changed = Round.objects.filter(pk=row.pk, ply=row.ply, status=Round.Status.PLAYING).update(
        acts=f"{row.acts} {record.text_of(act)}".lstrip(),
        ply=state.ply,
        timings=f"{row.timings} {by[0]}{taken}".lstrip(),
        acted_at=now,
        deadlines=due,
        due_at=deadlines.earliest(due),
        claimed_until=None,
        **_ending(state),
    )
    if not changed:
        raise _SwapLostError
    row.deadlines = due


def _ending(state: engine.Round) -> dict[str, object]:
    if state.score is None:
        return {}
    return {
        "status": Round.Status.OVER,
        "result": list(state.score.result),
        "shooter": state.score.shooter,
    }


# -- after the last card ------------------------------------------------------------------------


def _score(table: Table, now: datetime) -> Table | None:
    """Books the round, in the swap's transaction; returns the next round unless it was the last."""
    match, standing = table.match, table.standing
    match.results = [list(result) for result in standing.results]
    if standing.is_over:
        match.status, match.ended_at = Match.Status.FINISHED, now
    match.save(update_fields=["results", "status", "ended_at"])
    _book_players(match, standing)
    return None if standing.is_over else deal(match, now)


def _book_players(match: Match, standing: engine.Match) -> None:
    players = list(match.players.all())
    for player in players:
        player.total = standing.totals[player.seat]
        player.place = standing.places[player.seat] if standing.is_over else None
        player.is_active = not standing.is_over
    Player.objects.bulk_update(players, ["total", "place", "is_active"])


def deal(match: Match, now: datetime) -> Table:
    """The next round of a match, stored; call it inside a transaction."""
    standing = match.standing
    state = standing.deal(bytes(match.secret))
    row = Round(
        match=match,
        number=state.number,
        head=record.head_of(state),
        started_at=now,
        acted_at=now,
    )
    table = Table(match, row, state, standing)
    due = deadlines.deadlines_after(state, table.house_seats, match.turn_seconds, [], now)
    row.deadlines, row.due_at = due, deadlines.earliest(due)
    row.save(force_insert=True)
    return table


# -- what others are told -----------------------------------------------------------------------


def _parts(table: Table) -> _Parts:
    return _Parts(selectors.public_part(table), selectors.own_parts(table))


def _frame(
    table: Table, before: _Parts, was_at: Position, events: list[Part], now: datetime
) -> relay.ActFrame:
    after = _parts(table)
    return relay.ActFrame(
        after=was_at,
        at=table.position,
        events=events,
        public=protocol.changes(before.public, after.public),
        own=[protocol.changes(old, new) for old, new in zip(before.own, after.own, strict=True)],
        clock=selectors.clock_part(table, now),
    )


def _dealt_frame(last: Table, dealt: Table, now: datetime) -> relay.ActFrame:
    fact = protocol.dealt_part(dealt.state.number, dealt.state.dealer)
    return _frame(dealt, _parts(last), last.position, [fact], now)
