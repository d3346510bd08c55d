"""The product as ``make run`` starts it, and a browser to look at it."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import processes

_BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def site_environment() -> Iterator[dict[str, str]]:
    """A folder of its own, and a house that thinks fast."""
    with tempfile.TemporaryDirectory(prefix="oh-", dir="/tmp") as folder:
        yield {
            "VAR_DIR": folder,
            "REDIS_URL": "",
            "DATABASE_URL": "",
            "HOUSE_THINK_MS": "0-10",
            "HOUSE_TRICK_PAUSE_MS": "0",
            "HOUSE_ROUND_PAUSE_MS": "0",
            "HOUSE_POLL_SECONDS": "0.01",
            "PLAY_NOW_RATE": "1000/minute",
            "QUEUE_FILL_SECONDS": "2",
        }


@pytest.fixture(scope="session")
def site(site_environment: dict[str, str]) -> Iterator[str]:
    """``manage.py serve`` in that environment; its address."""
    with processes.serve(site_environment) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, or the one that CHROMIUM names."""
    found = filter(None, map(shutil.which, (os.environ.get("CHROMIUM", ""), *_BROWSER_NAMES)))
    program = next(found, None)
    if program is None:
        pytest.skip("no chromium found: apt install chromium, or set CHROMIUM to its path")
    flags = [*_FLAGS, "--no-sandbox"] if os.geteuid() == 0 else _FLAGS
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A visitor nobody has seen before, on a phone of 320 px, without animations."""
    context = browser.new_context(
        base_url=site, viewport={"width": 320, "height": 640}, reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page on which no script fails and nothing offends the content security policy."""
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield page
    assert complaints == []
