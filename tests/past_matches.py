"""Matches that have ended, written as rows at once: for lists, pages and benchmarks."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from accounts.models import User
from games import engine
from games.engine import dealing, record
from games.engine.scoring import Score
from games.models import Match, Player, Round
from games.services.tables import HOUSE_NAMES
from tests import shorthand
from tests.factories import person

BEGUN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
#: Seat 0 wins with 10 points, seat 3 loses with 104.
RESULTS = ([5, 8, 0, 13], [0, 26, 26, 26], [5, 0, 10, 65])


@dataclass
class Past:
    """A match to be written: by whom, how it ended, when it began."""

    people: Sequence[User] = ()
    results: Sequence[Sequence[int]] = RESULTS
    status: Match.Status = Match.Status.FINISHED
    begun: datetime = BEGUN
    preset: str = engine.CLASSIC


def past_match(*names: str, **more: object) -> Match:
    """One match without its rounds; the named people sit from seat 0 on."""
    return past_matches([Past(people=[person(name) for name in names], **more)])[0]  # type: ignore[arg-type]


def past_matches(pasts: Iterable[Past]) -> list[Match]:
    """All of them in two statements; rounds are left out, since no list reads any."""
    pasts = list(pasts)
    matches = Match.objects.bulk_create(
        Match(
            preset=past.preset,
            rules=engine.RuleSet().to_dict(),
            first_dealer=index % 4,
            status=past.status,
            results=[list(result) for result in past.results],
            ended_at=past.begun + timedelta(minutes=20),
        )
        for index, past in enumerate(pasts)
    )
    for match, past in zip(matches, pasts, strict=True):
        match.created_at = past.begun  # auto_now_add says now
    Match.objects.bulk_update(matches, ["created_at"], batch_size=500)
    Player.objects.bulk_create(
        player
        for match, past in zip(matches, pasts, strict=True)
        for player in _players(match, past)
    )
    return matches


def _players(match: Match, past: Past) -> list[Player]:
    standing = match.standing
    finished = past.status == Match.Status.FINISHED
    return [
        Player(
            match=match,
            seat=seat,
            kind=Player.Kind.PERSON if user else Player.Kind.HOUSE,
            user=user,
            name=user.shown_name if user else HOUSE_NAMES[seat],
            is_active=False,
            total=standing.totals[seat],
            place=standing.places[seat] if finished else None,
        )
        for seat, user in enumerate([*past.people, *[None] * (4 - len(past.people))])
    ]


def whole_match(*names: str, seed: int = 1, begun: datetime = BEGUN) -> Match:
    """A finished match with all its rounds, each played at random by the engine."""
    rng, rules = random.Random(seed), engine.RuleSet()
    secret = rng.randbytes(32)
    standing = engine.Match(rules, dealing.first_dealer(dealing.draw_for_deal(secret, rules)))
    rounds = []
    while not standing.is_over:
        rounds.append(shorthand.play_at_random(standing.deal(secret), rng))
        standing = standing.after(_score(rounds[-1]).result)
    match = past_match(*names, results=standing.results, begun=begun)
    Match.objects.filter(pk=match.pk).update(secret=secret, first_dealer=standing.first_dealer)
    Round.objects.bulk_create(_row(match, state) for state in rounds)
    match.refresh_from_db()
    return match


def _score(state: engine.Round) -> Score:
    assert state.score is not None
    return state.score


def _row(match: Match, state: engine.Round) -> Round:
    when = match.created_at + timedelta(minutes=2 * state.number)
    return Round(
        match=match,
        number=state.number,
        status=Round.Status.OVER,
        head=record.head_of(state),
        acts=record.acts_of(state),
        ply=state.ply,
        result=list(_score(state).result),
        shooter=_score(state).shooter,
        started_at=when,
        acted_at=when,
    )
