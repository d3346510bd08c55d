"""Django admin: everything readable, nothing written by hand, nothing secret too early."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games import engine, selectors
from games.engine import cards
from games.models import Match, Round
from games.services import tables
from tests.factories import advance, person, state_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(User.objects.create(username="op", is_staff=True, is_superuser=True))
    return client


def page(client: Client, path: str) -> str:
    response = client.get(f"/admin/{path}")
    assert response.status_code == 200
    return response.content.decode()


def state_at_end(match: Match) -> engine.Round:
    """The first round of a match, which is over."""
    return selectors.replayed(match.rounds.get(number=1))


def test_people_matches_and_rounds_are_listed_and_found(operator: Client) -> None:
    match = table_of("nora")
    assert "Nora" in page(operator, "accounts/user/?q=nora")
    assert match.public_id in page(operator, "games/match/?q=nora")
    assert match.public_id not in page(operator, "games/match/?q=emil")
    assert match.public_id in page(operator, f"games/round/?q={match.public_id}")
    assert "Cleo" in page(operator, f"games/match/{match.pk}/change/")


def test_a_round_is_shown_as_readable_tricks(operator: Client) -> None:
    match = table_of("nora")
    advance(match, 56)
    shown = page(operator, f"games/round/{match.rounds.get(number=1).pk}/change/")
    assert shown.count("taken by") == 13
    first = state_at_end(match).tricks[0]
    assert f"1. {match.players.get(seat=first.leader).name} 2♣" in shown


def test_hands_and_passes_of_a_running_round_are_hidden(operator: Client) -> None:
    match = table_of("nora")
    advance(match, 10)
    row, state = match.rounds.get(), state_of(match)
    for path in (f"games/round/{row.pk}/change/", f"games/match/{match.pk}/change/"):
        shown = page(operator, path)
        shown = shown.replace("QS&quot;: 13", "")  # the rules name the queen
        for text in cards.texts_of(cards.cards_in(sum(state.hands))):
            readable = text.replace("T", "10")[:-1] + "♣♦♠♥"["CDSH".index(text[-1])]
            assert not re.search(rf"\b{text}\b|\b{readable}", shown)
        assert "deck " not in shown
        assert bytes(match.secret).hex() not in shown


def test_hands_and_passes_are_shown_once_the_round_is_over(operator: Client) -> None:
    match = table_of("nora")
    advance(match, 56)
    row = match.rounds.get(number=1)
    shown = page(operator, f"games/round/{row.pk}/change/")
    assert "Hidden" not in shown


def test_hands_of_an_abandoned_round_stay_hidden(operator: Client) -> None:
    match = table_of("nora")
    advance(match, 10)
    tables.leave_table(match=match, user=person("nora"))
    assert "Hidden" in page(operator, f"games/round/{match.rounds.get().pk}/change/")


@pytest.mark.parametrize("model", [Match, Round])
@pytest.mark.parametrize("lookup", ["", "__contains", "__startswith", "__regex", "__gt", "__in"])
def test_no_address_of_a_list_answers_guesses_at_what_is_hidden(
    operator: Client, model: type[Match] | type[Round], lookup: str
) -> None:
    table_of("nora")
    listed = {"status", "preset", "created_at"}
    fields = [field.name for field in model._meta.concrete_fields if field.name not in listed]
    assert {"secret", "rules"} & set(fields) or {"head", "acts"} & set(fields)
    for name in [*fields, "rounds__head", "match__secret"]:
        response = operator.get(f"/admin/games/{model._meta.model_name}/", {f"{name}{lookup}": "2"})
        assert response.status_code in {302, 400}, name


def test_a_person_in_a_match_cannot_be_deleted(operator: Client) -> None:
    table_of("nora")
    address = f"/admin/accounts/user/{person('nora').pk}/delete/"
    assert operator.post(address, {"post": 1}).status_code == 403


def test_nothing_of_a_match_is_written_by_hand(operator: Client) -> None:
    match = table_of("nora")
    row = match.rounds.get()
    assert operator.get("/admin/games/round/add/").status_code == 403
    assert operator.post(f"/admin/games/round/{row.pk}/change/", {"ply": 9}).status_code == 403
    assert operator.post(f"/admin/games/match/{match.pk}/delete/", {"post": 1}).status_code == 403
    assert Round.objects.values_list("ply", flat=True).get() == 0


def test_a_guest_is_no_operator(client: Client) -> None:
    client.post("/play/")
    assert client.get("/admin/games/match/").status_code == 302


def test_the_list_of_matches_takes_as_many_queries_for_thirty_as_for_one(
    operator: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _index in range(30):
        table_of()
    assert Match.objects.count() == 30
    with django_assert_max_num_queries(10):
        page(operator, "games/match/")
    with django_assert_max_num_queries(8):
        page(operator, "games/round/")
