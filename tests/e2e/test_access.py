"""Every page: clean under axe, nothing off the screen from 320 to 1440 px, no third party."""

import pytest
from playwright.sync_api import Page

from tests.e2e.access import check
from tests.e2e.at_table import Person

pytestmark = pytest.mark.browser


def test_the_first_page(page: Page) -> None:
    page.goto("/")
    check(page)


def test_an_error_page(page: Page) -> None:
    page.set_content(page.request.get("/table/nothing/").text())
    assert page.get_by_role("link").count()


def test_the_table_in_every_phase_and_every_dialog(page: Page) -> None:
    person = Person(page, by_keys=False)
    person.play_now()
    check(page)
    person.choose_pass()
    page.wait_for_selector("body[data-phase=playing]")
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    check(page)
    for opener in ("sheet", "keys", "leave"):
        page.set_viewport_size({"width": 1440, "height": 900})
        page.click(f"[data-action={opener}]")
        page.wait_for_selector("dialog[open]")
        check(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="hidden")


def test_thirteen_cards_fit_on_the_smallest_phone(page: Page) -> None:
    """Each card shows at least 24 px of itself and lies within the screen."""
    page.set_viewport_size({"width": 320, "height": 640})
    Person(page, by_keys=False).play_now()
    shown = page.evaluate(
        """() => [...document.querySelectorAll("[data-card]")].map(card => {
            const box = card.getBoundingClientRect();
            const covered = x => document.elementFromPoint(x, box.top + box.height / 2);
            let exposed = 0;
            for (let x = box.left; x < box.right; x += 1)
                exposed += card.contains(covered(x)) ? 1 : 0;
            return {card: card.dataset.card, left: box.left, right: box.right, exposed};
        })"""
    )
    assert len(shown) == 13
    for card in shown:
        assert card["exposed"] >= 24, card
        assert card["left"] >= 0, card
        assert card["right"] <= 320, card


def test_no_page_asks_a_third_party(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    Person(page, by_keys=False).play_now()
    assert asked
    assert [url for url in asked if not url.startswith((site, site.replace("http", "ws")))] == []
