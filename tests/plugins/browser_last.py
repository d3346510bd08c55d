"""Tests with a browser run last.

Playwright's synchronous interface leaves an event loop running in the main thread until its
browser is closed; no asynchronous test could run after it.
"""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A stable sort: everything else stays in its order."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))
