"""docs/rules.md says what the engine does: fields, values, codes, sections, and the shuffle."""

import hashlib
import hmac
import json
import re
from dataclasses import fields
from itertools import count
from pathlib import Path

from games.engine import cards, dealing, errors, points, record, validation
from games.engine.presets import PRESETS
from games.engine.ruleset import RuleSet
from tests.engine.test_golden_round import RECORD
from tests.shorthand import CLASSIC

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text()
SECTIONS = {
    int(part.split(".")[0]): part for part in re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)[1:]
}
FIELD_ROWS = [line for line in SECTIONS[4].splitlines() if line.startswith("| `")]


def test_every_field_is_described_in_table_order() -> None:
    described = [row.split("`")[1] for row in FIELD_ROWS]
    assert described == [each.name for each in fields(RuleSet)]


def test_every_value_of_every_field_is_described_classic_first() -> None:
    for name, values in validation.CHOICES.items():
        (row,) = (row for row in FIELD_ROWS if row.startswith(f"| `{name}` "))
        places = [row.index(str(value)) for value in values]
        assert places == sorted(places), name
        assert values[0] == getattr(CLASSIC, name)


def test_classic_is_described() -> None:
    assert json.dumps(CLASSIC.to_dict()["passes"], separators=(",", ":")) in SECTIONS[4]
    assert json.dumps(dict(CLASSIC.points), separators=(",", ":")) in SECTIONS[4]
    assert json.dumps(CLASSIC.end.to_json(), separators=(",", ":")) in SECTIONS[4]


def test_every_suit_name_and_scale_of_a_point_table_is_described() -> None:
    for word in (*points.SUIT_NAMES, *points.SCALES):
        assert f"`{word}`" in SECTIONS[4]


def test_every_preset_is_described() -> None:
    for name, rules in PRESETS.items():
        assert f"`{name}`" in SECTIONS[5]
        assert f"{rules.moon_value} points" in SECTIONS[5]


def test_every_refusal_of_a_play_is_described_with_the_rule_it_comes_from() -> None:
    for kind in errors.IllegalActError.__subclasses__():
        assert f"`{kind.code}`" in SECTIONS[1] + SECTIONS[2]
        cited = re.search(r"[Rr]ules 2\.(\d)", kind.__doc__ or "")
        if cited:
            (rule,) = re.findall(rf"^{cited[1]}\. \*\*.*$", SECTIONS[2], flags=re.MULTILINE)
            assert f"`{kind.code}`" in rule


def test_every_section_that_the_engine_cites_exists() -> None:
    for source in (ROOT / "games" / "engine").glob("*.py"):
        for section, rule in re.findall(r"[Rr]ules (\d)(?:\.(\d))?\b", source.read_text()):
            assert int(section) in SECTIONS, source
            if rule:
                assert re.search(rf"^{rule}\. \*\*", SECTIONS[int(section)], flags=re.MULTILINE), (
                    source
                )


def test_the_record_has_the_lines_described() -> None:
    described = SECTIONS[7].split("```")[1].strip().splitlines()
    written = RECORD.splitlines()
    assert described[0] == written[0]
    assert [line.split()[0] for line in described] == [line.split()[0] for line in written]
    assert record.read(RECORD).number == 1


def shuffled_as_described(secret: bytes, number: int) -> tuple[int, ...]:
    """Section 8, word by word."""
    blocks = (
        hmac.new(secret, f"open-hearts round {number} block {block}".encode(), hashlib.sha256)
        for block in count()
    )
    following = (byte for block in blocks for byte in block.digest())
    deck = list(range(cards.CARDS_IN_PACK))
    for place in range(51, 0, -1):
        limit = 256 // (place + 1) * (place + 1)
        chosen = next(byte for byte in following if byte < limit) % (place + 1)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return tuple(deck)


def test_the_shuffle_is_the_one_described() -> None:
    secret = b"known after the match"
    for number in range(100):
        expected = shuffled_as_described(secret, number)
        assert dealing.deck_of(secret, number, CLASSIC) == expected
    drawn = dealing.draw_for_deal(secret, CLASSIC)
    assert drawn == shuffled_as_described(secret, 0)[:4]
