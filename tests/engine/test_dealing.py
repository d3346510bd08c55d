"""The deck follows from the match's secret and the number of the round, and from nothing else."""

from collections import Counter

import pytest

from games.engine import cards, dealing
from games.engine.ruleset import RuleSet
from tests.shorthand import CLASSIC, card, cards_of, texts
from tests.strategies import seat_count_fields

SECRET = b"a secret only for this test"
GOLDEN = (
    "4H9D5S2SKDQSQD2H7S3H8DAHKHJD6S8HTH2DACKC9C5CJHQHTS9S"
    "5H6CJC7D6D7H4DKSJSTC3SADAS5D6H9H7C4S4CTD8C8S2C3C3DQC"
)


def test_a_deck_is_the_pack_in_play_each_card_once() -> None:
    assert sorted(dealing.deck_of(SECRET, 1, CLASSIC)) == list(range(52))
    five = RuleSet(**seat_count_fields(5))
    assert cards.card_set(dealing.deck_of(SECRET, 1, five)) == five.cards_in_play


def test_the_same_secret_deals_the_same_deck() -> None:
    assert dealing.deck_of(SECRET, 3, CLASSIC) == dealing.deck_of(SECRET, 3, CLASSIC)


def test_another_round_or_another_secret_deals_another_deck() -> None:
    decks = {dealing.deck_of(SECRET, number, CLASSIC) for number in range(200)}
    decks |= {dealing.deck_of(b"other %d" % number, 1, CLASSIC) for number in range(200)}
    assert len(decks) == 400


def test_the_shuffle_never_changes() -> None:
    deck = dealing.deck_of(SECRET, 1, CLASSIC)
    assert "".join(cards.texts_of(deck)) == GOLDEN


def test_each_card_is_as_likely_at_each_place() -> None:
    places = Counter[tuple[int, int]]()
    decks = 2_600
    for number in range(decks):
        places.update(enumerate(dealing.deck_of(SECRET, number, CLASSIC)))
    expected = decks / 52
    chi_square = sum(
        (places[place, one] - expected) ** 2 / expected for place in range(52) for one in range(52)
    )
    # 51 × 51 = 2601 degrees of freedom; within four standard deviations of their mean.
    assert abs(chi_square - 2601) < 4 * (2 * 2601) ** 0.5


def test_each_pair_of_first_cards_is_as_likely() -> None:
    rules = RuleSet(players=3, removed=cards.FULL_PACK & ~cards.set_from("2C 3C QS"), passes=())
    orders = Counter(dealing.deck_of(SECRET, number, rules) for number in range(1_200))
    assert len(orders) == 6
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 20.5  # 5 df, p = 0.001


def test_cards_are_dealt_one_at_a_time_from_eldest() -> None:
    deck = range(52)
    hands = dealing.hands_of(deck, CLASSIC, dealer=2)
    assert [cards.lowest(hands[seat]) for seat in (3, 0, 1, 2)] == [0, 1, 2, 3]
    assert hands[3] == cards.card_set(range(0, 52, 4))


def test_anticlockwise_eldest_is_the_seat_before_the_dealer() -> None:
    rules = RuleSet(rotation="anticlockwise")
    hands = dealing.hands_of(range(52), rules, dealer=2)
    assert [cards.lowest(hands[seat]) for seat in (1, 0, 3, 2)] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("9C TD 3H AS", 2),
        ("AC 2S 3C KD", 1),
        ("5H 5S 5D 5C", 3),
        ("5H 5S 5D 6C", 2),
        ("5H 5S 6D 6C", 1),
    ],
)
def test_the_lowest_card_drawn_deals(drawn: str, dealer: int) -> None:
    assert dealing.first_dealer(cards_of(drawn)) == dealer


def test_every_seat_draws_a_card_of_its_own_from_the_pack_in_play() -> None:
    rules = RuleSet(**seat_count_fields(6))
    for number in range(50):
        drawn = dealing.draw_for_deal(b"%d" % number, rules)
        assert len(set(drawn)) == 6
        assert not texts(cards.card_set(drawn)) & {"2C", "3C", "2D", "2S"}


def test_the_draw_is_a_shuffle_of_its_own() -> None:
    assert dealing.draw_for_deal(SECRET, CLASSIC) != dealing.deck_of(SECRET, 1, CLASSIC)[:4]
    assert card("2C") in dealing.deck_of(SECRET, 0, CLASSIC)
