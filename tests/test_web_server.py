"""The web process drains: browsers are told to come back, disconnect handlers run."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
import websockets

from tests.processes import ROOT, free_port

# A process of its own, since a Twisted reactor runs once. Says what its application sees.
PROGRAM = """
import asyncio, sys
from games.management.web_server import WebServer

async def application(scope, receive, send):
    if scope["type"] == "http":
        await asyncio.sleep(0.3)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"whole"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            await asyncio.sleep(0.2)
            print("disconnected", message["code"], flush=True)
            if scope["path"] == "/stuck":
                await asyncio.sleep(60)
            return
        await send({"type": "websocket.send", "text": message["text"]})

server = WebServer(application, address="127.0.0.1", port=int(sys.argv[1]))
server.run()
print("stopped", server.failure, flush=True)
"""


class Web:
    """The program above, running."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(self.port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    async def connect(self, path: str = "/") -> websockets.ClientConnection:
        """A socket; waits for the server's start."""
        for _ in range(500):
            try:
                return await websockets.connect(f"ws://127.0.0.1:{self.port}{path}")
            except OSError:
                assert self.process.poll() is None
                await asyncio.sleep(0.02)
        pytest.fail("the web server does not listen")

    async def output(self) -> tuple[list[str], str]:
        """What it printed, once it has ended by itself, and what it logged."""
        out, error = await asyncio.to_thread(self.process.communicate, None, 15)
        return out.splitlines(), error


@pytest.fixture
def web() -> Iterator[Web]:
    """A web server with a tiny application."""
    web = Web()
    yield web
    web.process.kill()
    web.process.communicate()


async def closed(client: websockets.ClientConnection) -> tuple[int, str]:
    """The code and the reason with which the server closes."""
    with pytest.raises(websockets.ConnectionClosed) as end:
        await asyncio.wait_for(client.recv(), 10)
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_sends_every_browser_away_with_4012_and_ends(
    web: Web, number: signal.Signals
) -> None:
    clients = [await web.connect() for _ in range(20)]
    await clients[0].send("hello")
    assert await clients[0].recv() == "hello"

    web.process.send_signal(number)

    assert [await closed(client) for client in clients] == [(4012, "reconnect now")] * 20
    out, log = await web.output()
    assert out == [*["disconnected 4012"] * 20, "stopped "]
    assert log == ""
    assert web.process.returncode == 0


async def test_a_page_under_way_is_finished_and_no_new_one_is_taken(web: Web) -> None:
    client = await web.connect()
    reader, writer = await asyncio.open_connection("127.0.0.1", web.port)
    writer.write(b"GET / HTTP/1.0\r\n\r\n")
    await client.send("both are in")
    await client.recv()

    web.process.send_signal(signal.SIGTERM)

    assert (await closed(client))[0] == 4012
    with pytest.raises(OSError, match="Connect"):
        await asyncio.open_connection("127.0.0.1", web.port)
    assert b"whole" in await asyncio.wait_for(reader.read(), 10)
    writer.close()


async def test_an_application_that_does_not_end_is_not_waited_for_for_ever(web: Web) -> None:
    client = await web.connect("/stuck")
    web.process.send_signal(signal.SIGTERM)
    assert (await closed(client))[0] == 4012
    assert (await web.output())[0] == ["disconnected 4012", "stopped "]


async def test_a_message_above_64_kib_ends_its_connection_only(web: Web) -> None:
    loud, quiet = await web.connect(), await web.connect()
    await loud.send("x" * (64 * 1024 + 1))
    with pytest.raises(websockets.ConnectionClosed):
        await asyncio.wait_for(loud.recv(), 10)
    await quiet.send("x" * 64 * 1024)
    assert len(await quiet.recv()) == 64 * 1024


async def test_a_taken_port_is_a_failure_with_a_reason(web: Web) -> None:
    await web.connect()
    second = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, str(web.port), cwd=ROOT, stdout=subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(second.communicate(), 15)
    assert b"stopped Couldn't listen" in out
