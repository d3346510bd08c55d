"""The queue: people join and leave, the house forms matches of those who wait.

A ticket is one row. Whoever deletes it has the person: leaving and forming are decided by the
delete, whichever process does it.
"""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import engine, relay, selectors
from games.models import Match, Player, Ticket
from games.services import refusals, tables

_log = logging.getLogger(__name__)
_random = secrets.SystemRandom()
#: Of one preset in one look; whatever is left over waits for the next one.
_MOST_MATCHES = 50
#: The place of somebody who went away; longer than any restart, shorter than forgetting about it.
_LAPSES_AFTER = timedelta(minutes=15)


class _TicketGoneError(Exception):
    """Somebody of the group has left, or another worker was faster."""


def join(*, user: User, preset: str, with_house: bool) -> Ticket:
    """``user`` waits for a match of ``preset``; ``with_house``: house players may fill it up.

    Joining again gives the same ticket, with ``with_house`` as said last; for another preset the
    waiting begins anew. Raises NoSuchQueueError or AlreadyPlayingError; then nothing changed.
    """
    if preset not in settings.QUEUE_PRESETS:
        raise refusals.NoSuchQueueError
    with transaction.atomic():
        tables.hold([user])
        if selectors.running_match(user) is not None:
            raise refusals.AlreadyPlayingError
        ticket = selectors.ticket_of(user) or Ticket(user=user, preset=preset)
        if ticket.preset != preset:
            ticket.preset, ticket.joined_at = preset, timezone.now()
        ticket.with_house, ticket.seen_at = with_house, timezone.now()
        ticket.save()
        transaction.on_commit(lambda: _tell_lobby(user.pk, preset))
    return ticket


def leave(*, user: User) -> bool:
    """``user`` waits no longer; False when there was no ticket (any more)."""
    left = bool(Ticket.objects.filter(user=user).delete()[0])
    if left:
        transaction.on_commit(lambda: _tell_lobby(user.pk, None))
    return left


def still_here(*, user: User) -> None:
    """``user`` looks at the queue: a place there is kept and counts."""
    Ticket.objects.filter(user=user).update(seen_at=timezone.now())


def form_matches(now: datetime) -> int:
    """Opens a table for every group that is complete; how many.

    Any number of workers may do this at once: nobody is seated twice, nobody is lost. Nobody is
    seated in absence either: whoever is away is passed over, and has no place after a while.
    """
    Ticket.objects.filter(seen_at__lt=now - _LAPSES_AFTER).delete()
    return sum(_form_matches_of(preset, now) for preset in settings.QUEUE_PRESETS)


def _form_matches_of(preset: str, now: datetime) -> int:
    formed = 0
    for _attempt in range(_MOST_MATCHES):
        group = _next_group(preset, now)
        if not group:
            break
        formed += _seat(group)
    return formed


def _next_group(preset: str, now: datetime) -> list[Ticket]:
    """Those who have waited longest and make a table; [] when there is none to be made yet."""
    seats = engine.PRESETS[preset].players
    waiting = selectors.present_tickets(now).filter(preset=preset).select_related("user")
    longest = list(waiting.order_by("joined_at", "pk")[:seats])
    if len(longest) == seats:
        return longest
    agreeing = [ticket for ticket in longest if ticket.with_house]
    patience = timedelta(seconds=settings.QUEUE_FILL_SECONDS)
    return agreeing if agreeing and now - agreeing[0].joined_at >= patience else []


def _seat(group: Sequence[Ticket]) -> bool:
    """Whether the table was opened; the next look at the queue says what to do otherwise."""
    try:
        with transaction.atomic():
            tables.hold(ticket.user for ticket in group)
            _take(group)
            match = tables.open_table(
                people=_around_the_table(group),
                preset=group[0].preset,
                turn_seconds=settings.TURN_SECONDS,
            )
            transaction.on_commit(lambda: _tell_seated(group, match))
    except _TicketGoneError:
        return False
    except refusals.AlreadyPlayingError:
        _drop_those_who_play(group)
        return False
    return True


def _take(group: Sequence[Ticket]) -> None:
    """Deletes exactly these tickets; all or none. Call it inside a transaction."""
    taken, _by_model = Ticket.objects.filter(pk__in=[ticket.pk for ticket in group]).delete()
    if taken != len(group):
        raise _TicketGoneError


def _around_the_table(group: Sequence[Ticket]) -> list[User | None]:
    """Who sits where, by chance; None for a house player."""
    empty = engine.PRESETS[group[0].preset].players - len(group)
    people = [*(ticket.user for ticket in group), *[None] * empty]
    _random.shuffle(people)
    return people


def _drop_those_who_play(group: Sequence[Ticket]) -> None:
    users = [ticket.user_id for ticket in group]
    playing = Player.objects.filter(user__in=users, is_active=True).values("user")
    dropped, _by_model = Ticket.objects.filter(user__in=playing).delete()
    _log.info("%d left the queue: already playing", dropped)


# -- what others are told -----------------------------------------------------------------------


def _tell_lobby(user_id: int, preset: str | None) -> None:
    relay.publish_ticket(user_id, preset)
    relay.publish_waiting(selectors.waiting())


def _tell_seated(group: Sequence[Ticket], match: Match) -> None:
    for ticket in group:
        relay.publish_table(ticket.user_id, match.public_id)
    relay.publish_waiting(selectors.waiting())
