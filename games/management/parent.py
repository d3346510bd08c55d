"""A child process ends when its parent does, however the parent ends.

Two mechanisms, since neither serves everywhere: the kernel's parent-death signal (Linux, any
program) and an inherited pipe that reaches its end when the parent is gone (everywhere, our own
programs).
"""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable

PIPE_VARIABLE = "OPEN_HEARTS_PARENT_PIPE"
_PR_SET_PDEATHSIG = 1


def signal_at_parents_death(number: signal.Signals) -> Callable[[], None] | None:
    """A ``preexec_fn`` after which the child gets the signal when this process ends.

    The kernel watches the *thread* that starts the child: start children from one that stays.
    None where the system has no such signal.
    """
    if sys.platform != "linux":
        return None
    # Loaded here, not in the child: between fork and exec little is safe.
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return ask


def end_with_parent() -> None:
    """End this process once the parent that handed it ``OPEN_HEARTS_PARENT_PIPE`` has ended.

    Does nothing when the variable is not set: started by hand or by another supervisor.
    """
    # Taken out of the environment, so that programs we start do not watch our pipe.
    text = os.environ.pop(PIPE_VARIABLE, "")
    if text:
        os.set_inheritable(int(text), False)
        threading.Thread(target=_watch, args=(int(text),), name="parent", daemon=True).start()


def _watch(descriptor: int) -> None:
    """Wait for the pipe's end; then ask this process to stop, and insist."""
    while os.read(descriptor, 64):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(timeout=8)
    os._exit(1)
