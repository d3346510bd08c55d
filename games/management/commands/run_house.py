"""``manage.py run_house``: one house worker; run as many as you like."""

import logging
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from games.management.parent import end_with_parent
from games.management.stop_signals import StopSignals
from games.services import house, matchmaking

_log = logging.getLogger(__name__)
_PAUSE_AFTER_FAILURE = 1.0  # seconds
_PAUSE_BETWEEN_LOOKS = 0.5  # seconds between two looks at the queue


class Command(BaseCommand):
    """Acts for seats as their deadlines come and forms matches, until told to stop."""

    help = "Plays for the house and forms matches of the queue, until SIGTERM or SIGINT."

    _next_look = 0.0

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs until a signal; the act in hand is finished first."""
        signals = StopSignals()
        signals.hold()
        end_with_parent()
        while signals.asked is None:
            signals.wait(self._work())

    def _work(self) -> float:
        """Takes one act, then looks at the queue if it is time to; returns the seconds to wait."""
        try:
            acted = house.act_once()
            self._look_at_queue()
            return 0 if acted else self._idle_time()
        except DatabaseError as error:
            _log.warning("the house cannot reach the database (%s)", error)
        except Exception:  # one broken table must not stop the house for all others
            _log.exception("the house failed at a table")
        close_old_connections()
        return _PAUSE_AFTER_FAILURE

    def _look_at_queue(self) -> None:
        if time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _PAUSE_BETWEEN_LOOKS
        matchmaking.form_matches(timezone.now())

    def _idle_time(self) -> float:
        due = house.next_due()
        if due is None:
            return float(settings.HOUSE_POLL_SECONDS)
        until_due = (due - timezone.now()).total_seconds()
        return max(0.0, min(float(settings.HOUSE_POLL_SECONDS), until_due))
