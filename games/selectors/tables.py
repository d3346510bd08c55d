"""Reads of a table: its match, its round as rows and as state, what each visitor may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games import engine, protocol
from games.engine import cards, dealing, record
from games.models import Match, Player, Round
from games.protocol import Part, Position

Visitor = User | AnonymousUser


@dataclass
class Table:
    """A match with the round being played (or the last one), as rows and as the engine's state."""

    match: Match
    row: Round
    state: engine.Round
    #: The match including this round once it is over.
    standing: engine.Match

    @property
    def position(self) -> Position:
        """[round, ply]."""
        return self.state.number, self.state.ply

    @cached_property
    def house_seats(self) -> frozenset[int]:
        """The seats for which the house decides."""
        house = self.match.players.filter(kind=Player.Kind.HOUSE)
        return frozenset(house.values_list("seat", flat=True))


@dataclass(frozen=True)
class Snapshot:
    """What one visitor may see of a table, whole."""

    position: Position
    seat: int | None
    status: str
    #: The text of the frame.
    text: str


def find_match(public_id: str) -> Match | None:
    """The match with that id, if there is one. Any text may be asked for."""
    if not public_id.isalnum():  # PostgreSQL takes no NUL, which an address may hold
        return None
    return Match.objects.filter(public_id=public_id).first()


def running_match(user: Visitor) -> Match | None:
    """The match in which that user sits and which is still played."""
    if not user.is_authenticated:
        return None
    return Match.objects.filter(players__user=user, players__is_active=True).first()


def running_matches(user_ids: Iterable[int]) -> dict[int, str]:
    """Of those users who sit at a running match: its public id, in one query."""
    seated = Player.objects.filter(user__in=list(user_ids), is_active=True)
    return dict(seated.values_list("user_id", "match__public_id"))


def seat_of(match: Match, user: Visitor) -> int | None:
    """The seat that user holds in the match, None for a watcher."""
    if not user.is_authenticated:
        return None
    seats = Player.objects.filter(match=match, user=user).values_list("seat", flat=True)
    return seats.first()


def load_table(public_id: str) -> Table | None:
    """The table as committed now: one query and a replay."""
    row = (
        Round.objects.filter(match__public_id=public_id)
        .select_related("match")
        .order_by("-number")
        .first()
    )
    if row is None:
        return None
    return Table(row.match, row, record.replay(row.head, row.acts), row.match.standing)


def positions(public_ids: Iterable[str]) -> dict[str, tuple[Position, str]]:
    """Where each table stands and the status of its match, in one query."""
    newest = (
        Round.objects.filter(match__public_id__in=list(public_ids))
        .order_by("match__public_id", "number")
        .values_list("match__public_id", "number", "ply", "match__status")
    )
    return {public_id: ((number, ply), status) for public_id, number, ply, status in newest}


def public_part(table: Table) -> Part:
    """What everybody sees of the table."""
    return protocol.table_part(engine.view_of(table.state, None), table.standing)


def own_part(table: Table, seat: int) -> Part:
    """What only that seat sees."""
    view = engine.view_of(table.state, seat)
    return protocol.seat_part(view, engine.refusals_of(table.state, seat))


def own_parts(table: Table) -> list[Part]:
    """What only each seat sees, by seat."""
    return [own_part(table, seat) for seat in range(table.state.rules.players)]


def clock_part(table: Table, now: datetime) -> Part | None:
    """By when people have to act; None at a table without a clock."""
    seconds = table.match.turn_seconds
    if seconds is None:
        return None
    return protocol.clock_part(table.row.deadlines, table.house_seats, seconds, now)


def snapshot(public_id: str, user: Visitor) -> Snapshot | None:
    """The table as ``user`` may see it; None when there is no such match."""
    table = load_table(public_id)
    if table is None:
        return None
    seat = seat_of(table.match, user)
    text = protocol.frame(
        "snapshot",
        at=table.position,
        you=seat,
        status=table.match.status,
        match=describe(table.match),
        seats=[{"name": p.name, "kind": p.kind} for p in table.match.players.order_by("seat")],
        table=public_part(table),
        mine=None if seat is None else own_part(table, seat),
        clock=clock_part(table, timezone.now()),
    )
    return Snapshot(table.position, seat, table.match.status, text)


def describe(match: Match) -> dict[str, Any]:
    """What does not change during a match, as plain values."""
    rules = match.ruleset
    return {
        "id": match.public_id,
        "preset": match.preset,
        "players": rules.players,
        "rotation": rules.rotation,
        "end": rules.end.to_json(),
        "first_dealer": match.first_dealer,
        "draw": cards.texts_of(dealing.draw_for_deal(bytes(match.secret), rules)),
    }


def scored_rounds(match: Match) -> QuerySet[Round]:
    """The rounds of a match that are over, in order: all their cards are public."""
    return match.rounds.filter(status=Round.Status.OVER).order_by("number")


def replayed(row: Round) -> engine.Round:
    """The engine's state of a row."""
    return record.replay(row.head, row.acts)


def dealt_hands(row: Round) -> list[cards.CardSet]:
    """What each seat was dealt, before the pass."""
    return record.dealt(row.head).hands
