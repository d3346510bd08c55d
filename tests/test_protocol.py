"""The socket language: what is a command, what is refused, and that acts keep a client right."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import protocol
from games.engine import errors, events
from games.engine.errors import HeartsError
from games.engine.match import Match
from games.engine.round import Phase, Round
from games.engine.ruleset import End, RuleSet
from games.engine.scoring import Score
from games.engine.view import refusals_of, view_of
from tests.shorthand import card, cards_of, random_act
from tests.strategies import json_values, rulesets, seat_count_fields

DOCUMENT = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text()


def parse(frame: object) -> protocol.Command:
    """The command in a frame given as an object."""
    return protocol.parse(json.dumps(frame))


def refusal(text: str | None) -> str:
    """The code a frame is refused with."""
    with pytest.raises(HeartsError) as caught:
        protocol.parse(text)
    return caught.value.code


# -- commands --------------------------------------------------------------------------------------


def test_a_play() -> None:
    command = parse({"type": "play", "card": "QS", "at": [3, 41], "id": "c7"})
    assert command == protocol.PlayCommand(id="c7", card=card("QS"), at=(3, 41))
    assert command.type == "play"


def test_a_pass() -> None:
    command = parse({"type": "pass", "cards": ["QS", "KS", "AS"], "at": [3, 0], "id": "c8"})
    assert command == protocol.PassCommand(id="c8", cards=cards_of("QS KS AS"), at=(3, 0))


def test_a_sync() -> None:
    assert parse({"type": "sync", "id": "c9"}) == protocol.SyncCommand(id="c9")


def test_the_id_may_be_absent_and_unknown_keys_do_not_matter() -> None:
    assert parse({"type": "sync", "seat": 2, "user": "admin"}) == protocol.SyncCommand(id=None)
    assert parse({"type": "sync", "id": None}) == protocol.SyncCommand(id=None)


def test_the_number_of_cards_is_a_question_for_the_rules() -> None:
    assert parse({"type": "pass", "cards": [], "at": [1, 0]}) == protocol.PassCommand(
        None, (), (1, 0)
    )


# -- malformed frames ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        " ",
        "play",
        "{",
        "[]",
        '[{"type": "sync"}]',
        '"sync"',
        "5",
        "null",
        "NaN",
        "-Infinity",
        "9" * 5_000,
        "[" * 16_000,
        '{"a":' * 3_000,
        "{'type': 'sync'}",
        '{"type": "sync"} {}',
        "\x00",
        "\ufeff{}",
    ],
)
def test_what_is_no_json_object_is_refused(text: str | None) -> None:
    assert refusal(text) == "not_json"


@pytest.mark.parametrize("kind", [None, "", "PLAY", "play ", 1, True, ["play"], {"play": 1}, 1e999])
def test_an_unknown_type_is_refused(kind: object) -> None:
    assert refusal(json.dumps({"type": kind, "card": "QS", "at": [1, 1]})) == "unknown_type"
    assert refusal("{}") == "unknown_type"


@pytest.mark.parametrize(
    "at",
    [
        None,
        "1,2",
        7,
        [],
        [1],
        [1, 2, 3],
        ["1", 2],
        [1.0, 2],
        [True, False],
        [None, 1],
        [-1, 0],
        [0, -1],
        [10**7, 0],
        [0, 10**400],
        [float("nan"), 1],
        [float("inf"), 1],
        [[1], 1],
        {"0": 1, "1": 2},
    ],
)
def test_a_position_is_two_whole_numbers(at: object) -> None:
    assert refusal(json.dumps({"type": "play", "card": "QS", "at": at})) == "bad_frame"
    assert refusal(json.dumps({"type": "pass", "cards": [], "at": at})) == "bad_frame"


def test_a_position_cannot_be_left_out() -> None:
    assert refusal('{"type": "play", "card": "QS"}') == "bad_frame"


@pytest.mark.parametrize(
    "value", [None, 36, 3.5, True, [], ["QS"], {"QS": 1}, "", "Q", "qs", "QSS", "\ud800S", "♠Q"]
)
def test_a_card_is_a_text_that_names_one(value: object) -> None:
    assert refusal(json.dumps({"type": "play", "card": value, "at": [1, 1]})) == "bad_card"
    assert refusal(json.dumps({"type": "pass", "cards": [value], "at": [1, 1]})) == "bad_card"


@pytest.mark.parametrize("value", [None, "QS", 3, {"QS": 1}, ["QS"] * 53, True])
def test_cards_are_a_list_of_at_most_a_pack(value: object) -> None:
    assert refusal(json.dumps({"type": "pass", "cards": value, "at": [1, 1]})) == "bad_frame"


@pytest.mark.parametrize("value", [5, 1.5, True, [], {}, "x" * 65])
def test_an_id_is_a_short_text(value: object) -> None:
    for frame in ({"type": "sync"}, {"type": "play", "card": "QS", "at": [1, 1]}):
        assert refusal(json.dumps({**frame, "id": value})) == "bad_frame"


@pytest.mark.parametrize("filling", ["x", "é", "♠", "\U0001f0a1", "\ud800"])
def test_a_frame_has_sixteen_kibibytes_at_most(filling: str) -> None:
    frame = '{"type":"sync","filling":"%s"}'
    room = protocol.LARGEST_FRAME - len(frame % "")
    fits = room // len(filling.encode(errors="surrogatepass"))
    assert protocol.parse(frame % (filling * fits)) == protocol.SyncCommand(id=None)
    assert refusal(frame % (filling * (fits + 1))) == "frame_too_large"
    assert refusal("x" * (2 * 1024 * 1024)) == "frame_too_large"


@given(
    st.dictionaries(st.sampled_from(["type", "card", "cards", "at", "id"]), json_values)
    | st.fixed_dictionaries(
        {"type": st.sampled_from(["play", "pass", "sync"])},
        optional={"card": json_values, "cards": json_values, "at": json_values, "id": json_values},
    )
)
def test_any_object_is_a_command_or_refused_with_a_code(frame: dict[str, Any]) -> None:
    assert_command_or_refusal(json.dumps(frame))


@given(st.text() | st.text(alphabet='{}[]":,0123456789.-eEtypesyncNaInf \\ud8\n'))
def test_any_text_is_a_command_or_refused_with_a_code(text: str) -> None:
    assert_command_or_refusal(text)


def assert_command_or_refusal(text: str) -> None:
    """And the refusal can be sent, paired with the request's id when it has one."""
    try:
        assert isinstance(protocol.parse(text), protocol.Command)
    except HeartsError as error:
        answer = json.loads(protocol.error_frame(error, protocol.id_in(text)))
        assert answer["code"] in {"not_json", "bad_frame", "unknown_type", "bad_card"}


