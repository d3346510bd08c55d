"""``manage.py run_house``: one house worker; run as many as you like."""

import logging
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from games.management.parent import end_with_parent
from games.management.stop_signals import StopSignals
from games.services import house

_log = logging.getLogger(__name__)
_PAUSE_AFTER_FAILURE = 1.0  # seconds


class Command(BaseCommand):
    """Acts for house players as their deadlines come, until told to stop."""

    help = "Plays for the house: takes due acts until SIGTERM or SIGINT."

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs until a signal; the act in hand is finished first."""
        signals = StopSignals()
        signals.hold()
        end_with_parent()
        while signals.asked is None:
            signals.wait(self._work())

    def _work(self) -> float:
        """Takes one act; returns the seconds to wait before the next look."""
        try:
            return 0 if house.act_once() else self._idle_time()
        except DatabaseError as error:
            _log.warning("the house cannot reach the database (%s)", error)
        except Exception:  # one broken table must not stop the house for all others
            _log.exception("the house failed at a table")
        close_old_connections()
        return _PAUSE_AFTER_FAILURE

    def _idle_time(self) -> float:
        due = house.next_due()
        if due is None:
            return float(settings.HOUSE_POLL_SECONDS)
        until_due = (due - timezone.now()).total_seconds()
        return max(0.0, min(float(settings.HOUSE_POLL_SECONDS), until_due))
