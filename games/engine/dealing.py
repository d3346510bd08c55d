"""From a match's secret to the cards: the shuffle, the first dealer's draw, the deal."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from games.engine import cards
from games.engine.cards import Card, CardSet
from games.engine.ruleset import RuleSet

_DRAW = 0  # rounds count from 1, so the shuffle of number 0 is free for the draw
_BYTE_VALUES = 256


def deck_of(secret: bytes, number: int, rules: RuleSet) -> tuple[Card, ...]:
    """The cards in play in the order dealt in round ``number``.

    Fisher–Yates over the pack in order of card number, from its end, with unbiased choices: the
    bytes of HMAC-SHA256(secret, "open-hearts round N block B"), B = 0, 1, …, a byte being
    rejected when taking its remainder would favour small numbers.
    """
    deck = list(rules.cards_in_order)
    stream = _bytes_of(secret, number)
    for last in range(len(deck) - 1, 0, -1):
        chosen = _uniform(stream, last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def _bytes_of(secret: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        message = f"open-hearts round {number} block {block}".encode()
        yield from hmac.digest(secret, message, hashlib.sha256)
        block += 1


def _uniform(stream: Iterator[int], options: int) -> int:
    limit = _BYTE_VALUES - _BYTE_VALUES % options
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % options


def draw_for_deal(secret: bytes, rules: RuleSet) -> tuple[Card, ...]:
    """The distinct card each seat draws before the first round, by seat."""
    return deck_of(secret, _DRAW, rules)[: rules.players]


def first_dealer(drawn: Sequence[Card]) -> int:
    """The seat with the lowest card: ace high, equal ranks by suit ♣ < ♦ < ♠ < ♥."""
    return min(range(len(drawn)), key=lambda seat: (cards.rank_of(drawn[seat]), drawn[seat]))


def hands_of(deck: Sequence[Card], rules: RuleSet, dealer: int) -> list[CardSet]:
    """The hand of each seat: one card at a time from eldest, in play order."""
    hands = [0] * rules.players
    for offset in range(rules.players):
        seat = rules.seat_at(dealer, 1 + offset)
        dealt = deck[offset : rules.hand_size * rules.players : rules.players]
        hands[seat] = cards.card_set(dealt)
    return hands
