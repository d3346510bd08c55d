"""One ``serve`` for one folder."""

import fcntl
import os
from pathlib import Path
from types import TracebackType


class AlreadyServedError(Exception):
    """Another ``serve`` has the folder; the text is one line for people."""


class ServeLock:
    """A lock that ends with the process that holds it, however it ends.

    ``left_over`` says whether the last holder was killed: its children may need a moment to end.
    """

    def __init__(self, folder: Path) -> None:
        self.left_over = False
        self._folder = folder
        self._descriptor = -1

    def __enter__(self) -> "ServeLock":
        """Take it, or raise AlreadyServedError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(self._folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = self._text()
            os.close(self._descriptor)
            message = (
                f"Open Hearts already runs with the data in {self._folder} (process {holder}); "
                "stop it first, or choose another folder: VAR_DIR=/some/folder"
            )
            raise AlreadyServedError(message) from error
        self.left_over = bool(self._text())
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, str(os.getpid()).encode(), 0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let it go; an empty file says that all was ended in order."""
        os.ftruncate(self._descriptor, 0)
        os.close(self._descriptor)

    def _text(self) -> str:
        return os.pread(self._descriptor, 20, 0).decode(errors="replace")
