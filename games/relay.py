"""Carries what happened at a table to every socket that looks at it, through Redis.

Redis only carries: the database is the truth, and anything here may be lost, doubled or late.
``publish`` is called after the commit and never fails the act. Each process listens with one
channel of its own for all its tables and hands a socket exactly one frame per ply: the public
part and its own seat's. Once a beat the process compares its tables with the database and tells
those that moved without it.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
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
_PAUSE_AFTER_FAILURE = 0.5  # seconds


# -- publishing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActFrame:
    """One act as each audience may see it: ``public`` for all, ``own[seat]`` for that seat."""

    after: Position
    at: Position
    events: list[Part]
    public: Part
    own: list[Part]


def publish(public_id: str, frames: Sequence[ActFrame]) -> None:
    """Tells every process of these acts, in order, one message each. Call it after the commit."""
    for frame in frames:
        text = protocol.frame("act", at=frame.at, events=frame.events, table=frame.public)
        own = [json.dumps(part, separators=(",", ":")) for part in frame.own]
        _send(public_id, {"after": frame.after, "at": frame.at, "text": text, "own": own})


def publish_status(public_id: str, status: str) -> None:
    """Tells every process that the match ended. Call it after the commit."""
    _send(public_id, {"text": protocol.frame("status", status=status)})


def _send(public_id: str, content: dict[str, Any]) -> None:
    message = get_channel_layer().serialize({"table": public_id, **content})
    try:
        _client().publish(f"{settings.REDIS_PREFIX}__group__{_group(public_id)}", message)
    except redis.RedisError as error:
        _log.warning("match %s: not published (%s); sockets learn by the beat", public_id, error)


@cache
def _client() -> redis.Redis:
    # A plain client: async_to_sync(group_send) would open a connection for every message.
    # Tried once more at once, since an idle connection may have been closed; never for longer.
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=1,
        socket_connect_timeout=1,
        retry=Retry(NoBackoff(), 1),
    )


def _group(public_id: str) -> str:
    return f"table.{public_id}"


# -- handing out --------------------------------------------------------------------------------


class Listener(Protocol):
    """A socket that looks at a table."""

    #: Its seat there, None for a watcher.
    seat: int | None

    async def deliver(self, after: Position | None, at: Position | None, text: str) -> None:
        """One frame; without positions it is a current value that carries no ply."""

    def hear_of(self, position: Position) -> None:
        """The database says the table is there: what is still missing soon was lost."""


class Relay:
    """Of one event loop: which sockets look at which table, and what reaches them."""

    def __init__(self) -> None:
        self._layer = get_channel_layer()
        self._listeners: dict[str, set[Listener]] = {}
        self._subscribed: set[str] = set()
        self._channel: str | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def subscribe(self, public_id: str, listener: Listener) -> None:
        """From now on ``listener`` is told of every act at the table."""
        self._start()
        self._listeners.setdefault(public_id, set()).add(listener)
        await self._ensure_subscribed(public_id)

    async def unsubscribe(self, public_id: str, listener: Listener) -> None:
        """Ends that; the last of a process to leave a table ends the process's subscription."""
        listeners = self._listeners.get(public_id, set())
        listeners.discard(listener)
        if listeners or self._listeners.pop(public_id, None) is None:
            return
        self._subscribed.discard(public_id)
        try:
            await self._layer.group_discard(_group(public_id), self._channel)
        except redis.RedisError as error:
            _log.info("match %s: not unsubscribed (%s)", public_id, error)

    def _start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._beat())]

    async def _ensure_subscribed(self, public_id: str) -> None:
        """Subscribes unless done; while Redis is away the beat tries again and fills in."""
        if public_id in self._subscribed:
            return
        try:
            if self._channel is None:
                self._channel = await self._layer.new_channel()
            await self._layer.group_add(_group(public_id), self._channel)
            self._subscribed.add(public_id)
        except redis.RedisError as error:
            _log.warning("match %s: not subscribed (%s)", public_id, error)

    async def _read(self) -> None:
        while True:
            if self._channel is None:
                await asyncio.sleep(_PAUSE_AFTER_FAILURE / 10)
                continue
            message = await self._layer.receive(self._channel)
            try:
                await self._hand_out(message)
            except Exception:  # one bad message must not end the relay of a whole process
                _log.exception("a message could not be handed out")

    async def _hand_out(self, message: dict[str, Any]) -> None:
        after, at = (tuple(message[key]) if key in message else None for key in ("after", "at"))
        for listener in tuple(self._listeners.get(message["table"], ())):
            await listener.deliver(after, at, text_for(listener.seat, message))

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
        watched = list(self._listeners)
        if not watched:
            return
        for public_id in watched:
            await self._ensure_subscribed(public_id)
        current = await database_sync_to_async(selectors.positions)(watched)
        for public_id, position in current.items():
            for listener in tuple(self._listeners.get(public_id, ())):
                listener.hear_of(position)


def text_for(seat: int | None, message: dict[str, Any]) -> str:
    """The frame for one audience: the public text, and for a seat its own part spliced in."""
    text: str = message["text"]
    if seat is None or "own" not in message:
        return text
    return f'{text[:-1]},"mine":{message["own"][seat]}}}'


_relays: dict[asyncio.AbstractEventLoop, Relay] = {}


def current_relay() -> Relay:
    """The relay of the running event loop: one in a web process, one a test."""
    loop = asyncio.get_running_loop()
    for ended in [each for each in _relays if each.is_closed()]:
        del _relays[ended]
    if loop not in _relays:
        _relays[loop] = Relay()
    return _relays[loop]
