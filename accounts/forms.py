"""allauth's forms with our own words: a label and a hint each, no placeholders."""

from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.guests import is_guest
from accounts.models import User
from accounts.usernames import LONGEST

_NEW_PASSWORD_HINT = gettext_lazy(
    "At least 8 characters; no common password, not only digits, not your name."
)


class _Plain(forms.Form):
    """Names its fields in labels, which stay, and not in placeholders, which go."""

    labels: ClassVar[dict[str, Any]] = {}
    hints: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")


class SignupForm(_Plain, allauth_forms.SignupForm):  # type: ignore[misc]  # allauth has no types
    """A new account, or one that a guest turns into."""

    field_order = ("username", "password1", "password2", "email")
    labels: ClassVar = {
        "username": gettext_lazy("User name"),
        "password1": gettext_lazy("Password"),
        "password2": gettext_lazy("Password again"),
    }
    hints: ClassVar = {
        "username": gettext_lazy("What others at the table read. 3 to 20 letters, digits or _ - ."),
        "password1": _NEW_PASSWORD_HINT,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(
            maxlength=LONGEST, autocapitalize="none", spellcheck="false"
        )
        email = self.fields["email"]
        email.label = _("E-mail") if email.required else _("E-mail (optional)")
        email.help_text = (
            _("To set a new password when you forget yours. Other players do not see it.")
            if settings.MAIL.is_sent
            else _(
                "This server sends no mail. The operators see the address and can tell by it "
                "that an account is yours."
            )
        )

    def save(self, request: HttpRequest) -> User:
        """Everything or nothing."""
        with transaction.atomic():
            saved: User = super().save(request)
        return saved


class LoginForm(_Plain, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no types
    """Name and password; a guest also says that the guest may be left behind."""

    labels: ClassVar = {
        "login": gettext_lazy("User name"),
        "password": gettext_lazy("Password"),
        "remember": gettext_lazy("Stay signed in on this device"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(autocapitalize="none", spellcheck="false")
        self.fields["remember"].initial = True
        if is_guest(self.request):
            name = self.request.user.shown_name
            self.fields["leave_guest"] = forms.BooleanField(
                label=_("Leave %(guest)s behind for good") % {"guest": name},
                error_messages={"required": _("Please say that you want this.")},
            )


class EmailForm(_Plain, allauth_forms.AddEmailForm):  # type: ignore[misc]  # allauth has no types
    """Another e-mail address."""

    labels: ClassVar = {"email": gettext_lazy("New e-mail address")}

    def save(self, request: HttpRequest) -> EmailAddress:
        """Takes effect once it is confirmed; at once where no mail can be sent to confirm it."""
        if settings.MAIL.is_sent:
            return super().save(request)
        with transaction.atomic():
            EmailAddress.objects.filter(user=self.user).delete()
            address = EmailAddress.objects.create(user=self.user, email=self.cleaned_data["email"])
            address.set_as_primary()
        words = _("Your e-mail address is now %(email)s.") % {"email": address.email}
        get_adapter().add_message(request, messages.SUCCESS, message=words)
        return address


class _NewPassword(_Plain):
    labels: ClassVar = {
        "oldpassword": gettext_lazy("Current password"),
        "password1": gettext_lazy("New password"),
        "password2": gettext_lazy("New password again"),
    }
    hints: ClassVar = {"password1": _NEW_PASSWORD_HINT}


class ChangePasswordForm(_NewPassword, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """A new password for somebody who knows the old one."""


class NewPasswordForm(_NewPassword, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password for somebody who came by a reset link."""


class ResetPasswordForm(_Plain, allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # untyped
    """Where to send a reset link."""

    labels: ClassVar = {"email": gettext_lazy("E-mail")}


class ReauthenticateForm(_Plain, allauth_forms.ReauthenticateForm):  # type: ignore[misc]  # untyped
    """The password once more before something delicate."""

    labels: ClassVar = {"password": gettext_lazy("Password")}
