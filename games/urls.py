"""Addresses of pages and of the API."""

from django.urls import include, path

from games import converters, views  # noqa: F401  # registers the converter

app_name = "games"
urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("play/", views.play_now, name="play-now"),
    path("queue/", views.queue, name="queue"),
    path("queue/join/", views.join_queue, name="join-queue"),
    path("queue/leave/", views.leave_queue, name="leave-queue"),
    path("table/<public_id:public_id>/", views.table, name="table"),
    path("table/<public_id:public_id>/leave/", views.leave_table, name="leave-table"),
    path("matches/", views.matches, name="matches"),
    path("matches/mine/", views.my_matches, name="my-matches"),
    path("matches/<public_id:public_id>/", views.match, name="match"),
    path("matches/<public_id:public_id>/rounds/<int:number>/", views.match_round, name="round"),
    path(
        "matches/<public_id:public_id>/rounds/<int:number>/record.txt",
        views.round_record,
        name="round-record",
    ),
    path("api/v1/", include("games.api.urls")),
]
