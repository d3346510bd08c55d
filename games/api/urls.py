"""Addresses of the API, version 1."""

from django.urls import path

from games import converters  # noqa: F401  # registers the converter
from games.api import views

urlpatterns = [
    path("", views.Index.as_view(), name="api-index"),
    path("presets/", views.Presets.as_view(), name="api-presets"),
    path("presets/<str:name>/", views.Preset.as_view(), name="api-preset"),
    path("matches/<public_id:public_id>/", views.MatchDetail.as_view(), name="api-match"),
    path("matches/<public_id:public_id>/rounds/", views.Rounds.as_view(), name="api-rounds"),
    path(
        "matches/<public_id:public_id>/rounds/<int:number>/",
        views.RoundDetail.as_view(),
        name="api-round",
    ),
    path("<path:_rest>", views.Nowhere.as_view(), name="api-nowhere"),
]
