"""Settings from the environment: every error names its variable; every variable is described."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from hearts_site import environment as env

ROOT = Path(__file__).resolve().parent.parent
# Read by docker-compose.yml alone.
COMPOSE_ONLY = {"POSTGRES_PASSWORD", "HTTP_PORT"}
# Read by a command: a password is no setting.
COMMANDS_ONLY = {"OPERATOR_PASSWORD"}


def described() -> set[str]:
    return set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))


def test_the_example_describes_every_variable_that_is_read_and_no_other() -> None:
    settings = (ROOT / "hearts_site" / "settings.py").read_text()
    read = set(re.findall(r'\bread\(\s*"(\w+)"', settings))
    assert described() == read | COMPOSE_ONLY | COMMANDS_ONLY


def test_docker_compose_asks_for_described_variables_only() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "docker-compose.yml").read_text()))
    assert asked >= COMPOSE_ONLY
    assert asked <= described()


@pytest.mark.parametrize("text", ["", "  "])
def test_an_unset_or_empty_variable_means_the_default(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("SOME_NUMBER", text)
    assert env.read("SOME_NUMBER", 7, env.whole(1, 9)) == 7
    monkeypatch.delenv("SOME_NUMBER")
    assert env.read("SOME_NUMBER", 7, env.whole(1, 9)) == 7


def test_an_error_names_the_variable_and_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_NUMBER", "12")
    with pytest.raises(ImproperlyConfigured, match=r"^SOME_NUMBER: '12' .*from 1 to 9"):
        env.read("SOME_NUMBER", 7, env.whole(1, 9))


def test_an_error_shows_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+foo://nora:a%40b@c@mail.example.org")
    with pytest.raises(ImproperlyConfigured, match=r"^EMAIL_URL: .*nora:…@mail") as refused:
        env.read("EMAIL_URL", env.NO_MAIL, env.mail)
    assert "a%40b" not in str(refused.value)


def test_mail_is_read_from_one_address() -> None:
    starttls = env.mail("smtp+tls://nora%40example.org:pa%20ss@mail.example.org")
    assert (starttls.host, starttls.port, starttls.user) == (
        "mail.example.org",
        587,
        "nora@example.org",
    )
    assert (starttls.password, starttls.sender) == ("pa ss", "nora@example.org")
    assert (starttls.starttls, starttls.ssl, starttls.is_sent) == (True, False, True)
    ssl = env.mail("smtp+ssl://u:p@h:4650?from=Open+Hearts+<hearts@example.org>")
    assert (ssl.port, ssl.sender) == (4650, "Open Hearts <hearts@example.org>")
    assert (ssl.starttls, ssl.ssl) == (False, True)
    assert env.mail("smtp://h?from=a@b.example").port == 25
    assert env.mail("consolemail://").is_sent
    assert not env.NO_MAIL.is_sent


def test_each_parser_reads_what_is_right() -> None:
    assert env.flag("Yes") is True
    assert env.flag("off") is False
    assert env.number(0.1, 10)("2.5") == 2.5
    assert env.whole(1, 9)("9") == 9
    assert env.span("700-1500") == (700, 1500)
    assert env.span("50") == (50, 50)
    assert env.one_of("INFO", "ERROR")("info") == "INFO"
    assert env.words("a, b,,c ") == ["a", "b", "c"]
    assert env.some_of("classic", "moon")("moon, classic,moon") == ["moon", "classic"]
    assert env.rate("10/minute") == "10/minute"
    assert env.redis_url("unix:///tmp/valkey.sock") == "unix:///tmp/valkey.sock"
    assert env.redis_url("rediss://:secret@host:6380/2") == "rediss://:secret@host:6380/2"
    assert env.origins("https://a.example, http://b:8000") == ["https://a.example", "http://b:8000"]
    assert env.host_names("a.example,.b.example,[::1]") == ["a.example", ".b.example", "[::1]"]
    assert env.database("postgres://u:p@h/n")["NAME"] == "n"
    assert env.database("sqlite:////srv/hearts.sqlite3")["NAME"] == "/srv/hearts.sqlite3"


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (env.flag, "maybe"),
        (env.number(0.1, 10), "0"),
        (env.number(0.1, 10), "nan"),
        (env.whole(1, 9), "1.5"),
        (env.whole(1, 9), "10"),
        (env.span, "5-2"),
        (env.span, "1-"),
        (env.span, "-5"),
        (env.one_of("INFO"), "LOUD"),
        (env.rate, "10"),
        (env.rate, "x/minute"),
        (env.rate, "²/minute"),
        (env.redis_url, "redis://"),
        (env.redis_url, "redis://host:port/0"),
        (env.redis_url, "redis://127.0.0.1/abc"),
        (env.redis_url, "unix:///"),
        (env.origins, "hearts.example.org"),
        (env.origins, "https://*.example.org"),
        (env.origins, "https://hearts.example.org/path"),
        (env.host_names, "https://hearts.example.org/"),
        (env.host_names, "hearts.example.org:8000"),
        (env.database, "foo"),
        (env.database, "postgres://"),
        (env.database, "sqlite://:memory:"),
        (env.redis_url, "http://localhost"),
        (env.database, "mysql://u:p@h/n"),
        (env.mail, "mail.example.org"),
        (env.mail, "http://mail.example.org?from=a@b.example"),
        (env.mail, "smtp://?from=a@b.example"),
        (env.mail, "smtp+tls://user:password@mail.example.org"),
    ],
)
def test_each_parser_refuses_what_is_wrong(parse: object, text: str) -> None:
    assert callable(parse)
    with pytest.raises(ValueError, match=r"^say "):
        parse(text)


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    key = env.secret_key(tmp_path / "var")
    assert len(key) >= 50
    assert env.secret_key(tmp_path / "var") == key
    assert (tmp_path / "var" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_many_processes_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _index: env.secret_key(tmp_path / "var"), range(40)))
    assert len(keys) == 1
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret-key"]


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ImproperlyConfigured, match=r"^VAR_DIR: "):
        env.secret_key(tmp_path / "file" / "var")


def test_a_deep_folder_gets_a_short_path_for_its_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30)
    assert env.embedded_redis_socket(Path("/srv")) == Path("/srv/valkey.sock")
    short = env.embedded_redis_socket(deep)
    assert len(str(short)) <= env.SUN_PATH_LIMIT
    assert short == env.embedded_redis_socket(deep)
    assert short != env.embedded_redis_socket(deep / "another")


def test_listening_everywhere_answers_under_the_addresses_of_this_machine() -> None:
    hosts = env.allowed_hosts("0.0.0.0")
    assert {"localhost", "127.0.0.1", "[::1]", *env.lan_addresses()} <= set(hosts)
    assert "*" not in hosts
    assert env.allowed_hosts("hearts.example.org") == [*env.LOOPBACK_HOSTS, "hearts.example.org"]
    assert env.allowed_hosts("fe80::7")[-1] == "[fe80::7]"
