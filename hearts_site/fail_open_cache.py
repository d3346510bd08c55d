"""The cache: Redis, and nothing at all while Redis is away."""

import logging
import time
from typing import Any, ClassVar

from django_redis.cache import RedisCache
from django_redis.exceptions import ConnectionInterrupted

logger = logging.getLogger(__name__)

#: For so long Redis is not asked again after it did not answer.
AWAY_SECONDS = 5.0


class FailOpenCache(RedisCache):  # type: ignore[misc]  # django-redis is not seen by mypy
    """Lets everybody through while Redis is away, and waits for it once, not at every question.

    A rate limit of allauth asks some four times, behind a lock taken by ``add``: were the lock
    refused, nobody could sign in; were each question waited for, everybody would for ten seconds.
    """

    #: By address of the server, for all threads: until when it is left alone.
    _left_alone_until: ClassVar[dict[str, float]] = {}

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Whether the key is new; without Redis every key is."""
        return bool(self._ask("add", True, *args, **kwargs))

    def get(self, key: Any, default: Any = None, version: Any = None, client: Any = None) -> Any:
        """The value; without Redis the default."""
        return self._ask("get", default, key, default=default, version=version, client=client)

    def set(self, *args: Any, **kwargs: Any) -> bool:
        """Whether it was stored."""
        return bool(self._ask("set", False, *args, **kwargs))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Whether it was there."""
        return bool(self._ask("delete", False, *args, **kwargs))

    def _ask(self, question: str, otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self._left_alone_until.get(self._server, 0.0):
            return otherwise
        try:
            return getattr(self.client, question)(*args, **kwargs)
        except ConnectionInterrupted as error:
            self._left_alone_until[self._server] = time.monotonic() + AWAY_SECONDS
            logger.warning("Redis is away, so no limit is counted: %s", error)
            return otherwise
