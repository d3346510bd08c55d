"""Home, *Play now*, the table page, leaving."""

from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import create_guest
from accounts.throttles import AddressThrottle
from games import selectors
from games.engine import HeartsError
from games.models import Match, Player
from games.services import refusals, tables

_STILL_SEATED = _(
    "Other people play on, so your seat is kept: the house plays for you when your time is up, "
    "and you can return at any time."
)
SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"


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
        login(request, user, SIGN_IN_BACKEND)
    return match


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
            "alone": match.players.filter(kind=Player.Kind.PERSON).count() == 1,
            "socket_path": f"/ws/table/{match.public_id}/",
        },
    )


@require_POST
def leave_table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leaves for good; where other people play the seat is kept and its clock runs on.

    A match that is over, or somebody else's, is left as it is.
    """
    match = _match_or_404(public_id)
    if not request.user.is_authenticated:
        return redirect("games:home")
    try:
        tables.leave_table(match=match, user=request.user)
    except refusals.OthersPlayError:
        messages.info(request, _STILL_SEATED)
    except HeartsError:
        return redirect(reverse("games:table", args=[match.public_id]))
    return redirect("games:home")


def _match_or_404(public_id: str) -> Match:
    match = selectors.find_match(public_id)
    if match is None:
        raise Http404
    return match
