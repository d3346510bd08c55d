"""Sessions in the database, with keys that cannot harm it."""

from typing import Any

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's own, but a cookie that cannot be one of our keys is no key at all.

    Django asks the database for whatever the cookie says; PostgreSQL refuses a NUL character,
    and every page would answer 500 to whoever sends one.
    """

    def _validate_session_key(self, key: Any) -> bool:
        is_key = super()._validate_session_key(key)  # type: ignore[misc]  # not in the stubs
        return bool(is_key) and key.isascii() and key.isalnum()
