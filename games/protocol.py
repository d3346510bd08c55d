"""The socket language: text from a client to a typed command, a View to what a frame carries.

Pure: no Django, no I/O. docs/protocol.md is the description for people who write clients.
"""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from games.engine import cards, events
from games.engine.cards import Card
from games.engine.errors import BadCardError, HeartsError
from games.engine.match import Match
from games.engine.round import Phase, Trick
from games.engine.view import View

#: [round, ply]: how many acts round ``round`` has seen.
Position = tuple[int, int]
Part = dict[str, Any]

LARGEST_FRAME = 16 * 1024  # bytes
_LONGEST_ID = 64
_HIGHEST_POSITION = 1_000_000
_MOST_CARDS = 52


class ProtocolError(HeartsError):
    """A frame that is no command; the connection lives on."""

    code = "bad_frame"
    sentence = "That message cannot be understood."


class NotJsonError(ProtocolError):
    """Not a JSON object in a text frame."""

    code = "not_json"
    sentence = "A message must be a JSON object in a text frame."


class UnknownTypeError(ProtocolError):
    """A ``type`` this server does not know."""

    code = "unknown_type"
    sentence = "This type of message is not known."


class FrameTooLargeError(ProtocolError):
    """More than LARGEST_FRAME bytes."""

    code = "frame_too_large"
    sentence = f"A message may have {LARGEST_FRAME} bytes at most."


# -- commands -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    """A request; ``id`` only pairs the answer with it."""

    type: ClassVar[str]
    id: str | None


@dataclass(frozen=True)
class PlayCommand(Command):
    """Play ``card`` as the act after position ``at``."""

    type = "play"
    card: Card
    at: Position


@dataclass(frozen=True)
class PassCommand(Command):
    """Pass ``cards`` in the round of ``at``."""

    type = "pass"
    cards: tuple[Card, ...]
    at: Position


@dataclass(frozen=True)
class SyncCommand(Command):
    """Send a snapshot."""

    type = "sync"


def parse(text: str | None) -> Command:
    """The command in a text frame; raises ProtocolError or BadCardError."""
    if text is None:
        raise NotJsonError
    if len(text) > LARGEST_FRAME or len(text.encode(errors="surrogatepass")) > LARGEST_FRAME:
        raise FrameTooLargeError
    frame = _object_in(text)
    if frame.get("type") == "play":
        return PlayCommand(id=_id(frame), card=_card(frame.get("card")), at=_position(frame))
    if frame.get("type") == "pass":
        return PassCommand(id=_id(frame), cards=_cards(frame.get("cards")), at=_position(frame))
    if frame.get("type") == "sync":
        return SyncCommand(id=_id(frame))
    raise UnknownTypeError


def id_in(text: str | None) -> str | None:
    """The ``id`` of a frame that may be wrong otherwise, to pair an error with its request."""
    if text is None or len(text) > LARGEST_FRAME:
        return None
    try:
        return _id(_object_in(text))
    except ProtocolError:
        return None


def _object_in(text: str) -> dict[str, Any]:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise NotJsonError from None
    if not isinstance(frame, dict):
        raise NotJsonError
    return frame


def _id(frame: Mapping[str, Any]) -> str | None:
    value = frame.get("id")
    if value is None or (isinstance(value, str) and len(value) <= _LONGEST_ID):
        return value
    message = f"'id' must be a text of at most {_LONGEST_ID} characters."
    raise ProtocolError(message)


def _position(frame: Mapping[str, Any]) -> Position:
    at = frame.get("at")
    if isinstance(at, list) and len(at) == 2 and all(map(_is_count, at)):
        return at[0], at[1]
    message = "'at' must be [round, ply], two whole numbers."
    raise ProtocolError(message)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _HIGHEST_POSITION


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise BadCardError
    return cards.card_from(value)


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, list) or len(value) > _MOST_CARDS:
        message = "'cards' must be a list of cards."
        raise ProtocolError(message)
    return tuple(map(_card, value))


# -- what a client sees of a table ---------------------------------------------------------------


