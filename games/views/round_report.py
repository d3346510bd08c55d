"""A scored round, readable: the hands dealt, who passed what to whom, every trick."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games import engine, protocol, selectors
from games.engine import cards
from games.engine.cards import Card, CardSet
from games.models import Player, Round
from games.protocol import Part

_SUITS_IN_HAND = (cards.HEARTS, cards.DIAMONDS, cards.SPADES, cards.CLUBS)


@dataclass(frozen=True)
class Gift:
    """Cards that one player passed to another."""

    giver: Player
    receiver: Player
    cards: list[str]


@dataclass(frozen=True)
class Hand:
    """What a player was dealt."""

    player: Player
    cards: list[str]


@dataclass(frozen=True)
class Played:
    """One card of a trick."""

    player: Player
    card: str
    takes: bool


@dataclass(frozen=True)
class TrickLine:
    """A trick in play order."""

    number: int
    plays: list[Played]
    leader: Player
    winner: Player
    points: int


@dataclass(frozen=True)
class ScoreLine:
    """What the round cost one player."""

    player: Player
    captured: int
    result: int
    total: int
    shot_the_moon: bool


@dataclass(frozen=True)
class RoundReport:
    """All of it."""

    dealer: Player
    hands: list[Hand]
    gifts: list[Gift]
    tricks: list[TrickLine]
    scores: list[ScoreLine]


def report_of(row: Round, players: Sequence[Player]) -> RoundReport:
    """The report of a round that is over, by seat; ``row`` comes from ``scored_rounds`` only."""
    state = selectors.replayed(row)
    tricks = protocol.tricks_part(engine.view_of(state, None))
    dealt = selectors.dealt_hands(row)
    return RoundReport(
        dealer=players[state.dealer],
        hands=[Hand(player, in_order(dealt[player.seat])) for player in players],
        gifts=list(_gifts(state, players)),
        tricks=[_trick(number, trick, players) for number, trick in enumerate(tricks, start=1)],
        scores=_scores(state, players),
    )


def in_order(hand: CardSet) -> list[str]:
    """Hearts, diamonds, spades, clubs, each from high to low, as the table shows a hand."""
    suits = (hand & cards.SUITS[suit] for suit in _SUITS_IN_HAND)
    return [cards.TEXTS[card] for suit in suits for card in reversed(list(cards.cards_in(suit)))]


def _gifts(state: engine.Round, players: Sequence[Player]) -> Iterator[Gift]:
    """With several targets the cards went to them in the order of the pass entry."""
    for giver, passed in enumerate(state.passes):
        left: list[Card] = list(passed or ())
        for offset, count in state.pass_entry.items():
            given, left = left[:count], left[count:]
            receiver = players[state.rules.seat_at(giver, offset)]
            yield Gift(players[giver], receiver, in_order(cards.card_set(given)))


def _trick(number: int, trick: Part, players: Sequence[Player]) -> TrickLine:
    winner = trick["winner"]
    plays = [
        Played(players[play["seat"]], play["card"], play["seat"] == winner)
        for play in trick["plays"]
    ]
    return TrickLine(number, plays, plays[0].player, players[winner], trick["points"])


def _scores(state: engine.Round, players: Sequence[Player]) -> list[ScoreLine]:
    score = state.score
    if score is None:
        return []
    return [
        ScoreLine(
            player=player,
            captured=score.captured[player.seat],
            result=score.result[player.seat],
            total=state.totals[player.seat] + score.result[player.seat],
            shot_the_moon=score.shooter == player.seat,
        )
        for player in players
    ]
