"""Tables are opened and left."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games import engine, relay
from games.engine import dealing
from games.models import Match, Player, Round, new_secret
from games.services import acting, refusals

#: Names of house players, in the order in which they come to a table.
HOUSE_NAMES = ("Ada", "Bo", "Cleo", "Dag", "Edda")
_LONGEST_NAME = 40  # of a player; a user name may be longer


def open_table(*, people: Sequence[User], preset: str = engine.CLASSIC) -> Match:
    """Starts a match: ``people`` take the first seats in order, house players the others.

    Raises AlreadyPlayingError when one of them sits at a running match; then nothing changed.
    """
    rules, secret = engine.PRESETS[preset], new_secret()
    dealer = dealing.first_dealer(dealing.draw_for_deal(secret, rules))
    try:
        with transaction.atomic():
            match = Match.objects.create(
                preset=preset, rules=rules.to_dict(), secret=secret, first_dealer=dealer
            )
            Player.objects.bulk_create(_players(match, people, rules.players))
            acting.deal(match, timezone.now())
    except IntegrityError as error:
        raise refusals.AlreadyPlayingError from error
    return match


def _players(match: Match, people: Sequence[User], seats: int) -> list[Player]:
    persons = [
        Player(match=match, seat=seat, kind=Player.Kind.PERSON, user=user, name=_name_of(user))
        for seat, user in enumerate(people)
    ]
    house = [
        Player(match=match, seat=seat, kind=Player.Kind.HOUSE, name=name)
        for seat, name in zip(range(len(people), seats), HOUSE_NAMES, strict=False)
    ]
    return persons + house


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
