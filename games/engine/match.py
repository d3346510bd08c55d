"""A match: rounds until the end condition, then places."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.dealing import deck_of
from games.engine.round import Round
from games.engine.ruleset import RuleSet


@dataclass(frozen=True)
class Match:
    """The rounds scored so far, each a result by seat, and what follows from them."""

    rules: RuleSet
    first_dealer: int
    results: tuple[tuple[int, ...], ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat; low is good."""
        if not self.results:
            return (0,) * self.rules.players
        return tuple(map(sum, zip(*self.results, strict=True)))

    @property
    def is_ended(self) -> bool:
        """The end test, before the tie rule: a total at the target, or all rounds played."""
        end = self.rules.end
        if end.score is not None:
            return max(self.totals) >= end.score
        return len(self.results) >= (end.rounds or 0)

    @property
    def is_over(self) -> bool:
        """Whether no further round is dealt. With ``tie=play_on`` a shared lead plays on."""
        if not self.is_ended:
            return False
        return self.rules.tie == "shared" or self.totals.count(min(self.totals)) == 1

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat: 1 + the number of seats that are better (1, 2, 2, 4)."""
        totals = self.totals
        return tuple(1 + sum(other < mine for other in totals) for mine in totals)

    def after(self, result: Sequence[int]) -> "Match":
        """The match with one more round scored."""
        return Match(self.rules, self.first_dealer, (*self.results, tuple(result)))

    def deal(self, secret: bytes) -> Round:
        """The next round, dealt from the match's secret."""
        number = len(self.results) + 1
        dealer = self.rules.seat_at(self.first_dealer, number - 1)
        deck = deck_of(secret, number, self.rules)
        return Round(self.rules, number, dealer, deck, self.totals)
