"""The cautious level in positions that similar programs got wrong."""

import random
from dataclasses import replace

import pytest

from games.bots import cautious
from games.engine import cards
from games.engine.acts import Pass, Play
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import view_of
from tests.shorthand import CLASSIC, play, set_of, table

OMNIBUS = RuleSet(points={"hearts": "one", "QS": 13, "JD": -10})
FREE = replace(CLASSIC, opening="eldest", first_trick_ban="off", hearts_break="none")


def choices(round_: Round) -> set[str]:
    """The cards the seat to play may choose, depending on chance."""
    assert round_.turn is not None
    view = view_of(round_, round_.turn)
    acts = {cautious.choose(view, random.Random(seed)) for seed in range(8)}
    return {cards.TEXTS[act.card] for act in acts if isinstance(act, Play)}


def choice(round_: Round) -> str:
    """The card played whatever chance says."""
    (only,) = choices(round_)
    return only


def passed(hand: str) -> set[str]:
    """What is passed from a classic hand of thirteen cards."""
    rest = list(cards.cards_in(cards.FULL_PACK & ~set_of(hand)))
    others = [" ".join(cards.texts_of(rest[at::3])) for at in range(3)]
    round_ = table(hand, *others, passes=[{1: 3}])
    assert round_.phase is Phase.PASSING
    act = cautious.choose(view_of(round_, 0), random.Random(1))
    assert isinstance(act, Pass)
    return set(cards.texts_of(act.cards))


def led_by_seat_0(*hands: str, rules: RuleSet = FREE) -> Round:
    """Seat 0 leads; seat 3 is last."""
    return table(*hands, rules=rules, dealer=len(hands) - 1)


# -- following ---------------------------------------------------------------------------------


def test_last_to_play_it_ducks_the_queen() -> None:
    round_ = led_by_seat_0("5S 2D 3D", "QS 4D 5D", "6S 6D 7D", "KS 4S AH")
    play(round_, "5S QS 6S")
    assert choice(round_) == "4S"


def test_last_to_play_and_bound_to_take_the_queen_it_uses_its_highest_card() -> None:
    round_ = led_by_seat_0("5S 2D 3D", "QS 4D 5D", "6S 6D 7D", "KS AS 8D")
    play(round_, "5S QS 6S")
    assert choices(round_) <= {"KS", "AS"}


@pytest.mark.parametrize("over", ["KS", "AS"])
def test_it_drops_the_queen_under_a_higher_spade(over: str) -> None:
    round_ = led_by_seat_0(f"{over} 2D 3D", "QS 2S 5D", "6S 6D 7D", "7S 8D 9D")
    play(round_, over)
    assert choice(round_) == "QS"


def test_it_drops_the_queen_when_it_cannot_follow() -> None:
    round_ = led_by_seat_0("5D 2D 3D", "QS AH AC", "6S 6D 7D", "7S 8D 9D")
    play(round_, "5D")
    assert choice(round_) == "QS"


def test_well_guarded_it_still_drops_the_queen_when_it_cannot_follow() -> None:
    hands = ("5D 2D 3D 4D 2C 3C", "QS 2S 3S 4S 5S AC", "6S 6D 7D 4C 5C 6C", "7S 8D 9D 7C 8C 9C")
    round_ = led_by_seat_0(*hands)
    play(round_, "5D")
    assert choice(round_) == "QS"


def test_last_to_play_without_points_it_takes_with_its_highest_card() -> None:
    hands = ("5D 2H 8C 9C TD", "6D 3H TC JC JD", "7D 4H QC QS QD", "AD 3D 2C 3C 4C")
    round_ = led_by_seat_0(*hands)
    play(round_, "5D 6D 7D")
    assert choice(round_) == "AD"


def test_last_to_play_it_gets_rid_of_the_ace_of_spades_while_the_queen_is_elsewhere() -> None:
    round_ = led_by_seat_0("5S 2H 3D", "6S 3H 4D", "7S QS 5D", "AS 3S 6D")
    play(round_, "5S 6S 7S")
    assert choice(round_) == "AS"


def test_but_never_takes_with_the_queen_itself() -> None:
    round_ = led_by_seat_0("5S 2H 3D", "6S 3H 4D", "7S 8S 5D", "QS 3S 6D")
    play(round_, "5S 6S 7S")
    assert choice(round_) == "3S"


def test_it_stays_under_a_trick_with_points() -> None:
    round_ = led_by_seat_0("9H 2D 3D", "TH 4D 5D", "6H 6D 7D", "2H 8H AH")
    play(round_, "9H TH 6H")
    assert choice(round_) == "8H"


# -- leading -----------------------------------------------------------------------------------


def test_it_does_not_lead_the_king_of_spades_into_the_queen() -> None:
    round_ = led_by_seat_0("KS 4D 5C", "QS 6D 7C", "6S 8D 9C", "7S TD JC")
    assert "KS" not in choices(round_)


