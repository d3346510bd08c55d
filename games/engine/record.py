"""A round as text that replays to the same state (rules 7).

The head is fixed when the round is dealt; the acts grow by a few characters a ply::

    open-hearts round 1
    rules {"players":4,…}
    number 3
    dealer 2
    totals 13,0,5,8
    deck 2CTDQS…
    acts 0:QSKSAS 2:2C3C4C 1:… 3:… 5C 9C

In ``acts`` a pass names its seat, a play is the card alone: whose turn it was follows.
"""

import re

from games.engine import cards
from games.engine.acts import Act, Pass
from games.engine.errors import HeartsError, RecordError, WrongPhaseError
from games.engine.round import Round
from games.engine.ruleset import ruleset_from_json

_TITLE = "open-hearts round 1"
_HEAD_KEYS = ("rules", "number", "dealer", "totals", "deck")
_TOO_LONG = "the record is too long"
_NO_TITLE = f"the first line is not {_TITLE!r}"
_WRONG_LINES = f"the head must have the lines {', '.join(_HEAD_KEYS)}"
_NO_NUMBER = "the number, the dealer and the totals must be whole numbers"
_DO_NOT_FIT = "the number, the dealer or the totals do not fit the rules"
_NOT_THE_PACK = "the deck is not the pack in play, each card once"
_NO_ACTS = "there is no line of acts"
_NO_SEAT = "there is no such seat"
_LONGEST = 100_000  # characters; a round takes some 1,000, unless passes are changed for ever
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def head_of(round_: Round) -> str:
    """Everything known when the round is dealt; contains the deck, so it is secret till the end."""
    lines = (
        _TITLE,
        f"rules {round_.rules.to_json()}",
        f"number {round_.number}",
        f"dealer {round_.dealer}",
        f"totals {','.join(map(str, round_.totals))}",
        f"deck {''.join(cards.texts_of(round_.deck))}",
    )
    return "\n".join(lines) + "\n"


def text_of(act: Act) -> str:
    """One act: ``0:QSKSAS`` for a pass, ``5C`` for a play."""
    if isinstance(act, Pass):
        return f"{act.seat}:{''.join(cards.texts_of(act.cards))}"
    return cards.TEXTS[act.card]


def acts_of(round_: Round) -> str:
    """All acts so far, in order."""
    return " ".join(map(text_of, round_.acts))


def write(round_: Round) -> str:
    """The whole record."""
    return f"{head_of(round_)}acts {acts_of(round_)}\n"


def read(text: str) -> Round:
    """The round of a whole record; raises RecordError, naming the first wrong act."""
    if len(text) > _LONGEST:
        raise RecordError(_TOO_LONG)
    head, found, acts = text.rpartition("\nacts ")
    if not found:
        raise RecordError(_NO_ACTS)
    return replay(head + "\n", acts)


def replay(head: str, acts: str) -> Round:
    """The round dealt by ``head`` after ``acts``; raises RecordError."""
    round_ = dealt(head)
    for ply, word in enumerate(acts.split()):
        try:
            _apply(round_, word)
        except HeartsError as error:
            raise RecordError(str(error), ply) from error
    return round_


def dealt(head: str) -> Round:
    """The round of a head before its first act; raises RecordError."""
    values = _values_of(head)
    try:
        rules = ruleset_from_json(values["rules"])
        deck = cards.cards_from(values["deck"])
    except HeartsError as error:
        raise RecordError(str(error)) from error
    number, dealer = _whole(values["number"]), _whole(values["dealer"])
    totals = [_whole(total) for total in values["totals"].split(",")]
    if number < 1 or not 0 <= dealer < rules.players or len(totals) != rules.players:
        raise RecordError(_DO_NOT_FIT)
    if len(deck) != rules.cards_in_play.bit_count() or cards.card_set(deck) != rules.cards_in_play:
        raise RecordError(_NOT_THE_PACK)
    return Round(rules, number, dealer, deck, totals)


def _values_of(head: str) -> dict[str, str]:
    lines = head.strip("\n").split("\n")
    if lines[0] != _TITLE:
        raise RecordError(_NO_TITLE)
    pairs = [line.partition(" ")[::2] for line in lines[1:]]
    if tuple(key for key, _ in pairs) != _HEAD_KEYS:
        raise RecordError(_WRONG_LINES)
    return dict(pairs)


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise RecordError(_NO_NUMBER)
    return int(text)


def _apply(round_: Round, word: str) -> None:
    seat, passes, text = word.rpartition(":")
    if passes:
        round_.pass_cards(_seat(round_, seat), cards.cards_from(text))
    elif round_.turn is None:
        raise WrongPhaseError
    else:
        round_.play_card(round_.turn, cards.card_from(text))


def _seat(round_: Round, text: str) -> int:
    seats = [str(seat) for seat in range(round_.rules.players)]
    if text not in seats:
        raise RecordError(_NO_SEAT)
    return int(text)
