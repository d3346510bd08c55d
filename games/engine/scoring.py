"""What a round costs each seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine import cards
from games.engine.cards import Card, CardSet
from games.engine.ruleset import RuleSet


@dataclass(frozen=True)
class Score:
    """A round scored, all by seat."""

    #: Penalty and bonus points captured, before a moon is paid.
    captured: tuple[int, ...]
    #: What is added to the totals.
    result: tuple[int, ...]
    #: The seat that shot the moon.
    shooter: int | None


def points_in(rules: RuleSet, taken: Iterable[Card]) -> int:
    """What cards cost, penalty and bonus points together."""
    return sum(map(rules.values.__getitem__, taken))


def penalty_points(rules: RuleSet, captured: CardSet) -> int:
    """The sum of the positive values in a set of cards."""
    return points_in(rules, cards.cards_in(captured & rules.penalty_cards))


def bonus_points(rules: RuleSet, captured: CardSet) -> int:
    """The sum of the negative values in a set of cards."""
    return points_in(rules, cards.cards_in(captured & rules.bonus_cards))


def score(rules: RuleSet, captured: Sequence[CardSet]) -> Score:
    """Scores a finished round from the cards each seat captured (rules 3, steps 1 to 4)."""
    penalties = [penalty_points(rules, taken) for taken in captured]
    bonuses = [bonus_points(rules, taken) for taken in captured]
    shooter = moon_shooter(rules, captured)
    raw = penalties if shooter is None else _moon_paid(rules, shooter)
    return Score(
        captured=tuple(map(sum, zip(penalties, bonuses, strict=True))),
        result=tuple(map(sum, zip(raw, bonuses, strict=True))),
        shooter=shooter,
    )


def moon_shooter(rules: RuleSet, captured: Sequence[CardSet]) -> int | None:
    """The seat with every penalty card in play; told by cards, never by point totals."""
    if rules.moon == "off":
        return None
    for seat, taken in enumerate(captured):
        if not rules.penalty_cards & ~taken:
            return seat
    return None


def _moon_paid(rules: RuleSet, shooter: int) -> list[int]:
    to_shooter, to_others = (0, rules.moon_value) if rules.moon == "add" else (-rules.moon_value, 0)
    return [to_shooter if seat == shooter else to_others for seat in range(rules.players)]
