"""Sockets: text in, a service, text out. The rules and the truth are elsewhere."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from games import protocol, selectors
from games.engine import HeartsError
from games.protocol import Command, PassCommand, PlayCommand, Position, SyncCommand
from games.relay import LOBBY, Message, current_relay, person_topic, table_topic
from games.sequence import Sequence
from games.services import matchmaking, play, refusals

_log = logging.getLogger(__name__)

CLOSE_NO_SUCH_MATCH = 4404
CLOSE_TRY_AGAIN = 4013
#: How many snapshots are made at most for one gap: acts may overtake each of them.
SNAPSHOT_ATTEMPTS = 5
#: How long an act that overtook its predecessor waits for it.
OVERTAKING_SECONDS = 0.1
#: How often an open page of the queue says that its person is there.
KEEP_PLACE_SECONDS = 20.0


class _Follower(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """A socket that follows topics of the relay."""

    channel_layer_alias = None  # the relay listens once for the whole process

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Lives until the socket is gone; whatever ended it, nothing of it stays behind."""
        self.user = scope["user"]
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._forget()

    async def _forget(self) -> None:
        raise NotImplementedError


class TableConsumer(_Follower):
    """One socket at one table, of somebody seated there or of a watcher."""

    seat: int | None = None
    status = ""
    _is_syncing = False
    _waiting: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """At the table that the address names."""
        self.sequence: Sequence[Message] = Sequence()
        self.public_id: str = scope["url_route"]["kwargs"]["public_id"]
        await super().__call__(scope, receive, send)

    async def connect(self) -> None:
        """Accepts first, since a browser is told a close code only after that."""
        await self.accept()
        await current_relay().subscribe(table_topic(self.public_id), self)
        try:
            await self.resync()
        except DatabaseError:
            await self.close(CLOSE_TRY_AGAIN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One request: answered with ``accepted`` or ``error``, always."""
        try:
            await self._obey(protocol.parse(text_data))
        except HeartsError as error:
            await self._refuse(error, text_data)
        except DatabaseError:
            _log.exception("match %s: the database refused an act", self.public_id)
            await self._refuse(refusals.BusyError(), text_data)

    async def deliver(self, message: Message) -> None:
        """A frame of the relay: told in order; a gap that stays is filled by a snapshot."""
        if message.at is None or message.after is None:
            self.status = message.status or self.status
            await self._tell([message])
            return
        await self._tell(self.sequence.take(message.after, message.at, message))
        self._expect_more()

    async def hear_of(self, position: Position, status: str) -> None:
        """The database says the table is there, or has ended."""
        self.sequence.hear_of(position)
        if status != self.status and position <= self.sequence.position:
            await self.resync()
        self._expect_more()

    async def resync(self) -> None:
        """A snapshot, and another while acts heard of overtake it; else the beat tries again."""
        if self._is_syncing:
            return
        self._is_syncing = True
        try:
            for _attempt in range(SNAPSHOT_ATTEMPTS):
                if await self._send_snapshot() and not self.sequence.has_gap:
                    return
        finally:
            self._is_syncing = False

    def _expect_more(self) -> None:
        if self.sequence.has_gap and self._waiting is None:
            self._waiting = asyncio.create_task(self._fill_gap())

    async def _fill_gap(self) -> None:
        await asyncio.sleep(OVERTAKING_SECONDS)
        self._waiting = None
        with suppress(DatabaseError):  # the beat tries again
            if self.sequence.has_gap:
                await self.resync()

    async def _send_snapshot(self) -> bool:
        """Whether one was sent (or the socket closed): an act may have overtaken it."""
        snapshot = await database_sync_to_async(selectors.snapshot)(self.public_id, self.user)
        if snapshot is None:
            await self.close(CLOSE_NO_SUCH_MATCH)
            return True
        if snapshot.position < self.sequence.position:
            return False
        self.seat, self.status = snapshot.seat, snapshot.status
        followers = self.sequence.restart(snapshot.position)
        await self.send(snapshot.text)
        await self._tell(followers)
        return True

    async def _tell(self, messages: list[Message]) -> None:
        for message in messages:
            await self.send(message.text_for(self.seat))

    async def _refuse(self, error: HeartsError, text_data: str | None) -> None:
        await self.send(protocol.error_frame(error, protocol.id_in(text_data)))
        if isinstance(error, refusals.StaleError):
            await self.resync()

    async def _forget(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        await current_relay().unsubscribe(table_topic(self.public_id), self)

    async def _obey(self, command: Command) -> None:
        match command:
            case PlayCommand():
                at = await self._call(play.play_card, card=command.card, at=command.at)
            case PassCommand():
                at = await self._call(play.pass_cards, cards=command.cards, at=command.at)
            case SyncCommand():
                await self.resync()
                return
            case _:
                raise protocol.UnknownTypeError
        await self.send(protocol.frame("accepted", id=command.id, at=at))

    async def _call(self, service: Callable[..., Position], **what: Any) -> Position:
        asked = database_sync_to_async(service)
        at: Position = await asked(public_id=self.public_id, user=self.user, **what)
        return at


class LobbyConsumer(_Follower):
    """One socket that looks at the queue: how many wait, and when the own table is ready."""

    keeping: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Begins with nothing told."""
        self.told: dict[str, str] = {}
        await super().__call__(scope, receive, send)

    async def connect(self) -> None:
        """Follows first and reads then, so that nothing falls between."""
        await self.accept()
        for topic in self._topics():
            await current_relay().subscribe(topic, self)
        try:
            await self._tell_all()
        except DatabaseError:
            await self.close(CLOSE_TRY_AGAIN)
        self.keeping = asyncio.create_task(self._keep_place())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """``sync`` is all that can be asked here."""
        try:
            if not isinstance(protocol.parse(text_data), SyncCommand):
                raise protocol.UnknownTypeError
            await self._tell_all()
        except HeartsError as error:
            await self._refuse(error, text_data)
        except DatabaseError:
            await self._refuse(refusals.BusyError(), text_data)

    async def deliver(self, message: Message) -> None:
        """A frame of the relay; what was told already is not told again."""
        if self.told.get(_kind_of(message.text)) != message.text:
            await self._tell(message.text)

    async def hear_of(self, position: Position, status: str) -> None:
        """Only tables have positions."""

    async def _tell_all(self) -> None:
        for text in await database_sync_to_async(selectors.lobby_frames)(self.user):
            await self._tell(text)

    async def _tell(self, text: str) -> None:
        self.told[_kind_of(text)] = text
        await self.send(text)

    async def _refuse(self, error: HeartsError, text_data: str | None) -> None:
        await self.send(protocol.error_frame(error, protocol.id_in(text_data)))

    async def _keep_place(self) -> None:
        """As long as this socket is open, its person is not away."""
        while self.user.is_authenticated:
            with suppress(DatabaseError):
                await database_sync_to_async(matchmaking.still_here)(user=self.user)
            await asyncio.sleep(KEEP_PLACE_SECONDS)

    async def _forget(self) -> None:
        if self.keeping is not None:
            self.keeping.cancel()
        for topic in self._topics():
            await current_relay().unsubscribe(topic, self)

    def _topics(self) -> list[str]:
        return [LOBBY, person_topic(self.user.pk)] if self.user.is_authenticated else [LOBBY]


def _kind_of(text: str) -> str:
    """What begins like this replaces what was told before: ``{"type":"lobby"``."""
    return text.partition(",")[0]


class NowhereConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Any other address: accepted, then closed, so that a browser is told the code."""

    channel_layer_alias = None

    async def connect(self) -> None:
        """There is nothing here."""
        await self.accept()
        await self.close(CLOSE_NO_SUCH_MATCH)
