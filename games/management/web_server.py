"""Daphne with a way to stop that tells every browser to come back at once."""

import asyncio
import signal
import time
from typing import Any

# Importing daphne.server first makes Twisted run on asyncio; its reactor comes after that.
from daphne.server import Server

from daphne.endpoints import build_endpoint_description_strings  # isort: skip
from daphne.ws_protocol import WebSocketProtocol  # isort: skip
from twisted.internet import reactor  # isort: skip

RECONNECT_NOW = 4012  # 1012 ("service restart") is one that autobahn refuses to send
DRAIN_SECONDS = 3.0
MESSAGE_BYTES = 64 * 1024


class WebServer(Server):  # type: ignore[misc]  # daphne has no types
    """Serves one ASGI application on one address until SIGTERM or SIGINT, then drains.

    Plain daphne cuts the sockets: browsers see 1006 and no disconnect handler runs.
    """

    def __init__(self, application: Any, *, address: str, port: int) -> None:
        self.failure = ""  # why it could not listen; empty when it could
        self._ports: list[Any] = []
        self._drain_until: float | None = None
        super().__init__(
            application,
            endpoints=build_endpoint_description_strings(host=address, port=port),
            signal_handlers=False,
            ping_interval=5,
            ping_timeout=10,
            websocket_max_message_size=MESSAGE_BYTES,
            websocket_max_frame_size=MESSAGE_BYTES,
            server_name="open-hearts",
            verbosity=0,
        )

    def run(self) -> None:
        """Serve until told to stop; returns after the drain."""
        loop = reactor._asyncioEventloop
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.drain)
        super().run()
        _finish_tasks(loop)

    def drain(self) -> None:
        """Take no more connections, send the browsers away, stop when all is said."""
        if self._drain_until is not None:
            return
        self._drain_until = time.monotonic() + DRAIN_SECONDS
        for port in self._ports:
            port.stopListening()
        for protocol in list(self.connections):
            _send_away(protocol)
        self._stop_when_finished()

    def listen_success(self, port: Any) -> None:
        """Remember the port: daphne keeps none, so that it cannot stop listening."""
        self._ports.append(port)
        super().listen_success(port)

    def listen_error(self, failure: Any) -> None:
        """Remember why; whoever runs the server says it."""
        self.failure = failure.getErrorMessage()
        self.stop()

    def kill_all_applications(self) -> Any:
        """Cancel the applications that still run; daphne trips over connections without one."""
        for protocol, details in list(self.connections.items()):
            if "application_instance" not in details:
                del self.connections[protocol]
        return super().kill_all_applications()

    def _stop_when_finished(self) -> None:
        """Stop when every application has ended (its disconnect handler ran), or time is up."""
        running = any(
            "application_instance" in details and not details["application_instance"].done()
            for details in self.connections.values()
        )
        if running and time.monotonic() < (self._drain_until or 0):
            asyncio.get_running_loop().call_later(0.02, self._stop_when_finished)
        else:
            self.stop()


def _send_away(protocol: Any) -> None:
    """Close a websocket; let a request over HTTP go on to its end."""
    if not isinstance(protocol, WebSocketProtocol):
        return
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendClose(code=RECONNECT_NOW, reason="reconnect now")
    elif hasattr(protocol, "handshake_deferred"):
        protocol.serverReject()


def _finish_tasks(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel the tasks that outlive their connections, such as the relay's reader."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=1))
