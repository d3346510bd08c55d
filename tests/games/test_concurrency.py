"""Twice, at once, from two places: threads against a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games import engine
from games.engine import HeartsError, cards
from games.models import Match, Player
from games.services import house, play, tables
from tests.factories import advance, person, some_act, state_of, table_of, user_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned or refused, all started in the same instant."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except HeartsError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def test_four_passes_in_the_same_instant_all_succeed() -> None:
    match = table_of("nora", "emil", "rosa", "luca")
    state = state_of(match)
    calls = []
    for seat in range(4):
        act, user = some_act(state, seat), user_in(match, seat)
        assert isinstance(act, engine.Pass)
        asked = partial(play.pass_cards, public_id=match.public_id, user=user)
        calls.append(partial(asked, cards=act.cards, at=(1, 0)))
    answers = at_once(*calls)
    assert sorted(answers) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert state_of(match).phase is engine.Phase.PLAYING


@pytest.mark.parametrize("same_card", [True, False])
def test_a_double_click_plays_one_card(same_card: bool) -> None:
    match = table_of("nora", "emil", "rosa", "luca")
    advance(match, 5)
    state = state_of(match)
    assert state.turn is not None
    user = user_in(match, state.turn)
    legal = state.legal_cards(state.turn)
    chosen = [cards.lowest(legal), cards.lowest(legal) if same_card else cards.highest(legal)]
    asked = partial(play.play_card, public_id=match.public_id, user=user, at=(1, 5))
    answers = at_once(*[partial(asked, card=card) for card in chosen])
    if chosen[0] == chosen[1]:
        assert answers == [(1, 6), (1, 6)]
    else:
        assert sorted(map(str, answers)) == ["(1, 6)", "stale"]
    assert match.rounds.get().ply == 6


def test_twenty_parallel_starts_of_one_person_make_one_match() -> None:
    user = person("nora")
    answers = at_once(*[lambda: tables.open_table(people=[user])] * 20)
    assert sum(isinstance(answer, Match) for answer in answers) == 1
    assert answers.count("already_playing") == 19
    assert Match.objects.count() == 1
    assert Player.objects.count() == 4


def test_many_house_workers_take_each_act_once(settings: Any) -> None:
    settings.HOUSE_THINK_MS = (0, 0)
    settings.HOUSE_TRICK_PAUSE_MS = settings.HOUSE_ROUND_PAUSE_MS = 0
    match = table_of()

    def work() -> int:
        taken = 0
        while state_of(match).number == 1:
            taken += house.act_once()
        return taken

    assert sum(at_once(*[work] * 4)) >= 56
    row = match.rounds.get(number=1)
    assert row.ply == len(row.timings.split()) == len(row.acts.split()) == 56
