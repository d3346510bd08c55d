"""The house: due acts are taken once, by whichever worker, through the same service."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games import engine
from games.bots import house as house_player
from games.engine import cards
from games.models import Match, Player, Round
from games.services import acting, deadlines, house, refusals
from tests.factories import act_as, advance, some_act, state_of, table_of, user_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _quick_house(settings: Settings) -> None:
    settings.HOUSE_THINK_MS = (0, 0)
    settings.HOUSE_TRICK_PAUSE_MS = settings.HOUSE_ROUND_PAUSE_MS = 0


def play_with_house(match: Match) -> None:
    """The person in seat 0 acts at once; the house when its deadline has come."""
    person = user_in(match, 0)
    while match.status == Match.Status.PLAYING:
        state = state_of(match)
        if 0 in state.seats_to_act():
            act_as(match, person, some_act(state, 0))
        else:
            assert house.act_once()
        match.refresh_from_db()


def test_a_person_and_three_house_players_play_a_whole_match() -> None:
    match = table_of("nora")
    play_with_house(match)
    assert match.status == Match.Status.FINISHED
    assert not house.act_once()


def test_only_house_players_have_a_deadline_when_a_person_is_alone_with_them() -> None:
    row = table_of("nora").rounds.get()
    assert [deadline is None for deadline in row.deadlines] == [True, False, False, False]
    assert row.due_at is not None


def test_no_clock_runs_while_a_person_is_to_play() -> None:
    match = table_of("nora")
    while state_of(match).turn != 0:
        advance(match, 1)
    assert match.rounds.get().due_at is None
    assert not house.act_once()


def test_the_house_waits_for_its_thinking_time(settings: Settings) -> None:
    settings.HOUSE_THINK_MS = (60_000, 60_000)
    match = table_of("nora")
    assert not house.act_once()
    due = house.next_due()
    assert due is not None
    assert timedelta(seconds=55) < due - timezone.now() < timedelta(seconds=61)
    assert match.rounds.get().ply == 0


def due_at(match: Match) -> datetime:
    due = match.rounds.get().due_at
    assert due is not None
    return due


def test_people_may_look_at_a_full_trick_before_the_house_leads(settings: Settings) -> None:
    settings.HOUSE_TRICK_PAUSE_MS = 50_000
    match = table_of()
    advance(match, 7)
    assert state_of(match).trick
    assert due_at(match) <= timezone.now()
    advance(match, 1)
    assert not state_of(match).trick
    assert due_at(match) > timezone.now() + timedelta(seconds=45)


def test_somebody_elses_pass_gives_a_house_player_no_more_time(settings: Settings) -> None:
    settings.HOUSE_THINK_MS = (1000, 60_000)
    match = table_of("nora")
    before = match.rounds.get().deadlines
    act_as(match, user_in(match, 0), some_act(state_of(match), 0))
    assert match.rounds.get().deadlines == before


def test_an_act_is_leased_to_one_worker_only() -> None:
    table_of("nora")
    now = timezone.now() + timedelta(seconds=1)
    assert house._claim(now) is not None
    assert house._claim(now) is None


def test_a_worker_that_falls_silent_loses_its_lease(settings: Settings) -> None:
    settings.HOUSE_LEASE_SECONDS = 5
    table_of("nora")
    now = timezone.now() + timedelta(seconds=1)
    assert house._claim(now) is not None
    assert house._claim(now + timedelta(seconds=4)) is None
    assert house._claim(now + timedelta(seconds=6)) is not None


def test_a_late_answer_of_the_house_changes_nothing() -> None:
    match = table_of()
    row = house._claim(timezone.now() + timedelta(seconds=1))
    assert row is not None
    advance(match, 10)
    before = match.rounds.values().get()
    house._act_for(row)
    assert match.rounds.values().get() == before


def test_a_house_player_is_given_a_view_of_its_own_seat_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[engine.View] = []

    def choose(view: engine.View, rng: object) -> engine.Act:
        seen.append(view)
        assert view.seat is not None
        return some_act(state_of(match), view.seat)

    monkeypatch.setattr(house_player, "choose", choose)
    match = table_of("nora")
    assert house.act_once()
    (view,) = seen
    assert type(view) is engine.View
    assert view.seat is not None
    assert match.players.get(seat=view.seat).kind == Player.Kind.HOUSE


def test_a_house_player_that_fails_is_replaced_by_a_legal_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(view: engine.View, rng: object) -> engine.Act:
        raise ValueError

    monkeypatch.setattr(house_player, "choose", fail)
    match = table_of()
    for _index in range(8):
        assert house.act_once()
    assert match.rounds.get().ply == 8


def test_two_workers_at_one_act_play_it_once() -> None:
    match = table_of()
    advance(match, 4)
    state = state_of(match)
    act, at = some_act(state, state.turn or 0), (1, 4)
    assert acting.act(match.public_id, act, at, Player.Kind.HOUSE) == (1, 5)
    assert acting.act(match.public_id, act, at, Player.Kind.HOUSE) == (1, 5)
    assert match.rounds.get().ply == 5


def test_two_workers_pass_once_for_a_seat() -> None:
    match = table_of()
    first = some_act(state_of(match), 1)
    assert isinstance(first, engine.Pass)
    held = [*cards.cards_in(state_of(match).hands[1])]
    other = engine.Pass(1, tuple(held[-3:]))
    acting.act(match.public_id, first, (1, 0), Player.Kind.HOUSE)
    with pytest.raises(refusals.StaleError):
        acting.act(match.public_id, other, (1, 0), Player.Kind.HOUSE)
    assert state_of(match).passes[1] == first.cards


def test_the_row_indexes_the_earliest_deadline() -> None:
    row = table_of("nora").rounds.get()
    assert row.due_at == deadlines.earliest(row.deadlines)
    assert list(Round.objects.filter(due_at__lte=row.due_at)) == [row]
