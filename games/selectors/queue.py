"""Reads of the queue: who waits, for what, and what the lobby tells them."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils import timezone

from games import protocol
from games.models import Ticket
from games.selectors.tables import Visitor, running_match

#: Whoever waits and has had no page of the queue open for so long is neither counted nor seated.
AWAY_AFTER = timedelta(seconds=60)


def ticket_of(user: Visitor) -> Ticket | None:
    """The place in the queue of that user, if there is one."""
    return Ticket.objects.filter(user=user).first() if user.is_authenticated else None


def present_tickets(now: datetime) -> QuerySet[Ticket]:
    """The places of those who have been seen within AWAY_AFTER."""
    return Ticket.objects.filter(seen_at__gte=now - AWAY_AFTER)


def waiting() -> dict[str, int]:
    """How many wait for each preset that has a queue, those who are away apart."""
    present = present_tickets(timezone.now()).order_by()
    counted = present.values("preset").annotate(count=Count("pk"))
    counts = dict(counted.values_list("preset", "count"))
    return {preset: counts.get(preset, 0) for preset in settings.QUEUE_PRESETS}


def lobby_frames(user: Visitor) -> list[str]:
    """All that the lobby tells ``user``: how many wait, the own ticket, the own table."""
    ticket, match = ticket_of(user), running_match(user)
    frames = [protocol.waiting_frame(waiting())]
    frames.append(protocol.ticket_frame(ticket.preset if ticket else None))
    return frames if match is None else [*frames, protocol.table_frame(match.public_id)]
