"""The RuleSet: every choice between the ways Hearts is played, as one frozen value.

The first value of each field is classic Hearts. A RuleSet is validated as a whole and
round-trips through JSON; unknown fields are errors, so that a rule this engine does not know is
refused and never silently played as classic.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Self

from games.engine import cards
from games.engine.cards import Card, CardSet
from games.engine.errors import BadCardError, RuleSetError
from games.engine.points import PointTable, values_of
from games.engine.validation import PACKS, validate

#: How many cards go to which offset, e.g. ``{1: 3}``; offset +1 is the next seat to play.
PassEntry = Mapping[int, int]

_OFFSET = re.compile(r"[+-]?[0-9]", re.ASCII)
_THE_WHOLE = "rules"  # the "field" of an error that concerns no single one


@dataclass(frozen=True)
class End:
    """When a match ends: some total reaches ``score``, or ``rounds`` were played; never both."""

    score: int | None = None
    rounds: int | None = None

    def to_json(self) -> dict[str, int]:
        """``{"score": 100}`` or ``{"rounds": 4}``."""
        both = {"score": self.score, "rounds": self.rounds}
        return {name: value for name, value in both.items() if value is not None}


def _frozen(table: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(table))


def _stored(entry: PassEntry, players: int) -> PassEntry:
    """A pass entry with the seat opposite always written as +n/2, never as -n/2."""
    return _frozen({_opposite_is_plus(to, players): count for to, count in entry.items()})


def _opposite_is_plus(offset: int, players: int) -> int:
    return -offset if offset * 2 == -players else offset


_CLASSIC_PASSES: tuple[PassEntry, ...] = tuple(
    _frozen(entry) for entry in ({1: 3}, {-1: 3}, {2: 3}, {})
)
_CLASSIC_POINTS = _frozen({"hearts": "one", "QS": 13})


@dataclass(frozen=True)
class RuleSet:
    """How one match is played. ``RuleSet()`` is classic; see docs/rules.md for each field."""

    players: int = 4
    pack: int = 52
    removed: CardSet = 0
    rotation: str = "clockwise"
    passes: tuple[PassEntry, ...] = _CLASSIC_PASSES
    opening: str = "low_club"
    first_trick_ban: str = "on"
    hearts_break: str = "heart"
    lone_queen: str = "must_lead"
    queen_after_hearts: str = "no"
    points: PointTable = field(default_factory=lambda: _CLASSIC_POINTS)
    moon: str = "add"
    end: End = End(score=100)
    tie: str = "play_on"

    def __post_init__(self) -> None:
        validate(self)
        stored = tuple(_stored(entry, self.players) for entry in self.passes)
        object.__setattr__(self, "passes", stored)
        object.__setattr__(self, "points", _frozen(self.points))

    # By JSON, since the order of a pass entry's targets matters and dicts ignore it.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    # -- derived once, then read on every act --------------------------------------------------

    @cached_property
    def cards_in_play(self) -> CardSet:
        """The pack after removal."""
        return PACKS[self.pack] & ~self.removed

    @cached_property
    def cards_in_order(self) -> tuple[Card, ...]:
        """The cards in play by number, as a shuffle begins."""
        return tuple(cards.cards_in(self.cards_in_play))

    @cached_property
    def hand_size(self) -> int:
        """Cards dealt to each seat."""
        return self.cards_in_play.bit_count() // self.players

    @cached_property
    def step(self) -> int:
        """What to add to a seat to get the seat that plays next."""
        return 1 if self.rotation == "clockwise" else -1

    @cached_property
    def next_seat(self) -> tuple[int, ...]:
        """The seat that plays after each seat, by seat."""
        return tuple(self.seat_at(seat, 1) for seat in range(self.players))

    @cached_property
    def heart_breakers(self) -> CardSet:
        """The cards that break hearts, in whatever way they are played."""
        queen = 1 << cards.QUEEN_OF_SPADES if self.hearts_break == "heart_or_queen" else 0
        return cards.ALL_HEARTS | queen

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points of each card, by card."""
        return values_of(self.points)

    @cached_property
    def penalty_cards(self) -> CardSet:
        """The cards in play that cost something."""
        return cards.card_set(c for c in cards.cards_in(self.cards_in_play) if self.values[c] > 0)

    @cached_property
    def bonus_cards(self) -> CardSet:
        """The cards in play that take points off."""
        return cards.card_set(c for c in cards.cards_in(self.cards_in_play) if self.values[c] < 0)

    @cached_property
    def moon_value(self) -> int:
        """The sum of the penalty points in play."""
        return sum(self.values[card] for card in cards.cards_in(self.penalty_cards))

    def seat_at(self, seat: int, offset: int) -> int:
        """The seat that plays ``offset`` after ``seat`` (before it, when negative)."""
        return (seat + self.step * offset) % self.players

    def pass_in(self, number: int) -> PassEntry:
        """Where cards go in round ``number`` (from 1); empty in a hold round."""
        return self.passes[(number - 1) % len(self.passes)] if self.passes else _frozen({})

    # -- JSON ----------------------------------------------------------------------------------

    @cached_property
    def _json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    def to_json(self) -> str:
        """The complete RuleSet as compact JSON in table order."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The complete RuleSet as plain values, as JSON writes them."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        plain["removed"] = cards.texts_of(cards.cards_in(self.removed))
        plain["passes"] = [{f"{to:+d}": n for to, n in entry.items()} for entry in self.passes]
        plain["points"] = dict(self.points)
        plain["end"] = self.end.to_json()
        return plain

    @classmethod
    def from_dict(cls, plain: object) -> Self:
        """The RuleSet that ``plain`` describes; missing fields are classic. Raises RuleSetError."""
        if not isinstance(plain, dict):
            raise RuleSetError(_THE_WHOLE, "a RuleSet is an object of fields")
        known = [each.name for each in fields(cls)]
        unknown = sorted(set(map(str, plain)) - set(known))
        if unknown:
            raise RuleSetError(unknown[0][:40], "this field is not known")
        return cls._from_fields({name: plain[name] for name in known if name in plain})

    @classmethod
    def _from_fields(cls, plain: Mapping[str, Any]) -> Self:
        parsed: dict[str, Any] = {}
        unreadable: dict[str, RuleSetError] = {}
        for name, value in plain.items():
            try:
                parsed[name] = _parsed(name, value)
            except RuleSetError as error:
                unreadable[name] = error
        try:
            rules = cls(**parsed)
        except RuleSetError as error:
            unreadable.setdefault(error.field, error)
        if unreadable:
            raise next(unreadable[each.name] for each in fields(cls) if each.name in unreadable)
        return rules


@lru_cache(maxsize=256)
def ruleset_from_json(text: str) -> RuleSet:
    """The RuleSet written as JSON; raises RuleSetError. Remembered, since records repeat it."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RuleSetError(_THE_WHOLE, "not JSON") from error
    return RuleSet.from_dict(plain)


