"""Sockets: text in, a service, text out. The rules and the truth are elsewhere."""

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games import protocol, selectors
from games.engine import HeartsError
from games.protocol import Command, PassCommand, PlayCommand, Position, SyncCommand
from games.relay import current_relay
from games.services import play, refusals

CLOSE_NO_SUCH_MATCH = 4404


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table, of somebody seated there or of a watcher."""

    channel_layer_alias = None  # the relay listens once for the whole process

    seat: int | None = None
    position: Position = (0, 0)
    _heard_of: Position = (0, 0)
    _is_syncing = False

    async def connect(self) -> None:
        """Accepts first, since a browser is told a close code only after that."""
        self.public_id: str = self.scope["url_route"]["kwargs"]["public_id"]
        self.user = self.scope["user"]
        await self.accept()
        await current_relay().subscribe(self.public_id, self)
        await self.resync()

    async def disconnect(self, code: int) -> None:
        """The seat stays; only this socket is gone."""
        await current_relay().unsubscribe(self.public_id, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One request: answered with ``accepted`` or ``error``, always."""
        try:
            await self._obey(protocol.parse(text_data))
        except HeartsError as error:
            await self.send(protocol.error_frame(error, protocol.id_in(text_data)))
            if isinstance(error, refusals.StaleError):
                await self.resync()

    async def deliver(self, after: Position | None, at: Position | None, text: str) -> None:
        """The next frame of the relay; a gap is filled by a snapshot."""
        if at is None or after is None:
            await self.send(text)
            return
        self._heard_of = max(self._heard_of, at)
        if after == self.position and not self._is_syncing:
            self.position = at
            await self.send(text)
        elif at > self.position:
            await self.resync()

    async def resync(self) -> None:
        """A snapshot, and another while acts overtake it; acts heard meanwhile are in it."""
        if self._is_syncing:
            return
        self._is_syncing = True
        try:
            while await self._send_snapshot() and self.position < self._heard_of:
                pass
        finally:
            self._is_syncing = False

    async def _send_snapshot(self) -> bool:
        snapshot = await database_sync_to_async(selectors.snapshot)(self.public_id, self.user)
        if snapshot is None:
            await self.close(CLOSE_NO_SUCH_MATCH)
            return False
        self.seat, self.position = snapshot.seat, snapshot.position
        await self.send(snapshot.text)
        return True

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

    async def _call(self, service, **what):  # type: ignore[no-untyped-def]
        asked = database_sync_to_async(service)
        return await asked(public_id=self.public_id, user=self.user, **what)
