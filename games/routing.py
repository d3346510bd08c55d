"""Addresses of sockets."""

from django.urls import path

from games.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/table/<str:public_id>/", TableConsumer.as_asgi()),
]
