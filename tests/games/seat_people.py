"""Seats four people at a table in the database of DATABASE_URL; prints id and session keys.

A program of its own, since a test's own connection is to its test database.
"""

import json
import os
import sys

import django

sys.path.insert(0, os.getcwd())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from accounts.models import User  # noqa: E402
from tests.factories import CAST, person, table_of  # noqa: E402


def session_of(user: User) -> str:
    """The key of a new session in which ``user`` is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


names = CAST[: int(sys.argv[1])]
match = table_of(*names)
sessions = [session_of(person(name)) for name in names]
sys.stdout.write(json.dumps({"match": match.public_id, "sessions": sessions}))
