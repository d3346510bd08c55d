"""The cast before a browser."""

import pytest
from django.test import Client

from tests.factories import person


@pytest.fixture
def nora(client: Client) -> Client:
    """A client in which Nora is signed in."""
    client.force_login(person("nora"))
    return client
