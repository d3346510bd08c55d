"""Keeps child processes running: starts them, restarts them with patience, stops them in order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from games.management.parent import PIPE_VARIABLE, signal_at_parents_death

STOP_SECONDS = 8.0
# A child that lives so long was all right; its next end counts as the first.
STEADY_SECONDS = 10.0
FIRST_PAUSE_SECONDS = 0.5
RESTARTS = 4


class Service(Protocol):
    """What can be supervised."""

    name: str

    def start(self) -> None:
        """Start it."""

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""

    def stop(self) -> None:
        """Stop it within a bounded time; does nothing when it does not run."""


class GaveUpError(Exception):
    """A service ends again and again as soon as it is started; the text is one line."""


class Program:
    """One program of ours as a child process that ends with this one."""

    def __init__(self, name: str, command: Sequence[str], environment: dict[str, str]) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        # Never written to. Its other end closes when this process ends, however it ends.
        self._pipe, self._our_end = os.pipe()

    def start(self) -> None:
        """Start it in a session of its own: Ctrl-C reaches it through us alone, in order."""
        self._process = subprocess.Popen(  # noqa: S603  # our own command line
            self._command,
            env={**self._environment, PIPE_VARIABLE: str(self._pipe)},
            pass_fds=[self._pipe],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=signal_at_parents_death(signal.SIGTERM),  # noqa: PLW1509  # no threads
        )

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""
        return self._process.poll() if self._process else 0

    def stop(self) -> None:
        """TERM, and KILL after a bounded time."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


class Supervised:
    """A service with its history: how often it ended at once, and when to start it again."""

    def __init__(self, service: Service, say: Callable[[str], None]) -> None:
        self.service = service
        self._say = say
        self._ends = 0
        self._started = 0.0
        self._due: float | None = None

    def start(self) -> None:
        """Start it now."""
        self._due = None
        self._started = time.monotonic()
        self.service.start()

    def look(self) -> None:
        """Notice its end, and start it when its pause is over. Raises GaveUpError."""
        now = time.monotonic()
        if self._due is not None:
            if now >= self._due:
                self.start()
        elif (status := self.service.poll()) is not None:
            self._ended(status, now)

    def seconds_to_wait(self, most: float) -> float:
        """How long nothing needs to be done for it, ``most`` at most."""
        return most if self._due is None else min(most, max(0.0, self._due - time.monotonic()))

    def _ended(self, status: int, now: float) -> None:
        self._ends = 1 if now - self._started > STEADY_SECONDS else self._ends + 1
        what = f"{self.service.name} ended {_how(status)}"
        if self._ends > RESTARTS:
            message = f"{what}, {self._ends} times in a row; giving up"
            raise GaveUpError(message)
        pause = FIRST_PAUSE_SECONDS * 2 ** (self._ends - 1)
        self._due = now + pause
        self._say(f"{what}; starting it again in {pause:g} s")


def _how(status: int) -> str:
    if status >= 0:
        return f"with status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"
