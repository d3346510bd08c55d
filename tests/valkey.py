"""A real Valkey for tests, on a unix socket of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.management.embedded_valkey import EmbeddedValkey


@contextmanager
def valkey_server(folder: Path) -> Iterator[str]:
    """A running Valkey with its files in ``folder`` (a short path); yields its ``unix://`` URL."""
    server = EmbeddedValkey(folder=folder, socket=folder / "valkey.sock")
    server.start()
    try:
        yield f"unix://{server.socket}"
    finally:
        server.stop()
