"""A guest plays whole matches in a real browser against the product as ``make run`` starts it."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.at_table import Person

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("by_keys", [False, True], ids=["by clicks", "by keys"])
def test_a_guest_plays_a_whole_match(page: Page, by_keys: bool) -> None:
    """At every round's end the screen says what the database says; the last one is the result."""
    person = Person(page, by_keys=by_keys)
    match = person.play_now()

    def compare_with_database() -> None:
        stored = person.api(f"matches/{match}/rounds/")[person.rounds_seen]
        assert stored["number"] == person.rounds_seen + 1
        shown = [
            person.numbers(f'#score-dialog tr[data-seat="{seat}"] td:nth-of-type(2)')[0]
            for seat in range(4)
        ]
        assert shown == stored["result"]
        assert person.totals() == totals_after(person.rounds_seen + 1)

    def totals_after(rounds: int) -> list[int]:
        results = person.api(f"matches/{match}/")["results"][:rounds]
        return [sum(column) for column in zip(*results, strict=True)]

    person.play_on(compare_with_database)
    stored = person.api(f"matches/{match}/")
    assert stored["status"] == "finished"
    assert len(stored["results"]) == person.rounds_seen + 1 >= 4
    assert max(stored["totals"]) >= 100
    for player in stored["players"]:
        row = f'#result tr[data-seat="{player["seat"]}"]'
        assert person.numbers(f"{row} .sum") == [player["total"]]
        assert page.locator(row).first.get_attribute("data-place") == str(player["place"])
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("body[data-status=playing][data-at]")
    assert match not in page.url


def test_the_seat_is_kept_over_a_reload_in_the_middle_of_a_trick(page: Page) -> None:
    person = Person(page, by_keys=False)
    person.play_now()
    person.choose_pass()
    page.wait_for_selector("body[data-phase=playing]")
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    hand, at = person.hand(), person.state("at")
    page.reload()
    page.wait_for_selector("body[data-connection=open][data-at]")
    assert (person.hand(), person.state("at")) == (hand, at)
    person.play_a_card()


def test_a_card_that_may_not_be_played_says_why_and_stays(page: Page) -> None:
    person = Person(page, by_keys=False)
    match = person.play_now()
    person.choose_pass()
    page.wait_for_selector("body[data-phase=playing]")
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    barred = page.locator("[data-card][aria-disabled=true]").first
    before, ply = person.hand(), person.state("at")
    barred.click(force=True)  # Playwright would wait until it is enabled
    message = page.locator("[data-role=message]")
    expect(message).not_to_have_text("Your turn")
    assert str(message.inner_text()).strip()
    assert (person.hand(), person.state("at")) == (before, ply)
    assert person.api(f"matches/{match}/")["table"]["turn"] == 0


def test_a_watcher_sees_the_table_but_no_hand(page: Page, browser: Browser, site: str) -> None:
    person = Person(page, by_keys=False)
    person.play_now()
    watching = browser.new_context(base_url=site).new_page()
    watching.goto(page.url)
    watching.wait_for_selector("body[data-connection=open][data-at]")
    assert watching.locator("[data-card]").count() == 0
    assert watching.locator("[data-role=total]").count() == 4
    person.choose_pass()
    watching.wait_for_selector("body[data-phase=playing]")
    watching.context.close()


def test_leaving_the_table_leads_home_where_a_new_match_can_start(page: Page) -> None:
    person = Person(page, by_keys=False)
    match = person.play_now()
    page.goto("/")
    page.get_by_role("link", name="Return to your table").click()
    page.wait_for_selector("body[data-connection=open][data-at]")
    assert match in page.url
    page.click("[data-action=leave]")
    page.click("[data-action=leave-confirm]")
    page.wait_for_url("**/")
    assert person.api(f"matches/{match}/")["status"] == "abandoned"
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_table_that_is_not_there_is_said_in_words(page: Page) -> None:
    response = page.request.get("/table/nothing/")
    assert response.status == 404
    assert "Open Hearts" in response.text()
