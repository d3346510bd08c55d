"""Cards are numbers with a text; sets of cards are numbers, too."""

import pytest

from games.engine import cards
from games.engine.errors import BadCardError
from tests.shorthand import card, set_of, text_of


def test_every_card_is_its_text_and_back() -> None:
    assert [cards.card_from(text) for text in cards.TEXTS] == list(range(52))
    assert (cards.TEXTS[0], cards.TEXTS[36], cards.TEXTS[51]) == ("2C", "QS", "AH")


def test_a_set_lists_its_cards_from_the_two_of_clubs_to_the_ace_of_hearts() -> None:
    assert text_of(set_of("AH QS 2C TD")) == "2C TD QS AH"
    assert text_of(0) == ""


def test_cards_may_be_written_with_or_without_spaces() -> None:
    assert cards.cards_from("QSTD 2C") == cards.cards_from("QS TD 2C")


def test_lowest_and_highest_are_by_rank_within_a_suit() -> None:
    assert cards.lowest(set_of("5S 9S KS")) == card("5S")
    assert cards.highest(set_of("5S 9S KS")) == card("KS")


def test_above_and_below_stay_within_the_suit() -> None:
    assert text_of(cards.above(card("QS"))) == "KS AS"
    assert text_of(cards.below(card("4D"))) == "2D 3D"
    assert cards.above(card("AH")) == 0
    assert cards.below(card("2C")) == 0


def test_rank_counts_from_two_to_ace() -> None:
    assert [cards.rank_of(card(text)) for text in ("2H", "TC", "AD")] == [0, 8, 12]


@pytest.mark.parametrize("text", ["", "Q", "QX", "1S", "10S", "qs", "SQ", "QS ", "♠Q", "\ud800S"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCardError) as caught:
        cards.card_from(text)
    assert caught.value.code == "bad_card"


@pytest.mark.parametrize("value", [None, 3, 2.5, [], {}, ["QS"], b"QS"])
def test_what_is_no_text_is_refused_like_any_other_card(value: object) -> None:
    with pytest.raises(BadCardError):
        cards.card_from(value)  # type: ignore[arg-type]
