"""What holds for every level: legal acts only, from a View only, the same for the same chance."""

import ast
import random
import sys
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games.bots
from games.bots import house
from games.engine import cards
from games.engine.acts import Act, Pass, Play
from games.engine.errors import IllegalActError
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import View, view_of
from tests.shorthand import CLASSIC, dealt_at_random, table
from tests.strategies import every_switch, rulesets

LEVELS = sorted(house.LEVELS)


def act_of(level: str, round_: Round, seat: int, rng: random.Random) -> Act:
    """What a level does in a seat."""
    return house.LEVELS[level](view_of(round_, seat), rng)


def play_out(round_: Round, rng: random.Random) -> None:
    """Every seat takes a level by chance for each act; any seat may pass first."""
    while round_.phase is not Phase.OVER:
        seat = rng.choice(round_.seats_to_act())
        act = act_of(rng.choice(LEVELS), round_, seat, rng)
        assert act.seat == seat
        round_.apply(act)


def test_every_level_plays_legally_through_classic_rounds() -> None:
    rng = random.Random(28)
    for level in LEVELS:
        for _ in range(150):
            round_ = dealt_at_random(CLASSIC, rng)
            while round_.phase is not Phase.OVER:
                round_.apply(act_of(level, round_, round_.seats_to_act()[0], rng))


@pytest.mark.parametrize("rules", every_switch(), ids=range(len(every_switch())))
def test_and_under_each_switch_at_each_table(rules: RuleSet) -> None:
    rng = random.Random(29)
    for _ in range(15):
        play_out(dealt_at_random(rules, rng), rng)


@settings(max_examples=150)
@given(rulesets(), st.randoms(use_true_random=False))
def test_and_under_any_rules(rules: RuleSet, rng: random.Random) -> None:
    play_out(dealt_at_random(rules, rng), rng)


@pytest.mark.parametrize("level", LEVELS)
def test_an_act_follows_from_the_view_and_the_chance_given(level: str) -> None:
    rng = random.Random(7)
    round_ = dealt_at_random(CLASSIC, rng)
    while round_.phase is not Phase.OVER:
        seat = round_.seats_to_act()[0]
        act = act_of(level, round_, seat, random.Random(5))
        assert act == act_of(level, round_, seat, random.Random(5))
        round_.apply(act)


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_touches_the_chance_of_others(level: str) -> None:
    random.seed(1)
    before = random.getstate()
    round_ = dealt_at_random(CLASSIC, random.Random(1))
    act_of(level, round_, round_.seats_to_act()[0], random.Random(2))
    assert random.getstate() == before


@pytest.mark.parametrize("level", LEVELS)
def test_what_others_hold_makes_no_difference(level: str) -> None:
    hands = ("2C 5D 9S AH", "3C 6D KS 3H", "4C QS 8D 2H", "5C AD TS QH")
    for order in ((1, 2, 3), (2, 3, 1), (3, 2, 1)):
        round_ = table(hands[0], *(hands[seat] for seat in order), passes=[{1: 2}])
        same = table(*hands, passes=[{1: 2}])
        chosen = act_of(level, round_, 0, random.Random(3))
        assert chosen == act_of(level, same, 0, random.Random(3))


def test_a_level_is_given_a_view_and_a_source_of_chance_and_nothing_else() -> None:
    for choose in (*house.LEVELS.values(), house.choose):
        hints = get_type_hints(choose)
        assert hints == {"view": View, "rng": random.Random, "return": Act}


def test_bots_import_the_engine_and_the_standard_library_only() -> None:
    for source in Path(games.bots.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                inside = name.startswith(("games.engine", "games.bots"))
                assert inside or name.split(".")[0] in sys.stdlib_module_names, (source, name)
            # The phase lies in the module of Round; Round itself is not for bots.
            if isinstance(node, ast.ImportFrom):
                assert "Round" not in [each.name for each in node.names], source


def test_chance_plays_every_legal_card_and_passes_every_card() -> None:
    round_ = table("2C 5D 9S", "3C 6D KS", "4C QS 8D", "5C AD 2H", passes=[{1: 1}])
    rng = random.Random(1)
    passes = [act_of("chance", round_, 0, rng) for _ in range(60)]
    assert {act.cards[0] for act in passes if isinstance(act, Pass)} == set(
        cards.cards_in(round_.hands[0])
    )
    for seat, passed in enumerate(("5D", "6D", "8D", "AD")):
        round_.pass_cards(seat, cards.cards_from(passed))
    round_.play_card(0, cards.card_from("2C"))
    plays = {act_of("chance", round_, 1, rng) for _ in range(60)}
    assert plays == {Play(1, card) for card in cards.cards_in(round_.legal_cards(1))}


def test_the_house_plays_its_strongest_level() -> None:
    round_ = dealt_at_random(CLASSIC, random.Random(11))
    view = view_of(round_, round_.seats_to_act()[0])
    strongest = list(house.LEVELS.values())[-1]
    assert house.choose(view, random.Random(1)) == strongest(view, random.Random(1))


def test_a_wrong_act_would_have_been_noticed() -> None:
    round_ = table("2C 5D", "3C 6D", "4C QS", "5C 2H")
    with pytest.raises(IllegalActError):
        round_.apply(Play(0, cards.card_from("5D")))
