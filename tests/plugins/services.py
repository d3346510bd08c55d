"""Before Django reads its settings: a folder, a key and a real Valkey for this run alone."""

import os
import re
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.valkey import valkey_server

SETTINGS = Path(__file__).parents[2] / "hearts_site" / "settings.py"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """A wrapper, since pytest-django loads the settings in this very hook."""
    resources = ExitStack()
    early_config.add_cleanup(resources.close)
    # A short folder: the path of a unix socket has some hundred bytes at most.
    folder = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="oh-", dir="/tmp")))
    (folder / "static").mkdir()  # whitenoise warns when there is none
    _forget_settings()
    os.environ["VAR_DIR"] = str(folder)
    os.environ["SECRET_KEY"] = "for tests only, known to everybody who reads this"
    os.environ["REDIS_URL"] = resources.enter_context(valkey_server(folder))
    yield
    _serve_static_files_uncollected()
    _hash_passwords_fast()


def _forget_settings() -> None:
    """Tests do not depend on what the developer's shell says, the database apart."""
    for name in re.findall(r'\bread\(\s*"(\w+)"', SETTINGS.read_text()):
        if name != "DATABASE_URL":
            os.environ.pop(name, None)


def _serve_static_files_uncollected() -> None:
    """Pages name static files as they are; hashed names need a collectstatic first."""
    from django.conf import settings

    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    settings.WHITENOISE_USE_FINDERS = True


def _hash_passwords_fast() -> None:
    """The real hash takes a third of a second on purpose."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
