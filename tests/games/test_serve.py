"""``manage.py serve``: one command starts everything and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.management.embedded_valkey import EmbeddedValkey
from tests.process_tree import alive, command_line, descendants, wait_until, wait_until_gone
from tests.processes import ROOT, free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


class Served:
    """One running ``serve``."""

    def __init__(self, environment: dict[str, str], log: Path, *, background: bool) -> None:
        self.port = environment["PORT"]
        self.log = log
        trap = "trap '' INT;" if background else ""
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                ["sh", "-c", f"{trap} exec {sys.executable} manage.py serve"],
                cwd=ROOT,
                env=environment,
                stdout=out,
                stderr=out,
            )

    def said(self, text: str) -> bool:
        assert self.process.poll() is None or text in self.log.read_text(), self.log.read_text()
        return text in self.log.read_text()

    def status(self, path: str = "/") -> int:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=10) as page:
                return int(page.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def child(self, word: str) -> int:
        """The process id of the child whose command line has the word."""
        found = [pid for pid in descendants(self.process.pid) if word in command_line(pid)]
        assert len(found) == 1, (word, found)
        return found[0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all, so that the static files are collected once."""
    return tmp_path_factory.mktemp("serve")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """As on a bare checkout: nothing set but where to keep things and where to listen."""
    left_out = {"REDIS_URL", "DATABASE_URL", "SECRET_KEY"}
    kept = {name: text for name, text in os.environ.items() if name not in left_out}
    return {**kept, "VAR_DIR": str(folder), "PORT": str(free_port()), **more}


@contextmanager
def serving(folder: Path, *, background: bool = False) -> Iterator[Served]:
    """A ``serve`` that is ready; ``background`` as a shell starts it with ``&``."""
    served = Served(environment(folder), folder / "serve.log", background=background)
    family: set[int] = set()
    try:
        wait_until(lambda: served.said("is ready"), "serve is not ready", 60)
        family = descendants(served.process.pid)
        yield served
    finally:
        if served.process.poll() is None:
            served.process.terminate()
        served.process.wait(30)
        wait_until_gone(family)


def refused(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A ``serve`` that ends at once."""
    return subprocess.run(
        [sys.executable, "manage.py", "serve"],
        check=False,
        cwd=ROOT,
        env=environment(folder, **more),
        capture_output=True,
        text=True,
        timeout=30,
    )


def accounts_in(folder: Path, code: str) -> str:
    """What a line of Python about the users prints."""
    line = f"from accounts.models import User; {code}"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", line],
        check=True,
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_serves_the_page_and_ends_with_all_its_children(
    folder: Path, number: signal.Signals
) -> None:
    with serving(folder) as served:
        assert served.status() == 200
        assert f"http://localhost:{served.port}/" in served.log.read_text()
        assert "manage.py create_operator" in served.log.read_text()
        family = descendants(served.process.pid)
        assert len(family) == 3

        served.process.send_signal(number)

        assert served.process.wait(30) == 0
        wait_until_gone(family)
        assert not (folder / "valkey.sock").exists()


def test_ctrl_c_ends_it_also_where_a_background_shell_ignores_it(folder: Path) -> None:
    with serving(folder, background=True) as served:
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(30) == 0


def test_killed_it_leaves_no_process_and_the_next_start_finds_its_data(folder: Path) -> None:
    with serving(folder) as served:
        accounts_in(folder, "User.objects.create_user('anna')")
        family = descendants(served.process.pid)

        served.process.kill()

        wait_until_gone(family)
    with serving(folder) as served:
        assert served.status() == 200
        assert accounts_in(folder, "print(User.objects.filter(username='anna').count())") == "1"


def test_it_may_be_started_again_in_the_very_moment_it_was_killed(folder: Path) -> None:
    with serving(folder) as first:
        first.process.kill()
        first.process.wait()
        with serving(folder) as second:
            assert second.status() == 200


def test_a_child_that_ends_is_started_again(folder: Path) -> None:
    with serving(folder) as served:
        os.kill(served.child("run_web"), signal.SIGKILL)
        wait_until(lambda: served.said("web ended by SIGKILL"), "the end is not noticed")
        wait_until(lambda: served.status() == 200, "web does not come back")
        os.kill(served.child("valkey-server"), signal.SIGKILL)
        wait_until(lambda: served.said("valkey ended by SIGKILL"), "the end is not noticed")
        valkey = EmbeddedValkey(folder=folder, socket=folder / "valkey.sock")
        wait_until(valkey.answering, "Valkey does not come back")


def test_a_left_over_valkey_is_ended_and_replaced(folder: Path) -> None:
    left_over = EmbeddedValkey(folder=folder, socket=folder / "valkey.sock")
    left_over.start()
    try:
        old = int(left_over.pid_file.read_text())
        with serving(folder) as served:
            assert served.status() == 200
            assert left_over.poll() is not None
            assert int(left_over.pid_file.read_text()) != old
    finally:
        left_over.stop()


def test_a_number_that_another_process_has_now_is_left_alone(folder: Path) -> None:
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        (folder / "valkey.pid").write_text(f"{bystander.pid}\n")
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(str(folder / "valkey.sock"))
        with serving(folder) as served:
            assert served.status() == 200
        assert alive(bystander.pid)
    finally:
        bystander.kill()
        bystander.wait()


def test_a_taken_port_is_said_in_one_line_before_anything_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = refused(tmp_path, PORT=str(port))
    assert result.returncode == 2
    assert result.stderr == (
        f"open-hearts: port {port} is taken; choose another one: PORT={port + 1} make run\n"
    )
    assert not (tmp_path / "db.sqlite3").exists()


def test_a_second_one_in_the_same_folder_is_refused(folder: Path) -> None:
    with serving(folder) as served:
        result = refused(folder)
        assert result.returncode == 2
        assert result.stderr.count("\n") == 1
        assert f"already runs with the data in {folder}" in result.stderr
        assert served.status() == 200


def test_a_wrong_setting_is_one_line_that_names_it(tmp_path: Path) -> None:
    result = refused(tmp_path, PORT="abc")
    assert result.returncode == 2
    assert result.stderr.startswith("open-hearts: PORT: 'abc' is not valid")
    assert result.stderr.count("\n") == 1


def test_an_unknown_host_is_one_line_that_names_it(tmp_path: Path) -> None:
    result = refused(tmp_path, HOST="nowhere.invalid")
    assert result.returncode == 2
    assert result.stderr.startswith("open-hearts: HOST: 'nowhere.invalid'")
    assert result.stderr.count("\n") == 1
