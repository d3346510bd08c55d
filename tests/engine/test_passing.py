"""Passing: all seats choose before anything changes hands; the last choice of a seat counts."""

from dataclasses import replace

import pytest

from games.engine.acts import Pass
from games.engine.errors import IllegalActError
from games.engine.events import Exchanged, Passed
from games.engine.round import Phase, Round
from tests.shorthand import CLASSIC, cards_of, pass_all, play, table, text_of

FOUR = ("2C 3C 4C 5C", "2D 3D 4D 5D", "2S 3S 4S 5S", "2H 3H 4H 5H")


def four(*entries: dict[int, int], number: int = 1, rotation: str = "clockwise") -> Round:
    """Seat 0 holds clubs, 1 diamonds, 2 spades, 3 hearts."""
    rules = replace(CLASSIC, rotation=rotation)
    return table(*FOUR, rules=rules, passes=entries, number=number)


def hands(round_: Round) -> list[str]:
    """All hands as text."""
    return [text_of(hand) for hand in round_.hands]


def code_of_pass(round_: Round, seat: int, passed: str) -> str:
    """The code a pass is refused with, having made sure nothing has changed."""
    before = (list(round_.passes), round_.ply, hands(round_))
    with pytest.raises(IllegalActError) as caught:
        round_.pass_cards(seat, cards_of(passed))
    assert (list(round_.passes), round_.ply, hands(round_)) == before
    return caught.value.code


@pytest.mark.parametrize(
    ("offset", "received_by_clubs"), [(1, "2H"), (-1, "2D"), (2, "2S")], ids=["left", "right", "2"]
)
def test_cards_go_to_the_seat_at_the_offset(offset: int, received_by_clubs: str) -> None:
    round_ = four({offset: 1})
    pass_all(round_, "2C", "2D", "2S", "2H")
    assert hands(round_)[0] == f"3C 4C 5C {received_by_clubs}"
    assert text_of(round_.received[0]) == received_by_clubs


def test_anticlockwise_plus_one_is_the_right_hand_neighbour() -> None:
    round_ = four({1: 1}, rotation="anticlockwise")
    pass_all(round_, "2C", "2D", "2S", "2H")
    assert text_of(round_.received[0]) == "2D"


def test_with_two_targets_the_first_cards_go_to_the_first_target() -> None:
    round_ = four({1: 2, -1: 1})
    pass_all(round_, "5C 2C 3C", "5D 2D 3D", "5S 2S 3S", "5H 2H 3H")
    assert [text_of(received) for received in round_.received] == [
        "3D 2H 5H",
        "2C 5C 3S",
        "2D 5D 3H",
        "3C 2S 5S",
    ]
    assert all(hand.bit_count() == 4 for hand in round_.hands)


def test_nothing_changes_hands_before_the_last_seat_has_passed() -> None:
    round_ = four({1: 1})
    for seat, passed in enumerate(("2C", "2D", "2S")):
        assert round_.pass_cards(seat, cards_of(passed)) == [Passed(seat)]
    assert hands(round_) == list(FOUR)
    assert (round_.phase, round_.seats_to_act(), round_.turn) == (Phase.PASSING, [3], None)
    assert round_.pass_cards(3, cards_of("2H")) == [Passed(3), Exchanged()]
    assert (round_.phase, round_.pass_size) == (Phase.PLAYING, 1)


def test_a_received_card_cannot_be_passed_on_since_it_was_chosen_before_it_came() -> None:
    round_ = four({1: 1})
    round_.pass_cards(3, cards_of("2H"))
    assert code_of_pass(round_, 0, "2H") == "not_your_card"


def test_a_pass_may_be_changed_until_the_last_seat_has_passed_and_the_last_choice_counts() -> None:
    round_ = four({1: 1})
    for seat, passed in ((0, "2C"), (1, "2D"), (0, "5C"), (2, "2S"), (0, "4C"), (3, "2H")):
        round_.pass_cards(seat, cards_of(passed))
    assert text_of(round_.received[1]) == "4C"
    assert round_.ply == 6
    assert round_.acts[2] == Pass(0, cards_of("5C"))


def test_after_the_last_seat_has_passed_it_is_too_late() -> None:
    round_ = four({1: 1})
    pass_all(round_, "2C", "2D", "2S", "2H")
    assert code_of_pass(round_, 0, "5C") == "wrong_phase"


def test_in_a_hold_round_nothing_is_passed() -> None:
    round_ = four({1: 1}, {}, number=2)
    assert (round_.phase, round_.turn, round_.pass_size) == (Phase.PLAYING, 0, 0)
    assert code_of_pass(round_, 0, "") == "wrong_phase"
    assert code_of_pass(round_, 0, "2C") == "wrong_phase"


@pytest.mark.parametrize("passed", ["", "2C", "2C 3C 4C", "2C 2C", "2D", "2D 3D 4D"])
def test_only_the_number_of_cards_asked_for_each_once(passed: str) -> None:
    assert code_of_pass(four({1: 2}), 0, passed) == "wrong_pass"


@pytest.mark.parametrize("passed", ["2D 3D", "2C 2D"])
def test_only_cards_of_the_own_hand(passed: str) -> None:
    assert code_of_pass(four({1: 2}), 0, passed) == "not_your_card"


def test_no_card_is_played_while_passing() -> None:
    round_ = four({1: 1})
    with pytest.raises(IllegalActError) as caught:
        round_.play_card(0, cards_of("2C")[0])
    assert caught.value.code == "wrong_phase"


def test_whoever_holds_the_low_club_after_the_pass_leads() -> None:
    round_ = four({1: 1})
    pass_all(round_, "2C", "2D", "2S", "2H")
    assert (round_.leader, round_.turn) == (1, 1)
    play(round_, "2C")
    assert round_.turn == 2


def test_the_cycle_goes_on_for_ever() -> None:
    sizes = [four({1: 1}, {-1: 2}, {}, number=number).pass_size for number in range(1, 8)]
    assert sizes == [1, 2, 0, 1, 2, 0, 1]
