"""People with passwords, and the forms they fill in."""

import dataclasses

from django.conf import settings
from django.test import Client

from accounts.guests import create_guest
from accounts.models import User

PASSWORD = "four blue herons"
ANOTHER = "seven grey storks"
MAIL = dataclasses.replace(settings.MAIL, backend="django.core.mail.backends.locmem.EmailBackend")


def registered(name: str = "nora", **more: object) -> User:
    """Somebody with an account and PASSWORD."""
    return User.objects.create_user(name, password=PASSWORD, **more)  # type: ignore[arg-type]


def guest_client() -> tuple[User, Client]:
    """A guest and the browser in which it plays."""
    guest, client = create_guest(), Client()
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    return guest, client


def sign_up_form(name: str = "nora", **more: str) -> dict[str, str]:
    """What the sign-up page asks for."""
    return {"username": name, "password1": PASSWORD, "password2": PASSWORD, **more}


def sign_in_form(name: str = "nora", password: str = PASSWORD, **more: str) -> dict[str, str]:
    """What the sign-in page asks for."""
    return {"login": name, "password": password, **more}


def user_of(client: Client) -> str | None:
    """The primary key of who is signed in there, as the next page will see it."""
    context = client.get("/").context
    user = context["user"]
    return str(user.pk) if user.is_authenticated else None
