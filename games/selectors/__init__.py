"""Reads: tables as they are played, the history of matches, who may see which."""

from games.selectors.tables import (
    Snapshot,
    Table,
    Visitor,
    dealt_hands,
    describe,
    find_match,
    load_table,
    own_part,
    own_parts,
    positions,
    public_part,
    replayed,
    running_match,
    scored_rounds,
    seat_of,
    snapshot,
)

__all__ = [
    "Snapshot",
    "Table",
    "Visitor",
    "dealt_hands",
    "describe",
    "find_match",
    "load_table",
    "own_part",
    "own_parts",
    "positions",
    "public_part",
    "replayed",
    "running_match",
    "scored_rounds",
    "seat_of",
    "snapshot",
]
