"""Limits on how often one address may ask."""

from typing import Any

from django.http import HttpRequest
from rest_framework.throttling import SimpleRateThrottle

from accounts.addresses import client_address


class AddressThrottle(SimpleRateThrottle):
    """A rate per client address; lets everybody through while Redis is away."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def get_cache_key(self, request: Any, view: Any) -> str:
        """One count for each scope and address."""
        return f"throttle:{self.scope}:{client_address(request)}"

    def allows(self, request: HttpRequest) -> bool:
        """Whether this request is within the rate; counts it."""
        return bool(self.allow_request(request, None))  # type: ignore[arg-type]  # reads only META
