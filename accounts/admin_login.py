"""Signing in to Django admin."""

from collections.abc import Callable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase

from accounts.guests import is_guest

View = Callable[..., HttpResponseBase]


def through_our_sign_in(admin_login: View) -> View:
    """Admin's sign-in by our own page, which has limits; whoever is no staff is refused.

    An operator who played as a guest first is asked to sign in, and not refused.
    """
    secured: View = secure_admin_login(admin_login)

    def login(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request):
            wanted = request.GET.get(REDIRECT_FIELD_NAME) or request.get_full_path()
            return redirect_to_login(wanted)
        return secured(request, *args, **kwargs)

    return login
