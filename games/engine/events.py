"""Public facts that an act brought about, for the wire, the log and the live region."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.scoring import Score


class Passed(NamedTuple):
    """A seat chose the cards it passes; which ones is its own secret."""

    seat: int


class Exchanged(NamedTuple):
    """All seats have passed, and the cards have changed hands."""


class Played(NamedTuple):
    """A seat played a card to the trick."""

    seat: int
    card: Card


class HeartsBroken(NamedTuple):
    """From here on hearts may be led."""


class TrickTaken(NamedTuple):
    """A trick is full; ``points`` is what its cards cost the winner."""

    seat: int
    points: int


class RoundScored(NamedTuple):
    """The round is over."""

    score: Score


Event = Passed | Exchanged | Played | HeartsBroken | TrickTaken | RoundScored
