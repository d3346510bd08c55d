"""Acting at a table: the one service for people and for the house."""

from functools import partial

import pytest

from accounts.models import User
from games import engine, selectors
from games.engine import cards, record
from games.models import Match, Round
from games.services import acting, play, refusals, tables
from tests.factories import (
    act_as,
    advance,
    person,
    play_to_the_end,
    some_act,
    state_of,
    table_of,
    user_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def match() -> Match:
    return table_of("nora", "emil", "rosa", "luca")


def to_act(match: Match) -> tuple[int, User]:
    seat = state_of(match).seats_to_act()[0]
    return seat, user_in(match, seat)


def test_a_whole_match_is_played_and_stored(match: Match) -> None:
    play_to_the_end(match)
    rounds = list(match.rounds.order_by("number"))
    assert match.status == Match.Status.FINISHED
    assert match.ended_at is not None
    assert [row.number for row in rounds] == list(range(1, len(rounds) + 1))
    assert [row.result for row in rounds] == match.results
    assert max(map(sum, zip(*match.results, strict=True))) >= 100
    assert all(row.status == Round.Status.OVER and row.due_at is None for row in rounds)


def test_players_get_their_totals_and_places_once_the_match_is_over(match: Match) -> None:
    play_to_the_end(match)
    standing = match.standing
    players = list(match.players.order_by("seat"))
    assert [p.total for p in players] == list(standing.totals)
    assert [p.place for p in players] == list(standing.places)
    assert not any(p.is_active for p in players)


def test_every_stored_round_replays_to_its_stored_result(match: Match) -> None:
    play_to_the_end(match)
    for row in match.rounds.all():
        state = record.replay(row.head, row.acts)
        assert state.score is not None
        assert list(state.score.result) == row.result
        assert state.ply == row.ply == len(row.timings.split())


def test_the_deck_of_each_round_follows_from_the_secret_of_the_match(match: Match) -> None:
    advance(match, 56)
    first, second = match.rounds.order_by("number")
    start = engine.Match(match.ruleset, match.first_dealer)
    assert record.dealt(first.head).deck == start.deal(bytes(match.secret)).deck
    match.refresh_from_db()
    assert record.dealt(second.head).deck == match.standing.deal(bytes(match.secret)).deck


def test_who_acted_and_how_long_it_took_is_kept_beside_the_record() -> None:
    match = table_of("nora")
    advance(match, 5)
    timings = match.rounds.get().timings.split()
    assert len(timings) == 5
    assert {entry[0] for entry in timings} == {"p", "h"}
    assert all(entry[1:].isdigit() for entry in timings)


def test_a_refused_play_changes_nothing(match: Match) -> None:
    advance(match, 4)
    seat, user = to_act(match)
    before = match.rounds.values().get()
    state = state_of(match)
    illegal = state.hands[seat] & ~state.legal_cards(seat)
    with pytest.raises(engine.IllegalActError):
        act_as(match, user, engine.Play(seat, cards.lowest(illegal)))
    assert match.rounds.values().get() == before


def test_a_card_not_held_and_a_turn_not_ones_own_are_refused(match: Match) -> None:
    advance(match, 4)
    seat, user = to_act(match)
    state = state_of(match)
    other = (seat + 1) % 4
    with pytest.raises(engine.IllegalActError) as refused:
        act_as(match, user, engine.Play(seat, cards.lowest(state.hands[other])))
    assert refused.value.code == "not_your_card"
    neighbour = user_in(match, other)
    with pytest.raises(engine.IllegalActError) as refused:
        act_as(match, neighbour, engine.Play(other, cards.lowest(state.hands[other])))
    assert refused.value.code == "not_your_turn"


def test_a_watcher_cannot_act(match: Match) -> None:
    with pytest.raises(refusals.NotSeatedError):
        act_as(match, person("otto"), some_act(state_of(match), 0))


def test_nobody_acts_in_a_match_that_does_not_exist() -> None:
    with pytest.raises(refusals.NoSuchMatchError):
        play.play_card(public_id="nothing", user=person(), card=0, at=(1, 0))


def test_the_same_play_sent_twice_is_answered_the_same_way_twice(match: Match) -> None:
    advance(match, 4)
    seat, user = to_act(match)
    state = state_of(match)
    at, act = (1, state.ply), some_act(state, seat)
    assert isinstance(act, engine.Play)
    play_again = partial(play.play_card, public_id=match.public_id, user=user, card=act.card, at=at)
    assert play_again() == (1, state.ply + 1)
    advance(match, 2)
    assert play_again() == (1, state.ply + 1)
    assert match.rounds.get().ply == state.ply + 3


def test_the_last_play_of_a_round_is_recognised_in_the_next_round(match: Match) -> None:
    advance(match, 55)
    seat, user = to_act(match)
    act = some_act(state_of(match), seat)
    assert isinstance(act, engine.Play)
    play_again = partial(
        play.play_card, public_id=match.public_id, user=user, card=act.card, at=(1, 55)
    )
    assert play_again() == (1, 56)
    assert play_again() == (1, 56)
    assert match.rounds.count() == 2


def test_another_card_at_an_old_position_is_stale(match: Match) -> None:
    advance(match, 4)
    seat, user = to_act(match)
    state = state_of(match)
    advance(match, 1)
    other = cards.highest(state.hands[seat])
    with pytest.raises(refusals.StaleError):
        play.play_card(public_id=match.public_id, user=user, card=other, at=(1, 4))


def test_a_pass_can_be_changed_until_the_last_seat_has_passed(match: Match) -> None:
    state = state_of(match)
    user = user_in(match, 0)
    first, second = (tuple(list(cards.cards_in(state.hands[0]))[at : at + 3]) for at in (0, 5))
    act_as(match, user, engine.Pass(0, first))
    act_as(match, user, engine.Pass(0, second))
    assert state_of(match).passes[0] == second
    advance(match, 3)
    with pytest.raises(engine.IllegalActError) as refused:
        act_as(match, user, engine.Pass(0, first))
    assert refused.value.code == "wrong_phase"


def test_a_pass_cannot_be_changed_without_end(match: Match) -> None:
    held = list(cards.cards_in(state_of(match).hands[0]))
    passes = [engine.Pass(0, tuple(held[at : at + 3])) for at in (0, 1)] * 11
    for act in passes[:20]:
        act_as(match, user_in(match, 0), act)
    with pytest.raises(refusals.TooManyChangesError):
        act_as(match, user_in(match, 0), passes[20])
    assert match.rounds.get().ply == 20


def test_a_pass_counts_for_its_round_whatever_the_ply(match: Match) -> None:
    users = [user_in(match, seat) for seat in range(4)]
    for seat, user in enumerate(users):
        act = some_act(state_of(match), seat)
        assert isinstance(act, engine.Pass)
        play.pass_cards(public_id=match.public_id, user=user, cards=act.cards, at=(1, 0))
    assert state_of(match).phase is engine.Phase.PLAYING


def test_the_same_pass_sent_twice_is_one_act(match: Match) -> None:
    user = user_in(match, 0)
    act = some_act(state_of(match), 0)
    assert act_as(match, user, act) == act_as(match, user, act) == (1, 1)
    advance(match, 3)
    assert act_as(match, user, act) == (1, 1)


def test_a_pass_for_another_round_is_stale(match: Match) -> None:
    act = some_act(state_of(match), 0)
    assert isinstance(act, engine.Pass)
    user = user_in(match, 0)
    with pytest.raises(refusals.StaleError):
        play.pass_cards(public_id=match.public_id, user=user, cards=act.cards, at=(2, 0))


def test_nobody_acts_once_the_match_is_over(match: Match) -> None:
    play_to_the_end(match)
    state = state_of(match)
    user = user_in(match, 0)
    with pytest.raises(refusals.MatchOverError):
        play.play_card(public_id=match.public_id, user=user, card=0, at=(state.number, state.ply))


def test_a_lost_swap_reads_again_and_tries_again(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    users = [user_in(match, seat) for seat in range(2)]
    load = selectors.load_table
    overtaken: list[bool] = []

    def load_and_be_overtaken(public_id: str) -> selectors.Table | None:
        table = load(public_id)
        if not overtaken:
            overtaken.append(True)
            act_as(match, users[1], some_act(state_of(match), 1))
        return table

    mine = some_act(state_of(match), 0)
    assert isinstance(mine, engine.Pass)
    monkeypatch.setattr(selectors, "load_table", load_and_be_overtaken)
    play.pass_cards(public_id=match.public_id, user=users[0], cards=mine.cards, at=(1, 0))
    assert overtaken
    assert [chosen is not None for chosen in state_of(match).passes[:2]] == [True, True]


def test_an_act_that_always_comes_too_late_is_refused_as_busy(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_anything: object) -> None:
        raise acting._SwapLostError

    monkeypatch.setattr(acting, "_swap", lose)
    with pytest.raises(refusals.BusyError):
        act_as(match, user_in(match, 0), some_act(state_of(match), 0))
    assert match.rounds.get().ply == 0


def test_a_person_sits_at_one_running_match_at_a_time() -> None:
    first = table_of("nora")
    with pytest.raises(refusals.AlreadyPlayingError):
        table_of("emil", "nora")
    assert Match.objects.count() == 1
    assert selectors.running_match(person("nora")) == first
    assert selectors.running_match(person("emil")) is None


def test_leaving_a_table_alone_with_the_house_abandons_the_match() -> None:
    match = table_of("nora")
    advance(match, 10)
    tables.leave_table(match=match, user=person("nora"))
    match.refresh_from_db()
    row = match.rounds.get()
    assert (match.status, row.status, row.due_at) == ("abandoned", "abandoned", None)
    assert selectors.running_match(person("nora")) is None
    with pytest.raises(refusals.MatchOverError):
        advance(match, 1)
    with pytest.raises(refusals.MatchOverError):
        tables.leave_table(match=match, user=person("nora"))


def test_a_table_with_other_people_cannot_be_abandoned_by_one(match: Match) -> None:
    with pytest.raises(refusals.OthersPlayError):
        tables.leave_table(match=match, user=person("nora"))
    with pytest.raises(refusals.NotSeatedError):
        tables.leave_table(match=match, user=person("otto"))
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