def table_part(view: View, match: Match) -> Part:
    """The public state. ``match`` includes the result of this round once it is over."""
    rules = view.rules
    over = view.phase is Phase.OVER
    return {
        "round": view.number,
        "dealer": view.dealer,
        "phase": view.phase.value,
        "turn": view.turn,
        "pass": [{"offset": to, "count": count} for to, count in view.pass_entry.items()],
        "passed": list(view.has_passed),
        "leader": view.leader,
        "trick": _plays(view.leader, view.trick, rules.step, rules.players),
        "last_trick": _trick(view, view.tricks[-1]) if view.tricks else None,
        "hearts_broken": view.hearts_broken,
        "cards": list(view.hand_sizes),
        "points": list(view.points),
        "tricks": [sum(t.winner == seat for t in view.tricks) for seat in range(rules.players)],
        "totals": list(match.totals),
        "results": [list(result) for result in match.results],
        "score": _score(view),
        "places": list(match.places) if over and match.is_over else None,
    }


def tricks_part(view: View) -> list[Part]:
    """All full tricks of the round, in order."""
    return [_trick(view, trick) for trick in view.tricks]


def seat_part(view: View, refusals: Mapping[Card, str]) -> Part:
    """What the view's own seat sees beyond the public state."""
    seat = view.seat or 0
    return {
        "hand": cards.texts_of(cards.cards_in(view.hand)),
        "legal": cards.texts_of(cards.cards_in(view.legal)),
        "refusals": {cards.TEXTS[card]: code for card, code in refusals.items()},
        "passed": cards.texts_of(view.passed),
        "received": cards.texts_of(cards.cards_in(view.received)),
        "pass_to": [view.rules.seat_at(seat, offset) for offset in view.pass_entry],
    }


def clock_part(
    deadlines: Sequence[int | None], house: Set[int], seconds: int, now: datetime
) -> Part:
    """By when each person has to act, ms since 1970, and what the server's clock says.

    How long a house player will think is nobody's business. ``seconds`` is the time for a card.
    """
    shown = [None if seat in house else time for seat, time in enumerate(deadlines)]
    return {"deadlines": shown, "seconds": seconds, "now": int(now.timestamp() * 1000)}


def _plays(leader: int, played: tuple[Card, ...], step: int, players: int) -> list[Part]:
    return [
        {"seat": (leader + step * at) % players, "card": cards.TEXTS[card]}
        for at, card in enumerate(played)
    ]


def _trick(view: View, trick: Trick) -> Part:
    rules = view.rules
    return {
        "plays": _plays(trick.leader, trick.cards, rules.step, rules.players),
        "winner": trick.winner,
        "points": sum(rules.values[card] for card in trick.cards),
    }


def _score(view: View) -> Part | None:
    if view.score is None:
        return None
    return {
        "captured": list(view.score.captured),
        "result": list(view.score.result),
        "shooter": view.score.shooter,
    }


# -- frames -------------------------------------------------------------------------------------


def changes(before: Part, after: Part) -> Part:
    """The keys of ``after`` whose value differs: a client merges them over what it has."""
    return {key: value for key, value in after.items() if before.get(key, ...) != value}


def event_part(event: events.Event) -> Part:
    """One public fact, for the live region and the animation."""
    match event:
        case events.Passed(seat):
            return {"type": "passed", "seat": seat}
        case events.Exchanged():
            return {"type": "exchanged"}
        case events.Played(seat, card):
            return {"type": "played", "seat": seat, "card": cards.TEXTS[card]}
        case events.HeartsBroken():
            return {"type": "hearts_broken"}
        case events.TrickTaken(seat, points):
            return {"type": "taken", "seat": seat, "points": points}
        case events.RoundScored(score):
            return {"type": "scored", "result": list(score.result), "shooter": score.shooter}


def dealt_part(number: int, dealer: int) -> Part:
    """The public fact that a round was dealt."""
    return {"type": "dealt", "round": number, "dealer": dealer}


def frame(kind: str, **content: Any) -> str:
    """The text of one frame to a client."""
    return json.dumps({"type": kind, **content}, separators=(",", ":"))


def waiting_frame(waiting: Mapping[str, int]) -> str:
    """How many wait for each preset that has a queue."""
    return frame("lobby", waiting=waiting)


def ticket_frame(preset: str | None) -> str:
    """For which preset the reader waits; None for none."""
    return frame("ticket", preset=preset)


def table_frame(public_id: str) -> str:
    """The reader's table is ready."""
    return frame("table", match=public_id)


def error_frame(error: HeartsError, answering: str | None) -> str:
    """The refusal of the request with id ``answering``."""
    return frame("error", code=error.code, message=str(error), id=answering)
