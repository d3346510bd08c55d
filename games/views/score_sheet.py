"""The score sheet of a match and how its players stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.models import Match, Player, Round


@dataclass(frozen=True)
class Cell:
    """One seat in one round."""

    result: int
    total: int
    shot_the_moon: bool


@dataclass(frozen=True)
class SheetRow:
    """One scored round."""

    number: int
    cells: list[Cell]


def sheet_of(match: Match, rounds: Iterable[Round]) -> list[SheetRow]:
    """Every scored round with the totals after it."""
    shooters = {row.number: row.shooter for row in rounds}
    totals = [0] * match.ruleset.players
    rows = []
    for number, result in enumerate(match.results, start=1):
        totals = [total + points for total, points in zip(totals, result, strict=True)]
        cells = [
            Cell(points, total, shooters.get(number) == seat)
            for seat, (points, total) in enumerate(zip(result, totals, strict=True))
        ]
        rows.append(SheetRow(number, cells))
    return rows


def standing_order(players: Iterable[Player]) -> list[Player]:
    """By place, then by seat; by seat alone in a match without places."""
    return sorted(players, key=lambda player: (player.place or 0, player.seat))


def winners_in_words(players: Sequence[Player]) -> str:
    """Who won, with how many points; nothing in a match that has not been finished."""
    first = [player for player in players if player.place == 1]
    if not first:
        return ""
    total = first[0].total
    points = ngettext("%(count)s point", "%(count)s points", total) % {"count": total}
    if len(first) == 1:
        return gettext("%(name)s won with %(points)s.") % {"name": first[0].name, "points": points}
    names = get_text_list([player.name for player in first], gettext("and"))
    return gettext("%(names)s share the first place with %(points)s.") % {
        "names": names,
        "points": points,
    }
