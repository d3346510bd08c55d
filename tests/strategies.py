"""Hypothesis strategies for rules and rounds, and the list of variants that tests go through."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.engine import cards
from games.engine.ruleset import RuleSet

# A busy machine is no failure, and nothing is kept in the working tree.
settings.register_profile(
    "open-hearts", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("open-hearts")

POINT_TABLES: tuple[dict[str, int | str], ...] = (
    {"hearts": "one", "QS": 13},
    {"hearts": "one"},
    {"hearts": "one", "Q": 13},
    {"hearts": "one", "QS": 13, "JD": -10},
    {"hearts": "one", "QS": 13, "KS": 10, "AS": 7},
    {"hearts": "spot", "QS": 25},
    {"A": 4, "K": 3, "Q": 2, "J": 1},
    {"J": 1, "JS": 2},
    {"clubs": 2, "2C": 5, "AH": -3, "spades": "spot"},
)
_SWITCHES: dict[str, tuple[str, ...]] = {
    "rotation": ("clockwise", "anticlockwise"),
    "opening": ("low_club", "eldest"),
    "first_trick_ban": ("on", "off"),
    "hearts_break": ("heart", "heart_or_queen", "none"),
    "lone_queen": ("must_lead", "may_lead_heart"),
    "queen_after_hearts": ("no", "discard", "play"),
    "moon": ("add", "subtract", "off"),
    "tie": ("play_on", "shared"),
}
_PACKS = {52: cards.FULL_PACK, 48: cards.FULL_PACK & ~cards.set_from("TC TD TS TH")}


def seat_count_fields(players: int) -> dict[str, Any]:
    """The removal and the passes with which ``players`` can play from 52 cards."""
    removed = {3: "2D", 4: "", 5: "2C 2D", 6: "2C 3C 2D 2S"}[players]
    passes: tuple[dict[int, int], ...]
    passes = ({1: 3}, {-1: 3}, {}) if players < 6 else ({1: 2}, {2: 1, 3: 1}, {})
    return {"players": players, "removed": cards.set_from(removed), "passes": passes}


def every_switch() -> list[RuleSet]:
    """Each value of each switch once, the rest classic, for each number of seats."""
    variants: list[RuleSet] = []
    for players in (3, 4, 5, 6):
        fields = seat_count_fields(players)
        for name, values in _SWITCHES.items():
            variants += [RuleSet(**{**fields, name: value}) for value in values]
        variants += [RuleSet(**fields, points=points) for points in POINT_TABLES]
    return variants


@st.composite
def passes_for(draw: st.DrawFn, players: int, hand_size: int) -> tuple[dict[int, int], ...]:
    """A pass cycle of up to five entries that such hands can pay."""
    offsets = [off for off in range(-(players // 2), players // 2 + 1) if off]
    entries = st.dictionaries(
        st.sampled_from([off for off in offsets if off * 2 != -players]),
        st.integers(1, 3),
        max_size=2,
    )
    payable = entries.filter(lambda entry: sum(entry.values()) < hand_size)
    return tuple(draw(st.lists(payable, max_size=5)))


@st.composite
def rulesets(draw: st.DrawFn) -> RuleSet:
    """Any RuleSet the engine plays: seats, packs, passes, switches and point tables."""
    players = draw(st.integers(3, 6))
    pack = draw(st.sampled_from(sorted(_PACKS)))
    points = draw(st.sampled_from(POINT_TABLES))
    in_pack = list(cards.cards_in(_PACKS[pack]))
    # The queen and some hearts stay, so that every point table has a penalty card in play.
    removable = [one for one in in_pack if cards.TEXTS[one] not in {"QS", "JS", "AH", "2H", "2C"}]
    tricks = draw(st.integers(2, len(in_pack) // players))
    removed = draw(st.permutations(removable))[: len(in_pack) - tricks * players]
    switches: dict[str, Any] = {
        name: draw(st.sampled_from(values)) for name, values in _SWITCHES.items()
    }
    return RuleSet(
        players=players,
        pack=pack,
        removed=cards.card_set(removed),
        passes=draw(passes_for(players, tricks)),
        points=points,
        **switches,
    )


_CHARACTERS = "2QSHAx+-1 :\n\0é\ud800٣"
#: Anything JSON can say, nested a little.
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 200)
    | st.floats()
    | st.text(alphabet=_CHARACTERS, max_size=5)
    | st.sampled_from(["QS", "hearts", "+1", "one", "add", "score"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["+1", "-2", "QS", "hearts", "score", "rounds"])
            | st.text(alphabet=_CHARACTERS, max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
