"""Links by which somebody sets a new password, handed out by staff where no mail is sent."""

from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.urls import reverse

from accounts.models import User


def may_make(staff: Any, user: User) -> bool:
    """Whoever holds the link becomes the user, so only a superuser makes one for staff."""
    return bool(staff.is_superuser or not (user.is_staff or user.is_superuser))


def can_be_used_by(user: User) -> bool:
    """A guest has no password to forget; a closed account cannot sign in."""
    return user.is_active and not user.is_guest


def path_for(user: User) -> str:
    """A path that works once, until the password is changed or PASSWORD_RESET_TIMEOUT is over.

    The token is made from the password and the last sign-in; nothing is stored.
    """
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)
