"""Signing in and out, with guests in mind; where one is led afterwards."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import selectors
from games.services import tables
from tests.accounts.people import (
    PASSWORD,
    guest_client,
    registered,
    sign_in_form,
    sign_up_form,
    user_of,
)

pytestmark = pytest.mark.django_db

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    "\thttps://evil.example",
]


def sign_in(client: Client, name: str = "nora", path: str = "/accounts/login/", **more: str) -> Any:
    return client.post(path, sign_in_form(name, **more))


@pytest.mark.parametrize("name", ["nora", "NORA", " nora "])
def test_name_and_password_sign_in_and_lead_home(client: Client, name: str) -> None:
    user = registered()
    assert sign_in(client, name).headers["Location"] == "/"
    assert user_of(client) == str(user.pk)


def test_a_wrong_password_and_an_unknown_name_get_the_same_words(client: Client) -> None:
    registered()
    answers = [
        client.post("/accounts/login/", sign_in_form(name, "wrong")).context["form"].errors
        for name in ("nora", "nobody")
    ]
    assert answers[0] == answers[1] != {}
    assert user_of(client) is None


def test_a_guest_has_no_password_to_sign_in_with(client: Client) -> None:
    guest, _its_browser = guest_client()
    assert sign_in(client, guest.username).status_code == 200


def test_staying_signed_in_is_a_choice(client: Client) -> None:
    registered()
    assert sign_in(client).cookies["sessionid"]["max-age"] == ""
    client = Client()
    assert sign_in(client, remember="on").cookies["sessionid"]["max-age"] > 300 * 24 * 3600


def test_a_closed_account_is_told_so(client: Client) -> None:
    registered(is_active=False)
    assert sign_in(client).headers["Location"] == "/accounts/inactive/"
    assert "closed" in client.get("/accounts/inactive/").content.decode()


def test_whoever_is_signed_in_is_sent_on(client: Client) -> None:
    client.force_login(registered())
    assert client.get("/accounts/login/?next=/accounts/").headers["Location"] == "/accounts/"


@pytest.mark.parametrize("page", ["login", "signup", "logout"])
def test_next_leads_back_within_this_site(client: Client, page: str) -> None:
    registered("emil")
    form = sign_in_form("emil") if page == "login" else sign_up_form("rosa")
    response = client.post(f"/accounts/{page}/?next=/accounts/", form)
    assert response.headers["Location"] == "/accounts/"


@pytest.mark.parametrize("page", ["login", "signup", "logout"])
@pytest.mark.parametrize("target", ELSEWHERE)
def test_next_never_leads_to_another_site(client: Client, page: str, target: str) -> None:
    registered("emil")
    form = sign_in_form("emil") if page == "login" else sign_up_form("rosa")
    response = client.post(f"/accounts/{page}/", {**form, "next": target})
    assert response.headers["Location"] == "/"
    if page != "logout":  # now signed in
        response = client.get(f"/accounts/{page}/", {"next": target})
        assert response.headers["Location"] == "/"


# -- guests ------------------------------------------------------------------------------------


def test_a_guest_who_signs_in_is_told_what_stays_behind_and_has_to_say_so() -> None:
    registered()
    guest, client = guest_client()
    running = tables.open_table(people=[guest])
    assert "stays behind" in " ".join(client.get("/accounts/login/").content.decode().split())

    refused = sign_in(client)

    assert "leave_guest" in refused.context["form"].errors
    assert user_of(client) == str(guest.pk)
    assert sign_in(client, leave_guest="on").status_code == 302
    assert user_of(client) == str(User.objects.get(username="nora").pk)
    assert selectors.running_match(guest) == running, "the match stays with the guest"
    assert selectors.running_match(User.objects.get(username="nora")) is None


def test_a_guest_does_not_sign_out_without_having_been_warned() -> None:
    guest, client = guest_client()
    for response in (client.get("/accounts/logout/"), client.post("/accounts/logout/")):
        assert "nobody can come back" in " ".join(response.content.decode().split())
        assert user_of(client) == str(guest.pk)
    assert client.post("/accounts/logout/", {"leave_guest": "1"}).headers["Location"] == "/"
    assert user_of(client) is None


def test_an_account_signs_out_at_once_and_only_by_a_form(client: Client) -> None:
    user = registered()
    client.force_login(user)
    assert client.get("/accounts/logout/").status_code == 200
    assert user_of(client) == str(user.pk)
    assert client.post("/accounts/logout/").headers["Location"] == "/"
    assert user_of(client) is None
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(user)
    assert guarded.post("/accounts/logout/").status_code == 403


@pytest.mark.parametrize("page", ["", "email/", "password/change/", "reauthenticate/"])
def test_a_guest_has_no_account_to_change(page: str) -> None:
    _guest, client = guest_client()
    assert client.get(f"/accounts/{page}").headers["Location"].startswith("/accounts/signup/")
    location = Client().get(f"/accounts/{page}").headers["Location"]
    assert location.startswith("/accounts/login/?next=/accounts/")


# -- the head of the page ----------------------------------------------------------------------


def test_the_head_of_the_page_says_who_one_is(client: Client) -> None:
    assert "/accounts/login/" in client.get("/").content.decode()
    _guest, guest = guest_client()
    page = guest.get("/").content.decode()
    assert "Keep your history" in page
    assert "/accounts/logout/" not in page
    client.force_login(registered())
    page = client.get("/").content.decode()
    assert "nora" in page
    assert "/accounts/logout/" in page
    assert "/accounts/login/" not in page


def test_pages_of_errors_have_the_head_or_go_without(client: Client) -> None:
    assert "/accounts/login/" in client.get("/nowhere/").content.decode()
    refused = Client(enforce_csrf_checks=True).post("/play/")
    assert refused.status_code == 403
    assert "expired" in refused.content.decode()


def test_the_account_page_names_what_can_be_changed(client: Client) -> None:
    client.force_login(registered())
    page = client.get("/accounts/").content.decode()
    assert "/accounts/password/change/" in page
    assert "/accounts/email/" in page
    assert "/admin/" not in page


def test_every_account_page_has_the_strict_policy(client: Client) -> None:
    for address in ("login/", "signup/", "logout/", "password/reset/", "inactive/"):
        response = client.get(f"/accounts/{address}")
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert " style=" not in response.content.decode()
    assert PASSWORD not in str(client.session.items())
