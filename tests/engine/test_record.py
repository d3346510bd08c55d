"""A round as text: it replays to the same state, and every corruption is refused."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import record
from games.engine.errors import RecordError
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from tests.engine.test_golden_round import RECORD as GOLDEN
from tests.shorthand import (
    CLASSIC,
    cards_of,
    dealt_at_random,
    pass_all,
    play,
    play_at_random,
    random_act,
    table,
    text_of,
)
from tests.strategies import rulesets


def state_of(round_: Round) -> dict[str, object]:
    """Everything a round is, but for what it only remembers to save work."""
    remembered = {"_legal", "_filters_of"}
    return {key: value for key, value in vars(round_).items() if key not in remembered}


def small() -> Round:
    """Two tricks of four seats, with a pass, totals and mid-trick."""
    round_ = table(
        "2C 5D QS",
        "3C 6D 2H",
        "4C 7D 3H",
        "5C 8D 4H",
        passes=[{1: 1}],
        dealer=3,
        totals=(9, 0, -4, 1),
    )
    pass_all(round_, "QS", "6D", "7D", "8D")
    play(round_, "2C 3C")
    return round_


def test_the_text_of_a_round() -> None:
    assert record.write(small()) == (
        "open-hearts round 1\n"
        'rules {"players":4,"pack":52,"removed":["6C","7C","8C","9C","TC","JC","QC","KC","AC",'
        '"2D","3D","4D","9D","TD","JD","QD","KD","AD","2S","3S","4S","5S","6S","7S","8S","9S",'
        '"TS","JS","KS","AS","5H","6H","7H","8H","9H","TH","JH","QH","KH","AH"],'
        '"rotation":"clockwise","passes":[{"+1":1}],"opening":"low_club","first_trick_ban":"on",'
        '"hearts_break":"heart","lone_queen":"must_lead","queen_after_hearts":"no",'
        '"points":{"hearts":"one","QS":13},"moon":"add","end":{"score":100},"tie":"play_on"}\n'
        "number 1\n"
        "dealer 3\n"
        "totals 9,0,-4,1\n"
        "deck 2C3C4C5C5D6D7D8DQS2H3H4H\n"
        "acts 0:QS 1:6D 2:7D 3:8D 2C 3C\n"
    )


def test_a_round_replays_to_the_same_state_after_every_act() -> None:
    rng = random.Random(5)
    for _ in range(20):
        round_ = dealt_at_random(CLASSIC, rng)
        while round_.phase is not Phase.OVER:
            assert state_of(record.read(record.write(round_))) == state_of(round_)
            round_.apply(random_act(round_, rng))
        assert state_of(record.read(record.write(round_))) == state_of(round_)


@given(rulesets(), st.randoms(use_true_random=False), st.integers(0, 60))
def test_any_round_of_any_rules_replays(rules: RuleSet, rng: random.Random, acts: int) -> None:
    round_ = dealt_at_random(rules, rng)
    while round_.phase is not Phase.OVER and round_.ply < acts:
        round_.apply(random_act(round_, rng))
    again = record.read(record.write(round_))
    assert state_of(again) == state_of(round_)
    assert record.write(again) == record.write(round_)


def test_a_changed_pass_is_in_the_record() -> None:
    round_ = table("2C 5D", "3C 6D", "4C 7D", "5C 2H", passes=[{1: 1}])
    round_.pass_cards(0, cards_of("2C"))
    round_.pass_cards(0, cards_of("5D"))
    assert record.acts_of(round_) == "0:2C 0:5D"
    assert record.read(record.write(round_)).passes[0] == cards_of("5D")


def test_rules_with_fields_left_out_are_classic_so_that_old_records_replay() -> None:
    head, acts = GOLDEN.split("acts ")
    rules_line = next(line for line in head.splitlines() if line.startswith("rules"))
    shorter = head.replace(rules_line, "rules {}")
    assert state_of(record.replay(shorter, acts)) == state_of(record.read(GOLDEN))


# -- corruption ------------------------------------------------------------------------------------


def refused_at(text: str) -> int | None:
    """The ply of the first wrong act, None when the head is wrong."""
    with pytest.raises(RecordError) as caught:
        record.read(text)
    assert caught.value.code == "bad_record"
    return caught.value.ply


def changed(old: str, new: str) -> str:
    """The golden record with ``old`` replaced."""
    assert GOLDEN.count(old) == 1, old
    return GOLDEN.replace(old, new)


@pytest.mark.parametrize(
    "corrupt",
    [
        lambda: "",
        lambda: "acts ",
        lambda: GOLDEN.replace("round 1", "round 2"),
        lambda: changed("\nacts ", "\nact "),
        lambda: changed("number 1\n", ""),
        lambda: changed("number 1\n", "number 1\nnumber 1\n"),
        lambda: changed("number 1\ndealer 3\n", "dealer 3\nnumber 1\n"),
        lambda: changed("number 1\n", "number 0\n"),
        lambda: changed("number 1\n", "number -1\n"),
        lambda: changed("number 1\n", "number one\n"),
        lambda: changed("number 1\n", "number 1.0\n"),
        lambda: changed("number 1\n", "number 1_0\n"),
        lambda: changed("number 1\n", "number ١\n"),
        lambda: changed("number 1\n", f"number {'9' * 5000}\n"),
        lambda: changed("dealer 3\n", "dealer 4\n"),
        lambda: changed("dealer 3\n", "dealer -1\n"),
        lambda: changed("dealer 3\n", "dealer \n"),
        lambda: changed("totals 0,0,0,0", "totals 0,0,0"),
        lambda: changed("totals 0,0,0,0", "totals 0,0,0,0,0"),
        lambda: changed("totals 0,0,0,0", "totals 0,0,0,"),
        lambda: changed("totals 0,0,0,0", "totals 0,0,0,x"),
        lambda: changed("deck 9D", "deck 9D9D"),
        lambda: changed("deck 9D", "deck "),
        lambda: changed("deck 9D", "deck 3C"),
        lambda: changed("deck 9D", "deck 1C"),
        lambda: changed("deck 9D", "deck 9"),
        lambda: changed('"players":4', '"players":5'),
        lambda: changed('"players":4', '"players":true'),
        lambda: changed('"tie":"play_on"', '"tie":"play_on","jokers":1'),
        lambda: changed('rules {"players"', "rules " + "[" * 50_000),
        lambda: changed('rules {"players"', 'rules {"players'),
        lambda: GOLDEN + " " * 100_000,
    ],
)
def test_a_wrong_head_is_refused(corrupt: Callable[[], str]) -> None:
    assert refused_at(corrupt()) is None


@pytest.mark.parametrize(
    ("old", "new", "ply"),
    [
        ("acts 0:", "acts 4:", 0),
        ("acts 0:", "acts -1:", 0),
        ("acts 0:", "acts 00:", 0),
        ("acts 0:", "acts ٠:", 0),
        ("acts 0:", "acts :", 0),
        ("acts 0:", "acts 0:0:", 0),
        ("acts 0:", "acts 0: ", 0),
        ("acts 0:", "acts 2C 0:", 0),
        ("acts 0:", "acts x 0:", 0),
        (" 1:", " 0:", 1),
        (" 2C ", " 2C 2C ", 5),
        (" 2C ", " ", 4),
        (" 2C ", " 2C 9 ", 5),
        (" 2C ", " 2C \ud800\ud800 ", 5),
        (" 2C ", " 2C 0:2C ", 5),
    ],
)
def test_the_first_wrong_act_is_named(old: str, new: str, ply: int) -> None:
    assert refused_at(changed(old, new)) == ply


def test_an_act_after_the_last_card_is_refused() -> None:
    last = len(GOLDEN.split("acts ")[1].split())
    assert refused_at(GOLDEN.rstrip("\n") + " 2C\n") == last
    assert refused_at(GOLDEN.rstrip("\n") + " 0:2C3C4C\n") == last


def test_an_illegal_card_is_refused_at_its_ply() -> None:
    head, acts = GOLDEN.split("acts ")
    words = acts.split()
    for ply in range(4, len(words)):
        round_ = record.replay(head, " ".join(words[:ply]))
        assert round_.turn is not None
        barred = round_.hands[round_.turn] & ~round_.legal_cards(round_.turn)
        if barred:
            wrong = text_of(barred)[:2]
            assert refused_at(f"{head}acts {' '.join([*words[:ply], wrong])}\n") == ply


def test_neighbouring_acts_swapped_are_refused_or_another_round() -> None:
    head, acts = GOLDEN.split("acts ")
    words = acts.split()
    for at in range(len(words) - 1):
        swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
        try:
            again = record.replay(head, " ".join(swapped))
        except RecordError:
            continue
        assert again.acts != record.read(GOLDEN).acts


@given(st.integers(0, len(GOLDEN)))
def test_a_truncated_record_is_an_earlier_state_or_refused(length: int) -> None:
    try:
        round_ = record.read(GOLDEN[:length])
    except RecordError:
        return
    assert GOLDEN.startswith(record.write(round_).rstrip("\n"))


_PIECES = st.sampled_from(GOLDEN.replace("\n", " \n ").split(" ")) | st.text(max_size=4)


@given(st.lists(_PIECES, max_size=60), st.sampled_from([" ", "\n", ""]))
def test_random_text_raises_nothing_else(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    head = GOLDEN.split("acts ")[0]
    for candidate in (text, f"open-hearts round 1\n{text}", f"{head}acts {text}"):
        with suppress(RecordError):
            record.read(candidate)


@given(st.integers(0, len(GOLDEN) - 1), st.characters() | st.sampled_from("0123456789CDSH:{}\n "))
def test_one_wrong_character_raises_nothing_else(at: int, character: str) -> None:
    try:
        round_ = record.read(GOLDEN[:at] + character + GOLDEN[at + 1 :])
    except RecordError:
        return
    assert round_.phase is Phase.OVER or round_.ply > 0


def test_a_round_played_out_by_chance_is_short_text() -> None:
    round_ = play_at_random(dealt_at_random(CLASSIC, random.Random(1)), random.Random(1))
    assert len(record.acts_of(round_)) < 250
    assert len(record.write(round_)) < 1_000
