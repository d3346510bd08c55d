"""The product's own processes, as real children, for tests that need more than one."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 30.0
_STOP_SECONDS = 10.0


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def manage(*words: str, environment: Mapping[str, str]) -> str:
    """Runs ``manage.py`` to its end and returns what it printed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@contextmanager
def running(*words: str, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """``manage.py`` with these words as a child, ended by SIGTERM (then by force)."""
    child = subprocess.Popen(
        [sys.executable, "manage.py", *words], cwd=ROOT, env={**os.environ, **environment}
    )
    try:
        yield child
    finally:
        child.terminate()
        try:
            child.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


@contextmanager
def serve(environment: Mapping[str, str]) -> Iterator[str]:
    """The whole product as ``make run`` starts it; yields its address once it answers."""
    with _answering("serve", environment) as address:
        yield address


@contextmanager
def web(environment: Mapping[str, str]) -> Iterator[str]:
    """One web process on a free port, once it answers; yields ``http://localhost:PORT``."""
    with _answering("run_web", environment) as address:
        yield address


@contextmanager
def _answering(command: str, environment: Mapping[str, str]) -> Iterator[str]:
    port = free_port()
    address = f"http://localhost:{port}"
    with running(command, environment={**environment, "PORT": str(port)}) as child:
        deadline = time.monotonic() + _START_SECONDS
        while not _answers(address):
            assert child.poll() is None, f"{command} ended"
            assert time.monotonic() < deadline, f"{command} does not answer"
            time.sleep(0.05)
        yield address


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/v1/", timeout=2):
            return True
    except (urllib.error.URLError, OSError):
        return False
