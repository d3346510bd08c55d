"""People and tables for tests: a fixed cast."""

from datetime import timedelta

from accounts.models import User
from games import engine, selectors
from games.engine import cards
from games.models import Match, Ticket
from games.services import acting, matchmaking, play, tables

CAST = ("nora", "emil", "rosa", "luca", "ines", "otto")


def person(name: str = CAST[0]) -> User:
    """A registered person (without a password: hashing one takes a third of a second)."""
    shown = {"display_name": name.title()}
    return User.objects.get_or_create(username=name, defaults=shown)[0]


def table_of(*names: str, turn_seconds: int | None = None) -> Match:
    """A classic match: the named people from seat 0 on, the house in the other seats."""
    return tables.open_table(people=[person(name) for name in names], turn_seconds=turn_seconds)


def waits(name: str, *, with_house: bool = False, seconds: float = 0, away: float = 0) -> Ticket:
    """That person joined the queue for classic so many seconds ago, and was last seen ``away``."""
    ticket = matchmaking.join(user=person(name), preset="classic", with_house=with_house)
    ticket.joined_at -= timedelta(seconds=seconds)
    ticket.seen_at -= timedelta(seconds=away)
    ticket.save()
    return ticket


def user_in(match: Match, seat: int) -> User:
    """The person in that seat."""
    user = match.players.select_related("user").get(seat=seat).user
    assert user is not None, "a house player sits there"
    return user


def state_of(match: Match) -> engine.Round:
    """The engine's state of the round being played, as committed."""
    table = selectors.load_table(match.public_id)
    assert table is not None
    return table.state


def some_act(state: engine.Round, seat: int) -> engine.Act:
    """A legal act of ``seat``, always the same in the same state."""
    if state.phase is engine.Phase.PASSING:
        held = list(cards.cards_in(state.hands[seat]))
        return engine.Pass(seat, tuple(held[: state.pass_size]))
    return engine.Play(seat, cards.lowest(state.legal_cards(seat)))


def act_as(match: Match, user: User, act: engine.Act) -> tuple[int, int]:
    """``user`` does ``act`` at the position the table has now."""
    state = state_of(match)
    at = (state.number, state.ply)
    if isinstance(act, engine.Pass):
        return play.pass_cards(public_id=match.public_id, user=user, cards=act.cards, at=at)
    return play.play_card(public_id=match.public_id, user=user, card=act.card, at=at)


def advance(match: Match, acts: int) -> None:
    """Takes that many legal acts, whoever has to act."""
    for _index in range(acts):
        state = state_of(match)
        seat = state.seats_to_act()[0]
        player = match.players.get(seat=seat)
        at = (state.number, state.ply)
        acting.act(match.public_id, some_act(state, seat), at, type(player).Kind(player.kind))


def play_to_the_end(match: Match) -> Match:
    """Plays until the match is over."""
    while match.status == Match.Status.PLAYING:
        state = state_of(match)
        advance(match, 52 + len(state.seats_to_act()) if state.ply == 0 and state.pass_size else 1)
        match.refresh_from_db()
    return match
