"""Strangers in two browsers queue, meet at one table with the house, and play."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.access import check
from tests.e2e.at_table import Person

pytestmark = pytest.mark.browser

AT_THE_TABLE = "body[data-connection=open][data-at]"


@pytest.fixture
def other_page(browser: Browser, site: str) -> Iterator[Page]:
    """The page of somebody else, with a browser of their own."""
    context = browser.new_context(
        base_url=site, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def join(page: Page, *, with_house: bool) -> None:
    """From the first page into the queue, by keys."""
    page.goto("/")
    page.get_by_role("link", name="Play with others").press("Enter")
    page.wait_for_selector("body[data-connection=open]")
    box = page.get_by_role("checkbox")
    expect(box).to_be_checked()
    if not with_house:
        box.press("Space")
    page.get_by_role("button", name="Join the queue").press("Enter")
    page.wait_for_selector("#queue[data-preset=classic]")


def expect_waiting(page: Page, count: int) -> None:
    """That many wait, as the page shows."""
    page.wait_for_selector(f"[data-role=waiting][data-count='{count}']")


def act_if_possible(person: Person) -> bool:
    """One act if the person has to act now."""
    page = person.page
    if page.locator("[data-action=confirm-pass]").is_visible():
        if person.card(person.hand()[0]).get_attribute("aria-pressed") == "true":
            return False
        person.choose_pass()
        return True
    mine = person.state("turn") == person.state("you")
    if not mine or not page.locator("[data-card][aria-disabled=false]").count():
        return False
    person.play_a_card()
    return True


def test_two_strangers_meet_at_one_table_and_play(page: Page, other_page: Page) -> None:
    join(page, with_house=False)
    expect_waiting(page, 1)
    join(other_page, with_house=False)
    for each in (page, other_page):
        expect_waiting(each, 2)
    page.reload()
    expect_waiting(page, 2)
    expect(page.locator("[data-role=waiting]")).to_have_text("you and 1 other")
    for each in (page, other_page):
        each.click("[data-action=agree]")
    for each in (page, other_page):
        each.wait_for_selector(AT_THE_TABLE)
    assert page.url == other_page.url
    people = [Person(page, by_keys=False), Person(other_page, by_keys=False)]
    assert people[0].state("you") != people[1].state("you")
    for person in people:
        clocks = person.page.locator("[data-role=clock]:visible")
        expect(clocks).to_have_count(2)
        expect(clocks.first).to_contain_text(re.compile(r"\b[6-9]\d s"))
    check(page)
    page.set_viewport_size({"width": 320, "height": 640})
    while any(int(person.state("at").split(",")[1]) < 4 + 8 for person in people):
        for person in people:
            act_if_possible(person)
        page.wait_for_timeout(20)
    assert len({person.state("at").split(",")[0] for person in people}) == 1


def test_alone_with_the_house_there_is_no_clock(page: Page) -> None:
    Person(page, by_keys=False).play_now()
    page.wait_for_timeout(600)
    assert page.locator("[data-role=clock]").count() == 0


def test_leaving_in_one_tab_is_seen_in_the_other(page: Page) -> None:
    join(page, with_house=False)
    tab = page.context.new_page()
    tab.goto("/queue/")
    expect_waiting(tab, 1)
    tab.get_by_role("button", name="Leave the queue").click()
    for each in (tab, page):
        expect(each.get_by_role("button", name="Join the queue")).to_be_visible()
        expect_waiting(each, 0)


def test_every_tab_goes_to_the_table(page: Page) -> None:
    join(page, with_house=False)
    tab = page.context.new_page()
    tab.goto("/queue/")
    tab.click("[data-action=agree]")
    for each in (tab, page):
        each.wait_for_selector(AT_THE_TABLE)
    assert tab.url == page.url


def test_the_queue_in_every_state(page: Page) -> None:
    page.goto("/queue/")
    page.wait_for_selector("body[data-connection=open]")
    check(page)
    page.set_viewport_size({"width": 320, "height": 640})
    join(page, with_house=False)
    page.wait_for_selector("body[data-connection=open]")
    check(page)
    page.get_by_role("button", name="Leave the queue").click()
    expect(page.get_by_role("button", name="Join the queue")).to_be_visible()


def test_the_queue_works_without_javascript(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/queue/")
    page.uncheck("[name=with_house]")
    page.click("[data-action=join-queue]")
    expect(page.get_by_text("only you")).to_be_visible()
    page.get_by_role("link", name="Reload it").click()
    expect(page.get_by_role("heading", name="You are in the queue")).to_be_visible()
    page.click("[data-action=leave-queue]")
    expect(page.get_by_role("button", name="Join the queue")).to_be_visible()
    context.close()
