"""The level that plays any legal card: for tests, and as the floor of the ladder."""

import random

from games.engine import cards
from games.engine.acts import Act, Pass, Play
from games.engine.round import Phase
from games.engine.view import View


def choose(view: View, rng: random.Random) -> Act:
    """A uniformly random pass, or a uniformly random legal card."""
    seat = view.seat or 0
    if view.phase is Phase.PASSING:
        return Pass(seat, tuple(rng.sample(list(cards.cards_in(view.hand)), view.pass_size)))
    return Play(seat, rng.choice(list(cards.cards_in(view.legal))))
