"""A child ends with its parent, also where the kernel does not see to it."""

import os
import subprocess
import sys

from games.management.parent import PIPE_VARIABLE

CHILD = """
import threading
from games.management.parent import end_with_parent
end_with_parent()
print("up", flush=True)
threading.Event().wait(60)
"""


def start_child(pipe: int) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        env={**os.environ, PIPE_VARIABLE: str(pipe)},
        pass_fds=[pipe],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "up\n"
    return child


def test_a_child_ends_when_the_pipe_to_its_parent_ends() -> None:
    pipe, our_end = os.pipe()
    child = start_child(pipe)
    os.close(pipe)
    assert child.poll() is None
    os.close(our_end)
    assert child.wait(10) != 0
