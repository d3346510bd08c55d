"""ASGI entry: pages over HTTP, live tables over WebSocket."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hearts_site.settings")
pages = get_asgi_application()

# These need the apps to be loaded, which get_asgi_application has just done.
from games.routing import websocket_urlpatterns  # noqa: E402
from hearts_site.origin import SameOriginOnly  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": SameOriginOnly(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
