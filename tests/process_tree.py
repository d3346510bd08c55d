"""Which processes there are, from /proc; one that has ended but was not waited for is gone."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path


def wait_until(true: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
    """Return as soon as the condition holds; fail with ``what`` when it does not in time."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether the process runs."""
    return _state_and_parent(pid)[0] not in {"", "Z", "X"}


def descendants(pid: int) -> set[int]:
    """The children of a process, theirs, and so on."""
    parents = {
        int(entry.name): _state_and_parent(int(entry.name))[1]
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit()
    }
    found: set[int] = set()
    front = {pid}
    while front:
        front = {child for child, parent in parents.items() if parent in front} - found
        found |= front
    return found


def wait_until_gone(pids: Iterable[int], seconds: float = 15.0) -> None:
    """Return when none of them runs any more; fail when one does for so long."""
    left = set(pids)

    def none_left() -> bool:
        left.difference_update([pid for pid in left if not alive(pid)])
        return not left

    wait_until(none_left, f"still running: {left}", seconds)


def command_line(pid: int) -> str:
    """The words the process was started with."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def _state_and_parent(pid: int) -> tuple[str, int]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "", 0
    state, parent = text.rpartition(")")[2].split()[:2]
    return state, int(parent)