def test_the_id_of_a_wrong_frame_is_found_for_the_answer() -> None:
    assert protocol.id_in('{"type": "play", "id": "c7"}') == "c7"
    too_large = '{"id": "c7", "filling": "%s"}' % ("x" * protocol.LARGEST_FRAME)
    for text in (None, "", "[]", '{"id": 5}', "{}", "[" * 10_000, too_large):
        assert protocol.id_in(text) is None


def test_an_error_frame_carries_code_message_and_id() -> None:
    assert json.loads(protocol.error_frame(errors.MustFollowSuitError(), "c7")) == {
        "type": "error",
        "code": "must_follow_suit",
        "message": "You must follow the suit that was led.",
        "id": "c7",
    }


# -- snapshot + acts = a new snapshot --------------------------------------------------------------

Parts = tuple[protocol.Part, protocol.Part | None]


def parts_for(round_: Round, match: Match, seat: int | None) -> Parts:
    """What a snapshot holds for a seat or a watcher, as the wire carries it."""
    view = view_of(round_, seat)
    mine = None if seat is None else protocol.seat_part(view, refusals_of(round_, seat))
    parts: Parts = json.loads(json.dumps([protocol.table_part(view, match), mine]))
    return parts


class Client:
    """Knows only its first snapshot and the changes since."""

    def __init__(self, snapshot: Parts) -> None:
        self.table, self.mine = dict(snapshot[0]), snapshot[1] and dict(snapshot[1])

    def merge(self, before: Parts, after: Parts) -> None:
        """Applies the changes between two snapshots."""
        self.table.update(protocol.changes(before[0], after[0]))
        if self.mine is not None and before[1] is not None and after[1] is not None:
            self.mine.update(protocol.changes(before[1], after[1]))


def positions(rules: RuleSet, rng: random.Random) -> Iterator[tuple[Round, Match]]:
    """Every position of a whole match, each with what has been scored by then."""
    match = Match(rules, 0)
    secret = rng.randbytes(16)
    while not match.is_over:
        round_ = match.deal(secret)
        yield round_, match
        while round_.phase is not Phase.OVER:
            round_.apply(random_act(round_, rng))
            if round_.score is not None:
                match = match.after(round_.score.result)
            yield round_, match


