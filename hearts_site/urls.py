"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from accounts.admin_login import through_our_sign_in

admin.site.login = through_our_sign_in(admin.site.login)  # type: ignore[assignment]
admin.site.site_header = admin.site.site_title = "Open Hearts"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("", include("games.urls")),
]
