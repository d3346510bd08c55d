"""What a View tells its seat about the table: the trick, the cards still out, who is void."""

from functools import cached_property, lru_cache

from games.engine import cards
from games.engine.cards import SUIT_OF, SUITS, Card, CardSet, Suit
from games.engine.ruleset import RuleSet
from games.engine.scoring import points_in
from games.engine.view import View

_COSTLY_CARDS = 2  # average penalty cards
_COSTLY_SHARE = 4  # in a round's points


@lru_cache(maxsize=256)
def costly_cards(rules: RuleSet) -> CardSet:
    """The queen of spades in classic: worth more than two others, or a quarter of all points."""
    penalties = list(cards.cards_in(rules.penalty_cards))
    bar = min(_COSTLY_CARDS / len(penalties), 1 / _COSTLY_SHARE) * rules.moon_value
    return cards.card_set(card for card in penalties if rules.values[card] > bar)


class Outlook:
    """Conclusions from one View that was given to a seat; found when first asked for."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules = view.rules
        self.hand = view.hand
        self.seat = view.seat or 0
        self.costly = costly_cards(view.rules)

    # -- the cards -----------------------------------------------------------------------------

    @cached_property
    def unseen(self) -> CardSet:
        """The cards the other seats hold."""
        seen = self.hand | cards.card_set(self.view.trick)
        for taken in self.view.captured:
            seen |= taken
        return self.rules.cards_in_play & ~seen

    def catchers(self, costly: CardSet) -> CardSet:
        """The cards that could be made to take one of the given costly cards of their suit."""
        found = 0
        for card in cards.cards_in(costly):
            found |= cards.above(card)
        return found

    @cached_property
    def suits_not_held(self) -> list[set[Suit]]:
        """By seat: the suits it has shown to be void in."""
        rules, voids = self.rules, [set[Suit]() for _ in range(self.rules.players)]
        played = [(trick.leader, trick.cards) for trick in self.view.tricks]
        for leader, trick in [*played, (self.view.leader, self.view.trick)]:
            for at, card in enumerate(trick):
                if SUIT_OF[card] != SUIT_OF[trick[0]]:
                    voids[(leader + rules.step * at) % rules.players].add(SUIT_OF[trick[0]])
        return voids

    # -- the trick -----------------------------------------------------------------------------

    @cached_property
    def led(self) -> Suit:
        """The suit led to the trick on the table, which must have begun."""
        return SUIT_OF[self.view.trick[0]]

    @cached_property
    def best(self) -> Card:
        """The card that takes the trick so far."""
        return cards.highest(cards.card_set(self.view.trick) & SUITS[self.led])

    @cached_property
    def points(self) -> int:
        """What the trick costs so far."""
        return points_in(self.rules, self.view.trick)

    @cached_property
    def yet_to_play(self) -> list[int]:
        """The seats that play to this trick after this one."""
        after = self.rules.players - 1 - len(self.view.trick)
        return [self.rules.seat_at(self.seat, 1 + at) for at in range(after)]

    @property
    def winning_seat(self) -> int:
        """The seat whose card takes the trick so far."""
        return self.rules.seat_at(self.view.leader, self.view.trick.index(self.best))

    @property
    def no_points_can_come(self) -> bool:
        """Whether the first-trick ban keeps this trick free, but for hands of penalties only."""
        return not self.view.tricks and self.rules.first_trick_ban == "on"

    # -- the round -----------------------------------------------------------------------------

    @cached_property
    def captured_penalties(self) -> list[CardSet]:
        """By seat: the penalty cards captured."""
        return [taken & self.rules.penalty_cards for taken in self.view.captured]

    @cached_property
    def moon_threat(self) -> int | None:
        """The only other seat with penalty cards, once it has enough of them to be feared."""
        takers = [seat for seat, taken in enumerate(self.captured_penalties) if taken]
        if self.rules.moon == "off" or len(takers) != 1 or takers == [self.seat]:
            return None
        taken = points_in(self.rules, cards.cards_in(self.captured_penalties[takers[0]]))
        return takers[0] if 2 * taken >= self.rules.moon_value else None
