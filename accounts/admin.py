"""People in Django admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    """Django's own page, with the name shown at the table."""

    list_display = ("username", "display_name", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active", "date_joined")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never: a match in progress would lose its person. *Active* can be switched off."""
        return False

    search_fields = ("username", "display_name", "email")
    fieldsets = (
        *(DjangoUserAdmin.fieldsets or ()),
        (_("At the table"), {"fields": ("display_name", "is_guest")}),
    )
