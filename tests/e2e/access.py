"""What every page must be, for everybody: one check for all tests of pages."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS = [(320, 640), (800, 900), (1440, 900)]


def check(page: Page) -> None:
    """At every width, in light and in dark: nothing off the screen, no finding of axe."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} px wide at {width} px"
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = Axe().run(page)
            assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
