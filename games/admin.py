"""Matches, players, rounds, the queue in Django admin: to be read, never to be written by hand."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import engine, protocol, selectors
from games.engine import cards
from games.models import Match, Player, Round, Ticket
from games.templatetags.in_words import card_mark

_UNFINISHED = _("Hidden while the round is being played.")


class ReadOnly:
    """No adding, changing or deleting: all writes to a match go through the services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters shown: others would answer guesses at a deck, bit by bit."""
        return lookup.split("__", maxsplit=1)[0] in getattr(self, "list_filter", ())


class PlayerInline(ReadOnly, admin.TabularInline[Player, Match]):
    """Who sits where."""

    model = Player
    fields = ("seat", "name", "kind", "user", "total", "place")


class RoundInline(ReadOnly, admin.TabularInline[Round, Match]):
    """The rounds of a match, each with a link to its tricks."""

    model = Round
    fields = ("number", "status", "ply", "result", "started_at")
    show_change_link = True


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin[Match]):
    """Find a match by its id or by who played."""

    list_display = ("public_id", "preset", "status", "who", "totals", "created_at", "ended_at")
    list_filter = ("status", "preset", "created_at")
    search_fields = ("public_id", "players__name", "players__user__username")
    fields = ("public_id", "preset", "status", "totals", "created_at", "ended_at", "rules")
    inlines = (PlayerInline, RoundInline)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """With the players, in one more query for the whole page."""
        return super().get_queryset(request).prefetch_related("players")

    @admin.display(description=_("players"))
    def who(self, match: Match) -> str:
        """Names by seat."""
        return ", ".join(player.name for player in match.players.all())

    @admin.display(description=_("totals"))
    def totals(self, match: Match) -> str:
        """Points so far by seat."""
        return " · ".join(str(player.total) for player in match.players.all())


@admin.register(Ticket)
class TicketAdmin(ReadOnly, admin.ModelAdmin[Ticket]):
    """Who waits in the queue."""

    list_display = ("user", "preset", "with_house", "joined_at", "seen_at")
    list_filter = ("preset",)
    search_fields = ("user__username", "user__display_name")
    list_select_related = ("user",)


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    """A round as readable tricks. ``head`` holds the deck and is never shown while playing."""

    list_display = ("match", "number", "status", "ply", "results", "started_at")
    list_filter = ("status",)
    search_fields = ("match__public_id",)
    list_select_related = ("match",)
    fields = (
        "match",
        "number",
        "status",
        "ply",
        "results",
        "shooter",
        "tricks",
        "passes",
        "hands",
        "due_at",
        "started_at",
        "acted_at",
    )
    show_full_result_count = False

    @admin.display(description=_("result"), ordering="result")
    def results(self, row: Round) -> str:
        """Points of the round by seat."""
        return " · ".join(map(str, row.result or ["–"]))

    @admin.display(description=_("tricks"))
    def tricks(self, row: Round) -> SafeString:
        """All full tricks: who played what in play order, who took them, what they cost."""
        view, names = engine.view_of(selectors.replayed(row), None), _names(row)
        lines = (_trick_line(trick, names) for trick in protocol.tricks_part(view))
        return _numbered(lines)

    @admin.display(description=_("passes"))
    def passes(self, row: Round) -> SafeString | str:
        """What each seat passed."""
        if row.status != Round.Status.OVER:
            return str(_UNFINISHED)
        chosen = selectors.replayed(row).passes
        return _by_player(row, (passed or () for passed in chosen))

    @admin.display(description=_("hands dealt"))
    def hands(self, row: Round) -> SafeString | str:
        """What each seat was dealt."""
        if row.status != Round.Status.OVER:
            return str(_UNFINISHED)
        return _by_player(row, map(cards.cards_in, selectors.dealt_hands(row)))


def _names(row: Round) -> list[str]:
    return [player.name for player in row.match.players.order_by("seat")]


def _trick_line(trick: dict[str, Any], names: list[str]) -> str:
    plays = ", ".join(f"{names[play['seat']]} {card_mark(play['card'])}" for play in trick["plays"])
    taken = {"plays": plays, "winner": names[trick["winner"]], "points": trick["points"]}
    return _("%(plays)s — taken by %(winner)s, points: %(points)d") % taken


def _by_player(row: Round, hands: Iterable[Iterable[cards.Card]]) -> SafeString:
    lines = (
        (name, " ".join(card_mark(text) for text in cards.texts_of(hand)))
        for name, hand in zip(_names(row), hands, strict=True)
    )
    return format_html_join("", "<div>{}: {}</div>", lines)


def _numbered(lines: Iterable[str]) -> SafeString:
    return format_html_join("", "<div>{}. {}</div>", enumerate(lines, start=1))
