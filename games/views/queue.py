"""The queue: who waits, and the way in or out."""

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import create_guest
from accounts.models import User
from accounts.throttles import AddressThrottle
from games import selectors
from games.engine import HeartsError
from games.forms import JoinForm
from games.models import Ticket
from games.services import matchmaking
from games.templatetags.in_words import preset_name
from games.views.tables import SIGN_IN_BACKEND


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
        login(request, user, SIGN_IN_BACKEND)


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
