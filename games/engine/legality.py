"""Which cards may be played: one ordered list of filters gives the legal set and the reason.

Each filter keeps some of the cards that the earlier ones left. One that would leave nothing is
skipped, so the legal set is never empty (rules 2).
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product, starmap
from typing import NamedTuple, Protocol

from games.engine import errors
from games.engine.cards import (
    ALL_HEARTS,
    QUEEN_OF_SPADES,
    SUITS,
    Card,
    CardSet,
    Suit,
)
from games.engine.ruleset import RuleSet

_QUEEN: CardSet = 1 << QUEEN_OF_SPADES
_HEARTS_AND_QUEEN = ALL_HEARTS | _QUEEN


class Moment(Protocol):
    """What the filters look at; a Round is one."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def led(self) -> Suit | None:
        """The suit led, None when a trick is to be led."""

    @property
    def opening_card(self) -> Card | None:
        """The card that must open the round, None when any may."""


#: Of the cards that are ``left`` of a hand, those a filter keeps.
Keep = Callable[[Moment, CardSet, CardSet], CardSet]


class LegalityFilter(NamedTuple):
    """``keep`` gives the cards that remain; a card it takes away is refused with ``refusal``."""

    keep: Keep
    refusal: type[errors.IllegalActError]


def _opening_card(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left if now.opening_card is None else left & (1 << now.opening_card)


def _follow_suit(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left & SUITS[now.led]  # type: ignore[index]  # only asked when following


def _no_points(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left & ~now.rules.penalty_cards


def _no_hearts(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left & ~ALL_HEARTS


def _no_hearts_unless_lone_queen(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left & ~ALL_HEARTS if hand & ~_HEARTS_AND_QUEEN else left


def _no_queen(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    return left & ~_QUEEN


def _no_queen_when_void(now: Moment, hand: CardSet, left: CardSet) -> CardSet:
    void = not hand & SUITS[now.led]  # type: ignore[index]  # only asked when following
    return left & ~_QUEEN if void else left


OPENING_CARD = LegalityFilter(_opening_card, errors.MustLeadLowClubError)
FOLLOW_SUIT = LegalityFilter(_follow_suit, errors.MustFollowSuitError)
NO_POINTS = LegalityFilter(_no_points, errors.NoPointsOnFirstTrickError)
NO_HEARTS = LegalityFilter(_no_hearts, errors.HeartsNotBrokenError)
NO_HEARTS_UNLESS_LONE_QUEEN = LegalityFilter(
    _no_hearts_unless_lone_queen, errors.HeartsNotBrokenError
)
NO_QUEEN = LegalityFilter(_no_queen, errors.QueenNotYetError)
NO_QUEEN_WHEN_VOID = LegalityFilter(_no_queen_when_void, errors.QueenNotYetError)

Filters = tuple[LegalityFilter, ...]


class Situation(NamedTuple):
    """What decides which filters are asked at all."""

    leading: bool
    on_first_trick: bool
    hearts_broken: bool


def filters_for(rules: RuleSet, now: Situation) -> Filters:
    """The filters that ``rules`` apply in a situation, in order."""
    bound = now.leading and rules.hearts_break != "none" and not now.hearts_broken
    early = not now.hearts_broken
    switched = (
        (OPENING_CARD, now.leading and now.on_first_trick and rules.opening == "low_club"),
        (FOLLOW_SUIT, not now.leading),
        (NO_POINTS, now.on_first_trick and rules.first_trick_ban == "on"),
        (NO_HEARTS, bound and rules.lone_queen == "must_lead"),
        (NO_HEARTS_UNLESS_LONE_QUEEN, bound and rules.lone_queen == "may_lead_heart"),
        (NO_QUEEN, early and rules.queen_after_hearts == "play"),
        (NO_QUEEN_WHEN_VOID, early and not now.leading and rules.queen_after_hearts == "discard"),
    )
    return tuple(each for each, applies in switched if applies)


@lru_cache(maxsize=256)
def filters_of(rules: RuleSet) -> Mapping[tuple[bool, bool, bool], Filters]:
    """The filters of every Situation, found once per RuleSet."""
    situations = starmap(Situation, product((False, True), repeat=3))
    return {now: filters_for(rules, now) for now in situations}


def legal_cards(now: Moment, hand: CardSet, filters: Filters) -> CardSet:
    """The cards of ``hand`` that may be played now, under the filters of the situation."""
    left = hand
    for keep, _ in filters:
        left = keep(now, hand, left) or left
    return left


def refusal_of(
    now: Moment, hand: CardSet, card: Card, filters: Filters
) -> type[errors.IllegalActError] | None:
    """Why ``card`` of ``hand`` may not be played now, or None when it may."""
    left = hand
    for keep, refusal in filters:
        kept = keep(now, hand, left) or left
        if not kept >> card & 1:
            return refusal
        left = kept
    return None
