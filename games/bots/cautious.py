"""The cautious level: weighs, for each card, the trick it may take against keeping the card.

No search and no guess at hands: it counts the cards still out (:mod:`games.bots.danger`).
"""

import random

from games.bots.danger import Danger
from games.bots.outlook import Outlook
from games.engine import cards
from games.engine.acts import Act, Pass, Play
from games.engine.cards import SUIT_OF, SUITS, Card, CardSet
from games.engine.round import Phase
from games.engine.view import View

# Chosen by play against the greedy level, trying smaller and greater values.
# In average tricks, of which classic has thirteen of two points:
_LEAD_AGAIN = 0.1  # having to lead after taking a trick
_FLUSH = 0.5  # leading under a costly card that somebody else holds
# As a share:
_RELIEF = 0.4  # of a card's danger, how much is won by being rid of it now
_GIVE = 0.3  # of a penalty card's value, how much it is worth that another seat takes it
_STOP = 0.3  # of a moon, how much it is worth to take a penalty from its likely shooter
# In ranks, when passing:
_UNGUARDED = 80  # times the share of the round's points that an unguarded card is likely to cost
_GUARD = 5  # keeping a low card of the suit of a costly card, which may come in with the pass


def choose(view: View, rng: random.Random) -> Act:
    """What this level does in the view's seat; equal cards are decided by ``rng``."""
    outlook = Outlook(view)
    if view.phase is Phase.PASSING:
        return Pass(outlook.seat, _passed(outlook))
    if view.legal.bit_count() == 1:
        return Play(outlook.seat, cards.lowest(view.legal))
    return Play(outlook.seat, _played(outlook, rng))


# -- passing ------------------------------------------------------------------------------------


def _passed(outlook: Outlook) -> tuple[Card, ...]:
    danger, hand = Danger(outlook), outlook.hand
    passed: list[Card] = []
    for _ in range(outlook.view.pass_size):
        worth = {card: _worth_passing(danger, hand, card) for card in cards.cards_in(hand)}
        passed.append(max(worth, key=worth.__getitem__))
        hand ^= 1 << passed[-1]
    return tuple(passed)


def _worth_passing(danger: Danger, hand: CardSet, card: Card) -> float:
    """In ranks: high cards of short suits without low ones, above all what may catch the worst."""
    outlook, suit = danger.outlook, SUITS[SUIT_OF[card]]
    lower = (hand & cards.below(card)).bit_count()
    worth = float(cards.rank_of(card) - lower)
    worth += _UNGUARDED * danger.of_being_caught(card, hand) / outlook.rules.moon_value
    if cards.above(card) & outlook.costly:
        return worth - _GUARD
    return worth if suit & outlook.costly else worth - (hand & suit).bit_count()


# -- playing ------------------------------------------------------------------------------------


def _played(outlook: Outlook, rng: random.Random) -> Card:
    danger = Danger(outlook)
    weigh = _weigh_lead if not outlook.view.trick else _weigh_answer
    return min(
        cards.cards_in(outlook.view.legal),
        key=lambda card: (round(weigh(danger, card), 9), -cards.rank_of(card), rng.random()),
    )


def _weigh_lead(danger: Danger, card: Card) -> float:
    outlook, suit = danger.outlook, SUIT_OF[card]
    taking = danger.chance_to_take(card, suit)
    weight = taking * (danger.of_taking(card, suit) + _LEAD_AGAIN * danger.average)
    if danger.costly_out & cards.above(card) and not _could_be_caught(danger, suit):
        weight -= _FLUSH * danger.average
    return weight - _RELIEF * danger.of_keeping(card, outlook.hand)


def _could_be_caught(danger: Danger, suit: int) -> bool:
    held = danger.outlook.hand & SUITS[suit]
    costly = danger.outlook.costly & SUITS[suit]
    return bool(held & (costly | danger.outlook.catchers(costly)))


def _weigh_answer(danger: Danger, card: Card) -> float:
    outlook = danger.outlook
    relief = _RELIEF * danger.of_keeping(card, outlook.hand)
    if SUIT_OF[card] != outlook.led or card < outlook.best:
        given = _GIVE * outlook.rules.values[card]
        return _price_of_feeding_a_moon(danger, card) - relief - given
    taking = danger.chance_to_take(card, outlook.led)
    cost = danger.of_taking(card, outlook.led) + _LEAD_AGAIN * danger.average
    return taking * (cost - _worth_stopping_a_moon(danger)) - relief


# -- somebody else's moon -------------------------------------------------------------------------


def _likely_moon(danger: Danger) -> float:
    """What a moon of the seat that has all penalties so far would cost, times its likelihood."""
    outlook = danger.outlook
    if outlook.moon_threat is None:
        return 0.0
    taken = outlook.captured_penalties[outlook.moon_threat]
    share = sum(outlook.rules.values[card] for card in cards.cards_in(taken))
    return (share / outlook.rules.moon_value) ** 3 * _STOP * outlook.rules.moon_value


def _price_of_feeding_a_moon(danger: Danger, card: Card) -> float:
    outlook = danger.outlook
    feeds = outlook.rules.values[card] > 0 and outlook.winning_seat == outlook.moon_threat
    return _likely_moon(danger) if feeds else 0.0


def _worth_stopping_a_moon(danger: Danger) -> float:
    return _likely_moon(danger) if danger.outlook.points > 0 else 0.0
