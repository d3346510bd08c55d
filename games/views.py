"""HTML pages."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import create_guest
from accounts.models import User
from accounts.throttles import AddressThrottle
from games import selectors
from games.engine import HeartsError
from games.forms import JoinForm, preset_name
from games.models import Match, Ticket
from games.services import matchmaking, tables

_SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The first page: *Play now*, or back to the running match."""
    return render(request, "games/home.html", {"running": selectors.running_match(request.user)})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon, such as admin's."""
    return redirect(static("games/icon.svg"))


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seats the visitor at a table with the house: signed in as a guest when not signed in.

    Whoever is playing already comes back to the running match.
    """
    running = selectors.running_match(request.user)
    if running is None:
        if not AddressThrottle("play_now").allows(request):
            return render(request, "429.html", status=429)
        running = _open_table_for(request)
    if running is None:  # the running match ended in this very moment
        return redirect("games:home")
    return redirect("games:table", running.public_id)


def _open_table_for(request: HttpRequest) -> Match | None:
    with transaction.atomic():
        user = request.user if request.user.is_authenticated else create_guest()
        match: Match | None
        try:
            match = tables.open_table(people=[user])
        except HeartsError:  # another tab of the same person was faster
            match = selectors.running_match(user)
    if not request.user.is_authenticated:
        login(request, user, _SIGN_IN_BACKEND)
    return match


# -- the queue ----------------------------------------------------------------------------------


@never_cache
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Who waits, and the way in or out; whoever has a table is led to it."""
    running = selectors.running_match(request.user)
    if running is not None:
        return redirect("games:table", running.public_id)
    if request.user.is_authenticated:
        matchmaking.still_here(user=request.user)
    return _queue_page(request, JoinForm())


@require_POST
def join_queue(request: HttpRequest) -> HttpResponse:
    """Queues the visitor, signed in as a guest when not signed in."""
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _queue_page(request, form, status=400)
    if not selectors.ticket_of(request.user) and not AddressThrottle("play_now").allows(request):
        return render(request, "429.html", status=429)
    _join_queue_for(request, form.cleaned_data)
    return redirect("games:queue")


@require_POST
def leave_queue(request: HttpRequest) -> HttpResponse:
    """Leaves the queue; whoever has been seated meanwhile is led to the table from there."""
    if request.user.is_authenticated:
        matchmaking.leave(user=request.user)
    return redirect("games:queue")


def _join_queue_for(request: HttpRequest, wish: dict[str, Any]) -> None:
    with transaction.atomic():
        user: User = request.user if request.user.is_authenticated else create_guest()
        try:
            matchmaking.join(user=user, preset=wish["preset"], with_house=wish["with_house"])
        except HeartsError:  # plays already: the page of the queue leads to the table
            return
    if not request.user.is_authenticated:
        login(request, user, _SIGN_IN_BACKEND)


def _queue_page(request: HttpRequest, form: JoinForm, status: int = 200) -> HttpResponse:
    ticket = selectors.ticket_of(request.user)
    waiting = selectors.waiting()
    context = {
        "form": form,
        "ticket": ticket,
        "waited_seconds": _waited_seconds(ticket),
        "queues": [(preset, preset_name(preset), count) for preset, count in waiting.items()],
        "fill_seconds": round(settings.QUEUE_FILL_SECONDS),
        "turn_seconds": settings.TURN_SECONDS,
        "socket_path": "/ws/lobby/",
    }
    return render(request, "games/queue.html", context, status=status)


def _waited_seconds(ticket: Ticket | None) -> int:
    if ticket is None:
        return 0
    return max(0, int((timezone.now() - ticket.joined_at).total_seconds()))


# -- tables -------------------------------------------------------------------------------------


@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table page, for those seated there and for watchers."""
    match = _match_or_404(public_id)
    return render(
        request,
        "games/table.html",
        {
            "match": match,
            "seated": selectors.seat_of(match, request.user) is not None,
            "socket_path": f"/ws/table/{match.public_id}/",
        },
    )


@require_POST
def leave_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leaves for good; a match that is over, or somebody else's, is left as it is."""
    match = _match_or_404(public_id)
    if not request.user.is_authenticated:
        return redirect("games:home")
    try:
        tables.leave_table(match=match, user=request.user)
    except HeartsError:
        return redirect(reverse("games:table", args=[match.public_id]))
    return redirect("games:home")


def _match_or_404(public_id: str) -> Match:
    match = selectors.find_match(public_id)
    if match is None:
        raise Http404
    return match
