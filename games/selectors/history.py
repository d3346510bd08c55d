"""Reads of match history: lists by filters, a page at a time.

Pages follow keys (when a match began, then its row), never an offset and never a count: a page
costs the same at any depth, and new matches move nothing that has been listed.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, Player
from games.selectors.tables import find_match
from games.selectors.visibility import listed_matches

PAGE_SIZE = 20


class Outcome(models.TextChoices):
    """How a match ended for one of its people."""

    WON = "won", _("Won")
    NOT_WON = "not_won", _("Not won")
    ABANDONED = "abandoned", _("Abandoned")


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed to; a value that is empty narrows nothing."""

    #: The first and the last day on which a match began, in the server's time zone.
    since: date | None = None
    until: date | None = None
    #: Part of the name of a person at the table; the house has no part in this.
    name: str = ""
    preset: str = ""
    #: For the matches of one person only.
    outcome: str = ""


@dataclass(frozen=True)
class Cursor:
    """Where a page begins: next to a match, on its older or its newer side."""

    public_id: str
    newer: bool = False


@dataclass(frozen=True)
class MatchPage:
    """Some matches, the newest first, each with its players at hand."""

    matches: list[Match]
    #: Beside which matches the neighbouring pages begin; None where there is no such page.
    newer_than: str | None
    older_than: str | None


def public_matches(filters: Filters, cursor: Cursor | None = None) -> MatchPage | None:
    """The finished matches that everybody may find; None when the cursor's match is gone."""
    people = Player.objects.filter(kind=Player.Kind.PERSON)
    return _page(_narrowed(listed_matches(), filters, people), cursor)


def own_matches(user: User, filters: Filters, cursor: Cursor | None = None) -> MatchPage | None:
    """The matches of ``user`` that are no longer played; ``name`` is of somebody else at the table.

    None when the cursor's match is gone.
    """
    ended = Match.objects.filter(_seat_of(user, filters.outcome), _outcome(filters.outcome))
    others = Player.objects.filter(kind=Player.Kind.PERSON).exclude(user=user)
    return _page(_narrowed(ended, filters, others), cursor)


def players_of(match: Match) -> list[Player]:
    """Who sits in the match, by seat."""
    return list(match.players.order_by("seat"))


# -- filters -------------------------------------------------------------------------------------


def _seat_of(user: User, outcome: str) -> Q:
    """The seat of ``user``; one condition, since a second join would be any player's place."""
    places = {Outcome.WON: {"players__place": 1}, Outcome.NOT_WON: {"players__place__gt": 1}}
    place = next((wanted for name, wanted in places.items() if name == outcome), {})
    return Q(players__user=user, **place)


def _outcome(outcome: str) -> Q:
    if outcome == Outcome.ABANDONED:
        return Q(status=Match.Status.ABANDONED)
    if outcome:
        return Q(status=Match.Status.FINISHED)
    return ~Q(status=Match.Status.PLAYING)


def _narrowed(
    matches: QuerySet[Match], filters: Filters, named: QuerySet[Player]
) -> QuerySet[Match]:
    """The matches that fit; ``named`` are the players whose names count."""
    if filters.since:
        matches = matches.filter(created_at__gte=_begin_of(filters.since))
    if filters.until:
        matches = matches.filter(created_at__lt=_begin_of(filters.until + timedelta(days=1)))
    if filters.preset:
        matches = matches.filter(preset=filters.preset)
    if filters.name:
        sits = named.filter(match=OuterRef("pk"), name__icontains=filters.name)
        matches = matches.filter(Exists(sits))
    return matches


def _begin_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


# -- pages ---------------------------------------------------------------------------------------


def _page(matches: QuerySet[Match], cursor: Cursor | None) -> MatchPage | None:
    # The rules and the secret are of no use in a list, and long.
    light = matches.defer("rules", "secret").prefetch_related(
        models.Prefetch("players", Player.objects.order_by("seat"))
    )
    if cursor is None:
        return _with_neighbours(list(light.order_by(*_NEWEST)[: PAGE_SIZE + 1]), cursor)
    beside = find_match(cursor.public_id)
    if beside is None:
        return None
    if cursor.newer:
        found = list(_newer(light, beside).order_by(*_OLDEST)[: PAGE_SIZE + 1])
    else:
        found = list(_older(light, beside).order_by(*_NEWEST)[: PAGE_SIZE + 1])
    return _with_neighbours(found, cursor)


_NEWEST, _OLDEST = ("-created_at", "-pk"), ("created_at", "pk")


# The first condition of each is implied by the second, but it is the one an index can begin at.
def _older(matches: QuerySet[Match], beside: Match) -> QuerySet[Match]:
    begun = beside.created_at
    return matches.filter(created_at__lte=begun).filter(
        Q(created_at__lt=begun) | Q(pk__lt=beside.pk)
    )


def _newer(matches: QuerySet[Match], beside: Match) -> QuerySet[Match]:
    begun = beside.created_at
    return matches.filter(created_at__gte=begun).filter(
        Q(created_at__gt=begun) | Q(pk__gt=beside.pk)
    )


def _with_neighbours(found: list[Match], cursor: Cursor | None) -> MatchPage:
    """One more than a page was looked for: whether it is there says whether the way goes on."""
    goes_on, shown = len(found) > PAGE_SIZE, found[:PAGE_SIZE]
    towards_newer = cursor is not None and cursor.newer
    if towards_newer:
        shown.reverse()
    has_newer = goes_on if towards_newer else cursor is not None
    has_older = cursor is not None if towards_newer else goes_on
    return MatchPage(
        matches=shown,
        newer_than=shown[0].public_id if shown and has_newer else None,
        older_than=shown[-1].public_id if shown and has_older else None,
    )
