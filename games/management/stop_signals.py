"""SIGINT, SIGTERM and SIGHUP as a wish to stop that a loop can wait for."""

import contextlib
import os
import select
import signal
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignals:
    """Installs its own handlers: SIGINT arrives ignored in a background shell.

    Until ``hold()`` a signal ends the program by SystemExit, so that what was begun unwinds;
    after it a signal sets ``asked`` and wakes ``wait``. The end of a child wakes it as well.
    """

    def __init__(self) -> None:
        self.asked: signal.Signals | None = None
        self._held = False
        # A pipe, since a handler may interrupt the very code that waits: an Event would deadlock.
        self._wake, self._ring = os.pipe()
        os.set_blocking(self._wake, False)
        os.set_blocking(self._ring, False)
        for number in STOPPING:
            signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, self._ring_bell)

    def hold(self) -> None:
        """From now on signals are noted only; whoever waits looks at ``asked``."""
        self._held = True

    def wait(self, seconds: float) -> None:
        """Return after a signal, the end of a child, or so many seconds."""
        if select.select([self._wake], [], [], seconds)[0]:
            os.read(self._wake, 4096)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.asked = signal.Signals(number)
        if not self._held:
            raise SystemExit(0)
        self._ring_bell(number, frame)

    def _ring_bell(self, number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(BlockingIOError):  # full of bells already
            os.write(self._ring, b"!")
