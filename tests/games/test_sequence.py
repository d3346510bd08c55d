"""Each act is told once and in order, whatever the network does to the messages."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from games.protocol import Position
from games.sequence import Sequence

# Two short rounds: the last act of the first is followed by the deal of the second.
POSITIONS: list[Position] = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2)]
ACTS = [(after, at, f"{at}") for after, at in itertools.pairwise(POSITIONS)]


def begun() -> Sequence[str]:
    sequence: Sequence[str] = Sequence()
    sequence.restart((1, 0))
    return sequence


def test_acts_in_order_are_told_at_once() -> None:
    sequence = begun()
    assert [sequence.take(*act) for act in ACTS] == [[act[2]] for act in ACTS]
    assert not sequence.has_gap


def test_an_act_that_came_early_waits_for_its_predecessor() -> None:
    sequence = begun()
    assert sequence.take(*ACTS[1]) == []
    assert sequence.has_gap
    assert sequence.take(*ACTS[0]) == [ACTS[0][2], ACTS[1][2]]
    assert not sequence.has_gap


def test_a_deal_does_not_hide_that_the_end_of_the_round_before_is_missing() -> None:
    sequence = begun()
    assert sequence.take(*ACTS[3]) == []
    assert sequence.has_gap
    assert sequence.position == (1, 0)


def test_a_snapshot_closes_the_gap_and_what_followed_it_is_told() -> None:
    sequence = begun()
    sequence.take(*ACTS[4])
    assert sequence.restart((2, 0)) == ["(2, 1)"]
    assert not sequence.has_gap


def test_a_snapshot_older_than_what_was_told_changes_nothing() -> None:
    sequence = begun()
    sequence.take(*ACTS[0])
    assert sequence.restart((1, 0)) == []
    assert sequence.position == (1, 1)


def test_news_of_a_further_position_is_a_gap_until_its_acts_came() -> None:
    sequence = begun()
    sequence.hear_of((1, 2))
    assert sequence.has_gap
    for act in ACTS[:2]:
        sequence.take(*act)
    assert not sequence.has_gap


@given(st.integers(0, 2**32), st.integers(1, 3))
def test_shuffled_and_doubled_acts_are_told_once_in_order(seed: int, copies: int) -> None:
    messages = ACTS * copies
    random.Random(seed).shuffle(messages)
    sequence = begun()
    told = [text for message in messages for text in sequence.take(*message)]
    assert told == [text for _after, _at, text in ACTS]


@given(st.lists(st.sampled_from(ACTS), max_size=20))
def test_whatever_is_lost_nothing_is_told_out_of_order(messages: list[object]) -> None:
    sequence = begun()
    told = [text for message in messages for text in sequence.take(*message)]  # type: ignore[misc]
    assert told == [text for _after, _at, text in ACTS][: len(told)]
