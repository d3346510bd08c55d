"""Classic play and score against a second, naive implementation: sets of strings, no masks."""

import random
from dataclasses import dataclass, field

from games.engine.acts import Play
from games.engine.round import Phase
from tests.shorthand import CLASSIC, dealt_at_random, random_act, texts

ROUNDS = 1_500
RANKS = "23456789TJQKA"


def is_penalty(card: str) -> bool:
    """Hearts and the queen of spades."""
    return card == "QS" or card[1] == "H"


@dataclass
class Oracle:
    """Classic Hearts from the first trick on, as slowly and plainly as it can be said."""

    hands: list[set[str]]
    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    trick: list[tuple[int, str]] = field(default_factory=list)
    taken: list[list[str]] = field(default_factory=lambda: [[], [], [], []])

    def __post_init__(self) -> None:
        self.turn = next(seat for seat in range(4) if "2C" in self.hands[seat])

    @property
    def broken(self) -> bool:
        """Whether any heart has been played so far."""
        return any(card[1] == "H" for trick in [*self.tricks, self.trick] for _, card in trick)

    def legal(self) -> set[str]:
        """What the seat to play may play."""
        hand = self.hands[self.turn]
        if not self.trick:
            return self.leads(hand)
        suit = self.trick[0][1][1]
        following = {card for card in hand if card[1] == suit}
        if following:
            return following
        if not self.tricks:
            return {card for card in hand if not is_penalty(card)} or hand
        return hand

    def leads(self, hand: set[str]) -> set[str]:
        """What may be led."""
        if not self.tricks:
            return {"2C"}
        if self.broken:
            return hand
        return {card for card in hand if card[1] != "H"} or hand

    def play(self, card: str) -> None:
        """Plays a card of the seat to play."""
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            suit = self.trick[0][1][1]
            in_suit = [(RANKS.index(card[0]), seat) for seat, card in self.trick if card[1] == suit]
            self.turn = max(in_suit)[1]
            self.taken[self.turn] += [card for _, card in self.trick]
            self.tricks.append(self.trick)
            self.trick = []

    def result(self) -> tuple[int, ...]:
        """The score of the round."""
        for shooter, taken in enumerate(self.taken):
            if sum(map(is_penalty, taken)) == 14:
                return tuple(0 if seat == shooter else 26 for seat in range(4))
        return tuple(
            sum(13 if card == "QS" else 1 for card in taken if is_penalty(card))
            for taken in self.taken
        )


def test_the_engine_agrees_with_a_naive_implementation_at_every_ply() -> None:
    rng = random.Random(2026)
    for _ in range(ROUNDS):
        round_ = dealt_at_random(CLASSIC, rng)
        while round_.phase is Phase.PASSING:
            round_.apply(random_act(round_, rng))
        oracle = Oracle([texts(hand) for hand in round_.hands])
        while round_.phase is not Phase.OVER:
            assert round_.turn == oracle.turn
            assert texts(round_.legal_cards(oracle.turn)) == oracle.legal()
            assert round_.hearts_broken == oracle.broken
            act = random_act(round_, rng)
            assert isinstance(act, Play)
            round_.apply(act)
            oracle.play(texts(1 << act.card).pop())
        assert round_.score is not None
        assert round_.score.result == oracle.result()
        assert [texts(taken) for taken in round_.captured] == [set(taken) for taken in oracle.taken]
