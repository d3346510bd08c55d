"""A RuleSet is right as a whole or is refused, and survives JSON."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import points
from games.engine.errors import RuleSetError
from games.engine.presets import PRESETS
from games.engine.ruleset import End, RuleSet, ruleset_from_json
from tests.shorthand import CLASSIC, card, set_of, text_of
from tests.strategies import every_switch, json_values, rulesets

FIELDS = [each.name for each in fields(RuleSet)]


def charged(plain: object) -> str | None:
    """The field for which ``plain`` is refused, if it is."""
    try:
        RuleSet.from_dict(plain)
    except RuleSetError as error:
        return error.field
    return None


def bad_field(plain: object) -> str:
    """The field for which ``plain`` is refused."""
    with pytest.raises(RuleSetError) as caught:
        RuleSet.from_dict(plain)
    assert caught.value.code == "bad_rules"
    return caught.value.field


# -- what the values mean --------------------------------------------------------------------------


def test_classic_is_what_every_field_defaults_to() -> None:
    assert RuleSet.from_dict({}) == CLASSIC == PRESETS["classic"]
    assert (CLASSIC.hand_size, CLASSIC.moon_value) == (13, 26)
    assert text_of(CLASSIC.penalty_cards) == "QS " + text_of(set_of("2H3H4H5H6H7H8H9HTHJHQHKHAH"))


def test_classic_passes_left_right_across_and_holds() -> None:
    assert [dict(CLASSIC.pass_in(number)) for number in range(1, 6)] == [
        {1: 3},
        {-1: 3},
        {2: 3},
        {},
        {1: 3},
    ]


def test_without_passes_every_round_is_a_hold_round() -> None:
    assert not RuleSet(passes=()).pass_in(1)


def test_left_is_the_next_seat_clockwise_and_the_one_before_anticlockwise() -> None:
    assert CLASSIC.seat_at(3, 1) == 0
    assert RuleSet(rotation="anticlockwise").seat_at(3, 1) == 2


def test_a_pack_of_48_has_no_tens_and_one_of_32_goes_from_seven_to_ace() -> None:
    assert not RuleSet(pack=48).cards_in_play & set_of("TC TD TS TH")
    assert RuleSet(pack=48).hand_size == 12
    assert text_of(RuleSet(pack=32).cards_in_play & set_of("6C 7C AC 2H 7H")) == "7C AC 7H"


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ({"hearts": "one", "QS": 13}, {"QS": 13, "QH": 1, "2H": 1, "KS": 0}),
        ({"hearts": "one", "Q": 13}, {"QH": 13, "QC": 13, "KH": 1}),
        ({"hearts": "one", "Q": 13, "QH": 5}, {"QH": 5, "QD": 13}),
        ({"hearts": "spot", "QS": 25}, {"2H": 2, "TH": 10, "JH": 11, "AH": 14, "QS": 25}),
        ({"hearts": 4, "JD": -10}, {"2H": 4, "AH": 4, "JD": -10}),
    ],
)
def test_card_beats_rank_beats_suit_and_values_never_add(
    table: dict[str, int | str], values: dict[str, int]
) -> None:
    worth = points.values_of(table)
    assert {text: worth[card(text)] for text in values} == values


@pytest.mark.parametrize(
    ("table", "moon_value"),
    [
        ({"hearts": "one"}, 13),
        ({"hearts": "one", "Q": 13}, 64),
        ({"hearts": "spot", "QS": 25}, 129),
        ({"hearts": "one", "QS": 13, "JD": -10}, 26),
        ({"hearts": "one", "QS": 13, "KS": 10, "AS": 7}, 43),
    ],
)
def test_a_moon_is_worth_the_penalty_points_in_play(
    table: dict[str, int | str], moon_value: int
) -> None:
    assert RuleSet(points=table).moon_value == moon_value


# -- what is refused, and for which field ----------------------------------------------------------


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        ({"players": 7}, "players"),
        ({"players": True}, "players"),
        ({"players": 4.0}, "players"),
        ({"pack": 40}, "pack"),
        ({"pack": "52"}, "pack"),
        ({"pack": 52.0}, "pack"),
        ({"removed": ["2D"]}, "removed"),
        ({"removed": "2D"}, "removed"),
        ({"removed": ["2D", "2D", "2C", "3C"]}, "removed"),
        ({"removed": ["1D"]}, "removed"),
        ({"removed": [["2D"]]}, "removed"),
        ({"pack": 48, "removed": ["TC", "TD", "TS", "TH"]}, "removed"),
        ({"players": 3}, "removed"),
        ({"rotation": "left"}, "rotation"),
        ({"passes": [{"+3": 3}]}, "passes"),
        ({"passes": [{"0": 3}]}, "passes"),
        ({"passes": [{"+1": 0}]}, "passes"),
        ({"passes": [{"+1": 13}]}, "passes"),
        ({"passes": [{"+1": 6, "-1": 7}]}, "passes"),
        ({"passes": [{"+1": True}]}, "passes"),
        ({"passes": [{"+1": 3.0}]}, "passes"),
        ({"passes": [{"+2": 3, "-2": 3}]}, "passes"),
        ({"passes": [{"+1": 3, "1": 3}]}, "passes"),
        ({"passes": [{" +1": 3}]}, "passes"),
        ({"passes": [{"left": 3}]}, "passes"),
        ({"passes": [[]]}, "passes"),
        ({"passes": {}}, "passes"),
        ({"passes": None}, "passes"),
        ({"passes": [{}] * 101}, "passes"),
        ({"opening": None}, "opening"),
        ({"first_trick_ban": True}, "first_trick_ban"),
        ({"hearts_break": "queen"}, "hearts_break"),
        ({"lone_queen": ""}, "lone_queen"),
        ({"queen_after_hearts": ["no"]}, "queen_after_hearts"),
        ({"points": {}}, "points"),
        ({"points": {"JD": -10}}, "points"),
        ({"points": {"hearts": "two"}}, "points"),
        ({"points": {"QS": "one"}}, "points"),
        ({"points": {"hearts": True}}, "points"),
        ({"points": {"hearts": 1.5}}, "points"),
        ({"points": {"hearts": 1001}}, "points"),
        ({"points": {"jokers": 1}}, "points"),
        ({"points": {"": 1}}, "points"),
        ({"points": {3: 1}}, "points"),
        ({"points": [["QS", 13]]}, "points"),
        ({"removed": ["QS", "QC", "QD", "QH"], "points": {"Q": 13}}, "points"),
        ({"moon": "sun"}, "moon"),
        ({"end": {}}, "end"),
        ({"end": {"score": 100, "rounds": 4}}, "end"),
        ({"end": {"score": 0}}, "end"),
        ({"end": {"score": "100"}}, "end"),
        ({"end": {"rounds": 101}}, "end"),
        ({"end": {"rounds": True}}, "end"),
        ({"end": {"hands": 4}}, "end"),
        ({"end": 100}, "end"),
        ({"tie": "coin"}, "tie"),
        ({"jokers": 2}, "jokers"),
        ({5: 2}, "5"),
        ([], "rules"),
        (None, "rules"),
        ("classic", "rules"),
    ],
)
def test_a_bad_field_is_named(plain: object, field: str) -> None:
    assert bad_field(plain) == field


def test_the_first_bad_field_in_table_order_is_named() -> None:
    bad: dict[str, Any] = {
        "tie": 0,
        "end": 0,
        "moon": 0,
        "points": 0,
        "passes": 0,
        "removed": 0,
        "pack": 0,
        "players": 0,
    }
    for expected in ("players", "pack", "removed", "passes", "points", "moon", "end", "tie"):
        assert bad_field(bad) == expected
        del bad[expected]


def test_the_seat_opposite_is_stored_as_plus() -> None:
    assert RuleSet.from_dict({"passes": [{"-2": 3}]}).to_dict()["passes"] == [{"+2": 3}]
    assert RuleSet(passes=({-2: 3},)) == RuleSet(passes=({2: 3},))


def test_rules_made_in_code_are_validated_too() -> None:
    with pytest.raises(RuleSetError):
        RuleSet(players=5)
    with pytest.raises(RuleSetError):
        RuleSet(end=End())


# -- JSON --------------------------------------------------------------------------------------


def test_json_is_complete_and_in_table_order() -> None:
    assert list(json.loads(CLASSIC.to_json())) == FIELDS
    assert CLASSIC.to_json() == (
        '{"players":4,"pack":52,"removed":[],"rotation":"clockwise",'
        '"passes":[{"+1":3},{"-1":3},{"+2":3},{}],"opening":"low_club","first_trick_ban":"on",'
        '"hearts_break":"heart","lone_queen":"must_lead","queen_after_hearts":"no",'
        '"points":{"hearts":"one","QS":13},"moon":"add","end":{"score":100},"tie":"play_on"}'
    )


@given(rulesets())
def test_rules_survive_json(rules: RuleSet) -> None:
    again = ruleset_from_json(rules.to_json())
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.to_json() == rules.to_json()


def test_missing_fields_are_classic() -> None:
    rules = ruleset_from_json('{"moon": "subtract", "end": {"rounds": 4}}')
    assert rules == RuleSet(moon="subtract", end=End(rounds=4))


def test_the_order_of_pass_targets_makes_another_ruleset() -> None:
    assert RuleSet(passes=({1: 2, -1: 1},)) != RuleSet(passes=({-1: 1, 1: 2},))
    assert len(set(every_switch())) == len({rules.to_json() for rules in every_switch()})


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, "{'players': 4}", "9" * 5_000, '{"players": NaN}', "null"]
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(RuleSetError):
        ruleset_from_json(text)


@given(st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_nonsense_in_any_field_is_a_ruleset_error(plain: dict[str, Any]) -> None:
    if charged(plain) is None:
        rules = RuleSet.from_dict(plain)
        assert RuleSet.from_dict(rules.to_dict()) == rules
    else:
        assert charged(plain) in FIELDS


@pytest.mark.parametrize("field", FIELDS)
@given(value=json_values)
def test_nonsense_in_one_field_is_charged_to_it(field: str, value: object) -> None:
    # Other seat counts, packs and removals make the classic ones of later rows impossible.
    follows = {"players": ("removed", "passes"), "pack": ("removed",), "removed": ("passes",)}
    assert charged({field: value}) in {None, field, *follows.get(field, ())}
