"""Sockets: text in, a service, text out. The rules and the truth are elsewhere."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from games import protocol, selectors
from games.engine import HeartsError
from games.protocol import Command, PassCommand, PlayCommand, Position, SyncCommand
from games.relay import LOBBY, current_relay, person_topic, table_topic
from games.sequence import Sequence
from games.services import matchmaking, play, refusals

CLOSE_NO_SUCH_MATCH = 4404
#: How long an act that overtook its predecessor waits for it.
OVERTAKING_SECONDS = 0.1
#: How often an open page of the queue says that its person is there.
KEEP_PLACE_SECONDS = 20.0


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One socket at one table, of somebody seated there or of a watcher."""

    channel_layer_alias = None  # the relay listens once for the whole process

    seat: int | None = None
    _is_syncing = False
    _waiting: asyncio.Task[None] | None = None

    @property
    def position(self) -> Position:
        """How far this socket has been told."""
        return self.sequence.position

    async def connect(self) -> None:
        """Accepts first, since a browser is told a close code only after that."""
        self.public_id: str = self.scope["url_route"]["kwargs"]["public_id"]
        self.user = self.scope["user"]
        self.sequence = Sequence()
        await self.accept()
        # Known before the first act arrives, which may be earlier than the first snapshot.
        self.seat = await database_sync_to_async(selectors.seat_at)(self.public_id, self.user)
        await current_relay().subscribe(table_topic(self.public_id), self)
        await self.resync()

    async def disconnect(self, code: int) -> None:
        """The seat stays; only this socket is gone."""
        await current_relay().unsubscribe(table_topic(self.public_id), self)
        if self._waiting is not None:
            self._waiting.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One request: answered with ``accepted`` or ``error``, always."""
        try:
            await self._obey(protocol.parse(text_data))
        except HeartsError as error:
            await self.send(protocol.error_frame(error, protocol.id_in(text_data)))
            if isinstance(error, refusals.StaleError):
                await self.resync()

    async def deliver(self, after: Position | None, at: Position | None, text: str) -> None:
        """A frame of the relay: told in order; a gap that stays is filled by a snapshot."""
        if at is None or after is None:
            await self.send(text)
            return
        await self._tell(self.sequence.take(after, at, text))
        self._expect_more()

    def hear_of(self, position: Position) -> None:
        """The database says the table is there."""
        self.sequence.hear_of(position)
        self._expect_more()

    async def resync(self) -> None:
        """A snapshot, and another while acts heard of overtake it."""
        if self._is_syncing:
            return
        self._is_syncing = True
        try:
            while await self._send_snapshot() and self.sequence.has_gap:
                pass
        finally:
            self._is_syncing = False

    def _expect_more(self) -> None:
        if self.sequence.has_gap and self._waiting is None:
            self._waiting = asyncio.create_task(self._fill_gap())

    async def _fill_gap(self) -> None:
        await asyncio.sleep(OVERTAKING_SECONDS)
        self._waiting = None
        if self.sequence.has_gap:
            await self.resync()

    async def _send_snapshot(self) -> bool:
        snapshot = await database_sync_to_async(selectors.snapshot)(self.public_id, self.user)
        if snapshot is None:
            await self.close(CLOSE_NO_SUCH_MATCH)
            return False
        if snapshot.position >= self.position:
            self.seat = snapshot.seat
            await self._tell([snapshot.text, *self.sequence.restart(snapshot.position)])
        return True

    async def _tell(self, texts: list[str]) -> None:
        for text in texts:
            await self.send(text)

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


class LobbyConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One socket that looks at the queue: how many wait, and when the own table is ready."""

    channel_layer_alias = None  # the relay listens once for the whole process

    seat = None
    keeping: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Follows first and reads then, so that nothing falls between."""
        self.user = self.scope["user"]
        self.told: dict[str, str] = {}
        await self.accept()
        for topic in self._topics():
            await current_relay().subscribe(topic, self)
        await self._tell_all()
        if self.user.is_authenticated:
            self.keeping = asyncio.create_task(self._keep_place())

    async def disconnect(self, code: int) -> None:
        """The ticket stays; only this socket is gone."""
        if self.keeping is not None:
            self.keeping.cancel()
        for topic in self._topics():
            await current_relay().unsubscribe(topic, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """``sync`` is all that can be asked here."""
        try:
            if not isinstance(protocol.parse(text_data), SyncCommand):
                raise protocol.UnknownTypeError
            await self._tell_all()
        except HeartsError as error:
            await self.send(protocol.error_frame(error, protocol.id_in(text_data)))

    async def deliver(self, after: Position | None, at: Position | None, text: str) -> None:
        """A frame of the relay; what was told already is not told again."""
        if self.told.get(_kind_of(text)) != text:
            await self._tell(text)

    def hear_of(self, position: Position) -> None:
        """Only tables have positions."""

    async def _tell_all(self) -> None:
        for text in await database_sync_to_async(selectors.lobby_frames)(self.user):
            await self._tell(text)

    async def _tell(self, text: str) -> None:
        self.told[_kind_of(text)] = text
        await self.send(text)

    async def _keep_place(self) -> None:
        """As long as this socket is open, its person is not away."""
        while True:
            with suppress(DatabaseError):
                await database_sync_to_async(matchmaking.still_here)(user=self.user)
            await asyncio.sleep(KEEP_PLACE_SECONDS)

    def _topics(self) -> list[str]:
        return [LOBBY, person_topic(self.user.pk)] if self.user.is_authenticated else [LOBBY]


def _kind_of(text: str) -> str:
    """What begins like this replaces what was told before: ``{"type":"lobby"``."""
    return text.partition(",")[0]
