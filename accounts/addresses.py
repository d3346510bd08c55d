"""The address a request came from."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The client's address as seen by the outermost of our TRUSTED_PROXY_COUNT proxies.

    Each proxy appends to X-Forwarded-For whom it was called by; what stands further left was
    sent by the client and may be invented.
    """
    count: int = settings.TRUSTED_PROXY_COUNT
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    if count and len(forwarded) >= count and forwarded[-count]:
        return forwarded[-count]
    return str(request.META.get("REMOTE_ADDR", ""))
