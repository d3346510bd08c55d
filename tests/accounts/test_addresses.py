"""Whose address counts behind how many proxies."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from accounts.addresses import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "192.0.2.1"),
        (0, "198.51.100.9", "192.0.2.1"),
        (1, "198.51.100.9", "198.51.100.9"),
        (1, "203.0.113.66, 198.51.100.9", "198.51.100.9"),
        (2, "203.0.113.66, 198.51.100.9, 192.0.2.50", "198.51.100.9"),
        (2, "198.51.100.9", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, None, "192.0.2.1"),
    ],
)
def test_only_what_our_own_proxies_added_is_believed(
    settings: Settings, proxies: int, forwarded: str | None, expected: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers=headers)
    assert client_address(request) == expected
