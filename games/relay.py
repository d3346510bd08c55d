"""Carries what happened to every socket that follows it, through Redis.

What one can follow is a *topic*: a table, the lobby, one person. Redis only carries: the database
is the truth, and anything here may be lost, doubled or late. Publishing is done after the commit
and never fails the write. Each process listens with one channel of its own for all its topics and
hands a socket at a table exactly one frame per ply: the public part and its own seat's. Once a
beat the process compares its topics with the database and tells those that moved without it.
"""

import asyncio
import json
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import redis
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError
from redis.backoff import NoBackoff
from redis.retry import Retry

from games import protocol, selectors
from games.protocol import Part, Position

_log = logging.getLogger(__name__)
# In seconds: how long an act or a new socket waits for Redis, how long nothing is sent after that,
# and how often the reader looks whether there is something to read.
_PATIENCE = 0.5
_SILENCE = 1.0
_READER_PAUSE = 0.05


# -- publishing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActFrame:
    """One act as each audience may see it: ``public`` for all, ``own[seat]`` for that seat."""

    after: Position
    at: Position
    events: list[Part]
    public: Part
    own: list[Part]
    #: By when people have to act; None at a table without a clock.
    clock: Part | None


def publish(public_id: str, frames: Sequence[ActFrame]) -> None:
    """Tells every process of these acts, in order, one message each. Call it after the commit."""
    for frame in frames:
        text = protocol.frame(
            "act", at=frame.at, events=frame.events, table=frame.public, clock=frame.clock
        )
        own = [json.dumps(part, separators=(",", ":")) for part in frame.own]
        _send(
            table_topic(public_id), {"after": frame.after, "at": frame.at, "text": text, "own": own}
        )


def publish_status(public_id: str, status: str) -> None:
    """Tells every process that the match ended. Call it after the commit."""
    _send(
        table_topic(public_id), {"text": protocol.frame("status", status=status), "status": status}
    )


def publish_waiting(waiting: dict[str, int]) -> None:
    """Tells the lobby how many wait for each preset. Call it after the commit."""
    _send(LOBBY, {"text": protocol.waiting_frame(waiting)})


def publish_ticket(user_id: int, preset: str | None) -> None:
    """Tells a person's tabs for what that person waits now. Call it after the commit."""
    _send(person_topic(user_id), {"text": protocol.ticket_frame(preset)})


def publish_table(user_id: int, public_id: str) -> None:
    """Tells a person's tabs that the table is ready. Call it after the commit."""
    _send(person_topic(user_id), {"text": protocol.table_frame(public_id)})


def _send(topic: str, content: dict[str, Any]) -> None:
    message = get_channel_layer().serialize({"topic": topic, **content})
    try:
        _publisher().publish(f"{settings.REDIS_PREFIX}__group__{topic}", message)
    except redis.RedisError as error:
        _log.warning("%s: not published (%s); sockets learn by the beat", topic, error)


class Publisher:
    """A plain Redis client: async_to_sync(group_send) would open a connection for every message.

    Once Redis did not answer nothing is sent for a moment, so that a Redis that hangs does not
    delay one act after the other.
    """

    def __init__(self, url: str) -> None:
        # Tried once more at once, since an idle connection may have been closed.
        retry = Retry(NoBackoff(), 1)
        self._client = redis.Redis.from_url(
            url,
            socket_timeout=_PATIENCE / 2,
            socket_connect_timeout=_PATIENCE / 2,
            retry=retry,
        )
        self._silent_until = 0.0

    def publish(self, channel: str, message: bytes) -> None:
        """Sends, or raises RedisError; does neither while silent."""
        if time.monotonic() < self._silent_until:
            return
        try:
            self._client.publish(channel, message)
        except redis.RedisError:
            self._silent_until = time.monotonic() + _SILENCE
            raise


@cache
def _publisher() -> Publisher:
    return Publisher(settings.REDIS_URL)


# -- topics -------------------------------------------------------------------------------------

#: How many wait, for everybody who looks at the queue.
LOBBY = "lobby"
_TABLE, _PERSON = "table.", "person."


def table_topic(public_id: str) -> str:
    """What happens at one table."""
    return _TABLE + public_id


def person_topic(user_id: int) -> str:
    """What concerns one person, wherever that person looks."""
    return f"{_PERSON}{user_id}"


def _named(topics: Iterable[str], kind: str) -> list[str]:
    """What the topics of that kind are about: ids of matches, or of people."""
    return [topic.removeprefix(kind) for topic in topics if topic.startswith(kind)]


# -- handing out --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Message:
    """What happened in a topic; without positions a current value that carries no ply."""

    topic: str
    text: str
    after: Position | None = None
    at: Position | None = None
    own: Sequence[str] | None = None
    status: str | None = None

    def text_for(self, seat: int | None) -> str:
        """The frame for one audience: the public text, and for a seat its own part spliced in."""
        if seat is None or self.own is None:
            return self.text
        return f'{self.text[:-1]},"mine":{self.own[seat]}}}'


