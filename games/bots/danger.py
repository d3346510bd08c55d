"""How dangerous a card is: what it may cost to keep it, in points.

The estimates are coarse on purpose: counts of the cards still out, no search. They rank cards;
their scale only has to agree with the point table of the RuleSet.
"""

from functools import cached_property

from games.bots.outlook import Outlook
from games.engine import cards
from games.engine.cards import SUIT_OF, SUITS, Card, CardSet, Suit
from games.engine.scoring import points_in

# Chosen by play against the greedy level, trying smaller and greater values.
_COVER = 0.3  # how much each lower card of the suit takes from the danger of a card
_CAUGHT = 0.5  # how surely an unguarded costly card, or one over it, meets its trick
_GUARDS = 4  # lower cards of the suit that make it safe
_DUCKS = 0.3  # how much a seat with several cards of a suit keeps to the low ones
_DUMP = 2.5  # a discard costs so many times the average card still out


class Danger:
    """Estimates for one seat at one moment."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.values = outlook.rules.values
        self.others = outlook.rules.players - 1
        #: What a trick costs on average over the whole round.
        self.average = outlook.rules.moon_value / outlook.rules.hand_size
        self.costly_out = outlook.costly & outlook.unseen

    @cached_property
    def penalties_out(self) -> int:
        """The points still in other hands."""
        out = self.outlook.unseen & self.outlook.rules.penalty_cards
        return points_in(self.outlook.rules, cards.cards_in(out))

    @cached_property
    def dump(self) -> float:
        """What a seat that cannot follow throws on the trick, on average."""
        out = self.outlook.unseen.bit_count()
        return min(_DUMP * self.penalties_out / out, self.penalties_out) if out else 0.0

    @cached_property
    def trick_cost(self) -> float:
        """What an average trick from here on costs its taker."""
        held = self.outlook.hand & self.outlook.rules.penalty_cards
        left = self.penalties_out + points_in(self.outlook.rules, cards.cards_in(held))
        return left / max(1, self.outlook.hand.bit_count())

    def of_keeping(self, card: Card, hand: CardSet) -> float:
        """What ``card`` may cost while it stays in ``hand``."""
        suit = SUITS[SUIT_OF[card]]
        out = self.outlook.unseen & suit
        lower = out & cards.below(card)
        # Own cards with nothing out between them are as good as one: they cover nothing.
        covers = (hand & cards.below(cards.highest(lower))).bit_count() if lower else 0
        taking = lower.bit_count() / out.bit_count() if out else 0.5
        cost = taking * (self.trick_cost + self.values[card]) / (1 + _COVER * covers)
        return cost + self.of_being_caught(card, hand)

    def of_being_caught(self, card: Card, hand: CardSet) -> float:
        """Holding a costly card, or one that could be made to take it."""
        if self.outlook.costly >> card & 1:
            at_stake = self.values[card] if self.outlook.unseen & SUITS[SUIT_OF[card]] else 0
        else:
            under = self.costly_out & cards.below(card)
            at_stake = points_in(self.outlook.rules, cards.cards_in(under))
        if not at_stake:
            return 0.0
        guards = (hand & cards.below(card) & ~self.outlook.costly).bit_count()
        return at_stake * _CAUGHT * max(0, _GUARDS - guards) / _GUARDS

    # -- the trick on the table, or one about to be led --------------------------------------------

    def of_taking(self, card: Card, suit: Suit) -> float:
        """What the trick costs if ``card`` takes it: on the table, its own, what may still come."""
        still_to_play = self.outlook.yet_to_play
        cost = float(self.outlook.points + self.values[card])
        if self.outlook.no_points_can_come:
            return cost
        out = self.outlook.unseen & SUITS[suit]
        for seat in still_to_play:
            void = self._void(seat, suit, out)
            cost += void * self.dump + (1 - void) * self._followed_with(out, card)
        caught = self.costly_out & cards.below(card)
        share = len(still_to_play) / self.others
        return cost + share * _CAUGHT * points_in(self.outlook.rules, cards.cards_in(caught))

    def _followed_with(self, out: CardSet, card: Card) -> float:
        """The average value of a lower card of the suit, costly ones counted apart."""
        lower = out & cards.below(card) & ~self.outlook.costly
        if not lower:
            return 0.0
        return points_in(self.outlook.rules, cards.cards_in(lower)) / lower.bit_count()

    def _void(self, seat: int, suit: Suit, out: CardSet) -> float:
        """How likely ``seat`` cannot follow."""
        if suit in self.outlook.suits_not_held[seat]:
            return 1.0
        able = sum(suit not in held for held in self.outlook.suits_not_held) - 1
        return (1 - 1 / max(1, able)) ** out.bit_count() if able > 1 else float(not out)

    def chance_to_take(self, card: Card, suit: Suit) -> float:
        """How likely no later seat plays over ``card`` of the led suit."""
        out = self.outlook.unseen & SUITS[suit]
        higher = (out & cards.above(card)).bit_count()
        if not higher:
            return 1.0
        chance, share = 1.0, higher / out.bit_count()
        held = max(1.0, out.bit_count() / self.others)
        for seat in self.outlook.yet_to_play:
            over = share ** (1 + _DUCKS * (held - 1))
            chance *= 1 - over * (1 - self._void(seat, suit, out))
        return chance
