"""Tables are opened and left."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games import engine, relay, selectors
from games.engine import dealing
from games.models import Match, Player, Round, Ticket, new_secret
from games.services import acting, refusals

#: Names of house players, in the order in which they come to a table.
HOUSE_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Edda")
_LONGEST_NAME = 40  # of a player; a user name may be longer


def open_table(
    *,
    people: Sequence[User | None],
    preset: str = engine.CLASSIC,
    turn_seconds: int | None = None,
) -> Match:
    """Starts a match: ``people`` sit in that order; None and the seats left over are the house's.

    ``turn_seconds`` is the clock of people while two or more play. Whoever sits down leaves the
    queue. Raises AlreadyPlayingError when one of them sits at a running match; then nothing
    changed.
    """
    rules, secret = engine.PRESETS[preset], new_secret()
    dealer = dealing.first_dealer(dealing.draw_for_deal(secret, rules))
    try:
        with transaction.atomic():
            _leave_queue(hold(people))
            match = Match.objects.create(
                preset=preset,
                rules=rules.to_dict(),
                secret=secret,
                first_dealer=dealer,
                turn_seconds=turn_seconds,
            )
            Player.objects.bulk_create(_players(match, people, rules.players))
            acting.deal(match, timezone.now())
    except IntegrityError as error:
        raise refusals.AlreadyPlayingError from error
    return match


def hold(people: Iterable[User | None]) -> list[int]:
    """Until the transaction ends nobody else seats these people or changes their tickets.

    Returns their ids. All that seats or queues people begins with this, in the order of ids, so
    that it neither crosses another one's way nor deadlocks. SQLite has one writer anyway.
    """
    ids = [user.pk for user in people if user is not None]
    held = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    return list(held.values_list("pk", flat=True))


def _leave_queue(user_ids: list[int]) -> None:
    if Ticket.objects.filter(user__in=user_ids).delete()[0]:
        transaction.on_commit(lambda: relay.publish_waiting(selectors.waiting()))


def _players(match: Match, people: Sequence[User | None], seats: int) -> list[Player]:
    names = iter(HOUSE_NAMES)
    return [
        _player(match, seat, user, names)
        for seat, user in enumerate(islice(chain(people, repeat(None)), seats))
    ]


def _player(match: Match, seat: int, user: User | None, names: Iterator[str]) -> Player:
    if user is None:
        return Player(match=match, seat=seat, kind=Player.Kind.HOUSE, name=next(names))
    return Player(match=match, seat=seat, kind=Player.Kind.PERSON, user=user, name=_name_of(user))


def _name_of(user: User) -> str:
    return user.shown_name[:_LONGEST_NAME]


def leave_table(*, match: Match, user: User) -> None:
    """``user`` leaves for good. Whoever was alone with the house thereby abandons the match.

    Raises NotSeatedError, MatchOverError, or OthersPlayError; then nothing changed.
    """
    if not match.players.filter(user=user).exists():
        raise refusals.NotSeatedError
    if match.players.filter(kind=Player.Kind.PERSON).exclude(user=user).exists():
        raise refusals.OthersPlayError
    with transaction.atomic():
        if not _abandon_round(match):
            raise refusals.MatchOverError
        match.status, match.ended_at = Match.Status.ABANDONED, timezone.now()
        match.save(update_fields=["status", "ended_at"])
        match.players.update(is_active=False)
        transaction.on_commit(lambda: relay.publish_status(match.public_id, match.status))


def _abandon_round(match: Match) -> bool:
    """Whether a round was being played. Twice, since the first look may meet the last card of a
    round: it waits for that and then does not see the next round yet."""
    running = Round.objects.filter(match=match, status=Round.Status.PLAYING)
    ending = {"status": Round.Status.ABANDONED, "due_at": None, "claimed_until": None}
    return bool(running.update(**ending) or running.all().update(**ending))
