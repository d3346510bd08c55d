"""Changing and resetting the password, with mail and without."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import (
    ANOTHER,
    MAIL,
    PASSWORD,
    guest_client,
    registered,
    sign_in_form,
    user_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(registered("op", is_staff=True, is_superuser=True))
    return client


def link_for(operator: Client, user: User) -> str:
    shown = operator.post(f"/admin/accounts/user/{user.pk}/reset-link/").content.decode()
    found = re.search(r'value="http://testserver([^"]+)"', shown)
    assert found, shown
    return found[1]


def set_password(client: Client, link: str, password: str = ANOTHER) -> bool:
    """Opens a reset link and fills in its form; whether that was taken."""
    form = client.get(link)
    if form.status_code != 302:
        return False
    answer = client.post(form.headers["Location"], {"password1": password, "password2": password})
    return answer.status_code == 302


def change_form(old: str = PASSWORD) -> dict[str, str]:
    return {"oldpassword": old, "password1": ANOTHER, "password2": ANOTHER}


def test_a_changed_password_signs_out_all_other_sessions(client: Client) -> None:
    user = registered()
    other = Client()
    for browser in (client, other):
        browser.post("/accounts/login/", sign_in_form())
        assert user_of(browser) == str(user.pk)

    response = client.post("/accounts/password/change/", change_form())

    assert response.headers["Location"] == "/accounts/"
    assert user_of(client) == str(user.pk)
    assert user_of(other) is None
    assert User.objects.get().check_password(ANOTHER)


def test_the_old_password_has_to_be_known(client: Client) -> None:
    client.force_login(registered())
    response = client.post("/accounts/password/change/", change_form("guessed"))
    assert "oldpassword" in response.context["form"].errors
    assert User.objects.get().check_password(PASSWORD)


def test_without_mail_the_page_says_so_and_whom_to_ask(client: Client, settings: Settings) -> None:
    settings.CONTACT = "the club room, Tuesdays"
    registered(email="nora@example.org")
    for answer in (
        client.get("/accounts/password/reset/"),
        client.post("/accounts/password/reset/", {"email": "nora@example.org"}),
    ):
        text = " ".join(answer.content.decode().split())
        assert "This server sends no mail" in text
        assert "the club room, Tuesdays" in text
        assert "<input" not in text.partition("<main")[2]
    assert mail.outbox == []


def test_with_mail_a_link_is_sent(client: Client, settings: Settings) -> None:
    settings.MAIL = MAIL
    registered(email="nora@example.org")
    done = client.post("/accounts/password/reset/", {"email": "Nora@example.org"})
    assert done.headers["Location"] == "/accounts/password/reset/done/"
    [letter] = mail.outbox
    assert letter.subject.startswith("Open Hearts: ")
    link = re.search(r"http://testserver(\S+)", str(letter.body))
    assert link
    assert set_password(Client(), link[1])
    assert User.objects.get().check_password(ANOTHER)


def test_an_unknown_address_gets_the_same_page(client: Client, settings: Settings) -> None:
    settings.MAIL = MAIL
    done = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert done.headers["Location"] == "/accounts/password/reset/done/"


# -- links handed out by staff -----------------------------------------------------------------


def test_staff_make_a_link_that_works_once_and_is_logged(operator: Client) -> None:
    user = registered()
    asked = operator.get(f"/admin/accounts/user/{user.pk}/reset-link/")
    assert "/accounts/password/reset/key/" not in asked.content.decode()
    assert not LogEntry.objects.exists()

    link = link_for(operator, user)

    entry = LogEntry.objects.get()
    assert entry.object_id == str(user.pk)
    assert "reset link" in entry.get_change_message()
    assert link.split("-", 1)[1] not in entry.change_message
    browser = Client()
    assert set_password(browser, link)
    assert User.objects.get(pk=user.pk).check_password(ANOTHER)
    assert not set_password(Client(), link)
    assert browser.post("/accounts/login/", sign_in_form(password=ANOTHER)).status_code == 302


def test_the_page_of_a_user_leads_there_but_not_that_of_a_guest(operator: Client) -> None:
    user, (guest, _browser) = registered(), guest_client()
    button = "/reset-link/"
    assert button in operator.get(f"/admin/accounts/user/{user.pk}/change/").content.decode()
    assert button not in operator.get(f"/admin/accounts/user/{guest.pk}/change/").content.decode()
    refused = operator.post(f"/admin/accounts/user/{guest.pk}/reset-link/").content.decode()
    assert "cannot sign in by password" in refused
    assert operator.get("/admin/accounts/user/999/reset-link/").status_code == 404


def test_the_page_with_a_link_is_kept_nowhere(operator: Client) -> None:
    answer = operator.post(f"/admin/accounts/user/{registered().pk}/reset-link/")
    assert "no-store" in answer.headers["Cache-Control"]


def test_only_a_superuser_makes_a_link_for_staff() -> None:
    from django.contrib.auth.models import Permission

    helper = registered("helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="change_user"))
    client = Client()
    client.force_login(helper)
    boss = registered("boss", is_staff=True, is_superuser=True)
    assert client.post(f"/admin/accounts/user/{boss.pk}/reset-link/").status_code == 403
    link_for(client, registered("nora"))


def test_without_the_permission_to_change_users_there_is_no_link(client: Client) -> None:
    client.force_login(registered("helper", is_staff=True))
    assert client.post(f"/admin/accounts/user/{registered().pk}/reset-link/").status_code == 403
    client.force_login(registered("emil"))
    assert client.post("/admin/accounts/user/1/reset-link/").status_code == 302


def test_a_guest_who_opens_a_link_stays_the_guest(operator: Client) -> None:
    """The password was forgotten, so somebody plays as a guest meanwhile."""
    link = link_for(operator, registered())
    guest, browser = guest_client()
    assert set_password(browser, link)
    assert user_of(browser) == str(guest.pk)
