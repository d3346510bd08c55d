"""The accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People: registered users and guests. Knows nothing of games."""

    name = "accounts"
    verbose_name = _("Accounts")
