"""Home, Play now, the table page, leaving."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games import selectors
from games.models import Match, Player
from tests.factories import person, play_to_the_end, table_of

pytestmark = pytest.mark.django_db


def test_play_now_makes_a_guest_and_seats_it_with_three_house_players(client: Client) -> None:
    response = client.post("/play/")
    match = Match.objects.get()
    assert response.headers["Location"] == f"/table/{match.public_id}/"
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    kinds = [player.kind for player in match.players.order_by("seat")]
    assert kinds == ["person", "house", "house", "house"]
    assert match.players.get(seat=0).user == guest
    page = client.get(response.headers["Location"])
    assert page.status_code == 200
    assert page.context["seated"]


def test_play_now_again_leads_back_to_the_running_match(client: Client) -> None:
    first = client.post("/play/").headers["Location"]
    assert client.post("/play/").headers["Location"] == first
    assert Match.objects.count() == User.objects.count() == 1
    assert first in client.get("/").content.decode()


def test_play_now_after_a_match_opens_a_new_one_for_the_same_guest(client: Client) -> None:
    client.post("/play/")
    play_to_the_end(Match.objects.get())
    client.post("/play/")
    assert Match.objects.count() == 2
    assert User.objects.count() == 1


def test_play_now_is_for_forms_only(client: Client) -> None:
    assert client.get("/play/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/play/").status_code == 403
    assert not Match.objects.exists()


def test_one_address_opens_a_limited_number_of_tables(settings: Settings) -> None:
    answers = [Client().post("/play/").status_code for _index in range(12)]
    assert answers == [302] * 10 + [429] * 2
    assert Match.objects.count() == User.objects.count() == 10
    elsewhere = Client().post("/play/", REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302


def test_the_limit_does_not_keep_anybody_from_the_running_match(client: Client) -> None:
    client.post("/play/")
    for _index in range(12):
        Client().post("/play/")
    assert client.post("/play/").status_code == 302


def test_without_redis_play_now_still_works(client: Client, settings: Settings) -> None:
    settings.CACHES = {
        "default": {**settings.CACHES["default"], "LOCATION": "unix:///nowhere/valkey.sock"}
    }
    assert client.post("/play/").status_code == 302


def test_a_table_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/table/nothing/").status_code == 404
    assert client.post("/table/nothing/leave/").status_code == 404


@pytest.mark.both_databases
@pytest.mark.parametrize("odd", ["%00", "a%00b", "%ff", "%F0%9F%82%A1", "x" * 5000, "0" * 12])
def test_an_odd_id_is_not_found_anywhere(client: Client, odd: str) -> None:
    for path in ("table/{}/", "table/{}/leave/", "api/v1/matches/{}/", "api/v1/presets/{}/"):
        assert client.get("/" + path.format(odd)).status_code in {404, 405}
        assert client.post("/" + path.format(odd)).status_code in {404, 405}


@pytest.mark.both_databases
@pytest.mark.parametrize("number", ["0", "99999", "9" * 30, "9" * 5000, "-1", "1.5"])
def test_an_odd_number_of_a_round_is_not_found(client: Client, number: str) -> None:
    match = table_of("nora")
    address = f"/api/v1/matches/{match.public_id}/rounds/{number}/"
    assert client.get(address).status_code == 404


@pytest.mark.both_databases
@pytest.mark.parametrize("key", ['"\\000aaaaaaaaa"', "é" * 20, "x" * 5000, "';--aaaaaaaaa"])
def test_a_cookie_that_is_no_session_of_ours_is_none(client: Client, key: str) -> None:
    assert client.get("/", headers={"cookie": f"sessionid={key}"}).status_code == 200


@pytest.mark.both_databases
def test_a_long_user_name_fits_at_the_table(client: Client) -> None:
    client.force_login(User.objects.create(username="n" * 150))
    assert client.post("/play/").status_code == 302
    assert Player.objects.get(seat=0).name == "n" * 40


def test_behind_a_proxy_that_ends_tls_the_form_is_accepted(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    browser = Client(enforce_csrf_checks=True)
    browser.get("/", headers={"X-Forwarded-Proto": "https"})
    answer = browser.post(
        "/play/",
        {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value},
        headers={
            "Host": "testserver",
            "Origin": "https://testserver",
            "X-Forwarded-Proto": "https",
        },
    )
    assert answer.status_code == 302


def test_a_watcher_sees_the_page_but_has_no_seat(client: Client) -> None:
    match = table_of("nora")
    page = client.get(f"/table/{match.public_id}/")
    assert page.status_code == 200
    assert not page.context["seated"]


def test_leaving_ends_the_match_and_frees_the_person(nora: Client) -> None:
    match = table_of("nora")
    nora.post(f"/table/{match.public_id}/leave/")
    assert selectors.running_match(person("nora")) is None
    assert not Player.objects.filter(is_active=True).exists()


def test_nobody_ends_somebody_elses_match(nora: Client, client: Client) -> None:
    match = table_of("emil")
    nora.post(f"/table/{match.public_id}/leave/")
    Client().post(f"/table/{match.public_id}/leave/")
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING


def test_pages_without_an_icon_of_their_own_get_ours(client: Client) -> None:
    assert client.get("/favicon.ico").headers["Location"].endswith("icon.svg")


def test_where_other_people_play_leaving_keeps_the_seat_and_says_so(client: Client) -> None:
    match = table_of("nora", "emil")
    client.force_login(person("nora"))
    assert "Other people play on" in client.get(f"/table/{match.public_id}/").content.decode()
    page = client.post(f"/table/{match.public_id}/leave/", follow=True).content.decode()
    assert "Other people play on" in page
    assert f"/table/{match.public_id}/" in page, "the way back"
    assert selectors.running_match(person("nora")) == match


def test_every_page_has_the_strict_policy(client: Client) -> None:
    match = table_of("nora")
    for address in ("/", f"/table/{match.public_id}/", "/nowhere/", "/admin/login/"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_the_table_page_takes_few_queries(
    nora: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = table_of("nora")
    with django_assert_max_num_queries(5):
        nora.get(f"/table/{match.public_id}/")
