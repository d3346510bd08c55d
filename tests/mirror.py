"""What a client knows of a table, built from frames alone as docs/protocol.md says."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from games import engine
from games.engine import cards

_CARD = re.compile(r'"([2-9TJQKA][CDSH])"')


@dataclass
class Mirror:
    """Applies snapshots and acts; complains of a gap or a repetition."""

    position: list[int] = field(default_factory=list)
    you: int | None = None
    status: str = ""
    table: dict[str, Any] = field(default_factory=dict)
    mine: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    #: Every frame that came, as text, with the position it led to.
    frames: list[tuple[tuple[int, int], str]] = field(default_factory=list)
    acts: list[dict[str, Any]] = field(default_factory=list)
    snapshots: int = 0
    #: Where the first snapshot stood.
    began: list[int] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)

    def take(self, text: str) -> dict[str, Any]:
        """Applies one frame and returns it."""
        frame: dict[str, Any] = json.loads(text)
        kind = frame["type"]
        if kind == "snapshot":
            self._restart(frame)
        elif kind == "act":
            self._apply(frame)
        elif kind == "status":
            self.status = frame["status"]
        else:
            self.answers.append(frame)
        number, ply = self.position or (0, 0)
        self.frames.append(((number, ply), text))
        return frame

    def _restart(self, frame: dict[str, Any]) -> None:
        self.snapshots += 1
        self.began = self.began or frame["at"]
        self.position, self.you = frame["at"], frame["you"]
        self.table, self.mine, self.status = frame["table"], frame["mine"], frame["status"]
        self.clock = frame["clock"]

    def _apply(self, frame: dict[str, Any]) -> None:
        number, ply = self.position
        follows = [number, ply + 1]
        if self.table["phase"] == "over":
            follows = [number + 1, 0]
        assert frame["at"] == follows, f"{frame['at']} does not follow {self.position}"
        self.position = frame["at"]
        self.table.update(frame["table"])
        self.clock = frame["clock"]
        if self.mine is not None:
            self.mine.update(frame["mine"])
        else:
            assert "mine" not in frame, "a watcher was given a seat's part"
        self.acts.append(frame)

    def public_acts(self) -> list[dict[str, Any]]:
        """The acts as everybody saw them."""
        return [{key: act[key] for key in ("at", "events", "table")} for act in self.acts]

    def wants(self) -> dict[str, Any] | None:
        """A command this seat can give now, legal as far as the server said."""
        if self.mine is None or self.status != "playing":
            return None
        if self.table["phase"] == "passing" and not self.table["passed"][self.you]:
            size = sum(entry["count"] for entry in self.table["pass"])
            return {"type": "pass", "cards": self.mine["hand"][:size], "at": self.position}
        if self.mine["legal"]:
            return {"type": "play", "card": self.mine["legal"][0], "at": self.position}
        return None


def cards_named(text: str) -> cards.CardSet:
    """All cards a frame names, the draw for the first deal apart: that is public by itself."""
    frame = json.loads(text)
    frame.get("match", {}).pop("draw", None)
    return cards.card_set(map(cards.card_from, _CARD.findall(json.dumps(frame))))


def visible(state: engine.Round, seat: int | None) -> cards.CardSet:
    """What ``seat`` may know of the cards at this moment, from the rules and not from a View.

    Played cards are everybody's; a seat also knows its hand and what it passed.
    """
    known = cards.card_set(act.card for act in state.acts if isinstance(act, engine.Play))
    if seat is not None:
        known |= state.hands[seat] | cards.card_set(state.passes[seat] or ())
    return known


def hidden_cards_shown(mirror: Mirror, rounds: list[engine.Round]) -> list[str]:
    """The frames that named a card too early, given the finished rounds; hopefully none."""
    by_number = {state.number: states_of(state) for state in rounds}
    return [
        text
        for (number, ply), text in mirror.frames
        if number and cards_named(text) & ~visible(by_number[number][ply], mirror.you)
    ]


def states_of(finished: engine.Round) -> list[engine.Round]:
    """The round at every ply from the deal on."""
    return [_at_ply(finished, ply) for ply in range(finished.ply + 1)]


def _at_ply(finished: engine.Round, ply: int) -> engine.Round:
    state = engine.Round(
        finished.rules, finished.number, finished.dealer, finished.deck, finished.totals
    )
    for act in finished.acts[:ply]:
        state.apply(act)
    return state
