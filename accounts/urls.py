"""Addresses of the account pages: those of allauth that we have, by the names it knows."""

from allauth.account import views as allauth_views
from django.urls import path, re_path
from django.views.generic import RedirectView

from accounts import views
from accounts.views import no_guests

urlpatterns = [
    path("", views.account, name="account"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("logout/", views.LogoutView.as_view(), name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
    path(
        "reauthenticate/",
        no_guests(allauth_views.reauthenticate),
        name="account_reauthenticate",
    ),
    path("email/", no_guests(allauth_views.email), name="account_email"),
    path(
        "confirm-email/",
        allauth_views.email_verification_sent,
        name="account_email_verification_sent",
    ),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    path(
        "password/change/",
        no_guests(views.PasswordChangeView.as_view()),
        name="account_change_password",
    ),
    # Whoever has no password yet gets one as if it were forgotten.
    path(
        "password/set/",
        RedirectView.as_view(pattern_name="account_reset_password"),
        name="account_set_password",
    ),
    path("password/reset/", views.PasswordResetView.as_view(), name="account_reset_password"),
    path(
        "password/reset/done/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
