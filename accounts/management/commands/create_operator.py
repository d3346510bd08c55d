"""``manage.py create_operator``: somebody who may do everything in ``/admin/``."""

import getpass
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.utils import OperationalError, ProgrammingError

from accounts.models import User
from accounts.usernames import VALIDATORS

PASSWORD_VARIABLE = "OPERATOR_PASSWORD"  # noqa: S105  # the name of a variable


class Command(BaseCommand):
    """Create a user who is staff and superuser; every refusal is one line."""

    help = (
        "Create an operator: a user who may do everything in /admin/. The password is asked "
        f"for, or taken from the environment variable {PASSWORD_VARIABLE}."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The name; the password is no argument, since other users of a machine can read those."""
        parser.add_argument("--username", help="the operator's user name; asked for when left out")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create it, or say in one line why not; then nothing has changed."""
        try:
            user = User(username=self._username(options["username"]))
        except (OperationalError, ProgrammingError) as error:
            message = "the database is not ready: start the server once, or run manage.py migrate"
            raise CommandError(message) from error
        password = self._password()
        _check("password", partial(validate_password, user=user), password)
        user.is_staff = user.is_superuser = True
        user.set_password(password)
        user.save()
        self.stdout.write(f"{user.username} is an operator now and may sign in at /admin/")

    def _username(self, given: str | None) -> str:
        name = (given or self._ask("User name: ", "--username")).strip()
        for validate in VALIDATORS:
            _check("user name", validate, name)
        if User.objects.filter(username__iexact=name).exists():
            message = f"user name: {name} is taken; make that user staff in /admin/ instead"
            raise CommandError(message)
        return name

    def _password(self) -> str:
        given = os.environ.get(PASSWORD_VARIABLE, "")
        if given:
            return given
        if not sys.stdin.isatty():
            message = f"password: there is no terminal to ask on; set {PASSWORD_VARIABLE}"
            raise CommandError(message)
        password = getpass.getpass("Password: ")
        if password != getpass.getpass("Password again: "):
            message = "password: the two are not the same"
            raise CommandError(message)
        return password

    def _ask(self, question: str, instead: str) -> str:
        if not sys.stdin.isatty():
            message = f"there is no terminal to ask on; say {instead}"
            raise CommandError(message)
        return input(question)


def _check(what: str, validate: Callable[[str], object], value: str) -> None:
    try:
        validate(value)
    except ValidationError as error:
        message = f"{what}: {' '.join(error.messages)}"
        raise CommandError(message) from error
