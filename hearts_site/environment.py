"""Reads settings from the environment: every error names its variable in one line."""

import hashlib
import os
import re
import secrets
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from redis.connection import parse_url

Value = TypeVar("Value")

LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104  # compared with, never bound here
LONGEST_MILLISECONDS = 60_000
SUN_PATH_LIMIT = 100  # bytes a unix socket's path may have everywhere (Linux 107, macOS 103)

_env = environ.Env()


def read(name: str, default: Value, parse: Callable[[str], Value]) -> Value:
    """The variable ``name`` through ``parse``, or ``default`` when unset or empty."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        return parse(text)
    except (ValueError, ImproperlyConfigured) as error:
        message = f"{name}: {_without_password(text)!r} is not valid ({error})"
        raise ImproperlyConfigured(message) from error


def _without_password(text: str) -> str:
    """An address as it may be shown in a log."""
    return re.sub(r"(://[^:/@]*:).*@", r"\1…@", text)


def flag(text: str) -> bool:
    """``1 true yes on`` or ``0 false no off``."""
    if text.lower() in {"1", "true", "yes", "on"}:
        return True
    if text.lower() in {"0", "false", "no", "off"}:
        return False
    message = "say 1 or 0"
    raise ValueError(message)


def number(lowest: float, highest: float) -> Callable[[str], float]:
    """A parser of a decimal number within [lowest, highest]."""

    def parse(text: str) -> float:
        with suppress(ValueError):
            value = float(text)
            if lowest <= value <= highest:
                return value
        message = f"say a number from {lowest:g} to {highest:g}"
        raise ValueError(message)

    return parse


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A parser of a whole number within [lowest, highest]."""

    def parse(text: str) -> int:
        with suppress(ValueError):
            value = int(text)
            if lowest <= value <= highest:
                return value
        message = f"say a whole number from {lowest} to {highest}"
        raise ValueError(message)

    return parse


def span(text: str) -> tuple[int, int]:
    """``700-1500``: two whole numbers, the first not above the second."""
    low, dash, high = text.partition("-")
    with suppress(ValueError):
        first, last = int(low), int(high if dash else low)
        if 0 <= first <= last <= LONGEST_MILLISECONDS:
            return first, last
    message = "say two numbers of milliseconds such as 700-1500"
    raise ValueError(message)


def one_of(*allowed: str) -> Callable[[str], str]:
    """A parser that takes one of the words given, whatever their case."""

    def parse(text: str) -> str:
        if text.upper() not in allowed:
            message = f"say one of {', '.join(allowed)}"
            raise ValueError(message)
        return text.upper()

    return parse


def words(text: str) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in text.split(",") if word.strip()]


def some_of(*allowed: str) -> Callable[[str], list[str]]:
    """A parser of a list, each word one of those given; none twice, at least one."""

    def parse(text: str) -> list[str]:
        found = list(dict.fromkeys(words(text)))
        if not found or not set(found) <= set(allowed):
            message = f"say one or more of {', '.join(allowed)}, separated by commas"
            raise ValueError(message)
        return found

    return parse


def origins(text: str) -> list[str]:
    """A list of origins such as ``https://hearts.example.org``."""
    found = words(text)
    if all(re.fullmatch(r"https?://[^\s/*]+", origin) for origin in found):
        return found
    message = "say origins such as https://hearts.example.org"
    raise ValueError(message)


def host_names(text: str) -> list[str]:
    """A list of names and addresses, without scheme, port or path."""
    found = words(text)
    if all(re.fullmatch(r"\*|\.?[\w.-]+|\[[0-9a-fA-F:.]+\]", name) for name in found):
        return found
    message = "say names such as hearts.example.org"
    raise ValueError(message)


def rate(text: str) -> str:
    """``10/minute``: how many, and in which unit (second, minute, hour, day)."""
    count, _, unit = text.partition("/")
    if not (count.isascii() and count.isdecimal()) or unit not in {
        "second",
        "minute",
        "hour",
        "day",
    }:
        message = "say a rate such as 10/minute"
        raise ValueError(message)
    return text


def database(text: str) -> dict[str, Any]:
    """``postgres://…`` or ``sqlite:///…`` as Django's settings of one database."""
    engines = {"django.db.backends.postgresql", "django.db.backends.sqlite3"}
    if "://" in text:
        config: dict[str, Any] = _env.db_url_config(text)
        # A database in memory would be another one in every process.
        if config.get("ENGINE") in engines and config.get("NAME") not in {None, "", ":memory:"}:
            return config
    message = "say a postgres:// or sqlite:/// address"
    raise ValueError(message)


