"""What the pages of match history say, for tests."""

import re
from html import unescape

from django.test import Client

from games.models import Match


def shown(client: Client, path: str) -> str:
    """The page at that address under /matches/."""
    response = client.get(f"/matches/{path}")
    assert response.status_code == 200
    return unescape(response.content.decode())


def listed(page: str) -> list[str]:
    """The ids of the matches that a page lists, in its order."""
    return re.findall(r'data-match="(\w+)"', page)


def ids(*matches: Match) -> list[str]:
    return [match.public_id for match in matches]


def link(page: str, rel: str) -> str | None:
    """Where the link to the next or previous page leads, below /matches/."""
    anchor = re.search(rf'rel="{rel}"\s+href="/matches/([^"]*)"', page)
    return anchor[1] if anchor else None
