"""A match: whose deal it is, when it is over, who wins. docs/rules.md section 3."""

from typing import Any

import pytest

from games.engine.match import Match
from games.engine.ruleset import End, RuleSet

Results = tuple[tuple[int, ...], ...]


def match(*results: tuple[int, ...], **fields: Any) -> Match:
    """A match with these results, the first round dealt by seat 2."""
    return Match(RuleSet(**fields), 2, results)


def test_totals_add_up_the_results() -> None:
    assert match().totals == (0, 0, 0, 0)
    assert match((26, 0, 0, 0), (3, 13, 9, 1)).totals == (29, 13, 9, 1)
    assert match((26, 0, 0, 0)).after([3, 13, 9, 1]) == match((26, 0, 0, 0), (3, 13, 9, 1))


# -- the next round --------------------------------------------------------------------------------


def test_the_deal_moves_on_one_seat_a_round_clockwise() -> None:
    played: Match = match()
    dealers = []
    for _ in range(6):
        dealers.append(played.deal(b"secret").dealer)
        played = played.after((0, 0, 0, 26))
    assert dealers == [2, 3, 0, 1, 2, 3]


def test_the_deal_moves_on_the_other_way_anticlockwise() -> None:
    played = match(rotation="anticlockwise")
    dealers = []
    for _ in range(4):
        dealers.append(played.deal(b"secret").dealer)
        played = played.after((0, 0, 0, 26))
    assert dealers == [2, 1, 0, 3]


def test_each_round_has_its_number_its_pass_and_the_totals_before_it() -> None:
    round_ = match((26, 0, 0, 0), (3, 13, 9, 1)).deal(b"secret")
    assert (round_.number, dict(round_.pass_entry), round_.totals) == (3, {2: 3}, (29, 13, 9, 1))
    assert round_.deck != match().deal(b"secret").deck


def test_extra_rounds_continue_the_pass_cycle_and_the_deal() -> None:
    tied: Results = ((50, 50, 3, 3), (50, 50, 3, 3), (0, 26, 0, 0), (20, 0, 3, 3))
    played = match(*tied)
    assert not played.is_over
    round_ = played.deal(b"secret")
    assert (round_.number, round_.dealer, dict(round_.pass_entry)) == (5, 2, {1: 3})


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        ((99, 40, 60, 70), False),
        ((100, 40, 60, 70), True),
        ((101, 40, 60, 70), True),
        ((104, 101, 103, 107), True),
        ((100, 40, 40, 70), False),
        ((100, 100, 100, 100), False),
        ((99, 99, 99, 99), False),
        ((-30, 99, 0, 0), False),
    ],
)
def test_it_is_over_when_a_total_reaches_the_target_and_one_seat_is_lowest(
    totals: tuple[int, ...], over: bool
) -> None:
    assert match(totals).is_over is over


def test_exactly_the_target_ends_it() -> None:
    assert match((100, 1, 2, 3)).is_ended
    assert not match((99, 1, 2, 3)).is_ended


def test_all_over_the_target_the_lowest_still_wins() -> None:
    assert match((104, 101, 103, 107)).places == (3, 1, 2, 4)


def test_a_moon_may_end_it_with_the_shooter_not_winning() -> None:
    played = match((95, 80, 50, 40)).after((0, 26, 26, 26))
    assert played.totals == (95, 106, 76, 66)
    assert (played.is_over, played.places) == (True, (3, 4, 2, 1))


def test_a_shared_lowest_total_at_the_target_plays_one_more_round() -> None:
    tied = match((100, 40, 40, 70))
    assert (tied.is_ended, tied.is_over) == (True, False)
    decided = tied.after((0, 1, 25, 0))
    assert (decided.is_over, decided.places) == (True, (4, 1, 2, 3))


def test_after_the_extra_round_the_whole_test_is_made_again() -> None:
    tied = match((100, 40, 40, 70))
    assert not tied.after((0, 13, 13, 0)).is_over
    # A bonus brings everybody below the target: the match is no longer ended.
    below = tied.after((-10, 20, 0, 16))
    assert below.totals == (90, 60, 40, 86)
    assert (below.is_ended, below.is_over) == (False, False)


def test_ties_for_other_places_cause_no_round() -> None:
    played = match((100, 40, 100, 70))
    assert (played.is_over, played.places) == (True, (3, 1, 3, 2))


def test_where_ties_are_shared_all_on_the_lowest_total_win() -> None:
    played = match((100, 40, 40, 70), tie="shared")
    assert (played.is_over, played.places) == (True, (4, 1, 1, 3))


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((10, 20, 20, 30), (1, 2, 2, 4)),
        ((10, 10, 10, 10), (1, 1, 1, 1)),
        ((30, 20, 10, 0), (4, 3, 2, 1)),
        ((-5, -5, 0, -9), (2, 2, 4, 1)),
    ],
)
def test_a_place_is_one_more_than_the_number_of_seats_that_are_better(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert match(totals).places == places


def test_a_number_of_rounds_is_played_whatever_the_totals() -> None:
    rounds = {"end": End(rounds=3)}
    assert not match((26, 0, 0, 0), (126, 0, 0, 0), **rounds).is_over
    assert match((26, 0, 0, 0), (126, 0, 0, 0), (0, 1, 2, 3), **rounds).is_over


def test_a_tie_after_the_last_round_is_played_on_or_shared() -> None:
    tied: Results = ((13, 13, 0, 0), (13, 13, 0, 0))
    assert not match(*tied, end=End(rounds=2)).is_over
    assert match(*tied, (0, 0, 25, 1), end=End(rounds=2)).is_over
    assert match(*tied, end=End(rounds=2), tie="shared").is_over


def test_nothing_is_over_before_the_first_round() -> None:
    assert not match().is_over
    assert not match(end=End(rounds=1)).is_over
