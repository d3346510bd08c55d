"""The point table: what each card costs whoever captures it."""

from collections.abc import Mapping

from games.engine import cards

#: A suit ("hearts"), a rank ("Q") or a card ("QS") to a whole number, or for a suit to a scale.
PointTable = Mapping[str, int | str]

SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")
#: "one": one point each. "spot": face value, J 11, Q 12, K 13, A 14.
SCALES = ("one", "spot")
_RANKS_AND_CARDS = frozenset((*cards.RANKS, *cards.TEXTS))


def problem_with(table: PointTable) -> str | None:
    """What is wrong with a table's keys and values, in words, or None."""
    for key, value in table.items():
        if not _is_key(key):
            return f"{str(key)[:20]!r} is no suit, rank or card"
        if isinstance(value, str) and (key not in SUIT_NAMES or value not in SCALES):
            return f"{key!r} cannot be worth {value[:20]!r}"
        if isinstance(value, bool) or not isinstance(value, int | str):
            return f"the value of {key!r} is not a whole number"
        if isinstance(value, int) and not -1000 <= value <= 1000:
            return f"the value of {key!r} is not within -1000 and 1000"
    return None


def values_of(table: PointTable) -> tuple[int, ...]:
    """The points of each card, by card: card beats rank beats suit, values never add."""
    return tuple(_value(table, card) for card in range(cards.CARDS_IN_PACK))


def _value(table: PointTable, card: cards.Card) -> int:
    text = cards.TEXTS[card]
    for key in (text, text[0], SUIT_NAMES[cards.SUIT_OF[card]]):
        if key in table:
            return _scaled(table[key], card)
    return 0


def _scaled(value: int | str, card: cards.Card) -> int:
    if isinstance(value, int):
        return value
    return 1 if value == "one" else cards.rank_of(card) + 2


def _is_key(key: object) -> bool:
    return isinstance(key, str) and (key in SUIT_NAMES or key in _RANKS_AND_CARDS)
