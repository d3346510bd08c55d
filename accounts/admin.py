"""People in Django admin."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts import reset_links
from accounts.models import User

# Addresses are shown with their user; a second "Accounts" in the list of apps helps nobody.
admin.site.unregister(EmailAddress)


class EmailAddressInline(admin.TabularInline[EmailAddress, User]):
    """The addresses that allauth knows of a user."""

    model = EmailAddress
    extra = 0


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    """Django's own page, with the name shown at the table and a link to a new password."""

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
    inlines = (EmailAddressInline,)

    def get_inlines(self, request: HttpRequest, obj: User | None = None) -> Any:
        """A new user is saved first."""
        return self.inlines if obj else ()

    def get_urls(self) -> list[URLPattern]:
        """With the page that makes a reset link."""
        view = self.admin_site.admin_view(never_cache(self.reset_link))
        return [path("<int:pk>/reset-link/", view, name="reset-link"), *super().get_urls()]

    def reset_link(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Asks, then makes a link by which the user sets a new password, and shows it once."""
        user = self.get_object(request, str(pk))
        if user is None:
            raise Http404
        if not self.has_change_permission(request, user) or not reset_links.may_make(
            request.user, user
        ):
            raise PermissionDenied
        link = None
        if request.method == "POST" and reset_links.can_be_used_by(user):
            link = request.build_absolute_uri(reset_links.path_for(user))
            self.log_change(request, user, _("Made a password reset link."))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Password reset link"),
            "opts": self.opts,
            "original": user,
            "usable": reset_links.can_be_used_by(user),
            "link": link,
            "days": settings.PASSWORD_RESET_TIMEOUT // (24 * 3600),
        }
        return TemplateResponse(request, "admin/accounts/user/reset_link.html", context)
