"""Operators: the command that makes one, and the way into admin."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from tests.accounts.people import ANOTHER, PASSWORD, guest_client, registered, sign_in_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPERATOR_PASSWORD", PASSWORD)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed there, line by line."""
    lines: list[str] = []
    monkeypatch.delenv("OPERATOR_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: lines.pop(0))
    monkeypatch.setattr("builtins.input", lambda _prompt: lines.pop(0))
    return lines


@pytest.mark.usefixtures("password")
def test_the_command_makes_somebody_who_may_do_everything(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("create_operator", "--username", "chief")
    assert "chief is an operator now" in capsys.readouterr().out
    user = User.objects.get()
    assert user.is_staff
    assert user.is_superuser
    assert not user.is_guest
    signed_in = client.post("/accounts/login/?next=/admin/", sign_in_form("chief"))
    assert signed_in.headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


@pytest.mark.usefixtures("password")
def test_admin_is_a_good_name_for_an_operator() -> None:
    call_command("create_operator", "--username", "admin")
    assert User.objects.get().username == "admin"


def test_name_and_password_are_asked_for_at_a_terminal(terminal: list[str]) -> None:
    terminal += ["chief", PASSWORD, PASSWORD]
    call_command("create_operator")
    assert User.objects.get(username="chief").check_password(PASSWORD)


def refusal(*words: str) -> str:
    with pytest.raises(CommandError) as refused:
        call_command("create_operator", *words)
    assert not User.objects.filter(is_staff=True).exists()
    return str(refused.value)


def test_two_different_passwords_are_refused(terminal: list[str]) -> None:
    terminal += [PASSWORD, ANOTHER]
    assert refusal("--username", "chief") == "password: the two are not the same"


@pytest.mark.parametrize("weak", ["short", "password", "8423904823904"])
def test_a_weak_password_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, weak: str
) -> None:
    monkeypatch.setenv("OPERATOR_PASSWORD", weak)
    assert refusal("--username", "chief").startswith("password: This password is")


@pytest.mark.usefixtures("password")
def test_a_taken_or_a_wrong_name_is_refused() -> None:
    registered("Chief")
    assert "taken" in refusal("--username", "chief")
    assert refusal("--username", "no name").startswith("user name: ")


def test_without_a_terminal_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPERATOR_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert refusal("--username", "chief").endswith("set OPERATOR_PASSWORD")
    assert refusal().endswith("say --username")


# -- the way in --------------------------------------------------------------------------------


def test_admins_sign_in_by_our_own_page(client: Client) -> None:
    assert client.get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"
    for answer in (
        client.get("/admin/login/?next=/admin/games/match/"),
        client.post("/admin/login/?next=/admin/games/match/", {"username": "x", "password": "y"}),
    ):
        assert answer.headers["Location"] == "/accounts/login/?next=%2Fadmin%2Fgames%2Fmatch%2F"


def test_only_staff_get_in(client: Client) -> None:
    client.force_login(registered())
    assert client.get("/admin/login/").status_code == 403
    assert client.get("/admin/", follow=True).status_code == 403


def test_an_operator_who_plays_as_a_guest_is_asked_to_sign_in() -> None:
    _guest, client = guest_client()
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.headers["Location"] == "/accounts/login/?next=/admin/"


def test_staff_are_led_into_admin_from_their_account(client: Client) -> None:
    client.force_login(registered("op", is_staff=True))
    assert "/admin/" in client.get("/accounts/").content.decode()
    assert client.get("/admin/login/").headers["Location"] == "/admin/"
