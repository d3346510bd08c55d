"""A table over its socket, in one process, with a real Valkey between service and socket."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import channels.testing.application
import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games import relay, selectors
from games.consumers import TableConsumer
from games.engine import cards
from games.models import Match, Player, Round
from tests.factories import CAST, advance, person, state_of, table_of
from tests.mirror import Mirror, hidden_cards_shown

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ORIGIN = (b"origin", b"http://localhost")
HOST = (b"host", b"localhost")


@pytest.fixture(autouse=True)
def _close_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels' communicators keep connections open, for good when several are in use at once."""
    monkeypatch.setattr(channels.testing.application, "no_op", close_old_connections)


class Socket:
    """One connected client with what it learned."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.mirror = Mirror()

    async def next(self, seconds: float = 5) -> dict[str, Any]:
        """The next frame."""
        return self.mirror.take(await self.communicator.receive_from(seconds))

    async def until(self, kind: str) -> dict[str, Any]:
        """The next frame of that type."""
        while True:
            frame = await self.next()
            if frame["type"] == kind:
                return frame

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Sends a command and returns its answer; frames in between are applied."""
        await self.communicator.send_to(text_data=json.dumps({"id": "q", **command}))
        while True:
            frame = await self.next()
            if frame.get("id") == "q":
                return frame

    async def is_silent(self) -> bool:
        """Whether nothing comes for a moment."""
        return bool(await self.communicator.receive_nothing(0.2))


@asynccontextmanager
async def connected(match: Match, user: User | AnonymousUser) -> AsyncIterator[Socket]:
    """A socket at that table that has its first snapshot."""
    consumer = WebsocketCommunicator(TableConsumer.as_asgi(), "/")
    consumer.scope["url_route"] = {"kwargs": {"public_id": match.public_id}}
    consumer.scope["user"] = user
    await consumer.connect()
    socket = Socket(consumer)
    assert (await socket.next())["type"] == "snapshot"
    try:
        yield socket
    finally:
        await consumer.disconnect()


@pytest.fixture
async def match() -> Match:
    match: Match = await in_db(table_of, *CAST[:4])
    return match


async def in_db(call: Any, *arguments: Any) -> Any:
    return await database_sync_to_async(call)(*arguments)


async def user_at(match: Match, seat: int) -> User:
    player = await match.players.select_related("user").aget(seat=seat)
    assert player.user is not None
    return player.user


async def seat_to_act(match: Match) -> int:
    return int((await in_db(state_of, match)).seats_to_act()[0])


async def test_a_seat_gets_its_own_hand_and_a_watcher_none(match: Match) -> None:
    state = await in_db(state_of, match)
    async with connected(match, await user_at(match, 2)) as seated:
        assert seated.mirror.you == 2
        assert seated.mirror.mine is not None
        assert seated.mirror.mine["hand"] == cards.texts_of(cards.cards_in(state.hands[2]))
    for visitor in (AnonymousUser(), await in_db(person, "otto")):
        async with connected(match, visitor) as watcher:
            assert (watcher.mirror.you, watcher.mirror.mine) == (None, None)


async def test_a_play_reaches_every_seat_and_watcher_once(match: Match) -> None:
    await in_db(advance, match, 4)
    seat = await seat_to_act(match)
    async with (
        connected(match, await user_at(match, seat)) as player,
        connected(match, await user_at(match, (seat + 1) % 4)) as neighbour,
        connected(match, AnonymousUser()) as watcher,
    ):
        command = player.mirror.wants()
        assert command is not None
        assert (await player.ask(**command))["at"] == [1, 5]
        for socket in (neighbour, watcher):
            frame = await socket.until("act")
            assert frame["events"][0] == {"type": "played", "seat": seat, "card": command["card"]}
            assert await socket.is_silent()
        assert neighbour.mirror.mine is not None
        assert neighbour.mirror.mine["legal"]


async def test_two_tabs_of_one_seat_are_both_live(match: Match) -> None:
    user = await user_at(match, 0)
    async with connected(match, user) as old, connected(match, user) as new:
        command = new.mirror.wants()
        assert command is not None
        assert (await new.ask(**command))["type"] == "accepted"
        assert (await old.until("act"))["at"] == [1, 1]
        assert old.mirror.mine is not None
        assert old.mirror.mine["passed"] == command["cards"]


async def test_a_reload_finds_seat_and_state_in_every_phase(match: Match) -> None:
    user = await user_at(match, 1)
    for acts in (0, 2, 2, 2, 2, 47, 1):
        await in_db(advance, match, acts)
        table = await in_db(selectors.load_table, match.public_id)
        async with connected(match, user) as socket:
            assert socket.mirror.you == 1
            assert tuple(socket.mirror.position) == table.position
            assert socket.mirror.mine == json.loads(json.dumps(selectors.own_part(table, 1)))


async def test_an_unknown_match_is_accepted_then_closed_and_makes_no_row() -> None:
    consumer = WebsocketCommunicator(TableConsumer.as_asgi(), "/")
    consumer.scope["url_route"] = {"kwargs": {"public_id": "nothing"}}
    consumer.scope["user"] = AnonymousUser()
    assert (await consumer.connect())[0]
    closed = await consumer.receive_output(5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)
    assert await Match.objects.acount() == await Round.objects.acount() == 0


