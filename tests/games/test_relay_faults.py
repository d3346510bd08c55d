"""What the relay and its sockets must bear: first sockets at once, late snapshots, broken parts."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from pytest_django import Settings

from games import relay, selectors
from games.consumers import TableConsumer
from games.models import Match
from games.services import play
from hearts_site.asgi import application
from tests.factories import CAST, advance, table_of, user_in
from tests.games.test_table_socket import (
    HOST,
    ORIGIN,
    _close_connections,  # noqa: F401  # a fixture for every test here
    connected,
    in_db,
    seat_to_act,
    user_at,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture
async def match() -> Match:
    match: Match = await in_db(table_of, *CAST[:4])
    return match


def overtaken(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    """The next snapshot is read, then an act is committed, and only then is the snapshot sent."""
    read = selectors.snapshot
    done: list[bool] = []

    def late(public_id: str, user: Any) -> selectors.Snapshot | None:
        snapshot = read(public_id, user)
        if not done:
            done.append(True)
            advance(match, 1)
            time.sleep(0.2)  # time for the act's message to arrive first
        return snapshot

    monkeypatch.setattr(selectors, "snapshot", late)


async def test_first_sockets_at_once_are_all_live(match: Match) -> None:
    others = [await in_db(table_of, name) for name in CAST[4:]]
    async with AsyncExitStack() as stack:
        watchers = await asyncio.gather(
            *[
                stack.enter_async_context(connected(each, AnonymousUser()))
                for each in (match, *others)
            ]
        )
        for each, watcher in zip((match, *others), watchers, strict=True):
            await in_db(advance, each, 1)
            assert (await watcher.next())["type"] == "act"
        assert len(relay.current_relay()._layer.channels) == 1


async def test_an_act_that_overtakes_the_first_snapshot_is_told_with_the_seats_own_part(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    await in_db(advance, match, 4)
    seat = (await seat_to_act(match) + 1) % 4
    async with connected(match, AnonymousUser()):  # the process listens to the table already
        overtaken(monkeypatch, match)
        async with connected(match, await user_at(match, seat)) as socket:
            if socket.mirror.position == [1, 4]:
                await socket.until("act")
            table = await in_db(selectors.load_table, match.public_id)
            own = json.loads(json.dumps(selectors.own_part(table, seat)))
            assert own["legal"]
            assert (socket.mirror.position, socket.mirror.mine) == ([1, 5], own)


async def test_sync_is_answered_even_when_an_act_overtakes_the_snapshot(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(match, await user_at(match, 0)) as socket:
        overtaken(monkeypatch, match)
        await socket.communicator.send_to(text_data='{"type":"sync"}')
        await socket.until("snapshot")
        assert socket.mirror.position == [1, 1]


async def test_the_end_of_a_match_is_learnt_from_the_beat_when_its_message_is_lost(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.RELAY_BEAT_SECONDS = 0.1
    match = await in_db(table_of, "nora")
    async with connected(match, AnonymousUser()) as watcher:
        monkeypatch.setattr(relay, "_send", lambda *_anything: None)
        await in_db(abandon, match)
        await watcher.until("snapshot")
        assert watcher.mirror.status == "abandoned"
        assert await watcher.is_silent()


def abandon(match: Match) -> None:
    from games.services import tables

    tables.leave_table(match=match, user=user_in(match, 0))


async def test_an_act_the_database_refuses_is_answered_and_the_socket_lives_on(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(match, await user_at(match, 0)) as socket:
        command = socket.mirror.wants()
        assert command is not None
        with monkeypatch.context() as patched:
            patched.setattr(play, "pass_cards", broken)
            assert (await socket.ask(**command))["code"] == "busy"
        assert (await socket.ask(**command))["type"] == "accepted"


def broken(*_args: Any, **_kwargs: Any) -> Any:
    message = "the database is away"
    raise OperationalError(message)


async def test_a_table_that_cannot_be_read_closes_with_a_code_and_leaves_nothing_behind(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "snapshot", broken)
    consumer = consumer_at(match)
    assert (await consumer.connect())[0]
    assert (await consumer.receive_output(5))["code"] == 4013
    await consumer.disconnect()
    assert relay.table_topic(match.public_id) not in relay.current_relay()._listeners


@pytest.mark.parametrize("failing", ["_obey", "resync"])
async def test_a_consumer_that_fails_leaves_no_listener(
    match: Match, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    async def fail(*_anything: Any) -> None:
        raise ZeroDivisionError

    if failing == "resync":
        monkeypatch.setattr(TableConsumer, failing, fail)
    consumer = consumer_at(match)
    with pytest.raises(ZeroDivisionError):
        await run_into(consumer, monkeypatch, failing, fail)
    assert relay.table_topic(match.public_id) not in relay.current_relay()._listeners


async def run_into(
    consumer: WebsocketCommunicator,
    monkeypatch: pytest.MonkeyPatch,
    failing: str,
    fail: Callable[..., Any],
) -> None:
    await consumer.connect()
    if failing == "_obey":
        await consumer.receive_from()
        monkeypatch.setattr(TableConsumer, failing, fail)
        await consumer.send_to(text_data='{"type":"sync"}')
    await consumer.receive_output(5)


def consumer_at(match: Match) -> WebsocketCommunicator:
    consumer = WebsocketCommunicator(TableConsumer.as_asgi(), "/")
    consumer.scope["url_route"] = {"kwargs": {"public_id": match.public_id}}
    consumer.scope["user"] = AnonymousUser()
    return consumer


@pytest.mark.parametrize("path", ["%00", "abc", "é", "x" * 300, "a b", "../x", ""])
async def test_an_odd_address_is_closed_with_a_code_and_harms_nobody(
    match: Match, path: str
) -> None:
    socket = WebsocketCommunicator(application, f"/ws/table/{path}/", [HOST, ORIGIN])
    assert (await socket.connect())[0]
    assert (await socket.receive_output(5))["code"] == 4404
    await socket.disconnect()
    async with connected(match, AnonymousUser()) as watcher:
        await relay.current_relay()._compare_with_database()
        await in_db(advance, match, 1)
        assert (await watcher.next())["type"] == "act"


async def test_a_message_that_cannot_be_read_does_not_end_the_relay(match: Match) -> None:
    async with connected(match, AnonymousUser()) as watcher:
        for rubbish in (b"\xc1", b"\x80"):
            await in_db(publish_raw, match.public_id, rubbish)
        await in_db(advance, match, 1)
        assert (await watcher.next())["type"] == "act"


def publish_raw(public_id: str, rubbish: bytes) -> None:
    from django.conf import settings

    channel = f"{settings.REDIS_PREFIX}__group__{relay.table_topic(public_id)}"
    relay._publisher()._client.publish(channel, rubbish)