def sqlite_in(folder: Path) -> dict[str, Any]:
    """Django's settings of a SQLite database that lies in ``folder``."""
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "db.sqlite3"}


def redis_url(text: str) -> str:
    """``redis://…``, ``rediss://…`` or ``unix:///…``."""
    with suppress(ValueError):
        parts = urlsplit(text)
        named = parts.path.strip("/") if parts.scheme == "unix" else parts.hostname
        if parts.scheme in {"redis", "rediss", "unix"} and named:
            parse_url(text)  # type: ignore[no-untyped-call]  # redis-py's own
            if parts.scheme == "unix" or re.fullmatch(r"/?\d*", parts.path):
                return text
    message = "say a redis://, rediss:// or unix:/// address"
    raise ValueError(message)


@dataclass(frozen=True)
class Mail:
    """How mail leaves the server, as Django's settings want it."""

    backend: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    ssl: bool = False
    sender: str = "open-hearts@localhost"

    @property
    def is_sent(self) -> bool:
        """Whether anything leaves at all."""
        return self.backend != _NO_BACKEND


_NO_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
NO_MAIL = Mail(_NO_BACKEND)
_MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


def mail(text: str) -> Mail:
    """``smtp+tls://user:password@host:587?from=hearts@example.org``, or ``consolemail://``.

    ``smtp+tls`` begins in clear and turns to TLS, ``smtp+ssl`` is TLS from the first byte.
    Without ``from`` the sender is the user, when that is an address.
    """
    address, _, query = text.partition("?")
    scheme = address.partition("://")[0]
    sender = dict(parse_qsl(query)).get("from", "")
    if scheme == "consolemail":
        return Mail(_env.email_url_config(address)["EMAIL_BACKEND"], sender=sender or Mail.sender)
    config = _env.email_url_config(address) if scheme in _MAIL_PORTS else {}
    if not config.get("EMAIL_HOST"):
        message = "say an address such as smtp+tls://user:password@host:587"
        raise ValueError(message)
    user = config["EMAIL_HOST_USER"] or ""
    if "@" not in (sender or user):
        message = "say whom mail comes from: …?from=hearts@example.org"
        raise ValueError(message)
    return Mail(
        backend=config["EMAIL_BACKEND"],
        host=config["EMAIL_HOST"],
        port=config["EMAIL_PORT"] or _MAIL_PORTS[scheme],
        user=user,
        password=config["EMAIL_HOST_PASSWORD"] or "",
        starttls=scheme == "smtp+tls",
        ssl=scheme == "smtp+ssl",
        sender=sender or user,
    )


def secret_key(folder: Path) -> str:
    """The key kept in ``folder``; made there, readable by its owner only, at first use."""
    path = folder / "secret-key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _create_whole(path, secrets.token_urlsafe(48))
        return path.read_text().strip()
    except OSError as error:
        message = f"VAR_DIR: {str(folder)!r} cannot be used ({error.strerror})"
        raise ImproperlyConfigured(message) from error


def _create_whole(path: Path, text: str) -> None:
    """Several processes may do this at once: the first wins, nobody reads half a file."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    with suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)


def embedded_redis_socket(folder: Path) -> Path:
    """Where the embedded Valkey listens; a short path when ``folder`` is too deep for one."""
    path = folder.resolve() / "valkey.sock"
    if len(os.fsencode(path)) <= SUN_PATH_LIMIT:
        return path
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"open-hearts-{os.getuid()}-{name}" / "valkey.sock"


def lan_addresses() -> list[str]:
    """This machine's own addresses as others on the network would type them."""
    found: list[str] = []
    # Connecting a datagram socket sends nothing; it only asks which address would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    return [address for address in dict.fromkeys(found) if ":" not in address]


def allowed_hosts(host: str) -> list[str]:
    """Names under which the server answers when ALLOWED_HOSTS does not say."""
    if host in EVERY_ADDRESS:
        return [*LOOPBACK_HOSTS, socket.gethostname(), *lan_addresses()]
    return [*LOOPBACK_HOSTS, f"[{host}]" if ":" in host else host]
