"""What a seat can do in a round."""

from typing import NamedTuple

from games.engine.cards import Card


class Pass(NamedTuple):
    """Choosing the cards to pass; the last choice of a seat counts."""

    seat: int
    cards: tuple[Card, ...]


class Play(NamedTuple):
    """Playing one card to the trick."""

    seat: int
    card: Card


Act = Pass | Play
