"""Collects the static files, and knows when that has been done already."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static(folder: Path) -> None:
    """Collect unless nothing changed since the last time; ``folder`` keeps what was seen then.

    Compressing every file takes seconds, looking at their dates some milliseconds.
    """
    record = folder / "static.seen"
    seen = _fingerprint()
    if record.is_file() and record.read_text() == seen and Path(settings.STATIC_ROOT).is_dir():
        return
    record.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    record.write_text(seen)


def _fingerprint() -> str:
    """Names, sizes and dates of all files, and how they are stored."""
    digest = hashlib.sha256(repr((settings.STATIC_ROOT, settings.STORAGES)).encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
