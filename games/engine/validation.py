"""Whether a RuleSet can be played: each field's own check, in table order."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from games.engine import cards
from games.engine.cards import CardSet
from games.engine.errors import RuleSetError
from games.engine.points import problem_with

if TYPE_CHECKING:
    from games.engine.ruleset import RuleSet

#: The cards of each pack, by how many they are.
PACKS: Mapping[int, CardSet] = {
    52: cards.FULL_PACK,
    48: cards.FULL_PACK & ~cards.set_from("TCTDTSTH"),
    32: sum(cards.FULL_PACK & (0b1111111100000 << (13 * suit)) for suit in range(4)),
}
#: The values of the fields that offer a choice; the first is classic.
CHOICES: Mapping[str, tuple[int | str, ...]] = {
    "pack": (52, 48, 32),
    "rotation": ("clockwise", "anticlockwise"),
    "opening": ("low_club", "eldest"),
    "first_trick_ban": ("on", "off"),
    "hearts_break": ("heart", "heart_or_queen", "none"),
    "lone_queen": ("must_lead", "may_lead_heart"),
    "queen_after_hearts": ("no", "discard", "play"),
    "moon": ("add", "subtract", "off"),
    "tie": ("play_on", "shared"),
}
_SMALLEST_TABLE, _LARGEST_TABLE = 3, 6
_HIGHEST_TARGET, _MOST_ROUNDS, _LONGEST_CYCLE = 10_000, 100, 100


def validate(rules: "RuleSet") -> None:
    """Raises RuleSetError for the first bad field in table order."""
    for each in fields(rules):
        sentence = _problem_with(rules, each.name)
        if sentence:
            raise RuleSetError(each.name, sentence)


def _problem_with(rules: "RuleSet", name: str) -> str | None:
    value = getattr(rules, name)
    if name in CHOICES:
        choices = CHOICES[name]
        fits = type(value) is type(choices[0]) and value in choices
        return None if fits else f"must be one of {', '.join(map(str, choices))}"
    return _CHECKS[name](rules)


def _players(rules: "RuleSet") -> str | None:
    if not _is_whole(rules.players, _SMALLEST_TABLE, _LARGEST_TABLE):
        return f"must be from {_SMALLEST_TABLE} to {_LARGEST_TABLE}"
    return None


def _removed(rules: "RuleSet") -> str | None:
    if rules.removed & ~PACKS[rules.pack]:
        return "a card is not in the pack"
    if rules.cards_in_play.bit_count() % rules.players:
        return "the cards left do not divide evenly"
    if not rules.cards_in_play:
        return "no card is left"
    return None


def _passes(rules: "RuleSet") -> str | None:
    if len(rules.passes) > _LONGEST_CYCLE:
        return f"the cycle may have {_LONGEST_CYCLE} entries at most"
    return next(filter(None, (_problem_with_pass(rules, entry) for entry in rules.passes)), None)


def _problem_with_pass(rules: "RuleSet", entry: Mapping[int, int]) -> str | None:
    for offset, count in entry.items():
        if not _is_whole(abs(offset), 1, rules.players // 2):
            return f"{offset:+d} is not a seat cards can go to"
        if not _is_whole(count, 1, rules.hand_size):
            return "the number of cards must be at least 1"
    if len({rules.seat_at(0, offset) for offset in entry}) != len(entry):
        return "a seat is named twice"
    if sum(entry.values()) >= rules.hand_size:
        return "some cards must stay in the hand"
    return None


def _points(rules: "RuleSet") -> str | None:
    sentence = problem_with(rules.points)
    if sentence is None and not rules.penalty_cards:
        return "no penalty card is in play"
    return sentence


def _end(rules: "RuleSet") -> str | None:
    score, rounds = rules.end.score, rules.end.rounds
    if (score is None) == (rounds is None):
        return "either a score or a number of rounds"
    if score is not None and not _is_whole(score, 1, _HIGHEST_TARGET):
        return f"the score must be from 1 to {_HIGHEST_TARGET}"
    if rounds is not None and not _is_whole(rounds, 1, _MOST_ROUNDS):
        return f"the rounds must be from 1 to {_MOST_ROUNDS}"
    return None


def _is_whole(value: object, lowest: int, highest: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


_CHECKS = {
    "players": _players,
    "removed": _removed,
    "passes": _passes,
    "points": _points,
    "end": _end,
}