def test_it_leads_low_spades_to_flush_out_the_queen() -> None:
    hands = ("3S 9D 9C TC", "QS KS 8D 7C", "6S TS JD 8C", "7S 8S TD JC")
    assert choice(led_by_seat_0(*hands)) == "3S"


# -- discarding ----------------------------------------------------------------------------------


def test_it_discards_the_ace_of_spades_while_the_queen_is_out() -> None:
    round_ = led_by_seat_0("5D 2D 3D", "AS 4H 9C", "QS 6D 7D", "7S 8D 9D")
    play(round_, "5D")
    assert choice(round_) == "AS"


def test_it_discards_high_hearts_before_low_ones() -> None:
    round_ = led_by_seat_0("5D 2D 9H", "2H KH 2C", "QS 6D 7H", "7S 8D 9C")
    play(round_, "5D")
    assert choice(round_) == "KH"


# -- bonus cards ---------------------------------------------------------------------------------


def test_it_takes_the_jack_of_diamonds_where_that_is_a_bonus() -> None:
    rules = replace(FREE, points=OMNIBUS.points)
    round_ = led_by_seat_0("5D 2H 3S", "JD 3H 4S", "7D 4H 5S", "QD 3D QS", rules=rules)
    play(round_, "5D JD 7D")
    assert choice(round_) == "QD"


def test_it_does_not_throw_the_jack_away() -> None:
    rules = replace(FREE, points=OMNIBUS.points)
    round_ = led_by_seat_0("5C 2H 3S", "JD 3D 4D", "7C 4H 5S", "6C 9D QS", rules=rules)
    play(round_, "5C")
    assert "JD" not in choices(round_)


def test_it_takes_a_trick_with_its_own_jack_rather_than_lose_it() -> None:
    rules = replace(FREE, points=OMNIBUS.points)
    round_ = led_by_seat_0("5D 2H 3S", "6D 3H 4S", "7D 4H 5S", "JD 3D QS", rules=rules)
    play(round_, "5D 6D 7D")
    assert choice(round_) == "JD"


# -- somebody else's moon ------------------------------------------------------------------------


def test_it_takes_a_heart_rather_than_let_a_moon_happen() -> None:
    hands = ("AS AH KH 9H 5D", "2S 2H 5H 8D JD", "3S 3H 4H QC 9C", "QS 7H 8H TH 6H")
    round_ = led_by_seat_0(*hands)
    play(round_, "AS 2S 3S QS AH 2H 3H 7H KH 5H 4H 8H")
    assert view_of(round_, 3).points == (21, 0, 0, 0)
    play(round_, "9H 8D QC")
    assert choice(round_) == "TH"


def test_it_ducks_the_same_heart_when_there_can_be_no_moon() -> None:
    hands = ("AS AH KH 9H 5D", "2S 2H 5H 8D JD", "3S 3H 4H QC 9C", "QS 7H 8H TH 6H")
    round_ = led_by_seat_0(*hands, rules=replace(FREE, moon="off"))
    play(round_, "AS 2S 3S QS AH 2H 3H 7H KH 5H 4H 8H 9H 8D QC")
    assert choice(round_) == "6H"


def test_it_gives_no_heart_to_a_likely_shooter() -> None:
    hands = ("AS AH KH 9D 5D", "2S 2H 5H 8D JC", "3S 3H 4H 7D 6D", "QS 7H 8H TH QC")
    before = "AS 2S 3S QS AH 2H 3H 7H KH 5H 4H 8H 9D 8D 7D"
    round_ = led_by_seat_0(*hands)
    play(round_, before)
    assert choice(round_) == "QC"
    without_moons = led_by_seat_0(*hands, rules=replace(FREE, moon="off"))
    play(without_moons, before)
    assert choice(without_moons) == "TH"


# -- passing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("high", ["QS", "KS", "AS"])
def test_it_passes_an_unguarded_high_spade(high: str) -> None:
    assert high in passed(f"2C 5C 8C 3D 6D 9D 2H 4H 5H 6H 7H 4S {high}")


def test_it_keeps_a_guarded_queen_and_its_guards() -> None:
    assert not {"QS", "2S", "3S", "5S", "7S", "8S"} & passed(
        "2S 3S 5S 7S 8S QS KC AC KD AD JH QH KH"
    )


def test_it_passes_high_cards_of_short_suits() -> None:
    assert passed("2S 3S 4S 2H 3H 4H 5H 2C 3C 4C AD KD QD") == {"AD", "KD", "QD"}


def test_it_keeps_low_spades_that_guard_against_a_queen_coming_in() -> None:
    assert not {"2S", "3S", "4S"} & passed("2S 3S 4S 6H 7H 8H 9H 6C 7C 8C 6D 7D 8D")
