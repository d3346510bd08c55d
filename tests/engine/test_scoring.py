"""What a round costs: docs/rules.md section 3."""

from typing import Any

import pytest

from games.engine import scoring
from games.engine.errors import IllegalActError
from games.engine.events import RoundScored, TrickTaken
from games.engine.round import Phase
from games.engine.ruleset import RuleSet
from tests.shorthand import card, play, set_of, table

HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
CLASSIC_POINTS: dict[str, int | str] = {"hearts": "one", "QS": 13}
OMNIBUS: dict[str, int | str] = {**CLASSIC_POINTS, "JD": -10}


def score(*captured: str, **fields: Any) -> scoring.Score:
    """The score when seat s captured ``captured[s]``."""
    return scoring.score(RuleSet(**fields), [set_of(taken) for taken in captured])


def test_each_heart_costs_one_and_the_queen_of_spades_thirteen() -> None:
    scored = score("2H 3H 4H AC", "QS", "5H 6H 7H 8H 9H TH JH QH KH", "AH AS")
    assert scored.result == scored.captured == (3, 13, 9, 1)
    assert scored.shooter is None


def test_whoever_captures_every_penalty_card_gives_twenty_six_to_all_others() -> None:
    scored = score("AC", f"{HEARTS} QS", "", "AS")
    assert (scored.shooter, scored.result, scored.captured) == (1, (26, 0, 26, 26), (0, 26, 0, 0))


def test_or_takes_twenty_six_off_when_the_moon_subtracts() -> None:
    assert score("", f"{HEARTS} QS", "", "", moon="subtract").result == (0, -26, 0, 0)


def test_or_pays_for_everything_when_the_moon_is_off() -> None:
    scored = score("", f"{HEARTS} QS", "", "", moon="off")
    assert (scored.result, scored.shooter) == ((0, 26, 0, 0), None)


def test_all_penalty_cards_make_a_moon_though_another_seat_took_a_trick() -> None:
    assert score("2C 3C 4C 5C", f"{HEARTS} QS", "", "").shooter == 1


def test_a_bonus_card_is_taken_off() -> None:
    scored = score("2H 3H JD", f"QS {HEARTS[6:]}", "", "", points=OMNIBUS)
    assert scored.result == (2 - 10, 24, 0, 0)
    assert scored.shooter is None


def test_a_moon_is_told_by_cards_so_that_sixteen_points_may_be_one_or_not() -> None:
    everything = score(f"{HEARTS} QS JD", "", "", "", points=OMNIBUS)
    assert everything.captured[0] == 16
    assert (everything.shooter, everything.result) == (0, (-10, 26, 26, 26))
    sixteen_otherwise = score("QS 2H 3H 4H", f"{HEARTS[9:]}", "", "JD", points=OMNIBUS)
    assert sixteen_otherwise.captured[0] == 16
    assert (sixteen_otherwise.shooter, sixteen_otherwise.result) == (None, (16, 10, 0, -10))


def test_twenty_six_points_by_other_cards_are_no_moon() -> None:
    points: dict[str, int | str] = {**CLASSIC_POINTS, "KC": 1}
    scored = score(f"{HEARTS} QS", "KC", "", "", points=points)
    assert (scored.captured, scored.shooter) == ((26, 1, 0, 0), None)


def test_the_bonus_goes_to_whoever_took_it_also_in_a_moon() -> None:
    assert score(f"{HEARTS} QS", "JD", "", "", points=OMNIBUS).result == (0, 16, 26, 26)
    both = score(f"{HEARTS} QS JD", "", "", "", points=OMNIBUS, moon="subtract")
    assert both.result == (-36, 0, 0, 0)


def test_a_moon_is_worth_the_points_in_play_and_never_a_fixed_number() -> None:
    queens: dict[str, int | str] = {"hearts": "one", "Q": 13}
    assert score(f"{HEARTS} QS QC QD", "", "", "", points=queens).result == (0, 64, 64, 64)
    less = RuleSet(players=3, removed=set_of("2H"), passes=())
    captured = [set_of(HEARTS[3:]) | set_of("QS"), 0, 0]
    assert scoring.score(less, captured).result == (0, 25, 25)


def test_removed_cards_are_not_needed_for_a_moon() -> None:
    without_queen = RuleSet(removed=set_of("QS QC QD QH"))
    captured = [0, set_of(HEARTS) & ~set_of("QH"), 0, 0]
    assert scoring.score(without_queen, captured).result == (12, 0, 12, 12)


def test_the_round_is_scored_with_its_last_card_and_never_again() -> None:
    round_ = table("2C 3H", "3C AH", "4C 5D", "5C QS")
    play(round_, "2C 3C 4C 5C QS 3H AH")
    events = play(round_, "5D")
    assert [event for event in events if isinstance(event, TrickTaken)] == [TrickTaken(3, 15)]
    assert round_.score is not None
    assert events[-1] == RoundScored(round_.score)
    assert (round_.phase, round_.score.result, round_.score.shooter) == (
        Phase.OVER,
        (26 - 11, 26 - 11, 26 - 11, 0),
        3,
    )
    before = round_.score
    with pytest.raises(IllegalActError):
        round_.play_card(3, card("5D"))
    assert round_.score is before


def test_the_points_of_a_trick_count_bonuses_too() -> None:
    rules = RuleSet(points=OMNIBUS)
    round_ = table("2C 3H", "3C 4H", "4C 5D", "5C JD", rules=rules)
    play(round_, "2C 3C 4C 5C JD 3H 4H")
    assert play(round_, "5D")[1] == TrickTaken(3, -8)
