"""The lobby over its socket, in one process, with a real Valkey between service and socket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import channels.testing.application
import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import consumers, relay
from games.consumers import LobbyConsumer
from games.models import Match, Ticket
from games.services import matchmaking
from hearts_site.asgi import application
from tests.factories import CAST, person, table_of, waits
from tests.games.test_table_socket import HOST, ORIGIN, in_db

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

NOBODY = {"type": "lobby", "waiting": {"classic": 0}}
NO_TICKET = {"type": "ticket", "preset": None}


@pytest.fixture(autouse=True)
def _close_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels' communicators keep connections open, for good when several are in use at once."""
    monkeypatch.setattr(channels.testing.application, "no_op", close_old_connections)


class Lobby:
    """One connected client."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator

    async def next(self) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(await self.communicator.receive_from(5))
        return frame

    async def until(self, kind: str) -> dict[str, Any]:
        """The next frame of that type."""
        while (frame := await self.next())["type"] != kind:
            pass
        return frame

    async def is_silent(self) -> bool:
        """Whether nothing comes for a moment."""
        return bool(await self.communicator.receive_nothing(0.2))


@asynccontextmanager
async def looking(user: User | AnonymousUser) -> AsyncIterator[Lobby]:
    """A socket in the lobby that has just been opened."""
    consumer = WebsocketCommunicator(LobbyConsumer.as_asgi(), "/")
    consumer.scope["user"] = user
    await consumer.connect()
    try:
        yield Lobby(consumer)
    finally:
        await consumer.disconnect()


async def test_on_opening_it_says_how_things_stand() -> None:
    async with looking(AnonymousUser()) as stranger:
        assert [await stranger.next(), await stranger.next()] == [NOBODY, NO_TICKET]
    await in_db(waits, "nora")
    async with looking(await in_db(person, "nora")) as nora:
        assert (await nora.next())["waiting"] == {"classic": 1}
        assert await nora.next() == {"type": "ticket", "preset": "classic"}
        assert await nora.is_silent()
    match = await in_db(table_of, "emil")
    async with looking(await in_db(person, "emil")) as emil:
        assert (await emil.until("table"))["match"] == match.public_id


async def test_everybody_sees_who_joins_and_leaves_and_every_tab_its_own_ticket() -> None:
    user = await in_db(person, "nora")
    async with (
        looking(AnonymousUser()) as stranger,
        looking(user) as first,
        looking(user) as second,
    ):
        for lobby in (stranger, first, second):
            assert [await lobby.next(), await lobby.next()] == [NOBODY, NO_TICKET]
        await in_db(waits, "nora")
        assert (await stranger.next())["waiting"] == {"classic": 1}
        assert await stranger.is_silent()
        for tab in (first, second):
            assert await tab.until("ticket") == {"type": "ticket", "preset": "classic"}
        await in_db(lambda: matchmaking.leave(user=user))
        assert await stranger.until("lobby") == NOBODY
        for tab in (first, second):
            assert await tab.until("ticket") == NO_TICKET


async def test_those_whose_table_is_ready_are_told_and_nobody_else() -> None:
    for name in CAST[:5]:
        await in_db(waits, name)
    async with (
        looking(await in_db(person, CAST[0])) as seated,
        looking(await in_db(person, CAST[4])) as left_over,
    ):
        await seated.until("ticket")
        await left_over.until("ticket")
        await in_db(matchmaking.form_matches, timezone.now())
        match = await Match.objects.aget()
        assert await seated.until("table") == {"type": "table", "match": match.public_id}
        assert (await left_over.next())["waiting"] == {"classic": 1}
        assert await left_over.is_silent()


async def test_what_was_lost_is_healed_by_the_beat(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.RELAY_BEAT_SECONDS = 0.1
    async with looking(await in_db(person, "nora")) as nora:
        await nora.until("ticket")
        monkeypatch.setattr(relay, "_send", lambda *_anything: None)
        await in_db(waits, "emil")
        assert (await nora.next())["waiting"] == {"classic": 1}
        match = await in_db(table_of, "nora")
        assert (await nora.until("table"))["match"] == match.public_id
        assert await nora.is_silent(), "the same is not told twice"


async def test_an_open_socket_keeps_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "KEEP_PLACE_SECONDS", 0.05)
    await in_db(lambda: waits("nora", away=300))
    async with looking(await in_db(person, "nora")) as nora:
        await nora.until("ticket")
        seen = []
        for _time in range(2):
            await asyncio.sleep(0.3)
            seen.append((await Ticket.objects.aget()).seen_at)
        assert timezone.now() - timedelta(seconds=60) < seen[0] < seen[1]


async def test_sync_is_answered_and_anything_else_is_an_error() -> None:
    async with looking(AnonymousUser()) as lobby:
        await lobby.until("ticket")
        await lobby.communicator.send_to(text_data='{"type":"sync"}')
        assert [await lobby.next(), await lobby.next()] == [NOBODY, NO_TICKET]
        bad = {
            "unknown_type": '{"type":"play","card":"QS","at":[1,4],"id":"a"}',
            "not_json": "[]",
            "bad_frame": '{"type":"sync","id":7}',
        }
        for code, text in bad.items():
            await lobby.communicator.send_to(text_data=text)
            assert (await lobby.next())["code"] == code
        await lobby.communicator.send_to(bytes_data=b"\x00")
        assert (await lobby.next())["code"] == "not_json"


async def test_a_foreign_origin_is_refused_and_the_own_is_let_in() -> None:
    elsewhere = (b"origin", b"http://elsewhere.example")
    foreign = WebsocketCommunicator(application, "/ws/lobby/", [HOST, elsewhere])
    assert not (await foreign.connect())[0]
    socket = WebsocketCommunicator(application, "/ws/lobby/", [HOST, ORIGIN])
    assert (await socket.connect())[0]
    assert json.loads(await socket.receive_from()) == NOBODY
    await socket.disconnect()


async def test_nothing_is_left_in_the_relay_when_the_last_socket_goes() -> None:
    async with looking(await in_db(person, "nora")) as nora:
        await nora.until("ticket")
        assert relay.current_relay()._listeners
    assert not relay.current_relay()._listeners
    assert not relay.current_relay()._subscribed
