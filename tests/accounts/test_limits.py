"""Limits on signing in: per address behind one proxy, per name, open while Redis is away."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from hearts_site import fail_open_cache
from tests.accounts.people import guest_client, registered, sign_in_form, sign_up_form, user_of

pytestmark = pytest.mark.django_db


def guess(name: str = "nora", **headers: str) -> str:
    """A new browser tries a wrong password; what the form says."""
    answer = Client().post("/accounts/login/", sign_in_form(name, "wrong"), headers=headers)
    return str(answer.context["form"].errors)


def signs_in(**headers: str) -> bool:
    """Whether Nora gets in with her password."""
    answer = Client().post("/accounts/login/", sign_in_form(), headers=headers)
    return answer.status_code == 302


def test_one_name_cannot_be_guessed_from_many_addresses(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    registered()
    said = [guess(**{"X-Forwarded-For": f"192.0.2.{index}"}) for index in range(7)]
    assert ["too often" in text for text in said] == [False] * 5 + [True] * 2


def test_one_address_cannot_guess_many_names(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    one = {"X-Forwarded-For": "198.51.100.9"}
    said = [guess(f"name{index}", **one) for index in range(12)]
    assert ["too often" in text for text in said] == [False] * 10 + [True] * 2
    registered()
    other = {"X-Forwarded-For": "198.51.100.10"}
    assert signs_in(**other)


def test_behind_one_proxy_an_invented_address_does_not_help(settings: Settings) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    said = [
        guess(f"name{index}", **{"X-Forwarded-For": f"203.0.113.{index}, 198.51.100.9"})
        for index in range(11)
    ]
    assert "too often" in said[-1]


def test_without_a_proxy_the_header_is_not_read() -> None:
    said = [
        guess(f"name{index}", **{"X-Forwarded-For": f"203.0.113.{index}"}) for index in range(11)
    ]
    assert "too often" in said[-1]


def test_registering_is_limited_too() -> None:
    answers = [
        Client().post("/accounts/signup/", sign_up_form(f"name{index}")) for index in range(21)
    ]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert "A moment, please" in answers[-1].content.decode()


def test_who_signs_in_rightly_is_not_counted() -> None:
    registered()
    assert all(signs_in() for _index in range(12))


# -- Redis is away -----------------------------------------------------------------------------


@pytest.fixture(params=["refused", "silent"])
def without_redis(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """Nobody listens; or somebody does, but never answers: that costs the time-out of a second."""
    monkeypatch.setattr(fail_open_cache, "AWAY_SECONDS", 60.0)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "silent":
            listener.listen(64)
        address = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": address}}
        yield listener


def asked(listener: socket.socket) -> int:
    """How many times somebody has connected."""
    listener.setblocking(False)
    count = 0
    with suppress(BlockingIOError):
        while True:
            listener.accept()[0].close()
            count += 1
    return count


def test_without_redis_everything_works(
    without_redis: socket.socket, request: pytest.FixtureRequest
) -> None:
    """Redis is waited for once, and not at each of the dozens of questions of a limit."""
    user = registered()
    _guest, guest = guest_client()
    client = Client()
    assert client.post("/accounts/login/", sign_in_form()).status_code == 302
    assert user_of(client) == str(user.pk)
    assert guest.post("/accounts/signup/", sign_up_form("emil")).status_code == 302
    assert Client().post("/play/").status_code == 302
    if "silent" in request.node.name:
        assert asked(without_redis) == 1


@pytest.mark.usefixtures("without_redis")
def test_without_redis_a_value_is_a_miss_and_a_lock_is_had() -> None:
    assert cache.get("anything", "default") == "default"
    assert cache.add("lock", 1)
    assert cache.add("lock", 1)
    cache.set("anything", 1)
    assert not cache.delete("anything")


def test_with_redis_a_lock_is_had_once() -> None:
    assert cache.add("lock", 1)
    assert not cache.add("lock", 1)
    assert cache.delete("lock")
    assert cache.get("lock") is None
