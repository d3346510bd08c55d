"""Account pages: allauth's, with guests in mind.

A guest is signed in, so allauth would send guests away from registering and signing in, and
would sign them out here and there. Here a guest loses the seat only by saying so.
"""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required, user_passes_test
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.guests import is_guest

#: Sends guests, who have nothing to change there, to where an account is made.
no_guests = user_passes_test(
    lambda user: not (user.is_authenticated and user.is_guest), login_url="account_signup"
)


@require_safe
@login_required
@no_guests
def account(request: HttpRequest) -> HttpResponse:
    """What there is to change about one's account."""
    return render(request, "account/account.html")


class _GuestStays:
    """For pages where allauth signs out whoever is not the one a link was made for."""

    request: HttpRequest

    def logout(self) -> None:
        """Anybody but a guest, who could not come back."""
        if not is_guest(self.request):
            super().logout()  # type: ignore[misc]  # allauth has no types


class _NotForRegistered:
    """For pages that make no sense to whoever is signed in with an account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Sends them where they would have gone."""
        if request.user.is_authenticated and not is_guest(request):
            return redirect(self.get_authenticated_redirect_url())  # type: ignore[attr-defined]
        response: HttpResponseBase = super().dispatch(  # type: ignore[misc]  # allauth has no types
            request, *args, **kwargs
        )
        return response


class SignupView(_NotForRegistered, allauth_views.SignupView):  # type: ignore[misc]  # untyped
    """Register; a guest turns into the account and keeps everything."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Two people may ask for one name in the same instant."""
        was_guest = is_guest(self.request)
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)  # type: ignore[no-any-return]  # allauth has no types
        self._welcome(form.cleaned_data["username"], was_guest=was_guest)
        return response

    def _welcome(self, name: str, *, was_guest: bool) -> None:
        words = (
            _("Welcome, %(name)s. What you played as a guest is yours.")
            if was_guest
            else _("Welcome, %(name)s.")
        )
        messages.success(self.request, words % {"name": name})


class LoginView(_NotForRegistered, allauth_views.LoginView):  # type: ignore[misc]  # untyped
    """Sign in; a guest is told what stays behind."""


class LogoutView(allauth_views.LogoutView):  # type: ignore[misc]  # allauth has no types
    """Sign out; a guest is asked first, since nobody can sign in as that guest again."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """A guest has to have seen the warning."""
        if is_guest(self.request) and "leave_guest" not in self.request.POST:
            return self.render_to_response(self.get_context_data())  # type: ignore[no-any-return]
        response: HttpResponse = super().post(*args, **kwargs)
        return response


class PasswordResetView(allauth_views.PasswordResetView):  # type: ignore[misc]  # untyped
    """Asks for a reset link; without mail it says whom to ask instead."""

    def get_template_names(self) -> list[str]:
        """Two pages, since they have nothing in common."""
        if settings.MAIL.is_sent:
            return super().get_template_names()  # type: ignore[no-any-return]  # untyped
        return ["account/password_reset_by_hand.html"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Nothing to be sent without mail."""
        if not settings.MAIL.is_sent:
            return self.get(request, *args, **kwargs)  # type: ignore[no-any-return]  # untyped
        return super().post(request, *args, **kwargs)  # type: ignore[no-any-return]  # untyped


class PasswordResetFromKeyView(
    _GuestStays,
    allauth_views.PasswordResetFromKeyView,  # type: ignore[misc]  # allauth has no types
):
    """A new password by a reset link."""


class ConfirmEmailView(_GuestStays, allauth_views.ConfirmEmailView):  # type: ignore[misc]
    """Confirms an address by a link."""


class PasswordChangeView(allauth_views.PasswordChangeView):  # type: ignore[misc]  # untyped
    """A new password; every other session of the account ends with the old one."""

    def get_default_success_url(self) -> str:
        """Back to the account."""
        return reverse("account")
