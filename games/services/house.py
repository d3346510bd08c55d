"""The house: takes acts whose deadline has come, asks a house player, acts like everybody."""

import logging
import random
import secrets
from datetime import datetime, timedelta
from itertools import islice

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games import engine, selectors
from games.bots import house as house_player
from games.engine import cards
from games.models import Player, Round
from games.services import acting, deadlines

_log = logging.getLogger(__name__)
_CANDIDATES = 8


def act_once() -> bool:
    """Takes one act that is due, if there is one; whether there was.

    Any number of workers may do this at once: each act is leased to one of them by a
    compare-and-swap, and a worker that falls silent loses its lease.
    """
    row = _claim(timezone.now())
    if row is None:
        return False
    _act_for(row)
    return True


def next_due() -> datetime | None:
    """When the next act falls due that nobody has claimed."""
    return (
        Round.objects.filter(due_at__isnull=False, claimed_until=None)
        .order_by("due_at")
        .values_list("due_at", flat=True)
        .first()
    )


def _claim(now: datetime) -> Round | None:
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = Round.objects.filter(unclaimed, due_at__lte=now).select_related("match")
    lease = now + timedelta(seconds=settings.HOUSE_LEASE_SECONDS)
    for row in due.order_by("due_at")[:_CANDIDATES]:
        as_read = Round.objects.filter(pk=row.pk, ply=row.ply, claimed_until=row.claimed_until)
        if as_read.filter(due_at=row.due_at).update(claimed_until=lease):
            return row
    return None


def _act_for(row: Round) -> None:
    """One act for a seat that is due; a late answer loses the swap and does no harm."""
    state = selectors.replayed(row)
    due = set(deadlines.seats_due(row, timezone.now())) & set(state.seats_to_act())
    for seat in sorted(due)[:1]:
        act = _choose(engine.view_of(state, seat))
        try:
            acting.act(row.match.public_id, act, (state.number, state.ply), Player.Kind.HOUSE)
        except engine.HeartsError as error:
            _log.info("match %s: the house came too late (%s)", row.match.public_id, error.code)


def _choose(view: engine.View) -> engine.Act:
    """What the house player of that view does; a failing one must not stop its table."""
    try:
        return house_player.choose(view, random.Random(secrets.randbits(64)))  # noqa: S311  # no secret
    except Exception:
        _log.exception("a house player failed at round %d, ply %d", view.number, view.ply)
        return _first_legal(view)


def _first_legal(view: engine.View) -> engine.Act:
    seat = view.seat or 0
    if view.phase is engine.Phase.PASSING:
        return engine.Pass(seat, tuple(islice(cards.cards_in(view.hand), view.pass_size)))
    return engine.Play(seat, cards.lowest(view.legal))
