"""Changing the e-mail address."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import MAIL, PASSWORD, guest_client, registered, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora(client: Client) -> Client:
    """Signed in a while ago."""
    client.force_login(registered(email="old@example.org"))
    return client


def prove(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def change(client: Client, act: str, email: str) -> Any:
    return client.post("/accounts/email/", {f"action_{act}": "1", "email": email})


def addresses() -> list[str]:
    rows = User.objects.get(username="nora").emailaddress_set  # type: ignore[attr-defined]
    return sorted(rows.values_list("email", flat=True))


def test_the_password_is_asked_for_first_and_then_the_change_is_made(nora: Client) -> None:
    asked = change(nora, "add", "new@example.org")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert User.objects.get().email == "old@example.org"
    done = nora.post(asked.headers["Location"], {"password": PASSWORD})
    assert done.headers["Location"] == "/accounts/email/"
    assert User.objects.get().email == "new@example.org"


def test_without_mail_a_new_address_counts_at_once(nora: Client) -> None:
    prove(nora)
    change(nora, "add", "New@example.org")
    assert User.objects.get().email == "new@example.org"
    assert addresses() == ["new@example.org"]
    assert User.objects.get().emailaddress_set.get().primary  # type: ignore[attr-defined]
    assert mail.outbox == []
    page = " ".join(nora.get("/accounts/email/").content.decode().split())
    assert "This server sends no mail" in page
    assert "Your e-mail address is now new@example.org." in page


def test_with_mail_it_counts_once_it_is_confirmed(nora: Client, settings: Settings) -> None:
    settings.MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = MAIL, "optional"
    User.objects.get().emailaddress_set.create(  # type: ignore[attr-defined]  # allauth's
        email="old@example.org", verified=True, primary=True
    )
    prove(nora)
    change(nora, "add", "new@example.org")
    assert User.objects.get().email == "old@example.org"
    assert addresses() == ["new@example.org", "old@example.org"]
    [letter] = mail.outbox
    link = next(word for word in str(letter.body).split() if "/confirm-email/" in word)
    nora.post(link.removeprefix("http://testserver"))
    assert User.objects.get().email == "new@example.org"
    assert addresses() == ["new@example.org"]


def test_an_address_can_be_removed_unless_one_is_required(nora: Client, settings: Settings) -> None:
    nora.get("/accounts/email/")
    prove(nora)
    settings.EMAIL_REQUIRED = True
    change(nora, "remove", "old@example.org")
    assert addresses() == ["old@example.org"]
    settings.EMAIL_REQUIRED = False
    change(nora, "remove", "old@example.org")
    assert addresses() == []
    assert User.objects.get().email == ""


def test_nonsense_is_refused_at_its_field(nora: Client) -> None:
    prove(nora)
    answer = change(nora, "add", "no address")
    assert "email" in answer.context["form"].errors
    html = answer.content.decode()
    assert 'aria-invalid="true"' in html
    assert 'aria-describedby="id_email_error"' in html


def test_a_guest_who_opens_somebodys_confirmation_stays_the_guest(
    nora: Client, settings: Settings
) -> None:
    settings.MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = MAIL, "optional"
    prove(nora)
    change(nora, "add", "new@example.org")
    link = next(word for word in str(mail.outbox[0].body).split() if "/confirm-email/" in word)
    path = link.removeprefix("http://testserver")
    guest, browser = guest_client()
    assert browser.get(path).status_code == 200
    browser.post(path)
    assert user_of(browser) == str(guest.pk)
    assert User.objects.get(username="nora").email == "new@example.org"
