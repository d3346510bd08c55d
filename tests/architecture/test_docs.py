"""The docs and the words of the browser keep up with the code."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from games import engine, protocol
from games.engine import HeartsError, errors, events
from games.services import refusals
from tests.processes import ROOT

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
PROTOCOL = (ROOT / "docs/protocol.md").read_text()

#: Errors that reach no socket: of stored records and rules, and bases that are never raised.
NOT_ON_THE_WIRE = {
    HeartsError,
    errors.RuleSetError,
    errors.RecordError,
    errors.IllegalActError,
    refusals.AlreadyPlayingError,
    refusals.OthersPlayError,
    refusals.NoSuchQueueError,
    refusals.NoSuchMatchError,
}


def kinds_of(base: type[HeartsError]) -> Iterator[type[HeartsError]]:
    """The class and all that inherit from it, those made by tests apart."""
    if base.__module__.startswith("games."):
        yield base
    for kind in base.__subclasses__():
        yield from kinds_of(kind)


WIRE_ERRORS = sorted({kind.code for kind in kinds_of(HeartsError) if kind not in NOT_ON_THE_WIRE})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_codes_are_unique() -> None:
    kinds = set(kinds_of(HeartsError))
    assert len({kind.code for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("code", WIRE_ERRORS)
def test_every_error_code_is_documented_and_has_words_in_the_browser(code: str) -> None:
    assert f"`{code}`" in PROTOCOL
    words = (ROOT / "games/static/games/js/refusals.js").read_text()
    assert re.search(rf"\b{code}\b", words)


def test_every_part_of_the_state_is_documented() -> None:
    match = engine.Match(engine.RuleSet(), first_dealer=0)
    state = match.deal(b"any secret")
    public = protocol.table_part(engine.view_of(state, None), match)
    own = protocol.seat_part(engine.view_of(state, 0), engine.refusals_of(state, 0))
    assert [key for key in (*public, *own) if f"`{key}`" not in PROTOCOL] == []


def test_every_event_is_documented() -> None:
    source = (ROOT / "games/protocol.py").read_text()
    kinds = set(re.findall(r'return \{"type": "(\w+)"', source))
    assert len(kinds) == len(get_args(events.Event)) + 1, "each event and the deal"
    assert [kind for kind in sorted(kinds) if f"`{kind}" not in PROTOCOL] == []


def test_every_close_code_is_documented() -> None:
    from games.consumers import CLOSE_NO_SUCH_MATCH
    from games.management.web_server import RECONNECT_NOW

    for code in (CLOSE_NO_SUCH_MATCH, RECONNECT_NOW):
        assert f"| {code} |" in PROTOCOL


def test_the_largest_frame_is_documented() -> None:
    assert f"at most {protocol.LARGEST_FRAME // 1024} KiB" in PROTOCOL