BAD_FRAMES = {
    "not_json": [" ", "{", "[]", "3", '"play"', "null", "[" * 9000, '{"type":NaN', "\x00"],
    "unknown_type": ["{}", '{"type":"move"}', '{"type":["play"]}', '{"type":null}', '{"a":NaN}'],
    "bad_card": [
        '{"type":"play","card":"1S","at":[1,4]}',
        '{"type":"play","card":7,"at":[1,4]}',
        '{"type":"play","at":[1,4]}',
        '{"type":"pass","cards":["QS",null,"AS"],"at":[1,4]}',
    ],
    "bad_frame": [
        '{"type":"play","card":"QS"}',
        '{"type":"play","card":"QS","at":[1]}',
        '{"type":"play","card":"QS","at":[true,4]}',
        '{"type":"play","card":"QS","at":[1,1e400]}',
        '{"type":"play","card":"QS","at":[1,-4]}',
        '{"type":"play","card":"QS","at":{"0":1}}',
        '{"type":"sync","id":5}',
        '{"type":"pass","cards":"QS","at":[1,4]}',
    ],
    "frame_too_large": ['{"type":"sync","id":"' + "x" * 17_000 + '"}'],
}


async def test_a_bad_frame_gets_an_error_and_the_connection_lives_on(match: Match) -> None:
    await in_db(advance, match, 4)
    before = await match.rounds.values().aget()
    async with connected(match, await user_at(match, await seat_to_act(match))) as socket:
        for code, texts in BAD_FRAMES.items():
            for text in texts:
                await socket.communicator.send_to(text_data=text)
                frame = await socket.next()
                assert (frame["type"], frame["code"]) == ("error", code), text[:80]
                assert frame["message"]
        await socket.communicator.send_to(bytes_data=b"\x00\xff")
        assert (await socket.next())["code"] == "not_json"
        command = socket.mirror.wants()
        assert command is not None
        assert await match.rounds.values().aget() == before
        assert (await socket.ask(**command))["type"] == "accepted"


async def test_what_the_rules_forbid_is_refused_with_its_code(match: Match) -> None:
    await in_db(advance, match, 4)
    seat, before = await seat_to_act(match), await match.rounds.values().aget()
    async with (
        connected(match, await user_at(match, seat)) as player,
        connected(match, await user_at(match, (seat + 1) % 4)) as neighbour,
        connected(match, AnonymousUser()) as watcher,
    ):
        mine, other = player.mirror.mine, neighbour.mirror.mine
        assert mine is not None
        assert other is not None
        at = player.mirror.position
        barred, code = next(iter(mine["refusals"].items()))
        assert code == "must_lead_low_club"
        refusals = [
            (player, {"type": "play", "card": barred, "at": at}, code),
            (player, {"type": "play", "card": other["hand"][0], "at": at}, "not_your_card"),
            (player, {"type": "pass", "cards": mine["hand"][:3], "at": at}, "wrong_phase"),
            (neighbour, {"type": "play", "card": other["hand"][0], "at": at}, "not_your_turn"),
            (watcher, {"type": "play", "card": "2C", "at": at}, "not_seated"),
        ]
        for socket, command, expected in refusals:
            assert (await socket.ask(**command))["code"] == expected
        assert await match.rounds.values().aget() == before
        assert await neighbour.is_silent()


async def test_a_wrong_pass_is_refused(match: Match) -> None:
    async with connected(match, await user_at(match, 0)) as socket:
        assert socket.mirror.mine is not None
        hand, at = socket.mirror.mine["hand"], socket.mirror.position
        for chosen in (hand[:2], hand[:4], [hand[0]] * 3, []):
            answer = await socket.ask(type="pass", cards=chosen, at=at)
            assert answer["code"] == "wrong_pass"
    assert (await match.rounds.aget()).ply == 0


async def test_a_stale_play_is_refused_and_followed_by_a_snapshot(match: Match) -> None:
    await in_db(advance, match, 4)
    async with connected(match, await user_at(match, 0)) as socket:
        answer = await socket.ask(type="play", card="AH", at=[1, 2])
        assert answer["code"] == "stale"
        assert (await socket.next())["type"] == "snapshot"


async def test_sync_is_answered_with_a_snapshot(match: Match) -> None:
    async with connected(match, AnonymousUser()) as socket:
        await socket.communicator.send_to(text_data='{"type":"sync"}')
        assert (await socket.next())["type"] == "snapshot"


