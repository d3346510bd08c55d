"""Public facts that an act brought about, for the wire, the log and the live region."""

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.scoring import Score


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat chose the cards it passes; which ones is its own secret."""

    seat: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """All seats have passed, and the cards have changed hands."""


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card to the trick."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class HeartsBroken:
    """From here on hearts may be led."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is full; ``points`` is what its cards cost the winner."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round is over."""

    score: Score


Event = Passed | Exchanged | Played | HeartsBroken | TrickTaken | RoundScored
