"""The queue: who waits, who is seated when, and that nobody is lost or seated twice."""

import threading
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from games import selectors
from games.models import Match, Player, Ticket
from games.services import matchmaking, refusals, tables
from tests.factories import CAST, person, play_to_the_end, table_of, waits
from tests.games.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _patience(settings: Settings) -> None:
    settings.QUEUE_FILL_SECONDS = 20


def form() -> int:
    """One look at the queue, now."""
    return matchmaking.form_matches(timezone.now())


def people_in(match: Match) -> set[str]:
    """User names of those seated."""
    seated = match.players.filter(kind=Player.Kind.PERSON)
    return set(seated.values_list("user__username", flat=True))


def waiting() -> set[str]:
    """User names of those in the queue."""
    return set(Ticket.objects.values_list("user__username", flat=True))


# -- joining and leaving ------------------------------------------------------------------------


def test_joining_twice_gives_the_same_ticket_with_the_last_word_on_the_house() -> None:
    first = waits("nora", with_house=False, seconds=30)
    again = matchmaking.join(user=person("nora"), preset="classic", with_house=True)
    assert (again.pk, again.joined_at) == (first.pk, first.joined_at)
    assert Ticket.objects.get().with_house


def test_whoever_plays_cannot_queue() -> None:
    table_of("nora")
    with pytest.raises(refusals.AlreadyPlayingError):
        waits("nora")
    assert not Ticket.objects.exists()


def test_whoever_has_played_to_the_end_can_queue_again() -> None:
    play_to_the_end(table_of("nora"))
    assert waits("nora")


def test_there_is_a_queue_only_for_the_presets_of_the_setting(settings: Settings) -> None:
    with pytest.raises(refusals.NoSuchQueueError):
        matchmaking.join(user=person("nora"), preset="nothing", with_house=True)
    settings.QUEUE_PRESETS = []
    with pytest.raises(refusals.NoSuchQueueError):
        matchmaking.join(user=person("nora"), preset="classic", with_house=True)
    assert not Ticket.objects.exists()


def test_another_preset_begins_the_waiting_anew(settings: Settings) -> None:
    settings.QUEUE_PRESETS = ["classic", "other"]
    first = waits("nora", seconds=30)
    moved = matchmaking.join(user=person("nora"), preset="other", with_house=False)
    assert (moved.pk, moved.preset) == (first.pk, "other")
    assert moved.joined_at > first.joined_at
    assert selectors.waiting() == {"classic": 0, "other": 1}


def test_leaving_says_whether_there_was_a_ticket() -> None:
    waits("nora")
    assert matchmaking.leave(user=person("nora"))
    assert not matchmaking.leave(user=person("nora"))
    assert not Ticket.objects.exists()


def test_sitting_down_elsewhere_leaves_the_queue() -> None:
    waits("nora")
    table_of("nora")
    assert not Ticket.objects.exists()


def test_the_database_holds_one_ticket_a_person() -> None:
    waits("nora")
    with pytest.raises(IntegrityError), transaction.atomic():
        Ticket.objects.create(user=person("nora"), preset="classic", with_house=False)


# -- forming ------------------------------------------------------------------------------------


def test_four_who_wait_are_seated_at_once_by_chance_with_a_clock(settings: Settings) -> None:
    settings.TURN_SECONDS = 30
    for name in CAST[:4]:
        waits(name)
    assert form() == 1
    match = Match.objects.get()
    assert people_in(match) == set(CAST[:4])
    assert match.turn_seconds == 30
    assert not Ticket.objects.exists()
    assert form() == 0


def test_seats_are_drawn_by_chance() -> None:
    seats = set()
    for _index in range(20):
        waits("nora", with_house=True, seconds=21)
        assert form() == 1
        match = Match.objects.latest("pk")
        seats.add(match.players.get(user=person("nora")).seat)
        tables.leave_table(match=match, user=person("nora"))
    assert len(seats) > 1


def test_those_who_have_waited_longest_come_first() -> None:
    for seconds, name in enumerate(CAST):
        waits(name, seconds=seconds)
    assert form() == 1
    assert waiting() == set(CAST[:2])


def test_three_wait_on_until_the_house_may_fill_the_seats() -> None:
    for name in CAST[:3]:
        waits(name, with_house=True, seconds=19)
    assert form() == 0
    later = timezone.now() + timedelta(seconds=2)
    assert matchmaking.form_matches(later) == 1
    kinds = Counter(Match.objects.get().players.values_list("kind", flat=True))
    assert kinds == {"person": 3, "house": 1}


def test_one_who_agreed_is_enough_and_the_house_plays_the_rest() -> None:
    waits("nora", with_house=True, seconds=21)
    assert form() == 1
    assert people_in(Match.objects.get()) == {"nora"}


def test_without_agreement_the_house_never_fills() -> None:
    waits("nora", seconds=3600)
    assert form() == 0
    assert waiting() == {"nora"}


def test_those_who_did_not_agree_stay_when_the_house_fills() -> None:
    waits("nora", seconds=300)
    waits("emil", with_house=True, seconds=21)
    waits("rosa", with_house=True)
    assert form() == 1
    assert people_in(Match.objects.get()) == {"emil", "rosa"}
    assert waiting() == {"nora"}


