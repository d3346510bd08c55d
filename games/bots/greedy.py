"""The greedy level: a fixed rule of thumb, the reference that stronger levels are measured by.

Follow with the highest card below the best, else the lowest; last to play and no points, the
highest. Discard a costly card, then the cards over it, hearts, high cards. Lead low. Pass
unguarded high spades and high cards from short suits.
"""

import random

from games.bots.outlook import Outlook
from games.engine import cards
from games.engine.acts import Act, Pass, Play
from games.engine.cards import SUIT_OF, SUITS, Card
from games.engine.round import Phase
from games.engine.view import View

_GUARDS = 4  # lower cards of its suit that keep a costly card, or one over it, safe


def choose(view: View, rng: random.Random) -> Act:
    """What this level does in the view's seat; ties are broken by the card's number."""
    outlook = Outlook(view)
    if view.phase is Phase.PASSING:
        return Pass(outlook.seat, _passed(outlook))
    if not view.trick:
        return Play(outlook.seat, min(cards.cards_in(view.legal), key=cards.rank_of))
    if view.legal & SUITS[outlook.led]:
        return Play(outlook.seat, _followed(outlook))
    return Play(outlook.seat, max(cards.cards_in(view.legal), key=lambda c: _dread(outlook, c)))


def _passed(outlook: Outlook) -> tuple[Card, ...]:
    def dread(card: Card) -> tuple[bool, int]:
        suit = outlook.hand & SUITS[SUIT_OF[card]]
        guards = (suit & cards.below(card)).bit_count()
        high = 1 << card & (outlook.costly | outlook.catchers(outlook.costly))
        return bool(high) and guards < _GUARDS, cards.rank_of(card) - suit.bit_count()

    ranked = sorted(cards.cards_in(outlook.hand), key=dread, reverse=True)
    return tuple(ranked[: outlook.view.pass_size])


def _followed(outlook: Outlook) -> Card:
    legal = outlook.view.legal
    if not outlook.yet_to_play and outlook.points <= 0:
        return cards.highest(legal & ~outlook.costly or legal)
    under = legal & cards.below(outlook.best)
    return cards.highest(under) if under else cards.lowest(legal)


def _dread(outlook: Outlook, card: Card) -> tuple[bool, bool, bool, int]:
    out = outlook.costly & outlook.unseen
    return (
        bool(1 << card & outlook.costly),
        bool(1 << card & outlook.catchers(out)),
        outlook.rules.values[card] > 0,
        cards.rank_of(card),
    )
