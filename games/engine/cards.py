"""Cards and sets of cards.

A :data:`Card` is a whole number from 0 to 51, ``suit * 13 + rank``; suits are ♣ ♦ ♠ ♥ = 0 … 3
and ranks 2 … A = 0 … 12. A :data:`CardSet` is one whole number whose bit *c* says whether card
*c* is in it, so that legality reads as set algebra: ``hand & SUITS[led] or hand``.
In text a card is rank + suit: ``QS TD 2C AH``.
"""

from collections.abc import Iterable, Iterator

from games.engine.errors import BadCardError

Card = int
CardSet = int
Suit = int

RANKS = "23456789TJQKA"
SUIT_LETTERS = "CDSH"
CLUBS, DIAMONDS, SPADES, HEARTS = range(4)
CARDS_IN_SUIT = 13
CARDS_IN_PACK = 52

_SUIT = (1 << CARDS_IN_SUIT) - 1
#: The cards of each suit, by suit.
SUITS: tuple[CardSet, ...] = tuple(_SUIT << (CARDS_IN_SUIT * suit) for suit in range(4))
#: The suit of each card, by card.
SUIT_OF: tuple[Suit, ...] = tuple(card // CARDS_IN_SUIT for card in range(CARDS_IN_PACK))
#: The text of each card, by card.
TEXTS: tuple[str, ...] = tuple(RANKS[card % 13] + SUIT_LETTERS[card // 13] for card in range(52))
_CARDS = {text: card for card, text in enumerate(TEXTS)}

FULL_PACK: CardSet = (1 << CARDS_IN_PACK) - 1
ALL_CLUBS, ALL_DIAMONDS, ALL_SPADES, ALL_HEARTS = SUITS
QUEEN_OF_SPADES: Card = _CARDS["QS"]


def card_from(text: str) -> Card:
    """The card that ``text`` names, such as ``QS``; raises BadCardError."""
    try:
        return _CARDS[text]
    except (KeyError, TypeError):
        message = f"{str(text)[:20]!r} is not a card."
        raise BadCardError(message) from None


def cards_from(text: str) -> tuple[Card, ...]:
    """The cards of ``"QS TD"`` or ``"QSTD"``, in the order written; raises BadCardError."""
    packed = text.replace(" ", "")
    return tuple(card_from(packed[at : at + 2]) for at in range(0, len(packed), 2))


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of the given cards."""
    together = 0
    for card in cards:
        together |= 1 << card
    return together


def set_from(text: str) -> CardSet:
    """The set of the cards that ``text`` names; raises BadCardError."""
    return card_set(cards_from(text))


def cards_in(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, from the lowest number (2♣) to the highest (A♥)."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def texts_of(cards: Iterable[Card]) -> list[str]:
    """The texts of cards, in their order."""
    return [TEXTS[card] for card in cards]


def lowest(cards: CardSet) -> Card:
    """The card of a non-empty set with the smallest number: within one suit, the lowest."""
    return (cards & -cards).bit_length() - 1


def highest(cards: CardSet) -> Card:
    """The card of a non-empty set with the greatest number: within one suit, the highest."""
    return cards.bit_length() - 1


def rank_of(card: Card) -> int:
    """0 for a two … 12 for an ace."""
    return card % CARDS_IN_SUIT


def above(card: Card) -> CardSet:
    """The cards of the same suit that outrank ``card``."""
    return SUITS[SUIT_OF[card]] & (FULL_PACK << (card + 1))


def below(card: Card) -> CardSet:
    """The cards of the same suit that ``card`` outranks."""
    return SUITS[SUIT_OF[card]] & ((1 << card) - 1)