def assert_acts_keep_every_client_right(rules: RuleSet, rng: random.Random) -> None:
    """Over a whole match, for every seat and a watcher."""
    audience = (None, *range(rules.players))
    clients: dict[int | None, Client] = {}
    before: dict[int | None, Parts] = {}
    for round_, match in positions(rules, rng):
        for seat in audience:
            fresh = parts_for(round_, match, seat)
            if seat not in clients:
                clients[seat] = Client(fresh)
            else:
                clients[seat].merge(before[seat], fresh)
            assert (clients[seat].table, clients[seat].mine) == tuple(fresh)
            before[seat] = fresh


def test_a_snapshot_and_all_acts_since_are_a_new_snapshot_over_a_classic_match() -> None:
    assert_acts_keep_every_client_right(RuleSet(), random.Random(7))


@pytest.mark.parametrize("players", [3, 5, 6])
def test_and_at_other_tables(players: int) -> None:
    rules = RuleSet(**seat_count_fields(players), end=End(rounds=3), tie="shared")
    assert_acts_keep_every_client_right(rules, random.Random(players))


@settings(max_examples=15)
@given(rulesets(), st.randoms(use_true_random=False))
def test_and_under_any_rules(rules: RuleSet, rng: random.Random) -> None:
    assert_acts_keep_every_client_right(replace(rules, end=End(rounds=2), tie="shared"), rng)


def test_an_act_tells_only_what_changed() -> None:
    before = {"turn": 1, "trick": [], "leader": 1}
    assert protocol.changes(before, {"turn": 2, "trick": [], "leader": 1}) == {"turn": 2}
    assert protocol.changes({}, {"places": None}) == {"places": None}
    assert protocol.changes(before, before) == {}


def test_the_places_come_with_the_last_score_of_the_match() -> None:
    *_, (round_, match) = positions(RuleSet(end=End(rounds=1), tie="shared"), random.Random(1))
    table = protocol.table_part(view_of(round_, None), match)
    assert table["places"] == list(match.places)
    assert (table["phase"], table["turn"], table["totals"]) == ("over", None, list(match.totals))


# -- the description -------------------------------------------------------------------------------


def classes_below(base: type[HeartsError]) -> set[type[HeartsError]]:
    """All kinds of an error."""
    return {base}.union(*map(classes_below, base.__subclasses__()))


def test_every_error_code_a_client_can_meet_is_described() -> None:
    never_sent = {HeartsError, errors.IllegalActError, errors.RuleSetError, errors.RecordError}
    pure = ("games.engine.", "games.protocol")
    kinds = {kind for kind in classes_below(HeartsError) if kind.__module__.startswith(pure)}
    described = set(re.findall(r"`(\w+)`", DOCUMENT.split("## Error codes")[1]))
    assert {kind.code for kind in kinds - never_sent} <= described


def test_every_code_stands_for_one_kind_of_refusal() -> None:
    codes = [kind.code for kind in classes_below(HeartsError)]
    assert len(set(codes)) == len(codes)


ONE_OF_EACH: tuple[events.Event, ...] = (
    events.Passed(0),
    events.Exchanged(),
    events.Played(1, card("QS")),
    events.HeartsBroken(),
    events.TrickTaken(2, 13),
    events.RoundScored(Score((26, 0, 0, 0), (0, 26, 26, 26), 0)),
)


def test_every_event_is_described_with_its_keys() -> None:
    assert {type(event) for event in ONE_OF_EACH} == set(get_args(events.Event))
    for part in (*map(protocol.event_part, ONE_OF_EACH), protocol.dealt_part(1, 2)):
        keys = ", ".join(key for key in part if key != "type")
        described = f"`{part['type']} {{{keys}}}`" if keys else f"`{part['type']}`"
        assert described in DOCUMENT


def test_every_key_of_the_state_is_described() -> None:
    round_ = Match(RuleSet(), 0).deal(b"secret")
    table, mine = parts_for(round_, Match(RuleSet(), 0), 0)
    for key in (*table, *(mine or {})):
        assert f"`{key}`" in DOCUMENT, key


def test_every_command_is_described() -> None:
    for command in protocol.Command.__subclasses__():
        assert f'{{"type": "{command.type}"' in DOCUMENT
