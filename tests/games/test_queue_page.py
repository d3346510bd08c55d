"""The page of the queue: joining, waiting, leaving, all of it without JavaScript."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.models import Match, Ticket
from games.services import matchmaking
from tests.factories import CAST, person, table_of, waits

pytestmark = pytest.mark.django_db


@pytest.fixture
def client_of_nora(client: Client) -> Client:
    client.force_login(person("nora"))
    return client


def page(client: Client) -> str:
    response = client.get("/queue/")
    assert response.status_code == 200
    return response.content.decode()


def test_a_visitor_joins_as_a_guest_and_finds_the_place_again(client: Client) -> None:
    assert "Join the queue" in page(client)
    assert not User.objects.exists(), "looking makes nobody"
    response = client.post("/queue/join/", {"with_house": "on"})
    assert response.headers["Location"] == "/queue/"
    ticket = Ticket.objects.get()
    assert ticket.user.is_guest
    assert (ticket.preset, ticket.with_house) == ("classic", True)
    for _reload in range(2):
        shown = page(client)
        assert "You are in the queue" in shown
        assert "only you" in shown
        assert "Leave the queue" in shown


def test_the_box_not_ticked_means_people_only_and_can_be_agreed_to_later(client: Client) -> None:
    client.post("/queue/join/")
    assert not Ticket.objects.get().with_house
    assert "Let house players fill the empty seats" in page(client)
    client.post("/queue/join/", {"preset": "classic", "with_house": "on"})
    assert Ticket.objects.get().with_house
    assert "Let house players fill" not in page(client)


def test_it_shows_for_how_long_and_who_else_waits(client_of_nora: Client) -> None:
    waits("nora", seconds=12)
    waits("emil")
    shown = page(client_of_nora)
    assert "you and 1 other" in shown
    assert any(f"{seconds} seconds" in shown for seconds in (12, 13, 14))
    assert "2 people" in page(Client())


def test_leaving_and_leaving_again(client_of_nora: Client) -> None:
    waits("nora")
    for _time in range(2):
        assert client_of_nora.post("/queue/leave/").headers["Location"] == "/queue/"
        assert not Ticket.objects.exists()
    assert "Join the queue" in page(client_of_nora)


def test_a_stranger_who_leaves_changes_nothing(client: Client) -> None:
    waits("nora")
    assert client.post("/queue/leave/").headers["Location"] == "/queue/"
    assert Ticket.objects.count() == 1


def test_whoever_has_a_table_is_led_to_it(client_of_nora: Client) -> None:
    match = table_of("nora")
    table = f"/table/{match.public_id}/"
    assert client_of_nora.get("/queue/").headers["Location"] == table
    joined = client_of_nora.post("/queue/join/", follow=True)
    assert joined.redirect_chain[-1] == (table, 302)
    assert not Ticket.objects.exists()


def test_four_who_joined_by_the_page_are_led_to_one_table(settings: Settings) -> None:
    clients = [Client() for _index in range(4)]
    for client in clients:
        client.post("/queue/join/")
    assert matchmaking.form_matches(timezone.now() + timedelta(seconds=1)) == 1
    table = f"/table/{Match.objects.get().public_id}/"
    assert [client.get("/queue/").headers["Location"] for client in clients] == [table] * 4


def test_play_now_while_waiting_leaves_the_queue(client: Client) -> None:
    client.post("/queue/join/")
    assert client.post("/play/").headers["Location"].startswith("/table/")
    assert not Ticket.objects.exists()
    assert User.objects.count() == 1


def test_a_preset_without_a_queue_is_refused_in_words(client: Client) -> None:
    response = client.post("/queue/join/", {"preset": "nothing"})
    assert response.status_code == 400
    assert "There is no queue for that kind of match." in response.content.decode()
    assert not User.objects.exists()
    assert not Ticket.objects.exists()


def test_a_choice_of_presets_is_shown_when_there_is_one(client: Client, settings: Settings) -> None:
    assert 'type="radio"' not in page(client)
    settings.QUEUE_PRESETS = ["classic", "other"]
    assert page(client).count('type="radio"') == 2
    client.post("/queue/join/", {"preset": "other"})
    assert Ticket.objects.get().preset == "other"


def test_joining_and_leaving_are_for_forms_only(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    for address in ("/queue/join/", "/queue/leave/"):
        assert client.get(address).status_code == 405
        assert strict.post(address).status_code == 403
    assert client.post("/queue/").status_code == 405
    assert not Ticket.objects.exists()


def test_one_address_joins_a_limited_number_of_times() -> None:
    answers = [Client().post("/queue/join/").status_code for _index in range(12)]
    assert answers == [302] * 10 + [429] * 2
    assert Ticket.objects.count() == User.objects.count() == 10


def test_the_limit_keeps_nobody_from_changing_the_own_ticket(client: Client) -> None:
    client.post("/queue/join/")
    for _index in range(12):
        Client().post("/queue/join/")
    assert client.post("/queue/join/", {"with_house": "on"}).status_code == 302


def test_the_first_page_leads_to_the_queue(client: Client) -> None:
    assert 'href="/queue/"' in client.get("/").content.decode()


def test_the_page_is_strict_and_is_not_kept(client: Client) -> None:
    response = client.get("/queue/")
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert "no-store" in response.headers["Cache-Control"]


def test_the_page_takes_as_many_queries_for_many_as_for_one(
    client_of_nora: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for name in CAST:
        waits(name)
    with django_assert_max_num_queries(6):
        page(client_of_nora)
