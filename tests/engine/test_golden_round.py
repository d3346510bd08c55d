"""One whole classic round, checked by hand: the pass to the left, every trick, the score."""

from dataclasses import dataclass

import pytest

from games.engine import record
from games.engine.events import Event, Exchanged, HeartsBroken, RoundScored, TrickTaken
from games.engine.round import Phase, Round
from tests.shorthand import CLASSIC, cards_of, pass_all, table, text_of

# Seat 3 deals. Each seat gives three cards to the next: 0 to 1, 1 to 2, 2 to 3, 3 to 0.
DEALT = (
    "5C 9D 2S 3S 4S 7S 8S 6H 7H TH QH KH AH",
    "3C 4C 6C JC QC KC 2D 5D 6D 5S JS QS JH",
    "2C 8C 9C TC 3D 7D JD KD 6S 9S TS 2H 3H",
    "7C AC 4D 8D TD QD AD KS AS 4H 5H 8H 9H",
)
PASSED = ("9D AH KH", "QS JH JS", "KD JD TS", "KS AS AC")
AFTER_THE_PASS = (
    "5C AC 2S 3S 4S 7S 8S KS AS 6H 7H TH QH",
    "3C 4C 6C JC QC KC 2D 5D 6D 9D 5S KH AH",
    "2C 8C 9C TC 3D 7D 6S 9S JS QS 2H 3H JH",
    "7C 4D 8D TD JD QD KD AD TS 4H 5H 8H 9H",
)


@dataclass(frozen=True)
class Line:
    """One trick as people write it: who led, the cards in order, who took it, what it cost."""

    leader: int
    played: str
    winner: int
    points: int


TRICKS = (
    Line(2, "2C 7C 5C JC", 1, 0),
    Line(1, "5S 6S TS AS", 0, 0),
    Line(0, "2S KH 9S 8H", 2, 2),  # seat 1 is out of spades and breaks hearts
    Line(2, "2H 4H 6H AH", 1, 4),
    Line(1, "5D 3D 4D KS", 1, 0),  # the king of spades takes nothing: diamonds were led
    Line(1, "2D 7D TD QH", 3, 1),
    Line(3, "5H 7H QC 3H", 0, 3),
    Line(0, "3S KC JS JD", 2, 0),
    Line(2, "8C QD AC 6C", 0, 0),
    Line(0, "4S 9D QS 8D", 2, 13),  # the queen is seat 2's last spade and takes the trick
    Line(2, "9C KD TH 4C", 2, 1),
    Line(2, "TC AD 8S 3C", 2, 0),
    Line(2, "JH 9H 7S 6D", 2, 2),
)
RESULT = (3, 4, 18, 1)

RECORD = """\
open-hearts round 1
rules {"players":4,"pack":52,"removed":[],"rotation":"clockwise","passes":[{"+1":3},{"-1":3},\
{"+2":3},{}],"opening":"low_club","first_trick_ban":"on","hearts_break":"heart",\
"lone_queen":"must_lead","queen_after_hearts":"no","points":{"hearts":"one","QS":13},\
"moon":"add","end":{"score":100},"tie":"play_on"}
number 1
dealer 3
totals 0,0,0,0
deck 9D2DTC9H6HJS3DAD7H3CKDAC3SJH3H7C5C6CTS8DAH4C9S8H8S6D\
2CAS4S5S7DKS7SQS9C4HTHQC6S4DKHJC8C5HQH5DJDTD2SKC2HQD
acts 0:9DAHKH 1:QSJHJS 2:KDJDTS 3:KSASAC \
2C 7C 5C JC 5S 6S TS AS 2S KH 9S 8H 2H 4H 6H AH 5D 3D 4D KS 2D 7D TD QH 5H 7H QC 3H \
3S KC JS JD 8C QD AC 6C 4S 9D QS 8D 9C KD TH 4C TC AD 8S 3C JH 9H 7S 6D
"""


@pytest.fixture
def round_() -> Round:
    """The round as dealt."""
    return table(*DEALT, dealer=3, rules=CLASSIC, passes=[{1: 3}, {-1: 3}, {2: 3}, {}])


def test_the_cards_change_hands_to_the_left(round_: Round) -> None:
    assert round_.rules == CLASSIC
    pass_all(round_, *PASSED)
    assert tuple(text_of(hand) for hand in round_.hands) == AFTER_THE_PASS


def test_every_trick_goes_to_the_right_seat_and_the_score_is_right(round_: Round) -> None:
    pass_all(round_, *PASSED)
    for number, line in enumerate(TRICKS):
        assert round_.turn == line.leader
        events: list[Event] = []
        for at, card in enumerate(cards_of(line.played)):
            events = round_.play_card((line.leader + at) % 4, card)
        assert TrickTaken(line.winner, line.points) in events
        assert round_.hearts_broken is (number >= 2)
    assert round_.score is not None
    assert (round_.phase, round_.score.result, round_.score.shooter) == (Phase.OVER, RESULT, None)


def test_the_points_of_the_tricks_are_the_result() -> None:
    taken = [sum(line.points for line in TRICKS if line.winner == seat) for seat in range(4)]
    assert tuple(taken) == RESULT
    assert sum(RESULT) == 26


def test_the_events_tell_the_exchange_the_broken_hearts_and_the_score(round_: Round) -> None:
    told: list[Event] = []
    for act in record.read(RECORD).acts:
        told += round_.apply(act)
    assert told.count(Exchanged()) == 1
    assert told.count(HeartsBroken()) == 1
    assert sum(isinstance(event, TrickTaken) for event in told) == 13
    assert isinstance(told[-1], RoundScored)


def test_the_record_is_this_round(round_: Round) -> None:
    again = record.read(RECORD)
    assert record.write(again) == RECORD
    for act in again.acts:
        round_.apply(act)
    assert (round_.acts, round_.captured, round_.score) == (again.acts, again.captured, again.score)
