"""People act at their table."""

from collections.abc import Sequence

from games import engine, selectors
from games.engine.cards import Card
from games.models import Player
from games.protocol import Position
from games.selectors import Visitor
from games.services import acting, refusals


def play_card(*, public_id: str, user: Visitor, card: Card, at: Position) -> Position:
    """``user`` plays ``card`` in that match; see :func:`games.services.acting.act`.

    Raises NotSeatedError for a watcher.
    """
    play = engine.Play(_seat(public_id, user), card)
    return acting.act(public_id, play, at, Player.Kind.PERSON)


def pass_cards(*, public_id: str, user: Visitor, cards: Sequence[Card], at: Position) -> Position:
    """``user`` chooses the cards to pass, or chooses again; otherwise as :func:`play_card`."""
    chosen = engine.Pass(_seat(public_id, user), tuple(cards))
    return acting.act(public_id, chosen, at, Player.Kind.PERSON)


def _seat(public_id: str, user: Visitor) -> int:
    match = selectors.find_match(public_id)
    if match is None:
        raise refusals.NoSuchMatchError
    seat = selectors.seat_of(match, user)
    if seat is None:
        raise refusals.NotSeatedError
    return seat
