"""Matches, players and rounds in Django admin: to be read, never to be written by hand."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import engine, protocol, selectors
from games.engine import cards
from games.models import Match, Player, Round

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


@admin.register(Round)
class RoundAdmin(ReadOnly, admin.ModelAdmin[Round]):
    """A round as readable tricks. ``head`` holds the deck and is never shown while playing."""

    list_display = ("match", "number", "status", "ply", "result", "started_at")
    list_filter = ("status",)
    search_fields = ("match__public_id",)
    list_select_related = ("match",)
    fields = (
        "match",
        "number",
        "status",
        "ply",
        "result",
        "shooter",
        "tricks",
        "passes",
        "hands",
        "due_at",
        "started_at",
        "acted_at",
    )
    show_full_result_count = False

    @admin.display(description=_("tricks"))
    def tricks(self, row: Round) -> SafeString:
        """All full tricks: seat and card in play order, who took them, what they cost."""
        view = engine.view_of(selectors.replayed(row), None)
        return format_html_join(
            "", "<div>{}</div>", ((_trick_line(trick),) for trick in protocol.tricks_part(view))
        )

    @admin.display(description=_("passes"))
    def passes(self, row: Round) -> SafeString | str:
        """What each seat passed."""
        chosen = selectors.replayed(row).passes if row.status == Round.Status.OVER else None
        if chosen is None:
            return str(_UNFINISHED)
        return _by_seat(cards.texts_of(passed or ()) for passed in chosen)

    @admin.display(description=_("hands dealt"))
    def hands(self, row: Round) -> SafeString | str:
        """What each seat was dealt."""
        if row.status != Round.Status.OVER:
            return str(_UNFINISHED)
        dealt = selectors.dealt_hands(row)
        return _by_seat(cards.texts_of(cards.cards_in(hand)) for hand in dealt)


def _trick_line(trick: dict[str, Any]) -> str:
    plays = "  ".join(f"{play['seat']}: {play['card']}" for play in trick["plays"])
    return _("%(plays)s — taken by seat %(winner)d, %(points)d points") % {**trick, "plays": plays}


def _by_seat(lines: Any) -> SafeString:
    return format_html_join(
        "", "<div>{}: {}</div>", ((seat, " ".join(line)) for seat, line in enumerate(lines))
    )
