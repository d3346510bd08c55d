"""Fixtures for every test; what must happen before Django's settings is in ``tests.plugins``."""

import pytest
import redis
from django.conf import settings


@pytest.fixture(scope="session")
def valkey() -> redis.Redis:
    """A client of this run's own Valkey."""
    return redis.Redis.from_url(settings.REDIS_URL)


@pytest.fixture(autouse=True)
def _empty_valkey(valkey: redis.Redis) -> None:
    """Each test begins without throttle counts, presence or cached values of another."""
    valkey.flushall()
