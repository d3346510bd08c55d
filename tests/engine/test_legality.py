"""Which cards may be played: docs/rules.md section 2, filter by filter, and how they combine."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import cards
from games.engine.round import Round
from games.engine.ruleset import RuleSet
from tests.shorthand import CLASSIC, card, legal, play, refusal, refused_with, table

ELDEST = RuleSet(opening="eldest", hearts_break="none")
QUEENS = RuleSet(points={"hearts": "one", "Q": 13})
OMNIBUS = RuleSet(points={"hearts": "one", "QS": 13, "JD": -10})


def rules(**changes: Any) -> RuleSet:
    """Classic with changes."""
    return replace(CLASSIC, **changes)


# -- 1: phase, turn, card ------------------------------------------------------------------------


def test_play_goes_clockwise_and_only_the_seat_to_play_may_play() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "5C 2H")
    assert refused_with(round_, 1, "3C") == "not_your_turn"
    assert [round_.legal_cards(seat).bit_count() for seat in range(4)] == [1, 0, 0, 0]
    play(round_, "2C")
    assert (round_.turn, round_.seats_to_act()) == (1, [1])


def test_play_goes_anticlockwise_when_the_rotation_says_so() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "5C 2H", rules=rules(rotation="anticlockwise"))
    play(round_, "2C 5C 4C 3C")
    assert round_.tricks[0].winner == 3


def test_a_card_that_is_not_held_is_refused() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "5C 2H")
    assert refused_with(round_, 0, "3C") == "not_your_card"
    play(round_, "2C 3C 4C 5C")
    assert refused_with(round_, 3, "5C") == "not_your_card"


def test_a_doubled_play_is_refused_since_it_is_another_seats_turn() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "5C 2H")
    play(round_, "2C")
    assert refused_with(round_, 0, "2C") == "not_your_turn"


def test_nothing_is_played_after_the_end() -> None:
    round_ = table("2C", "3C", "4C", "QS")
    play(round_, "2C 3C 4C QS")
    assert refused_with(round_, 2, "4C") == "wrong_phase"
    assert (round_.turn, round_.seats_to_act(), round_.legal_cards(2)) == (None, [], 0)


# -- 2: the opening --------------------------------------------------------------------------------


def test_the_lowest_club_opens_the_round_and_nothing_else_does() -> None:
    round_ = table("3C 5D", "4C 6D", "2C AC", "5C 2H")
    assert (round_.turn, legal(round_)) == (2, "2C")
    assert refusal(round_, "AC") == "must_lead_low_club"


def test_the_lowest_club_in_play_opens_when_the_two_was_removed() -> None:
    round_ = table("6C 5D", "4C 6D", "3C AC", "5C 2H")
    assert (round_.turn, legal(round_)) == (2, "3C")


def test_only_the_first_trick_is_opened_with_the_low_club() -> None:
    round_ = table("2C 5D 6D", "4C 7D 2H", "3C 9D TD", "5C 2D 3D")
    play(round_, "2C 4C 3C 5C")
    assert (round_.turn, legal(round_)) == (3, "2D 3D")


def test_without_a_club_in_play_eldest_leads_bound_by_the_ban_and_by_unbroken_hearts() -> None:
    round_ = table("2D 3D 2H", "4D QS 3H", "5D 6D 4H", "7D 8D 5H", dealer=0)
    assert (round_.turn, legal(round_)) == (1, "4D")
    assert refusal(round_, "QS") == "no_points_on_first_trick"
    assert refusal(round_, "3H") == "no_points_on_first_trick"


def test_eldest_opens_with_any_card_when_nothing_binds() -> None:
    round_ = table("2C 3H", "4C QS", "5C 6D", "7C 8D", rules=rules_of_black_maria())
    assert (round_.turn, legal(round_)) == (1, "4C QS")


def rules_of_black_maria() -> RuleSet:
    """Eldest opens, no ban, hearts are always broken enough."""
    return replace(ELDEST, first_trick_ban="off")


# -- 3: following ----------------------------------------------------------------------------------


def test_the_suit_led_must_be_followed() -> None:
    round_ = table("2C 5D", "3C QC", "4C 7D", "5C 2H")
    play(round_, "2C")
    assert legal(round_) == "3C QC"
    play(round_, "3C")
    assert refusal(round_, "7D") == "must_follow_suit"


def test_a_void_hand_may_discard_anything_after_the_first_trick() -> None:
    round_ = table("2C 5D 6D", "3C 7D 8D", "4C QS 2H", "5C 2D 3D")
    play(round_, "2C 3C 4C 5C 2D 5D 7D")
    assert legal(round_) == "QS 2H"


# -- 4: the first trick -------------------------------------------------------------------------


def test_a_void_hand_may_not_throw_points_on_the_first_trick() -> None:
    round_ = table("2C 3C", "4C 5C", "5D QS", "6D 2H")
    play(round_, "2C 4C")
    assert legal(round_) == "5D"
    assert refusal(round_, "QS") == "no_points_on_first_trick"


def test_without_a_club_the_only_safe_card_is_forced() -> None:
    round_ = table("2C 3C 4C", "5C 6C 7C", "2H 3H AS", "8C 9C TC")
    play(round_, "2C 5C")
    assert legal(round_) == "AS"


@pytest.mark.parametrize("hand", ["2H 3H 4H", "2H 3H QS"])
def test_a_hand_of_penalty_cards_only_may_throw_any_of_them(hand: str) -> None:
    round_ = table("2C 3C 4C", "5C 6C 7C", hand, "8C 9C TC")
    play(round_, "2C 5C")
    assert set(legal(round_).split()) == set(hand.split())
    play(round_, "2H")
    assert round_.hearts_broken


def test_the_queen_thrown_on_the_first_trick_does_not_break_hearts() -> None:
    round_ = table("2C 3C 4C", "5C 6C 7C", "2H 3H QS", "8C 9C TC")
    play(round_, "2C 5C QS")
    assert not round_.hearts_broken


def test_without_the_ban_points_may_be_thrown_at_once() -> None:
    round_ = table("2C 3C", "4C 5C", "5D QS", "6D 2H", rules=rules(first_trick_ban="off"))
    play(round_, "2C 4C")
    assert legal(round_) == "5D QS"


def test_the_jack_of_diamonds_is_no_penalty_card_and_may_be_thrown_on_the_first_trick() -> None:
    round_ = table("2C 3C", "4C 5C", "JD QS", "6D 2H", rules=OMNIBUS)
    play(round_, "2C 4C")
    assert legal(round_) == "JD"


def test_queens_the_queen_of_clubs_only_as_the_sole_club_and_the_other_queens_are_banned() -> None:
    round_ = table("2C 3D", "QC 5C", "QD 6D", "7D 8D", rules=QUEENS)
    play(round_, "2C")
    assert legal(round_) == "5C"
    play(round_, "5C")
    assert legal(round_) == "6D"
    alone = table("2C 3D", "QC 5D", "QD 6D", "7D 8D", rules=QUEENS)
    play(alone, "2C")
    assert legal(alone) == "QC"


def test_following_is_stronger_than_the_ban() -> None:
    eldest = rules(opening="eldest")
    two_spades = table("2D 3D", "5S 6D", "QS 7S", "7D 8D", rules=eldest)
    play(two_spades, "5S")
    assert legal(two_spades) == "7S"
    alone = table("2D 3D", "5S 6D", "QS 9D", "7D 8D", rules=eldest)
    play(alone, "5S")
    assert legal(alone) == "QS"


def test_the_ban_ends_with_the_first_trick() -> None:
    round_ = table("2C 3C", "4C 5C", "5D QS", "6D 2H")
    play(round_, "2C 4C 5D 6D 5C")
    assert legal(round_) == "QS"


# -- 5: leading hearts -------------------------------------------------------------------------


def unbroken_lead(hand: str, **changes: Any) -> Round:
    """The second trick, to be led by a seat with ``hand``; no heart has been played."""
    others = [text for text in cards.TEXTS if text[1] == "D"]
    length = 1 + len(hand.split())
    rest = [" ".join(others[at * (length - 1) : (at + 1) * (length - 1)]) for at in range(3)]
    round_ = table(
        f"AC {hand}", f"2C {rest[0]}", f"3C {rest[1]}", f"4C {rest[2]}", rules=rules(**changes)
    )
    play(round_, "2C 3C 4C AC")
    assert round_.turn == 0
    return round_


def test_hearts_may_not_be_led_before_they_are_broken() -> None:
    round_ = unbroken_lead("5S 2H QS")
    assert legal(round_) == "5S QS"
    assert refusal(round_, "2H") == "hearts_not_broken"


def test_a_hand_of_hearts_only_may_lead_one_which_breaks_them() -> None:
    round_ = unbroken_lead("2H 9H AH")
    assert legal(round_) == "2H 9H AH"
    play(round_, "9H")
    assert round_.hearts_broken


def test_a_hand_of_hearts_and_the_queen_must_lead_the_queen() -> None:
    assert legal(unbroken_lead("QS 2H 3H")) == "QS"


def test_unless_it_may_lead_a_heart() -> None:
    free = {"lone_queen": "may_lead_heart"}
    assert legal(unbroken_lead("QS 2H 3H", **free)) == "QS 2H 3H"
    assert legal(unbroken_lead("QS 2S 3H", **free)) == "2S QS"


def test_with_breaking_off_hearts_may_be_led_at_any_time() -> None:
    assert legal(unbroken_lead("5S 2H", hearts_break="none")) == "5S 2H"


def after_a_discard(thrown: str, **changes: Any) -> Round:
    """``thrown`` was discarded on trick two; its winner leads, holding a diamond and a heart."""
    hands = ("2C KD AD 9H", f"3C {thrown} 5S 6S", "4C 2D 4D 2S", "5C 3D 5D 3S")
    round_ = table(*hands, rules=rules(**changes))
    play(round_, f"2C 3C 4C 5C 3D KD {thrown} 2D")
    assert round_.turn == 0
    return round_


def test_a_heart_discarded_breaks_them() -> None:
    assert legal(after_a_discard("2H")) == "AD 9H"


@pytest.mark.parametrize(("breaks", "led"), [("heart", "AD"), ("heart_or_queen", "AD 9H")])
def test_the_queen_breaks_hearts_only_when_the_rules_say_so(breaks: str, led: str) -> None:
    assert legal(after_a_discard("QS", hearts_break=breaks)) == led


@pytest.mark.parametrize("breaks", ["heart", "heart_or_queen"])
def test_the_queen_breaks_them_led_or_followed_as_well_as_discarded(breaks: str) -> None:
    round_ = unbroken_lead("QS 2H", hearts_break=breaks)
    play(round_, "QS")
    assert round_.hearts_broken is (breaks == "heart_or_queen")


def test_the_flag_is_kept_where_breaking_does_not_matter() -> None:
    round_ = after_a_discard("2H", hearts_break="none")
    assert round_.hearts_broken


def test_where_breaking_does_not_matter_the_queen_does_not_set_the_flag() -> None:
    assert not after_a_discard("QS", hearts_break="none").hearts_broken


def test_passing_a_heart_breaks_nothing() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "2H 8D", passes=[{1: 1}])
    for seat, passed in enumerate(("5D", "6D", "7D", "2H")):
        round_.pass_cards(seat, [card(passed)])
    assert not round_.hearts_broken


# -- 6: the queen after hearts ----------------------------------------------------------------


def void_in_diamonds(**changes: Any) -> Round:
    """Trick two, diamonds led, hearts unbroken: seat 1 holds Q♠, a heart and a spade."""
    hands = ("2C KD AD 9D", "3C QS 2H 5S", "4C 2D 4D 2S", "5C 3D 5D 3S")
    round_ = table(*hands, rules=rules(**changes))
    play(round_, "2C 3C 4C 5C 3D KD")
    return round_


@pytest.mark.parametrize(
    ("when", "may"), [("no", "5S QS 2H"), ("discard", "5S 2H"), ("play", "5S 2H")]
)
def test_the_queen_may_have_to_wait_for_hearts_when_discarding(when: str, may: str) -> None:
    round_ = void_in_diamonds(queen_after_hearts=when)
    assert legal(round_) == may
    assert refusal(round_, "QS") == (None if when == "no" else "queen_not_yet")


@pytest.mark.parametrize(("when", "may"), [("no", "5S QS"), ("discard", "5S QS"), ("play", "5S")])
def test_the_queen_may_have_to_wait_for_hearts_when_leading(when: str, may: str) -> None:
    assert legal(unbroken_lead("QS 5S 2H", queen_after_hearts=when)) == may


@pytest.mark.parametrize(("when", "may"), [("no", "5S QS"), ("discard", "5S QS"), ("play", "5S")])
def test_the_queen_may_have_to_wait_for_hearts_when_following(when: str, may: str) -> None:
    hands = ("2C KS AS 9D", "3C QS 2H 5S", "4C 2D 4D 2S", "AC 3D 5D 3S")
    round_ = table(*hands, rules=rules(queen_after_hearts=when))
    play(round_, "2C 3C 4C AC 3S KS")
    assert legal(round_) == may


@pytest.mark.parametrize("when", ["discard", "play"])
def test_once_hearts_are_broken_the_queen_may_be_played_in_any_way(when: str) -> None:
    hands = ("2C KD AD 5S", "3C QS 2H KS", "4C 2D 4D 2S", "5C 3D 5D 3S")
    discarding = table(*hands, rules=rules(queen_after_hearts=when))
    play(discarding, "2C 3C 4C 5C 3D KD 2H 2D AD")
    assert legal(discarding) == "QS KS"
    following = table(*hands, rules=rules(queen_after_hearts=when))
    play(following, "2C 3C 4C 5C 3D KD 2H 2D 5S")
    assert legal(following) == "QS KS"
    play(following, "KS 2S 3S")
    assert legal(following) == "QS"


def test_the_queen_may_be_played_as_the_last_resort() -> None:
    assert legal(unbroken_lead("QS 3H", queen_after_hearts="play")) == "QS"


def test_on_the_first_trick_a_waiting_queen_leaves_only_hearts() -> None:
    changed = rules(queen_after_hearts="discard")
    round_ = table("2C 3C 4C", "5C 6C 7C", "2H 3H QS", "8C 9C TC", rules=changed)
    play(round_, "2C 5C")
    assert legal(round_) == "2H 3H"


# -- taking the trick -----------------------------------------------------------------------------


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_its_winner_leads() -> None:
    round_ = table("2C 3C", "4C 2H", "AD AS", "TC 2D")
    play(round_, "2C 4C AS TC")
    assert round_.tricks[0] == (0, cards.cards_from("2C 4C AS TC"), 3)
    assert (round_.leader, round_.turn, round_.trick) == (3, 3, [])
    assert round_.captured[3] == cards.set_from("2C 4C AS TC")
