"""The API: presets, a match, its rounds, and nothing that is still secret."""

import json
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from games import engine, selectors
from games.engine import cards, record
from games.models import Match
from tests.factories import advance, state_of, table_of
from tests.mirror import cards_named, visible

pytestmark = pytest.mark.django_db


def get(client: Client, path: str, status: int = 200) -> Any:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == status
    return response.json()


def test_the_index_leads_to_the_presets(client: Client) -> None:
    presets = client.get(get(client, "")["presets"]).json()
    assert [preset["name"] for preset in presets] == list(engine.PRESETS)


def test_a_preset_is_shown_with_its_complete_rules(client: Client) -> None:
    rules = get(client, "presets/classic/")["rules"]
    assert engine.RuleSet.from_dict(rules) == engine.PRESETS["classic"]
    assert set(rules) == set(engine.RuleSet().to_dict())


def test_a_match_is_shown_as_every_watcher_sees_it(client: Client) -> None:
    match = table_of("nora")
    advance(match, 20)
    shown = get(client, f"matches/{match.public_id}/")
    assert shown["status"] == "playing"
    assert [player["name"] for player in shown["players"]] == ["Nora", "Ada", "Bo", "Cleo"]
    assert shown["totals"] == [0, 0, 0, 0]
    assert shown["table"]["turn"] == state_of(match).turn


def test_no_hidden_card_of_a_running_round_is_in_any_answer(client: Client) -> None:
    match = table_of("nora")
    for _index in range(55):
        advance(match, 1)
        response = client.get(f"/api/v1/matches/{match.public_id}/")
        shown = response.json()
        del shown["draw"]
        named = cards_named(json.dumps({**shown, "rules": None}))
        assert not named & ~visible(state_of(match), None)
        assert "secret" not in response.content.decode()
    assert get(client, f"matches/{match.public_id}/rounds/") == []
    get(client, f"matches/{match.public_id}/rounds/1/", status=404)


def test_a_scored_round_is_shown_with_passes_tricks_and_record(client: Client) -> None:
    match = table_of("nora")
    advance(match, 56)
    (listed,) = get(client, f"matches/{match.public_id}/rounds/")
    shown = get(client, f"matches/{match.public_id}/rounds/1/")
    state = record.read(shown["record"])
    assert state.score is not None
    assert listed["result"] == shown["result"] == list(state.score.result)
    assert shown["passes"] == [cards.texts_of(chosen or ()) for chosen in state.passes]
    assert len(shown["tricks"]) == 13
    assert [play["card"] for play in shown["tricks"][0]["plays"]] == cards.texts_of(
        state.tricks[0].cards
    )


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "presets/nothing/",
        "matches/nothing/",
        "matches/nothing/rounds/",
        "matches/nothing/rounds/1/",
    ],
)
def test_what_does_not_exist_is_an_error_with_a_code(client: Client, path: str) -> None:
    error = get(client, path, status=404)
    assert error["code"] == "not_found"
    assert error["message"]


def test_without_the_database_the_api_says_so_in_its_own_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_anything: object) -> None:
        raise OperationalError

    monkeypatch.setattr(selectors, "find_visible_match", away)
    assert get(client, "matches/222222222222/", status=503)["code"] == "unavailable"


def test_the_api_of_now_only_reads(client: Client) -> None:
    match = table_of("nora")
    response = client.post(f"/api/v1/matches/{match.public_id}/", {}, "application/json")
    assert response.status_code == 405
    assert response.json()["code"] == "method_not_allowed"
    assert Match.objects.count() == 1
