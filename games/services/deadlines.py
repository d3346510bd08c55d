"""When each seat that has to act does so, if nobody is faster.

A house player's deadline is its thinking time. A person alone with the house has none.
"""

import secrets
from datetime import UTC, datetime

from django.conf import settings

from games import engine
from games.models import Round

#: By seat: milliseconds since 1970, or None.
Deadlines = list[int | None]

_random = secrets.SystemRandom()


def deadlines_after(
    state: engine.Round, house_seats: frozenset[int], before: Deadlines, now: datetime
) -> Deadlines:
    """The deadlines of a round in ``state``.

    A seat that had to act before and still has to pass keeps its deadline: somebody else's pass
    gives it no more time.
    """
    waiting = [seat for seat in state.seats_to_act() if seat in house_seats]
    deadlines: Deadlines = [None] * state.rules.players
    for seat in waiting:
        kept = before[seat] if before and state.phase is engine.Phase.PASSING else None
        deadlines[seat] = kept or _in_milliseconds(now) + _pause_before(state) + _thinking_time()
    return deadlines


def earliest(deadlines: Deadlines) -> datetime | None:
    """The first of the deadlines."""
    times = [time for time in deadlines if time is not None]
    return datetime.fromtimestamp(min(times) / 1000, UTC) if times else None


def seats_due(row: Round, now: datetime) -> list[int]:
    """The seats of a row whose deadline has come."""
    latest = _in_milliseconds(now)
    return [seat for seat, time in enumerate(row.deadlines) if time is not None and time <= latest]


def _thinking_time() -> int:
    return _random.randint(*settings.HOUSE_THINK_MS)


def _pause_before(state: engine.Round) -> int:
    """Time for people to look at the full trick, or at the score of the round before."""
    if state.ply == 0:
        return int(settings.HOUSE_ROUND_PAUSE_MS) if state.number > 1 else 0
    leads = state.phase is engine.Phase.PLAYING and not state.trick
    return int(settings.HOUSE_TRICK_PAUSE_MS) if leads and state.tricks else 0


def _in_milliseconds(time: datetime) -> int:
    return int(time.timestamp() * 1000)
