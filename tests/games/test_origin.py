"""Whose pages may open a socket here."""

import json

import pytest
from channels.testing import WebsocketCommunicator

from games.models import Match
from hearts_site.asgi import application
from tests.factories import table_of
from tests.games.test_table_socket import HOST, ORIGIN, in_db

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def match() -> Match:
    match: Match = await in_db(table_of, "nora")
    return match


@pytest.mark.parametrize(
    "headers",
    [
        [HOST],
        [HOST, (b"origin", b"null")],
        [HOST, (b"origin", b"http://elsewhere.example")],
        [HOST, (b"origin", b"http://localhost:9999")],
        [HOST, (b"origin", b"http://localhost.elsewhere.example")],
        [HOST, (b"origin", b"file://localhost")],
        [HOST, (b"origin", b"http://[")],
        [(b"host", b"elsewhere.example"), (b"origin", b"http://elsewhere.example")],
        [ORIGIN],
    ],
)
async def test_a_foreign_missing_or_null_origin_is_refused(
    match: Match, headers: list[tuple[bytes, bytes]]
) -> None:
    socket = WebsocketCommunicator(application, f"/ws/table/{match.public_id}/", headers)
    assert not (await socket.connect())[0]


async def test_the_same_origin_is_let_in(match: Match) -> None:
    socket = WebsocketCommunicator(application, f"/ws/table/{match.public_id}/", [HOST, ORIGIN])
    assert (await socket.connect())[0]
    assert json.loads(await socket.receive_from())["you"] is None
    await socket.disconnect()
