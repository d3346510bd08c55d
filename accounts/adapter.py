"""What allauth asks this project."""

import logging
from smtplib import SMTPException
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.addresses import client_address
from accounts.models import User

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Guests become accounts; our own addresses behind proxies; mail that may fail."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("That name and password do not fit together."),
        "username_taken": gettext_lazy("This name is taken."),
        "username_blacklisted": gettext_lazy("This name is reserved. Please take another one."),
        "too_many_login_attempts": gettext_lazy(
            "That was tried too often. Wait five minutes and try again."
        ),
        "enter_current_password": gettext_lazy("This is not your current password."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "duplicate_email": gettext_lazy("This is your address already."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """As for all our limits: read behind exactly TRUSTED_PROXY_COUNT proxies."""
        return client_address(request)

    def new_user(self, request: HttpRequest) -> User:
        """The guest who asks, so that matches and seat stay; else somebody new.

        Locked until the form is saved: of two tabs that register the same guest one wins, and
        the other finds itself registered.
        """
        if not request.user.is_authenticated or not request.user.is_guest:
            return User()
        guest = User.objects.select_for_update().filter(pk=request.user.pk, is_guest=True).first()
        if guest is None:
            raise ImmediateHttpResponse(redirect(settings.LOGIN_REDIRECT_URL))
        return guest

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """A registered person goes by the user name."""
        user.is_guest, user.display_name = False, ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def can_delete_email(self, email_address: Any) -> bool:
        """Not the last one where an account needs one."""
        others = EmailAddress.objects.filter(user_id=email_address.user_id)
        is_last = not others.exclude(pk=email_address.pk).exists()
        if settings.EMAIL_REQUIRED and is_last:
            return False
        return bool(super().can_delete_email(email_address))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away stops nobody from registering or changing a password."""
        if not settings.MAIL.is_sent:
            return
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("mail could not be sent: %s", template_prefix)
            words = _("The mail could not be sent just now. Please try again in a while.")
            messages.error(self.request, words)
