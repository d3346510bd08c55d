"""When each seat that has to act does so, if nobody is faster.

A house player's deadline is its thinking time, a person's the turn clock of the match. A person
alone with the house has none: nobody waits.
"""

import secrets
from datetime import UTC, datetime

from django.conf import settings

from games import engine
from games.models import Round

#: By seat: milliseconds since 1970, or None.
Deadlines = list[int | None]

_random = secrets.SystemRandom()
#: From so many people on somebody waits while another one thinks.
_PEOPLE_WHO_WAIT = 2


def deadlines_after(
    state: engine.Round,
    house_seats: frozenset[int],
    turn_seconds: int | None,
    before: Deadlines,
    now: datetime,
) -> Deadlines:
    """The deadlines of a round in ``state``; ``turn_seconds`` is the match's clock, if it has one.

    A seat that had to act before and still has to pass keeps its deadline: somebody else's pass
    gives it no more time.
    """
    begins = in_milliseconds(now) + _pause_before(state)
    persons_time = _persons_time(state, house_seats, turn_seconds)
    deadlines: Deadlines = [None] * state.rules.players
    for seat in state.seats_to_act():
        kept = before[seat] if before and state.phase is engine.Phase.PASSING else None
        time = _thinking_time() if seat in house_seats else persons_time
        deadlines[seat] = None if time is None else kept or begins + time
    return deadlines


def in_milliseconds(time: datetime) -> int:
    """A moment as the rows and the wire write it: milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def earliest(deadlines: Deadlines) -> datetime | None:
    """The first of the deadlines."""
    times = [time for time in deadlines if time is not None]
    return datetime.fromtimestamp(min(times) / 1000, UTC) if times else None


def seats_due(row: Round, now: datetime) -> list[int]:
    """The seats of a row whose deadline has come."""
    latest = in_milliseconds(now)
    return [seat for seat, time in enumerate(row.deadlines) if time is not None and time <= latest]


def _persons_time(
    state: engine.Round, house_seats: frozenset[int], turn_seconds: int | None
) -> int | None:
    """Milliseconds a person has for the next act; None when no clock runs."""
    people = state.rules.players - len(house_seats)
    if turn_seconds is None or people < _PEOPLE_WHO_WAIT:
        return None
    factor = 2 if state.phase is engine.Phase.PASSING else 1
    return turn_seconds * 1000 * factor


def _thinking_time() -> int:
    return _random.randint(*settings.HOUSE_THINK_MS)


def _pause_before(state: engine.Round) -> int:
    """Time for people to look at the full trick, or at the score of the round before."""
    if state.ply == 0:
        return int(settings.HOUSE_ROUND_PAUSE_MS) if state.number > 1 else 0
    leads = state.phase is engine.Phase.PLAYING and not state.trick
    return int(settings.HOUSE_TRICK_PAUSE_MS) if leads and state.tricks else 0
