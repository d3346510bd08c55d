"""Guests: people who play without an account."""

import secrets

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User

_NUMBERS = 9000
_USERNAME_BYTES = 9


def create_guest() -> User:
    """A new guest with a name to be shown such as "Guest 4821"; cannot sign in by password."""
    number = 1000 + secrets.randbelow(_NUMBERS)
    guest = User(
        username=f"guest-{secrets.token_urlsafe(_USERNAME_BYTES)}",
        display_name=_("Guest %(number)d") % {"number": number},
        is_guest=True,
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def is_guest(request: HttpRequest) -> bool:
    """Whether whoever asks plays as a guest: signed in, but without an account."""
    return request.user.is_authenticated and request.user.is_guest
