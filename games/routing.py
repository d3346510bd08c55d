"""Addresses of sockets."""

from django.urls import path, re_path

from games import converters  # noqa: F401  # registers the converter
from games.consumers import LobbyConsumer, NowhereConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/table/<public_id:public_id>/", TableConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
