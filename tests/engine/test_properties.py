"""What is true of every round under all rules and at all tables."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import cards, record
from games.engine.events import Exchanged, HeartsBroken, RoundScored, TrickTaken
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import refusals_of, view_of
from tests.shorthand import dealt_at_random, play_at_random, random_act
from tests.strategies import every_switch, rulesets

RANDOMS = st.randoms(use_true_random=False)


def assert_cards_are_conserved(round_: Round) -> None:
    """Each card in play is in one hand, on the table or captured, and nowhere twice."""
    places = [*round_.hands, *round_.captured, cards.card_set(round_.trick)]
    assert sum(place.bit_count() for place in places) == round_.rules.cards_in_play.bit_count()
    assert sum(places) == round_.rules.cards_in_play


def assert_somebody_can_act(round_: Round) -> None:
    """The legal set is never empty, and whatever is not in it has a reason."""
    assert round_.seats_to_act()
    if round_.turn is None:
        return
    legal, hand = round_.legal_cards(round_.turn), round_.hands[round_.turn]
    assert legal
    assert not legal & ~hand
    assert cards.card_set(refusals_of(round_, round_.turn)) == hand & ~legal
    assert all(round_.refusal_of(round_.turn, card) is None for card in cards.cards_in(legal))
    assert not any(
        round_.legal_cards(seat) for seat in set(range(len(round_.hands))) - {round_.turn}
    )


def assert_scored_right(round_: Round) -> None:
    """The captured points are those in play; a moon is paid as the rules say."""
    rules, score = round_.rules, round_.score
    assert score is not None
    bonuses = sum(min(rules.values[card], 0) for card in cards.cards_in(rules.cards_in_play))
    assert sum(score.captured) == rules.moon_value + bonuses
    paid = {"add": (rules.players - 1) * rules.moon_value, "subtract": -rules.moon_value}
    expected = rules.moon_value if score.shooter is None else paid[rules.moon]
    assert sum(score.result) == expected + bonuses


@given(rulesets(), RANDOMS)
def test_a_round_always_goes_on_to_its_score(rules: RuleSet, rng: random.Random) -> None:
    round_ = dealt_at_random(rules, rng)
    while round_.phase is not Phase.OVER:
        assert_cards_are_conserved(round_)
        assert_somebody_can_act(round_)
        round_.apply(random_act(round_, rng))
    assert_cards_are_conserved(round_)
    assert_scored_right(round_)
    assert len(round_.tricks) == rules.hand_size
    assert not any(round_.hands)


@pytest.mark.parametrize("rules", every_switch(), ids=range(len(every_switch())))
def test_each_switch_alone_at_each_table_plays_to_its_score(rules: RuleSet) -> None:
    rng = random.Random(3)
    for _ in range(10):
        round_ = play_at_random(dealt_at_random(rules, rng), rng)
        assert_scored_right(round_)
        assert record.write(record.read(record.write(round_))) == record.write(round_)


@given(rulesets(), RANDOMS)
def test_the_leader_holds_the_low_club_in_every_round_also_without_a_pass(
    rules: RuleSet, rng: random.Random
) -> None:
    round_ = dealt_at_random(rules, rng)
    while round_.phase is Phase.PASSING:
        round_.apply(random_act(round_, rng))
    clubs = cards.ALL_CLUBS & rules.cards_in_play
    assert round_.turn == round_.leader
    if rules.opening == "low_club" and clubs:
        assert round_.legal_cards(round_.leader) == clubs & -clubs
    else:
        assert round_.leader == rules.seat_at(round_.dealer, 1)


@given(rulesets(), RANDOMS)
def test_the_events_tell_the_whole_story(rules: RuleSet, rng: random.Random) -> None:
    round_ = dealt_at_random(rules, rng)
    had_a_pass = round_.phase is Phase.PASSING
    told = []
    while round_.phase is not Phase.OVER:
        told += round_.apply(random_act(round_, rng))
    assert told.count(Exchanged()) == had_a_pass
    assert told.count(HeartsBroken()) == round_.hearts_broken
    taken = [event for event in told if isinstance(event, TrickTaken)]
    assert [event.seat for event in taken] == [trick.winner for trick in round_.tricks]
    assert round_.score is not None
    assert sum(event.points for event in taken) == sum(round_.score.captured)
    assert told[-1] == RoundScored(round_.score)


@given(rulesets(), RANDOMS)
def test_asking_changes_nothing(rules: RuleSet, rng: random.Random) -> None:
    asked = dealt_at_random(rules, rng)
    untouched = record.read(record.write(asked))
    while asked.phase is not Phase.OVER:
        for seat in range(rules.players):
            view_of(asked, seat)
            refusals_of(asked, seat)
        act = random_act(asked, rng)
        assert asked.apply(act) == untouched.apply(act)
    assert asked.score == untouched.score
