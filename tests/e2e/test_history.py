"""A match is played in the browser, found again in *My matches* and read there."""

from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.access import check
from tests.e2e.at_table import Person

pytestmark = pytest.mark.browser


def test_a_guest_reads_the_match_just_played(page: Page) -> None:
    person = Person(page, by_keys=False)
    match = person.play_now()
    page.goto("/matches/mine/")
    check(page)
    page.get_by_role("link", name="Return to your table").click()
    page.wait_for_selector("body[data-connection=open][data-at]")
    person.play_on(lambda: None)
    stored = person.api(f"matches/{match}/")

    page.goto("/")
    page.get_by_role("link", name="My matches").click()
    check(page)
    row = page.locator(f'[data-match="{match}"]')
    assert row.locator(".sum").all_inner_texts() == [
        str(player["total"]) for player in sorted(stored["players"], key=_by_place)
    ]
    row.get_by_role("link").click()
    check(page)
    read_the_score_sheet(person, stored)

    rounds = person.api(f"matches/{match}/rounds/")
    page.get_by_role("link", name="Round 1", exact=True).click()
    check(page)
    read_the_cards(person, person.api(f"matches/{match}/rounds/1/"))
    page.get_by_role("link", name="Trick 13").click()
    assert page.url.endswith("#trick-13")
    with page.expect_download() as download:
        page.get_by_role("link", name="The record as text").click()
    text = download.value.path().read_text()
    assert text == person.api(f"matches/{match}/rounds/1/")["record"]
    page.get_by_role("link", name="Round 2", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert len(rounds) == len(stored["results"])


def _by_place(player: dict[str, int]) -> tuple[int, int]:
    return player["place"], player["seat"]


def read_the_score_sheet(person: Person, stored: dict[str, Any]) -> None:
    """Every result and total on the screen is the one in the database."""
    cells = person.numbers('[data-role="sheet"] [data-role="result"]')
    assert cells == [points for result in stored["results"] for points in result]
    totals = person.numbers('[data-role="sheet"] tbody tr:last-child [data-role="total"]')
    assert totals == stored["totals"]
    assert person.page.locator(".chart polyline").count() == 4


def read_the_cards(person: Person, stored: dict[str, Any]) -> None:
    """All tricks stand in play order."""
    marks = person.page.locator('[data-role="tricks"] .pip').all_inner_texts()
    played = [play["card"] for trick in stored["tricks"] for play in trick["plays"]]
    signs = dict(zip("CDSH", "♣♦♠♥", strict=True))
    assert marks == [card[0].replace("T", "10") + signs[card[1]] for card in played]


def test_the_lists_and_filters_work_without_scripts(browser: Browser, site: str) -> None:
    context = _without_scripts(browser, site)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Matches", exact=True).click()
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Player").fill("nobody at all")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No finished match fits these filters.")).to_be_visible()
    page.get_by_role("link", name="Without filters").click()
    assert page.url.endswith("/matches/")
    page.goto("/matches/?since=never")
    expect(page.get_by_text("Enter a date such as 2026-07-31.")).to_be_visible()
    context.close()


def _without_scripts(browser: Browser, site: str) -> BrowserContext:
    return browser.new_context(
        base_url=site, viewport={"width": 320, "height": 640}, java_script_enabled=False
    )