def test_people_who_did_not_agree_still_make_a_table_of_four() -> None:
    for name in CAST[:3]:
        waits(name)
    waits("luca", with_house=True)
    assert form() == 1


def test_one_who_plays_already_is_dropped_and_the_others_wait_on() -> None:
    """However it came about: the constraint decides, and only that person's ticket goes."""
    table_of("nora")
    Ticket.objects.create(user=person("nora"), preset="classic", with_house=False)
    for name in CAST[1:4]:
        waits(name)
    assert form() == 0
    assert waiting() == set(CAST[1:4])
    waits("ines")
    assert form() == 1
    assert Match.objects.count() == 2


def test_whoever_is_away_is_neither_counted_nor_seated_but_keeps_the_place() -> None:
    waits("nora", with_house=True, seconds=300, away=61)
    assert form() == 0
    assert selectors.waiting() == {"classic": 0}
    matchmaking.still_here(user=person("nora"))
    assert selectors.waiting() == {"classic": 1}
    assert form() == 1
    assert people_in(Match.objects.get()) == {"nora"}


def test_the_place_of_somebody_who_stays_away_lapses() -> None:
    waits("nora", away=14 * 60)
    waits("emil", away=16 * 60)
    form()
    assert waiting() == {"nora"}


def test_a_failure_while_opening_the_table_loses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in CAST[:4]:
        waits(name)
    with monkeypatch.context() as patched:
        patched.setattr("games.services.acting.deal", lambda *_anything: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            form()
    assert waiting() == set(CAST[:4])
    assert not Match.objects.exists()
    assert form() == 1


# -- at once ------------------------------------------------------------------------------------


def test_twenty_parallel_joins_of_one_person_make_one_ticket() -> None:
    user = person("nora")
    join = partial(matchmaking.join, user=user, preset="classic", with_house=True)
    answers = at_once(*[join] * 20)
    assert {answer.pk for answer in answers} == {Ticket.objects.get().pk}


def test_eight_people_and_four_workers_make_two_tables() -> None:
    names = [f"p{index}" for index in range(8)]
    for name in names:
        waits(name)
    formed = at_once(*[form] * 4)
    assert sum(formed) == 2
    seated = [name for match in Match.objects.all() for name in people_in(match)]
    assert sorted(seated) == names
    assert not Ticket.objects.exists()


def test_workers_form_while_people_come_and_go() -> None:
    """Forty people come, some thinking better of it: each ends up seated once, or out."""
    people = [person(f"p{index}") for index in range(40)]
    coming = threading.Event()

    def come(some: list[int]) -> set[int]:
        gone = set()
        for index in some:
            matchmaking.join(user=people[index], preset="classic", with_house=False)
            if index % 5 == 0 and matchmaking.leave(user=people[index]):
                gone.add(index)
        return gone

    def work() -> set[int]:
        while not coming.is_set():
            form()
        return set()

    def come_all(number: int) -> set[int]:
        try:
            return come(list(range(number, 40, 2)))
        finally:
            arrived.wait()
            coming.set()

    arrived = threading.Barrier(2)
    gone_by = at_once(partial(come_all, 0), partial(come_all, 1), work, work)
    gone = set().union(*gone_by)
    while form():
        pass
    seats = Counter(Player.objects.filter(kind="person").values_list("user", flat=True))
    left = set(Ticket.objects.values_list("user", flat=True))
    assert set(seats.values()) <= {1}
    assert len(left) < 4
    assert not left & set(seats)
    assert len(seats) + len(left) + len(gone) == 40
    assert not {people[index].pk for index in gone} & (left | set(seats))


def test_leaving_at_the_moment_of_forming_is_decided_one_way() -> None:
    for attempt in range(8):
        names = [f"p{attempt}-{index}" for index in range(4)]
        for name in names:
            waits(name)
        leaver = person(names[0])
        formed, left = at_once(form, partial(matchmaking.leave, user=leaver))
        seated = selectors.running_match(leaver) is not None
        assert (formed, left, seated) in {(1, False, True), (0, True, False)}
        Ticket.objects.all().delete()


def test_play_now_at_the_moment_of_forming_seats_once() -> None:
    for attempt in range(8):
        names = [f"p{attempt}-{index}" for index in range(4)]
        for name in names:
            waits(name)
        other = person(names[0])
        formed, opened = at_once(form, partial(tables.open_table, people=[other]))
        assert (formed, opened == "already_playing") in {(1, True), (0, False)}
        assert Player.objects.filter(user=other, is_active=True).count() == 1
        assert Ticket.objects.count() == (0 if formed else 3)
        Ticket.objects.all().delete()


def test_joining_while_sitting_down_never_leaves_a_ticket_behind() -> None:
    for attempt in range(8):
        user = person(f"p{attempt}")
        join = partial(matchmaking.join, user=user, preset="classic", with_house=True)
        at_once(join, partial(tables.open_table, people=[user]))
        assert selectors.running_match(user) is not None
        assert not Ticket.objects.exists()