async def test_a_lost_message_is_healed_by_the_next_one(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(match, AnonymousUser()) as watcher:
        with monkeypatch.context() as patched:
            patched.setattr(relay, "publish", lambda *_anything: None)
            await in_db(advance, match, 1)
        await in_db(advance, match, 1)
        assert (await watcher.next())["type"] == "snapshot"
        assert watcher.mirror.position == [1, 2]
        await in_db(advance, match, 1)
        assert (await watcher.next())["at"] == [1, 3]


async def test_a_lost_message_is_healed_by_the_beat_when_none_follows(
    match: Match, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.RELAY_BEAT_SECONDS = 0.1
    async with connected(match, AnonymousUser()) as watcher:
        monkeypatch.setattr(relay, "publish", lambda *_anything: None)
        await in_db(advance, match, 3)
        assert (await watcher.next())["type"] == "snapshot"
        assert watcher.mirror.position == [1, 3]


async def test_the_clock_told_with_each_act_is_that_of_a_new_snapshot() -> None:
    match = await in_db(lambda: table_of("nora", "emil", turn_seconds=30))
    async with connected(match, AnonymousUser()) as watcher:
        for _index in range(12):
            await in_db(advance, match, 1)
            await watcher.until("act")
            fresh = json.loads(
                (await in_db(selectors.snapshot, match.public_id, AnonymousUser())).text
            )
            assert watcher.mirror.clock is not None
            assert watcher.mirror.clock["deadlines"] == fresh["clock"]["deadlines"]
            assert fresh["clock"]["now"] >= watcher.mirror.clock["now"]


async def test_a_doubled_and_a_late_message_are_dropped(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, sent = relay._send, []

    def send_all_again(public_id: str, content: dict[str, Any]) -> None:
        sent.append(content)
        for each in sent[::-1][:1] + sent:
            send(public_id, each)

    monkeypatch.setattr(relay, "_send", send_all_again)
    async with connected(match, AnonymousUser()) as watcher:
        await in_db(advance, match, 3)
        for _index in range(3):
            await watcher.until("act")
        assert watcher.mirror.position == [1, 3]
        assert await watcher.is_silent()
        assert watcher.mirror.snapshots == 1


async def test_a_play_is_accepted_while_redis_is_away(
    match: Match, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.RELAY_BEAT_SECONDS = 0.1
    nowhere = relay.Publisher("unix:///nowhere/valkey.sock")
    async with connected(match, await user_at(match, 0)) as socket:
        monkeypatch.setattr(relay, "_publisher", lambda: nowhere)
        command = socket.mirror.wants()
        assert command is not None
        assert (await socket.ask(**command))["type"] == "accepted"
        await socket.until("snapshot")
        assert socket.mirror.position == [1, 1]


async def test_abandoning_is_told_to_those_who_look_on() -> None:
    match = await in_db(table_of, "nora")
    async with connected(match, AnonymousUser()) as watcher:
        client = Client()
        await in_db(client.force_login, await user_at(match, 0))
        await in_db(client.post, f"/table/{match.public_id}/leave/")
        assert (await watcher.until("status"))["status"] == "abandoned"


async def test_snapshot_and_acts_give_the_new_snapshot_for_every_seat_and_a_watcher(
    match: Match,
) -> None:
    """Over a whole match: no gap, no difference, no card before it is public."""
    users = [await user_at(match, seat) for seat in range(4)]
    async with (
        connected(match, users[0]) as first,
        connected(match, users[1]) as second,
        connected(match, users[2]) as third,
        connected(match, users[3]) as fourth,
        connected(match, AnonymousUser()) as watcher,
    ):
        sockets = [first, second, third, fourth, watcher]
        while first.mirror.status == "playing":
            await asyncio.gather(*[act_if_possible(socket) for socket in sockets[:4]])
            await catch_up(sockets)
        await compare_with_fresh_snapshots(match, sockets, [*users, AnonymousUser()])
    rounds = await in_db(lambda: [selectors.replayed(row) for row in match.rounds.all()])
    assert {socket.mirror.snapshots for socket in sockets} == {1}
    assert all(s.mirror.public_acts() == watcher.mirror.public_acts() for s in sockets)
    assert [hidden_cards_shown(socket.mirror, rounds) for socket in sockets] == [[]] * 5
    assert await in_db(Player.objects.filter(match=match, place=1).count) >= 1


async def act_if_possible(socket: Socket) -> None:
    command = socket.mirror.wants()
    if command is not None:
        await socket.ask(**command)


async def catch_up(sockets: list[Socket]) -> None:
    """Reads until every socket stands where the furthest one does, and has heard of the end."""
    furthest = max(socket.mirror.position for socket in sockets)
    for socket in sockets:
        while socket.mirror.position < furthest or is_ending(socket):
            await socket.next()
        furthest = max(furthest, socket.mirror.position)
    if any(socket.mirror.position != furthest for socket in sockets):
        await catch_up(sockets)


def is_ending(socket: Socket) -> bool:
    """After the last card of a round a frame is sure to follow: the next deal, or the end."""
    return socket.mirror.table["phase"] == "over" and socket.mirror.status == "playing"


async def compare_with_fresh_snapshots(
    match: Match, sockets: list[Socket], users: list[User | AnonymousUser]
) -> None:
    for socket, user in zip(sockets, users, strict=True):
        fresh = json.loads((await in_db(selectors.snapshot, match.public_id, user)).text)
        kept = socket.mirror
        assert (kept.position, kept.status) == (fresh["at"], fresh["status"])
        assert (kept.table, kept.mine) == (fresh["table"], fresh["mine"])
