"""Refuses sockets that another site's page opens with this site's cookies."""

from typing import Any
from urllib.parse import urlsplit

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class _Refuse(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """Closes before accepting: the browser sees HTTP 403."""

    channel_layer_alias = None

    async def connect(self) -> None:
        await self.close()


class SameOriginOnly:
    """ASGI middleware: the Origin must be this host itself or one of CSRF_TRUSTED_ORIGINS.

    A foreign, missing or ``null`` Origin is refused, and so is a Host not in ALLOWED_HOSTS.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.refuse = _Refuse.as_asgi()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Hand on, or close."""
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        allowed = is_same_origin(headers.get(b"origin"), headers.get(b"host"))
        return await (self.inner if allowed else self.refuse)(scope, receive, send)


def is_same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of ``origin`` may open a socket to ``host``."""
    if (
        not origin
        or not host
        or not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    ):
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc.lower() == host.lower()
