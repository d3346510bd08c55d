"""A person at the table page: reads the screen, plays by clicks or by keys."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

#: Whether there is something for the person to do, or the match is over.
_SOMETHING_TO_DO = """() => {
    const {status, you, turn, phase} = document.body.dataset;
    if (document.body.hasAttribute("data-score-due")) return false;
    const open = document.querySelector("dialog[open]") !== null;
    const ended = status === "finished" && !document.querySelector("#result").hidden;
    const passing = phase === "passing" && !document.querySelector(
        "[data-action=confirm-pass]").hidden && !document.querySelector(
        "[data-card][aria-pressed=true]");
    const playing = phase === "playing" && turn === you && document.querySelector(
        "[data-card][aria-disabled=false]") && !document.querySelector("[data-pending=true]");
    return open || ended || passing || Boolean(playing);
}"""


class Person:
    """Plays a match on a page; ``by_keys`` uses the keyboard alone."""

    def __init__(self, page: Page, *, by_keys: bool) -> None:
        self.page = page
        self.by_keys = by_keys
        self.rounds_seen = 0

    def play_now(self) -> str:
        """From the first page to the table; returns the match's id."""
        self.page.goto("/")
        button = self.page.get_by_role("button", name="Play now")
        if self.by_keys:
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click()
        self.page.wait_for_selector("body[data-connection=open][data-at]")
        return self.page.url.rstrip("/").rsplit("/", 1)[-1]

    def play_on(self, at_round_end: Callable[[], None]) -> None:
        """Plays to the end of the match; ``at_round_end`` is called at each score."""
        while True:
            self.page.wait_for_function(_SOMETHING_TO_DO)
            if self.is_open("#result"):
                return
            if self.page.locator("#score-dialog[open]").count():
                at_round_end()
                self.rounds_seen += 1
                self.close_score()
            elif self.state("phase") == "passing":
                self.choose_pass()
            else:
                self.play_a_card()

    def choose_pass(self) -> None:
        """Passes the first cards of the hand as it is sorted."""
        at = self.state("at")
        for card in self.hand()[:3]:
            self.press(card)
        if self.by_keys:
            self.page.keyboard.press("p")
        else:
            self.page.click("[data-action=confirm-pass]")
        self.page.locator(f'body:not([data-at="{at}"])').wait_for()

    def play_a_card(self) -> None:
        """Plays the first legal card and waits until the table has moved on."""
        at = self.state("at")
        lit = self.page.locator("[data-card][aria-disabled=false]").first
        self.press(str(lit.get_attribute("data-card")))
        self.page.locator(f'body:not([data-at="{at}"])').wait_for()

    def press(self, card: str) -> None:
        """Clicks a card, or types it and presses Enter."""
        if self.by_keys:
            for key in card:
                self.page.keyboard.press(key.lower())
            self.page.keyboard.press("Enter")
        else:
            self.card(card).click()

    def close_score(self) -> None:
        """On to the next round."""
        if self.by_keys:
            self.page.keyboard.press("Enter")
        else:
            self.page.click("#score-dialog [data-action=continue]")
        self.page.wait_for_selector("#score-dialog", state="hidden")

    # -- what is on the screen -----------------------------------------------------------------

    def state(self, name: str) -> str:
        """A fact of the table such as ``phase`` or ``at``."""
        return str(self.page.locator("body").get_attribute(f"data-{name}"))

    def hand(self) -> list[str]:
        """The cards of the hand in their order on the screen."""
        shown: list[str] = self.page.eval_on_selector_all(
            "[data-card]", "cards => cards.map(card => card.dataset.card)"
        )
        return shown

    def card(self, card: str) -> Locator:
        """A card of the hand."""
        return self.page.locator(f'[data-card="{card}"]')

    def numbers(self, selector: str) -> list[int]:
        """The numbers in the elements of that selector, in order."""
        texts = self.page.locator(selector).all_inner_texts()
        return [int(text.replace("−", "-").strip()) for text in texts]

    def totals(self) -> list[int]:
        """The total of each seat as the table shows it."""
        return [self.numbers(f'[data-role=total][data-seat="{seat}"]')[0] for seat in range(4)]

    def is_open(self, selector: str) -> bool:
        """Whether that part of the page is to be seen."""
        return self.page.locator(selector).is_visible()

    def api(self, path: str) -> Any:
        """What the server's database says, through the API."""
        return self.page.request.get(f"/api/v1/{path}").json()