def _message_in(content: dict[str, Any]) -> Message:
    """Positions arrive as lists."""
    after, at = (tuple(content[key]) if key in content else None for key in ("after", "at"))
    own, status = content.get("own"), content.get("status")
    return Message(content["topic"], content["text"], after, at, own, status)


class Listener(Protocol):
    """A socket that follows topics. It picks its own part: only it knows its seat, and when."""

    async def deliver(self, message: Message) -> None:
        """One frame."""

    async def hear_of(self, position: Position, status: str) -> None:
        """The database says the table is there: what is still missing soon was lost."""


class Relay:
    """Of one event loop: which sockets follow which topic, and what reaches them."""

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._listeners: dict[str, set[Listener]] = {}
        self._subscribed: set[str] = set()
        self._channel: str | None = None
        self._opening = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    async def subscribe(self, topic: str, listener: Listener) -> None:
        """From now on ``listener`` is told of everything in the topic."""
        self._start()
        self._listeners.setdefault(topic, set()).add(listener)
        await self._ensure_subscribed(topic)

    async def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Ends that; the last of a process to leave a topic ends the process's subscription."""
        listeners = self._listeners.get(topic, set())
        listeners.discard(listener)
        if listeners or self._listeners.pop(topic, None) is None:
            return
        self._subscribed.discard(topic)
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._layer.group_discard(topic, self._channel)
        except (redis.RedisError, TimeoutError) as error:
            _log.info("%s: not unsubscribed (%r)", topic, error)

    def _start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._beat())]

    async def _ensure_subscribed(self, topic: str) -> bool:
        """Subscribes unless done; while Redis is away the beat tries again and fills in."""
        if topic in self._subscribed:
            return True
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._layer.group_add(topic, await self._own_channel())
        except (redis.RedisError, TimeoutError) as error:
            _log.warning("%s: not subscribed (%r)", topic, error)
            return False
        self._subscribed.add(topic)
        return True

    async def _own_channel(self) -> str:
        """The one channel of this process; many sockets may ask for it at once."""
        async with self._opening:
            if self._channel is None:
                self._channel = await self._layer.new_channel()
            return self._channel

    async def _read(self) -> None:
        while True:
            if self._channel is None:
                await asyncio.sleep(_READER_PAUSE)
                continue
            try:
                message = _message_in(await self._layer.receive(self._channel))
                for listener in tuple(self._listeners.get(message.topic, ())):
                    await listener.deliver(message)
            except Exception:  # one bad message must not end the relay of a whole process
                _log.exception("a message could not be handed out")
                await asyncio.sleep(_READER_PAUSE)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(settings.RELAY_BEAT_SECONDS)
            try:
                await self._compare_with_database()
            except DatabaseError as error:
                _log.warning("the beat could not read the database (%s)", error)
            except Exception:  # nor must a failing socket end the beat
                _log.exception("the beat failed")

    async def _compare_with_database(self) -> None:
        for topic in list(self._listeners):
            if not await self._ensure_subscribed(topic):
                break  # Redis is away; one attempt a beat tells as much as hundreds
        await self._compare_tables()
        await self._compare_lobby()

    async def _compare_tables(self) -> None:
        watched = _named(self._listeners, _TABLE)
        if not watched:
            return
        current = await database_sync_to_async(selectors.positions)(watched)
        for public_id, (position, status) in current.items():
            for listener in tuple(self._listeners.get(table_topic(public_id), ())):
                await listener.hear_of(position, status)

    async def _compare_lobby(self) -> None:
        """Who waits in this process and has a table, and how many wait."""
        people = list(map(int, _named(self._listeners, _PERSON)))
        if people:
            seated = await database_sync_to_async(selectors.running_matches)(people)
            for user_id, public_id in seated.items():
                await self._tell(person_topic(user_id), protocol.table_frame(public_id))
        if LOBBY in self._listeners:
            waiting = await database_sync_to_async(selectors.waiting)()
            await self._tell(LOBBY, protocol.waiting_frame(waiting))

    async def _tell(self, topic: str, text: str) -> None:
        for listener in tuple(self._listeners.get(topic, ())):
            await listener.deliver(Message(topic, text))


_relays: dict[asyncio.AbstractEventLoop, Relay] = {}


def current_relay() -> Relay:
    """The relay of the running event loop: one in a web process, one a test."""
    loop = asyncio.get_running_loop()
    for ended in [each for each in _relays if each.is_closed()]:
        del _relays[ended]
    if loop not in _relays:
        _relays[loop] = Relay()
    return _relays[loop]
