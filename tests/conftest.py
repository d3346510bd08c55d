"""Fixtures for every test; what must happen before Django's settings is in ``tests.plugins``."""

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL


@pytest.fixture(scope="session")
def valkey() -> redis.Redis:
    """A client of this run's own Valkey."""
    return redis.Redis.from_url(settings.REDIS_URL)


@pytest.fixture(scope="session", autouse=True)
def _close_pools(django_db_setup: None) -> Iterator[None]:
    """PostgreSQL drops a test database only after the pool's connections to it are closed."""
    yield
    for connection in connections.all():
        if isinstance(connection, PostgreSQL):
            connection.close_pool()


@pytest.fixture(autouse=True)
def _empty_valkey(valkey: redis.Redis) -> None:
    """Each test begins without throttle counts, presence or cached values of another."""
    valkey.flushall()
