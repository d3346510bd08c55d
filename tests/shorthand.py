"""Cards and rounds as text, for tests.

``table("2C QS", "3C 4C", "5C 6C", "7C 8C")`` is a round of two tricks: whatever is in no hand is
removed from the pack, so a position needs only the cards it is about.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from games.engine import cards
from games.engine.acts import Act, Pass, Play
from games.engine.cards import CardSet
from games.engine.errors import IllegalActError
from games.engine.events import Event
from games.engine.match import Match
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet

CLASSIC = RuleSet()

card = cards.card_from
cards_of = cards.cards_from
set_of = cards.set_from


def text_of(held: CardSet) -> str:
    """``"2C QS"``: the cards of a set, 2♣ first, A♥ last."""
    return " ".join(cards.texts_of(cards.cards_in(held)))


def texts(held: CardSet) -> set[str]:
    """The texts of the cards of a set."""
    return set(cards.texts_of(cards.cards_in(held)))


def table(
    *hands: str,
    rules: RuleSet = CLASSIC,
    dealer: int = 0,
    number: int = 1,
    totals: Sequence[int] | None = None,
    passes: Sequence[dict[int, int]] = (),
) -> Round:
    """A round in which seat s was dealt ``hands[s]``; without a pass unless told otherwise."""
    held = [cards_of(hand) for hand in hands]
    in_play = cards.card_set(one for hand in held for one in hand)
    everything = replace(rules, players=len(hands), removed=0, passes=(), points={"hearts": 1})
    rules = replace(
        rules,
        players=len(hands),
        removed=everything.cards_in_play & ~in_play,
        passes=tuple(passes),
    )
    order = [rules.seat_at(dealer, 1 + at) for at in range(len(hands))]
    deck = [held[seat][at] for at in range(len(held[0])) for seat in order]
    return Round(rules, number, dealer, deck, totals)


def play(round_: Round, played: str) -> list[Event]:
    """Plays the cards in order, each by whoever is to play; the events of the last one."""
    events: list[Event] = []
    for one in cards_of(played):
        assert round_.turn is not None, f"nobody is to play {cards.TEXTS[one]}"
        events = round_.play_card(round_.turn, one)
    return events


def pass_all(round_: Round, *passed: str) -> None:
    """Seat s passes ``passed[s]``."""
    for seat, chosen in enumerate(passed):
        round_.pass_cards(seat, cards_of(chosen))


def legal(round_: Round) -> str:
    """What the seat to play may play."""
    assert round_.turn is not None
    return text_of(round_.legal_cards(round_.turn))


def refusal(round_: Round, played: str) -> str | None:
    """The code with which the seat to play is refused a card; None when it may play it."""
    assert round_.turn is not None
    found = round_.refusal_of(round_.turn, card(played))
    return found.code if found else None


def refused_with(round_: Round, seat: int, played: str) -> str:
    """The code raised by a play that must be refused, having made sure nothing has changed."""
    before = (round_.ply, list(round_.hands), round_.turn, list(round_.trick), round_.hearts_broken)
    try:
        round_.play_card(seat, card(played))
    except IllegalActError as error:
        after = (round_.ply, list(round_.hands), round_.turn, list(round_.trick))
        assert (*after, round_.hearts_broken) == before
        return error.code
    message = "it was not refused"
    raise AssertionError(message)


def random_act(round_: Round, rng: random.Random) -> Act:
    """Any legal act of any seat the round waits for."""
    seat = rng.choice(round_.seats_to_act())
    if round_.phase is Phase.PASSING:
        held = list(cards.cards_in(round_.hands[seat]))
        return Pass(seat, tuple(rng.sample(held, round_.pass_size)))
    return Play(seat, rng.choice(list(cards.cards_in(round_.legal_cards(seat)))))


def dealt_at_random(rules: RuleSet, rng: random.Random) -> Round:
    """A round of any number, any dealer, any deck."""
    number, dealer = rng.randint(1, 8), rng.randrange(rules.players)
    scored = ((0,) * rules.players,) * (number - 1)
    return Match(rules, rules.seat_at(dealer, 1 - number), scored).deal(rng.randbytes(16))


def play_at_random(round_: Round, rng: random.Random) -> Round:
    """Plays on to the end."""
    while round_.phase is not Phase.OVER:
        round_.apply(random_act(round_, rng))
    return round_
