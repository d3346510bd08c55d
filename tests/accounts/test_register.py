"""Registering, and guests that turn into accounts."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games import selectors
from games.services import tables
from tests.accounts.people import (
    ANOTHER,
    MAIL,
    PASSWORD,
    guest_client,
    registered,
    sign_up_form,
    user_of,
)
from tests.factories import play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def sign_up(client: Client, name: str = "nora", **more: str) -> Any:
    return client.post("/accounts/signup/", sign_up_form(name, **more))


def errors_of(response: Any) -> dict[str, list[str]]:
    assert response.status_code == 200
    return dict(response.context["form"].errors)


def test_whoever_registers_is_signed_in_and_led_home(client: Client) -> None:
    response = sign_up(client)
    assert response.headers["Location"] == "/"
    user = User.objects.get()
    assert user_of(client) == str(user.pk)
    assert user.check_password(PASSWORD)
    assert user.shown_name == "nora"
    assert not user.is_guest
    assert not user.is_staff


def test_a_guest_who_registers_keeps_user_seat_and_history() -> None:
    guest, client = guest_client()
    played = play_to_the_end(tables.open_table(people=[guest]))
    running = tables.open_table(people=[guest])

    response = sign_up(client, email="nora@example.org")

    assert response.status_code == 302
    account = User.objects.get()
    assert account.pk == guest.pk
    assert user_of(client) == str(guest.pk)
    assert not account.is_guest
    assert account.check_password(PASSWORD)
    assert account.shown_name == account.username == "nora"
    assert account.email == "nora@example.org"
    assert selectors.running_match(account) == running
    assert selectors.seat_of(played, account) == 0
    assert "as a guest is yours" in str(next(iter(get_messages(response.wsgi_request))))


def test_the_cookie_of_the_guest_is_worth_nothing_afterwards() -> None:
    _guest, client = guest_client()
    old = client.cookies["sessionid"].value
    sign_up(client)
    thief = Client()
    thief.cookies["sessionid"] = old
    assert user_of(thief) is None


def test_a_form_with_errors_leaves_the_guest_as_it_was() -> None:
    guest, client = guest_client()
    assert errors_of(sign_up(client, password2=ANOTHER)) == {
        "password2": ["You must type the same password each time."]
    }
    assert User.objects.get() == guest
    assert User.objects.get().is_guest


def test_whoever_has_an_account_is_sent_on(client: Client) -> None:
    client.force_login(registered())
    assert client.get("/accounts/signup/").headers["Location"] == "/"
    assert sign_up(client, "emil").headers["Location"] == "/"
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["abc", "Nora", "n0ra_b-c.d", "4ever", "a" * 20, "guesthouse"])
def test_names_that_are_allowed(client: Client, name: str) -> None:
    assert sign_up(client, name).status_code == 302


@pytest.mark.parametrize(
    "name",
    [
        *("ab", "a" * 21, "_nora", ".nora", "no ra", "no\u00a0ra", "nora\u200b", "no\tra"),
        *("nør", "nоra", "nora@home", "no/ra", "<b>nora"),  # the second o is Cyrillic
        *("guest", "guest-4821", "Guest_1", "GUEST4821", "guest.x"),
        *("admin", "Operator", "cleo"),
    ],
)
def test_names_that_are_not(client: Client, name: str) -> None:
    assert "username" in errors_of(sign_up(client, name))
    assert not User.objects.exists()


def test_a_name_is_taken_in_whatever_case(client: Client) -> None:
    registered("Nora")
    assert errors_of(sign_up(client, "nORA")) == {"username": ["This name is taken."]}
    with pytest.raises(IntegrityError), transaction.atomic():
        registered("NORA")


def test_names_of_house_players_are_reserved(client: Client) -> None:
    for name in tables.HOUSE_NAMES:
        assert "username" in errors_of(sign_up(client, name.lower()))


def test_two_who_ask_for_one_name_at_once_do_not_break_anything(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other's name was not there yet when the form looked."""
    guest, client = guest_client()
    registered("nora")
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda _s, name: name)
    assert errors_of(sign_up(client)) == {"username": ["This name is taken."]}
    assert User.objects.get(pk=guest.pk).is_guest
    assert user_of(client) == str(guest.pk)


def test_a_guest_registered_in_another_tab_is_not_registered_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other tab was faster, after this request had looked who asks."""
    guest, client = guest_client()

    def faster(_adapter: object, name: str) -> str:
        User.objects.filter(pk=guest.pk).update(is_guest=False, username="first")
        return name

    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", faster)
    assert sign_up(client, "second").headers["Location"] == "/"
    assert User.objects.get().username == "first"


@pytest.mark.parametrize("password", ["short", "password", "12345678901", "nora-nora"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    response = sign_up(client, "nora-nora", password1=password, password2=password)
    assert "password1" in errors_of(response)


def test_an_address_is_asked_for_only_where_it_is_required(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*", "email*"]
    settings.EMAIL_REQUIRED = True
    assert "email" in errors_of(sign_up(client))
    assert sign_up(client, email="nora@example.org").status_code == 302


def test_with_mail_an_address_is_confirmed_by_a_link(client: Client, settings: Settings) -> None:
    settings.MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = MAIL, "optional"
    sign_up(client, email="nora@example.org")
    [letter] = mail.outbox
    assert letter.to == ["nora@example.org"]
    link = next(word for word in str(letter.body).split() if "/confirm-email/" in word)
    path = link.removeprefix("http://testserver")
    assert b"nora@example.org" in client.get(path).content
    client.post(path)
    address = User.objects.get().emailaddress_set.get()  # type: ignore[attr-defined]  # allauth's
    assert address.verified
    assert address.primary


def test_a_mail_server_that_is_away_does_not_keep_a_guest_from_registering(
    settings: Settings,
) -> None:
    settings.MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = MAIL, "optional"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    guest, client = guest_client()
    response = sign_up(client, email="nora@example.org")
    assert response.status_code == 302
    assert user_of(client) == str(guest.pk)
    words = [str(message) for message in get_messages(response.wsgi_request)]
    assert any("could not be sent" in text for text in words)


def test_who_has_an_address_here_is_not_told(client: Client) -> None:
    registered("emil", email="one@example.org")
    assert sign_up(client, email="one@example.org").status_code == 302