def _parsed(name: str, value: Any) -> Any:
    """One field from its JSON form; a wrong shape is a RuleSetError of that field."""
    parse = _PARSERS.get(name)
    try:
        return parse(value) if parse else value
    except (BadCardError, TypeError, ValueError) as error:
        raise RuleSetError(name, f"cannot be read ({str(error)[:80]})") from error


def _removed_from(value: Any) -> CardSet:
    removed = [cards.card_from(text) for text in _a(list, value)]
    return cards.card_set(_each_once(removed))


def _passes_from(value: Any) -> tuple[PassEntry, ...]:
    return tuple(_pass_entry_from(_a(dict, entry)) for entry in _a(list, value))


def _pass_entry_from(entry: dict[str, Any]) -> PassEntry:
    if not all(map(_OFFSET.fullmatch, entry)):
        message = "an offset is written like +1"
        raise ValueError(message)
    return _frozen(dict(zip(_each_once(list(map(int, entry))), entry.values(), strict=True)))


def _points_from(value: Any) -> PointTable:
    return _frozen(_a(dict, value))


def _end_from(value: Any) -> End:
    return End(**_a(dict, value))


def _a(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        message = f"not {'a list' if kind is list else 'an object'}"
        raise TypeError(message)
    return value


def _each_once(values: list[int]) -> list[int]:
    if len(set(values)) != len(values):
        message = "one is named twice"
        raise ValueError(message)
    return values


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "removed": _removed_from,
    "passes": _passes_from,
    "points": _points_from,
    "end": _end_from,
}
