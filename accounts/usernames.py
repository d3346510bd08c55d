"""What a user name may be."""

import re
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20

#: ASCII only: no two names look alike, and upper and lower case are one on every database.
_SHAPE = RegexValidator(
    rf"\A[A-Za-z0-9][A-Za-z0-9_.-]{{{SHORTEST - 1},{LONGEST - 1}}}\Z",
    _(
        "Take 3 to 20 characters: letters from a to z, digits, underscore, hyphen, dot; "
        "the first a letter or a digit."
    ),
    code="username_shape",
)
_GUEST = re.compile(r"guest([-_.\d].*)?", re.IGNORECASE)


def refuse_guest_names(name: str) -> None:
    """Raises ValidationError for a name that passes for a guest's."""
    if _GUEST.fullmatch(name):
        raise ValidationError(_("Names of that kind are for guests."), code="username_guest")


#: For allauth's ACCOUNT_USERNAME_VALIDATORS.
VALIDATORS: list[Callable[[str], None]] = [_SHAPE, refuse_guest_names]
