"""People."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person; a guest is a real user that has no password yet."""

    display_name = models.CharField(_("name shown"), max_length=40, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="one_user_a_name",
                violation_error_message=_("This name is taken."),
            )
        ]

    @property
    def shown_name(self) -> str:
        """What others at the table read."""
        return self.display_name or self.username
