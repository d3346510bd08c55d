"""The turn clock: persisted deadlines of people, and the house that plays when one has passed."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from games import engine, selectors
from games.models import Match, Player, Round
from games.services import acting, deadlines, house
from games.services.refusals import StaleError
from tests.factories import act_as, advance, some_act, state_of, table_of, user_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _quick_house(settings: Settings) -> None:
    settings.HOUSE_THINK_MS = (0, 0)
    settings.HOUSE_TRICK_PAUSE_MS = settings.HOUSE_ROUND_PAUSE_MS = 0


def seconds_left(match: Match) -> list[int | None]:
    """By seat, from the last act on."""
    row = match.rounds.latest("number")
    since = deadlines.in_milliseconds(row.acted_at)
    return [None if time is None else round((time - since) / 1000) for time in row.deadlines]


def let_time_pass(match: Match, seconds: float) -> None:
    """Every deadline of the running round comes so much nearer."""
    row = match.rounds.latest("number")
    row.deadlines = [time and time - round(seconds * 1000) for time in row.deadlines]
    row.due_at = deadlines.earliest(row.deadlines)
    row.save()


def test_a_pass_has_twice_the_time_of_a_card() -> None:
    match = table_of("nora", "emil", turn_seconds=30)
    assert seconds_left(match) == [60, 60, 0, 0]
    advance(match, 4)
    turn = state_of(match).turn
    assert turn is not None
    assert seconds_left(match)[turn] == (30 if turn < 2 else 0)


def test_each_person_has_the_clock_when_it_is_the_persons_turn() -> None:
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    advance(match, 4)
    for _index in range(6):
        turn = state_of(match).turn
        assert [seat for seat, left in enumerate(seconds_left(match)) if left == 30] == [turn]
        advance(match, 1)


def test_a_person_alone_with_the_house_has_no_clock() -> None:
    match = table_of("nora", turn_seconds=30)
    assert seconds_left(match)[0] is None
    while state_of(match).turn != 0:
        advance(match, 1)
    assert match.rounds.get().due_at is None


def test_a_match_without_a_clock_has_none() -> None:
    match = table_of("nora", "emil", "rosa", "luca")
    assert seconds_left(match) == [None] * 4


def test_somebody_elses_pass_gives_no_more_time() -> None:
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    before = match.rounds.get().deadlines
    act_as(match, user_in(match, 0), some_act(state_of(match), 0))
    assert match.rounds.get().deadlines == [None, *before[1:]]


def test_people_may_look_at_a_full_trick_and_at_the_score_before_their_clock_runs(
    settings: Settings,
) -> None:
    settings.HOUSE_TRICK_PAUSE_MS, settings.HOUSE_ROUND_PAUSE_MS = 2000, 7000
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    advance(match, 8)
    assert seconds_left(match)[state_of(match).turn or 0] == 32
    advance(match, 48)
    assert state_of(match).number == 2
    assert seconds_left(match) == [67] * 4


def test_the_house_waits_for_people_until_the_deadline_and_then_plays() -> None:
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    advance(match, 4)
    let_time_pass(match, 29)
    assert not house.act_once()
    let_time_pass(match, 2)
    assert house.act_once()
    row = match.rounds.get()
    assert row.ply == 5
    assert row.timings.split()[-1].startswith("h")
    assert not house.act_once(), "the next person has the whole time"


def test_the_house_passes_for_those_who_did_not_and_for_nobody_else() -> None:
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    chosen = some_act(state_of(match), 0)
    act_as(match, user_in(match, 0), chosen)
    let_time_pass(match, 61)
    while house.act_once():
        pass
    state = state_of(match)
    assert state.phase is engine.Phase.PLAYING
    assert isinstance(chosen, engine.Pass)
    assert state.passes[0] == chosen.cards
    assert [each[0] for each in match.rounds.get().timings.split()] == ["p", "h", "h", "h"]


def test_a_late_pass_of_the_house_does_not_undo_what_the_person_chose() -> None:
    match = table_of("nora", "emil", "rosa", "luca", turn_seconds=30)
    let_time_pass(match, 61)
    row = house._claim(timezone.now())
    assert row is not None
    chosen = some_act(state_of(match), 0)
    act_as(match, user_in(match, 0), chosen)
    before = Round.objects.values().get()
    house._act_for(row)
    assert Round.objects.values().get() == before
    held = state_of(match).hands[0]
    other = engine.Pass(0, tuple(engine.cards.cards_in(held))[-3:])
    with pytest.raises(StaleError):
        acting.act(match.public_id, other, (1, 1), Player.Kind.HOUSE)


def test_a_table_whose_people_are_all_away_plays_on_to_its_end() -> None:
    match = table_of("nora", "emil", turn_seconds=5)
    while match.status == Match.Status.PLAYING:
        let_time_pass(match, 11)
        assert house.act_once()
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_the_clock_that_is_told_shows_people_only_and_the_servers_time() -> None:
    match = table_of("nora", "emil", turn_seconds=30)
    table = selectors.load_table(match.public_id)
    assert table is not None
    now = timezone.now()
    clock = selectors.clock_part(table, now)
    assert clock is not None
    assert clock["seconds"] == 30
    assert clock["deadlines"] == [*table.row.deadlines[:2], None, None]
    assert abs(clock["now"] - now.timestamp() * 1000) < 1
    later = now + timedelta(seconds=60)
    assert clock["deadlines"][0] <= later.timestamp() * 1000


def test_no_clock_is_told_where_there_is_none() -> None:
    table = selectors.load_table(table_of("nora", "emil").public_id)
    assert table is not None
    assert selectors.clock_part(table, timezone.now()) is None
