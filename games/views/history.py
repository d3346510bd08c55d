"""Match history: lists with filters, a match with its score sheet, its rounds card by card."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import selectors
from games.engine import record
from games.forms import MatchFilterForm, OwnMatchFilterForm
from games.models import Match, Player, Round
from games.views.chart import chart_of
from games.views.round_report import report_of
from games.views.score_sheet import sheet_of, standing_order, winners_in_words


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """The finished matches of everybody, the newest first."""
    form = MatchFilterForm(request.GET)
    filters, cursor = form.filters(), _cursor(request)
    page = selectors.public_matches(filters, cursor)
    lost = page is None
    page = page or selectors.public_matches(filters)
    return render(request, "games/matches.html", _list_context(form, page, lost))


@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """The matches of the visitor, a guest's as well; the one being played leads back to it."""
    form = OwnMatchFilterForm(request.GET)
    if not request.user.is_authenticated:
        context = _list_context(form, selectors.MatchPage([], None, None), lost=False)
        return render(request, "games/my_matches.html", context)
    filters, cursor = form.filters(), _cursor(request)
    page = selectors.own_matches(request.user, filters, cursor)
    lost = page is None
    page = page or selectors.own_matches(request.user, filters)
    context = _list_context(form, page, lost, own=request.user.pk)
    context["running"] = selectors.running_match(request.user)
    return render(request, "games/my_matches.html", context)


@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """One match: who played, how it ended, the score sheet and the chart of totals.

    Of a match that is being played, the rounds scored so far.
    """
    found = _match_or_404(request, public_id)
    players = selectors.players_of(found)
    rounds = list(selectors.scored_rounds(found).only("number", "shooter", "match_id"))
    rules = found.ruleset
    context = {
        "match": found,
        "players": players,
        "standing": standing_order(players),
        "winners": winners_in_words(players),
        "own_id": request.user.pk,
        "target": rules.end,
        "sheet": sheet_of(found, rounds),
        "chart": chart_of(found.results, [player.name for player in players], rules.end.score),
        "draw": list(zip(players, selectors.describe(found)["draw"], strict=True)),
        "first_dealer": players[found.first_dealer],
    }
    return render(request, "games/match.html", context)


@require_safe
def match_round(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One scored round: hands, passes and tricks. Not found while it is being played."""
    found = _match_or_404(request, public_id)
    row = _scored_round_or_404(found, number)
    players = selectors.players_of(found)
    context = {
        "match": found,
        "number": number,
        "report": report_of(row, players),
        "own_id": request.user.pk,
        "earlier": number - 1,
        "later": number + 1 if number < len(found.results) else None,
    }
    return render(request, "games/round.html", context)


@require_safe
def round_record(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The record of a scored round, as docs/rules.md describes it, to keep or to replay."""
    found = _match_or_404(request, public_id)
    row = _scored_round_or_404(found, number)
    text = record.write(selectors.replayed(row))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"open-hearts-{found.public_id}-round-{number}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _cursor(request: HttpRequest) -> selectors.Cursor | None:
    """Where the page asked for begins; None for the first one."""
    for key, newer in (("older_than", False), ("newer_than", True)):
        if public_id := request.GET.get(key):
            return selectors.Cursor(public_id, newer)
    return None


def _list_context(
    form: MatchFilterForm, page: selectors.MatchPage | None, lost: bool, own: int | None = None
) -> dict[str, Any]:
    """``lost``: the page asked for is gone, and this is the first one instead."""
    shown = page.matches if page else []
    return {
        "form": form,
        "filtered": bool(set(form.changed_data)),
        "page": page,
        "lost": lost,
        "own_id": own,
        "rows": [_row(match, own) for match in shown],
    }


def _row(match: Match, own: int | None) -> dict[str, Any]:
    players = list(match.players.all())
    return {
        "match": match,
        "standing": standing_order(players),
        "rounds": len(match.results),
        "outcome": _outcome(match, players, own),
    }


def _outcome(match: Match, players: list[Player], own: int | None) -> selectors.Outcome | None:
    """How the match ended for the visitor; None in everybody's list."""
    seat = next((player for player in players if own and player.user_id == own), None)
    if seat is None:
        return None
    if match.status == Match.Status.ABANDONED:
        return selectors.Outcome.ABANDONED
    return selectors.Outcome.WON if seat.place == 1 else selectors.Outcome.NOT_WON


def _match_or_404(request: HttpRequest, public_id: str) -> Match:
    found = selectors.find_visible_match(public_id, request.user)
    if found is None:
        raise Http404
    return found


def _scored_round_or_404(match: Match, number: int) -> Round:
    row = selectors.scored_rounds(match).filter(number=number).first()
    if row is None:
        raise Http404
    return row
