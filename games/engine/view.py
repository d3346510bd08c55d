"""What one seat, or a watcher, may know of a round: a whitelist, never a filter.

Everything that leaves the engine for people, house players, pages or the API is a View.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.engine import cards, scoring
from games.engine.cards import Card, CardSet
from games.engine.round import Phase, Round, Trick
from games.engine.ruleset import PassEntry, RuleSet


@dataclass(frozen=True)
class View:
    """A round as ``seat`` sees it; as everybody does when ``seat`` is None."""

    # -- public --------------------------------------------------------------------------------
    rules: RuleSet
    number: int
    dealer: int
    #: Totals before this round, by seat.
    totals: tuple[int, ...]
    phase: Phase
    ply: int
    #: The seat to play, None unless playing.
    turn: int | None
    pass_entry: PassEntry
    has_passed: tuple[bool, ...]
    leader: int
    #: The cards of the trick on the table, in play order from the leader's.
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    hearts_broken: bool
    hand_sizes: tuple[int, ...]
    #: The cards each seat captured.
    captured: tuple[CardSet, ...]
    score: scoring.Score | None
    # -- of the seat's own; empty for a watcher --------------------------------------------------
    seat: int | None
    hand: CardSet
    passed: tuple[Card, ...]
    received: CardSet
    #: What the seat may play now; empty unless it is its turn.
    legal: CardSet

    @property
    def pass_size(self) -> int:
        """How many cards each seat passes; 0 in a hold round."""
        return sum(self.pass_entry.values())

    @property
    def points(self) -> tuple[int, ...]:
        """Penalty and bonus points captured in this round so far, by seat."""
        return tuple(
            scoring.points_in(self.rules, cards.cards_in(taken)) for taken in self.captured
        )


def view_of(round_: Round, seat: int | None) -> View:
    """What ``seat`` may know of ``round_``; None asks for what everybody may know."""
    own = _own(round_, seat)
    return View(
        rules=round_.rules,
        number=round_.number,
        dealer=round_.dealer,
        totals=round_.totals,
        phase=round_.phase,
        ply=round_.ply,
        turn=round_.turn,
        pass_entry=round_.pass_entry,
        has_passed=tuple(chosen is not None for chosen in round_.passes),
        leader=round_.leader,
        trick=tuple(round_.trick),
        tricks=tuple(round_.tricks),
        hearts_broken=round_.hearts_broken,
        hand_sizes=tuple(hand.bit_count() for hand in round_.hands),
        captured=tuple(round_.captured),
        score=round_.score,
        seat=seat,
        hand=own.hand,
        passed=own.passed,
        received=own.received,
        legal=own.legal,
    )


class _Own(NamedTuple):
    """What only the seat itself may know."""

    hand: CardSet = 0
    passed: tuple[Card, ...] = ()
    received: CardSet = 0
    legal: CardSet = 0


def _own(round_: Round, seat: int | None) -> _Own:
    if seat is None:
        return _Own()
    passed = round_.passes[seat] or ()
    return _Own(round_.hands[seat], passed, round_.received[seat], round_.legal_cards(seat))


def refusals_of(round_: Round, seat: int) -> dict[Card, str]:
    """The code of the reason for each card ``seat`` holds and may not play, on its turn."""
    if seat != round_.turn:
        return {}
    barred = round_.hands[seat] & ~round_.legal_cards(seat)
    reasons = {card: round_.refusal_of(seat, card) for card in cards.cards_in(barred)}
    return {card: reason.code for card, reason in reasons.items() if reason}
