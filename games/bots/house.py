"""The house: the levels by name, and the one that plays unless another is asked for."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.bots import cautious, chance, greedy
from games.engine.acts import Act
from games.engine.view import View

#: Chooses a Pass or a Play for ``view.seat``, which must be waited for.
Level = Callable[[View, random.Random], Act]

#: From the weakest to the strongest.
LEVELS: Mapping[str, Level] = MappingProxyType(
    {"chance": chance.choose, "greedy": greedy.choose, "cautious": cautious.choose}
)


def choose(view: View, rng: random.Random) -> Act:
    """What the house does in the view's seat: a legal Pass or Play."""
    return cautious.choose(view, rng)
