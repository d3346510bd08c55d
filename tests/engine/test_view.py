"""A View of a seat never holds a card the seat may not know; a watcher's holds public cards only.

What is hidden is worked out here from the deck and the acts, without the engine's own state.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import protocol
from games.engine import cards
from games.engine.acts import Act, Pass
from games.engine.cards import Card, CardSet
from games.engine.match import Match
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import View, refusals_of, view_of
from tests.shorthand import (
    CLASSIC,
    dealt_at_random,
    pass_all,
    play,
    random_act,
    set_of,
    table,
    text_of,
)
from tests.strategies import every_switch, rulesets

CARD = re.compile(r'"([2-9TJQKA][CDSH])"')
PUBLIC = {
    "rules", "number", "dealer", "totals", "phase", "ply", "turn", "pass_entry", "has_passed",
    "leader", "trick", "tricks", "hearts_broken", "hand_sizes", "captured", "score",
}  # fmt: skip
OWN = {"seat", "hand", "passed", "received", "legal"}


@dataclass
class Knowledge:
    """Which cards each seat has seen, followed act by act."""

    rules: RuleSet
    number: int
    seen: list[set[Card]]
    public: set[Card] = field(default_factory=set)
    passes: dict[int, Sequence[Card]] = field(default_factory=dict)

    @classmethod
    def at_the_deal(cls, round_: Round) -> "Knowledge":
        """Each seat has seen every n-th card of the deck, from eldest on."""
        players = round_.rules.players
        seen: list[set[Card]] = [set() for _ in range(players)]
        for at, card in enumerate(round_.deck):
            direction = 1 if round_.rules.rotation == "clockwise" else -1
            seen[(round_.dealer + direction * (1 + at)) % players].add(card)
        return cls(round_.rules, round_.number, seen)

    def after(self, act: Act) -> None:
        """A play is seen by all; a full exchange by whom the cards went to."""
        if not isinstance(act, Pass):
            self.public.add(act.card)
            return
        self.passes[act.seat] = act.cards
        if len(self.passes) == self.rules.players:
            for giver, given_away in self.passes.items():
                left = list(given_away)
                for offset, count in self.rules.pass_in(self.number).items():
                    taker = self.rules.seat_at(giver, offset)
                    self.seen[taker] |= {left.pop(0) for _ in range(count)}

    def of(self, seat: int | None) -> set[Card]:
        """What a seat, or a watcher, may know."""
        return self.public if seat is None else self.public | self.seen[seat]


def shown_by(view: View) -> set[Card]:
    """Every card anywhere in a View."""
    shown: CardSet = view.hand | view.received | view.legal | cards.card_set(view.passed)
    shown |= cards.card_set(view.trick)
    for trick in view.tricks:
        shown |= cards.card_set(trick.cards)
    for taken in view.captured:
        shown |= taken
    return set(cards.cards_in(shown))


def shown_on_the_wire(round_: Round, match: Match, seat: int | None) -> set[Card]:
    """Every card in the JSON text of the parts for a seat or a watcher."""
    view = view_of(round_, seat)
    text = protocol.frame("snapshot", table=protocol.table_part(view, match))
    if seat is not None:
        text += protocol.frame("mine", **protocol.seat_part(view, refusals_of(round_, seat)))
    return {cards.card_from(found) for found in CARD.findall(text)}


def assert_nothing_hidden_is_shown(round_: Round, rng: random.Random) -> None:
    """At every ply of a random round, for every seat and a watcher."""
    knowledge, match = Knowledge.at_the_deal(round_), Match(round_.rules, 0)
    while True:
        for seat in (None, *range(round_.rules.players)):
            assert shown_by(view_of(round_, seat)) <= knowledge.of(seat)
            assert shown_on_the_wire(round_, match, seat) <= knowledge.of(seat)
        if round_.phase is Phase.OVER:
            return
        act = random_act(round_, rng)
        round_.apply(act)
        knowledge.after(act)


def test_a_seat_sees_its_own_hand_and_what_lies_open() -> None:
    round_ = table("2C 5D", "3C 6D", "4C QS", "5C 2H")
    play(round_, "2C 3C")
    view = view_of(round_, 2)
    assert (text_of(view.hand), text_of(view.legal), view.turn) == ("4C QS", "4C", 2)
    assert (view.trick, view.hand_sizes, view.leader) == ((0, 1), (1, 1, 2, 2), 0)
    assert refusals_of(round_, 2) == {cards.QUEEN_OF_SPADES: "must_follow_suit"}
    assert refusals_of(round_, 3) == {}


def test_a_watcher_sees_only_what_lies_open() -> None:
    round_ = table("2C 5D", "3C 6D", "4C QS", "5C 2H")
    play(round_, "2C 3C 4C 5C 2H 5D")
    view = view_of(round_, None)
    assert (view.hand, view.passed, view.received, view.legal) == (0, (), 0, 0)
    assert (text_of(view.captured[3]), view.points) == ("2C 3C 4C 5C", (0, 0, 0, 0))


def test_a_seat_sees_what_it_passed_and_got_and_others_only_that_it_has_passed() -> None:
    round_ = table("2C 5D", "3C 6D", "4C QS", "5C 2H", passes=[{1: 1}])
    round_.pass_cards(2, [cards.QUEEN_OF_SPADES])
    assert view_of(round_, 3).has_passed == (False, False, True, False)
    assert (view_of(round_, 3).received, view_of(round_, 2).passed) == (0, (cards.QUEEN_OF_SPADES,))
    pass_all(round_, "5D", "6D", "QS", "2H")
    assert text_of(view_of(round_, 3).received) == "QS"
    assert (text_of(view_of(round_, 0).received), view_of(round_, 0).hand) == (
        "2H",
        set_of("2C 2H"),
    )


def test_the_fields_of_a_view_are_a_whitelist() -> None:
    assert {each.name for each in fields(View)} == PUBLIC | OWN


def test_the_public_fields_are_the_same_for_everybody() -> None:
    rng = random.Random(4)
    round_ = dealt_at_random(CLASSIC, rng)
    while round_.phase is not Phase.OVER:
        views = [view_of(round_, seat) for seat in (None, 0, 1, 2, 3)]
        for name in PUBLIC:
            assert all(getattr(view, name) == getattr(views[0], name) for view in views), name
        round_.apply(random_act(round_, rng))


def test_no_view_of_a_random_classic_round_shows_a_hidden_card() -> None:
    rng = random.Random(30)
    for _ in range(100):
        assert_nothing_hidden_is_shown(dealt_at_random(CLASSIC, rng), rng)


@pytest.mark.parametrize("rules", every_switch()[::7])
def test_nor_does_one_under_other_rules_at_other_tables(rules: RuleSet) -> None:
    rng = random.Random(31)
    for _ in range(3):
        assert_nothing_hidden_is_shown(dealt_at_random(rules, rng), rng)


@settings(max_examples=40)
@given(rulesets(), st.randoms(use_true_random=False))
def test_nor_under_any_rules(rules: RuleSet, rng: random.Random) -> None:
    assert_nothing_hidden_is_shown(dealt_at_random(rules, rng), rng)


def test_what_others_hold_makes_no_difference_to_a_view() -> None:
    held = ("2C 5D", "3C 6D", "4C QS", "5C 2H")
    as_dealt = table(*held, passes=[{1: 1}])
    otherwise = table(held[0], held[2], held[3], held[1], passes=[{1: 1}])
    assert view_of(as_dealt, 0) == view_of(otherwise, 0)
    assert view_of(as_dealt, None) == view_of(otherwise, None)
    as_dealt.pass_cards(2, [cards.QUEEN_OF_SPADES])
    otherwise.pass_cards(2, [cards.card_from("2H")])
    assert view_of(as_dealt, 0) == view_of(otherwise, 0)
