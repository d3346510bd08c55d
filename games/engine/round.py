"""One round: from the deal through the pass and the tricks to the score."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from games.engine import cards, dealing, errors, legality, scoring
from games.engine.acts import Act, Pass, Play
from games.engine.cards import SUIT_OF, Card, CardSet, Suit
from games.engine.events import (
    Event,
    Exchanged,
    HeartsBroken,
    Passed,
    Played,
    RoundScored,
    TrickTaken,
)
from games.engine.ruleset import RuleSet

# There are few different plays, so each is made once: making them took a third of a play.
_play = cache(Play)
_played = cache(Played)


class Phase(StrEnum):
    """What a round waits for."""

    PASSING = "passing"
    PLAYING = "playing"
    OVER = "over"


class Trick(NamedTuple):
    """A full trick: the cards in play order from the leader's."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class Round:
    """The state of one round, changed by :meth:`pass_cards` and :meth:`play_card` only.

    An act is refused with an IllegalActError and then changes nothing. Seats are numbers from 0,
    clockwise. ``deck`` is the whole pack in play in the order dealt.
    """

    def __init__(
        self,
        rules: RuleSet,
        number: int,
        dealer: int,
        deck: Sequence[Card],
        totals: Sequence[int] | None = None,
    ) -> None:
        self.rules = rules
        self.number = number
        self.dealer = dealer
        self.deck = tuple(deck)
        self.totals = tuple(totals) if totals is not None else (0,) * rules.players
        self.hands: list[CardSet] = dealing.hands_of(self.deck, rules, dealer)
        self.pass_entry = rules.pass_in(number)
        #: What each seat passes, None until it has chosen.
        self.passes: list[tuple[Card, ...] | None] = [None] * rules.players
        self.received: list[CardSet] = [0] * rules.players
        #: Every act so far; its length is the ply.
        self.acts: list[Act] = []
        self.leader = rules.seat_at(dealer, 1)
        self.turn: int | None = None
        self.trick: list[Card] = []
        self.tricks: list[Trick] = []
        self.captured: list[CardSet] = [0] * rules.players
        self.led: Suit | None = None
        self.hearts_broken = False
        self.opening_card: Card | None = None
        self.score: scoring.Score | None = None
        self._filters_of = legality.filters_of(rules)
        self._legal: CardSet | None = None
        self._best: Card = 0
        self._winner = 0
        self.phase = Phase.PASSING
        if not self.pass_entry:
            self._open()

    # -- what anyone may ask -------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many acts there have been."""
        return len(self.acts)

    @property
    def on_first_trick(self) -> bool:
        """Whether trick one is being played."""
        return not self.tricks

    @property
    def pass_size(self) -> int:
        """How many cards each seat passes; 0 in a hold round."""
        return sum(self.pass_entry.values())

    def seats_to_act(self) -> list[int]:
        """The seats the round waits for."""
        if self.phase is Phase.PASSING:
            return [seat for seat, chosen in enumerate(self.passes) if chosen is None]
        return [] if self.turn is None else [self.turn]

    def legal_cards(self, seat: int) -> CardSet:
        """What ``seat`` may play now; empty unless it is its turn."""
        if seat != self.turn:
            return 0
        if self._legal is None:
            self._legal = legality.legal_cards(self, self.hands[seat], self._filters)
        return self._legal

    def refusal_of(self, seat: int, card: Card) -> type[errors.IllegalActError] | None:
        """Why ``seat`` may not play ``card`` now, or None when it may."""
        if self.phase is not Phase.PLAYING:
            return errors.WrongPhaseError
        if seat != self.turn:
            return errors.NotYourTurnError
        if not self.hands[seat] >> card & 1:
            return errors.NotYourCardError
        return legality.refusal_of(self, self.hands[seat], card, self._filters)

    # -- acts ----------------------------------------------------------------------------------

    def pass_cards(self, seat: int, passed: Sequence[Card]) -> list[Event]:
        """``seat`` chooses the cards it passes, or chooses again before the last seat has.

        With several targets the cards go to them in the order of the pass entry. Raises
        WrongPhaseError, NotYourCardError or WrongPassError.
        """
        if self.phase is not Phase.PASSING:
            raise errors.WrongPhaseError
        if len(passed) != self.pass_size or len(set(passed)) != len(passed):
            raise errors.WrongPassError
        if cards.card_set(passed) & ~self.hands[seat]:
            raise errors.NotYourCardError
        self.passes[seat] = tuple(passed)
        self.acts.append(Pass(seat, tuple(passed)))
        events: list[Event] = [Passed(seat)]
        if None not in self.passes:
            self._exchange()
            self._open()
            events.append(Exchanged())
        return events

    def play_card(self, seat: int, card: Card) -> list[Event]:
        """``seat`` plays ``card``; raises the IllegalActError that :meth:`refusal_of` tells."""
        if not self.legal_cards(seat) >> card & 1:
            refusal = self.refusal_of(seat, card)
            raise refusal or errors.IllegalActError
        self.acts.append(_play(seat, card))
        events: list[Event] = [_played(seat, card)]
        self._put_down(seat, card)
        if not self.hearts_broken and self.rules.heart_breakers >> card & 1:
            self.hearts_broken = True
            events.append(HeartsBroken())
        if len(self.trick) == len(self.hands):
            events.append(self._take_trick())
            if not self.hands[seat]:
                events.append(self._finish())
        else:
            self.turn = self.rules.next_seat[seat]
        return events

    def apply(self, act: Act) -> list[Event]:
        """Does what ``act`` says, with the same refusals."""
        if isinstance(act, Pass):
            return self.pass_cards(act.seat, act.cards)
        return self.play_card(act.seat, act.card)

    # -- inside --------------------------------------------------------------------------------

    @property
    def _filters(self) -> legality.Filters:
        return self._filters_of[self.led is None, not self.tricks, self.hearts_broken]

    def _exchange(self) -> None:
        for giver, passed in enumerate(self.passes):
            at = 0
            for offset, count in self.pass_entry.items():
                given = cards.card_set((passed or ())[at : at + count])
                self.hands[giver] &= ~given
                self.received[self.rules.seat_at(giver, offset)] |= given
                at += count
        self.hands = [hand | come for hand, come in zip(self.hands, self.received, strict=True)]

    def _open(self) -> None:
        self.phase = Phase.PLAYING
        clubs = cards.ALL_CLUBS & self.rules.cards_in_play
        if self.rules.opening == "low_club" and clubs:
            self.opening_card = cards.lowest(clubs)
            self.leader = next(
                seat for seat, hand in enumerate(self.hands) if hand >> self.opening_card & 1
            )
        self.turn = self.leader

    def _put_down(self, seat: int, card: Card) -> None:
        self.hands[seat] ^= 1 << card
        self._legal = None
        suit = SUIT_OF[card]
        if self.led is None or (suit == self.led and card > self._best):
            self.led, self._best, self._winner = suit, card, seat
        self.trick.append(card)

    def _take_trick(self) -> TrickTaken:
        winner, taken = self._winner, cards.card_set(self.trick)
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner))
        self.captured[winner] |= taken
        self.trick = []
        self.led = None
        self.leader = self.turn = winner
        return TrickTaken(winner, scoring.points_in(self.rules, self.tricks[-1].cards))

    def _finish(self) -> RoundScored:
        self.phase = Phase.OVER
        self.turn = None
        self.score = scoring.score(self.rules, self.captured)
        return RoundScored(self.score)
