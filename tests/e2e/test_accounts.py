"""A guest becomes an account in the middle of a match; every account page is fit for everybody."""

import itertools

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import processes
from tests.e2e.access import check
from tests.e2e.at_table import Person

pytestmark = pytest.mark.browser

PASSWORD = "four blue herons"
_NUMBERS = itertools.count(1)


def fill_in(page: Page, **fields: str) -> None:
    """Types into the form of the page and sends it."""
    for name, text in fields.items():
        page.fill(f"main [name={name}]", text)
    page.locator("main form.fields button[type=submit]").click()


def register(page: Page) -> str:
    """From the sign-up page to the first page; the new account's name."""
    name = f"nora-{next(_NUMBERS)}"
    page.goto("/accounts/signup/")
    fill_in(page, username=name, password1=PASSWORD, password2=PASSWORD)
    page.wait_for_url("**/")
    return name


def test_a_guest_registers_in_the_middle_of_a_match_and_keeps_it(page: Page) -> None:
    person = Person(page, by_keys=False)
    match = person.play_now()
    person.choose_pass()
    page.wait_for_selector("body[data-phase=playing]")
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    person.play_a_card()
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    hand, at = person.hand(), person.state("at")

    page.goto("/")
    page.get_by_role("link", name="Keep your history").click()
    name = register(page)
    expect(page.get_by_role("status")).to_contain_text("as a guest is yours")

    def return_to_table() -> None:
        page.get_by_role("link", name="Return to your table").click()
        page.wait_for_selector("body[data-connection=open][data-at]")
        assert match in page.url
        assert (person.hand(), person.state("at")) == (hand, at)
        assert person.state("you") == "0"

    return_to_table()
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    fill_in(page, login=name, password=PASSWORD)
    page.wait_for_url("**/")
    return_to_table()
    person.play_a_card()


def test_an_open_table_plays_on_while_its_guest_registers_in_another_tab(page: Page) -> None:
    person = Person(page, by_keys=False)
    person.play_now()
    person.choose_pass()
    register(page.context.new_page())
    page.wait_for_function("() => document.body.dataset.turn === document.body.dataset.you")
    person.play_a_card()


def test_pages_for_whoever_is_signed_out(page: Page) -> None:
    for address in ("login/", "signup/", "password/reset/", "password/reset/done/", "inactive/"):
        page.goto(f"/accounts/{address}")
        check(page)
    page.goto("/accounts/password/reset/key/1-nonsense/")
    check(page)
    page.goto("/accounts/confirm-email/nonsense/")
    check(page)


def test_forms_with_errors(page: Page) -> None:
    page.goto("/accounts/login/")
    fill_in(page, login="nobody", password="wrong")
    expect(page.get_by_role("alert")).to_contain_text("do not fit together")
    check(page)
    page.goto("/accounts/signup/")
    fill_in(page, username="guest-1", password1="short", password2="other")
    field = page.get_by_label("User name")
    expect(field).to_have_attribute("aria-invalid", "true")
    described = str(field.get_attribute("aria-describedby")).split()
    words = " ".join(page.locator(f"#{name}").inner_text() for name in described)
    assert "for guests" in words
    assert "3 to 20" in words
    check(page)


def test_pages_for_a_guest(page: Page) -> None:
    Person(page, by_keys=False).play_now()
    for address in ("", "accounts/login/", "accounts/signup/", "accounts/logout/"):
        page.goto(f"/{address}")
        check(page)


def test_pages_for_an_account(page: Page) -> None:
    register(page)
    check(page)
    for address in ("", "email/", "password/change/", "reauthenticate/", "logout/"):
        page.goto(f"/accounts/{address}")
        check(page)
    page.goto("/accounts/email/")
    fill_in(page, email="nora@example.org")
    fill_in(page, password=PASSWORD)
    expect(page.locator("main")).to_contain_text("nora@example.org")
    check(page)


def test_the_account_pages_work_by_keyboard_alone(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("User name").focus()
    page.keyboard.type("nobody")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()


def test_an_operator_made_by_the_command_signs_in_and_hands_out_a_link(
    page: Page, browser: Browser, site: str, site_environment: dict[str, str]
) -> None:
    name = register(page)
    operator = f"chief-{next(_NUMBERS)}"
    processes.manage(
        *("create_operator", "--username", operator),
        environment={**site_environment, "OPERATOR_PASSWORD": PASSWORD},
    )
    chief = browser.new_context(base_url=site).new_page()
    chief.goto("/admin/")
    fill_in(chief, login=operator, password=PASSWORD)
    chief.wait_for_url("**/admin/")
    chief.goto(f"/admin/accounts/user/?q={name}")
    chief.locator("th.field-username a").click()
    chief.get_by_role("link", name="Password reset link").click()
    chief.get_by_role("button", name="Make the link").click()
    link = chief.get_by_label("Link:").input_value()
    chief.context.close()

    page.get_by_role("button", name="Sign out").click()
    page.goto(link)
    check(page)
    fill_in(page, password1="seven grey storks", password2="seven grey storks")
    check(page)
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    fill_in(page, login=name, password="seven grey storks")
    page.wait_for_url("**/")
    expect(page.get_by_text(name)).to_be_visible()
