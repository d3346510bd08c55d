"""The rows: a match, the players in its seats, its rounds; and who waits for a match.

The database is the only truth. A round is one row whose record replays to its state; nothing
about a hand is stored anywhere else.
"""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import engine

ID_LENGTH = 12
ID_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_SECRET_BYTES = 32


def new_public_id() -> str:
    """A random id that nobody can guess (some 69 bits), without letters that look alike."""
    return "".join(secrets.choice(ID_ALPHABET) for _index in range(ID_LENGTH))


def new_secret() -> bytes:
    """The secret from which all decks of a match follow."""
    return secrets.token_bytes(_SECRET_BYTES)


class Match(models.Model):
    """Rounds by one RuleSet until its end condition."""

    class Status(models.TextChoices):
        """Whether it is still played."""

        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    public_id = models.CharField(
        _("id"), max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    preset = models.CharField(_("preset"), max_length=40)
    rules = models.JSONField(_("rules"), help_text=_("The complete RuleSet."))
    secret = models.BinaryField(max_length=_SECRET_BYTES, default=new_secret, editable=False)
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PLAYING
    )
    results = models.JSONField(
        _("results"), default=list, help_text=_("The result of each scored round, by seat.")
    )
    turn_seconds = models.PositiveSmallIntegerField(
        _("seconds for a card"),
        null=True,
        blank=True,
        help_text=_("For people, while two or more play; empty means no clock."),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
            # A list of a preset that few people play would read every match of the others.
            models.Index(
                fields=["preset", "-created_at", "-id"],
                condition=Q(status="finished"),
                name="match_newest_of_preset",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.preset} {self.public_id}"

    @property
    def ruleset(self) -> engine.RuleSet:
        """The rules as the engine knows them."""
        return engine.RuleSet.from_dict(self.rules)

    @property
    def standing(self) -> engine.Match:
        """The rounds scored so far as the engine knows them."""
        return engine.Match(self.ruleset, self.first_dealer, tuple(map(tuple, self.results)))


class Player(models.Model):
    """Who sits in one seat of a match: a person or a house player."""

    class Kind(models.TextChoices):
        """Who decides."""

        PERSON = "person", _("person")
        HOUSE = "house", _("house player")

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="players", verbose_name=_("match")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("user"),
    )
    name = models.CharField(_("name"), max_length=40)
    is_active = models.BooleanField(
        _("playing now"), default=True, help_text=_("Set while the match is played.")
    )
    total = models.SmallIntegerField(_("total"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering: ClassVar = ["match", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(is_active=True), name="one_running_match_a_user"
            ),
            models.CheckConstraint(
                condition=Q(kind="person") | Q(user=None), name="house_player_has_no_user"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_house(self) -> bool:
        """Whether the house decides for this seat."""
        return self.kind == self.Kind.HOUSE


class Round(models.Model):
    """One deal of the cards: its record, and what the house needs to keep it moving.

    ``head`` + ``acts`` is the record (docs/rules.md); the state is its replay. Written only by
    ``games.services.acting`` through a compare-and-swap on ``ply``.
    """

    class Status(models.TextChoices):
        """Whether acts are still taken."""

        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        ABANDONED = "abandoned", _("abandoned")

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("number"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PLAYING
    )
    head = models.TextField(help_text=_("The record's head. Holds the deck: secret until the end."))
    acts = models.TextField(_("acts"), blank=True, default="")
    ply = models.PositiveSmallIntegerField(_("acts so far"), default=0)
    timings = models.TextField(
        _("timings"),
        blank=True,
        default="",
        help_text=_("For each act p (person) or h (house) and the milliseconds taken."),
    )
    deadlines = models.JSONField(
        _("deadlines"), default=list, help_text=_("By seat: when it acts, ms since 1970, or null.")
    )
    due_at = models.DateTimeField(
        _("due"), null=True, blank=True, help_text=_("The earliest of the deadlines.")
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    shooter = models.PositiveSmallIntegerField(_("shot the moon"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"))
    acted_at = models.DateTimeField(_("last act"))

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(status="playing"), name="one_running_round_a_match"
            ),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(status="playing"), name="only_running_rounds_are_due"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="round_due")
        ]

    def __str__(self) -> str:
        return f"{self.match} · {self.number}"


class Ticket(models.Model):
    """A place in the queue: one person who waits for a match of one preset.

    Made, changed and taken away only by ``games.services``; gone once the person is seated.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="tickets",
        verbose_name=_("user"),
    )
    preset = models.CharField(_("preset"), max_length=40)
    with_house = models.BooleanField(
        _("with the house"), help_text=_("Agreed that house players fill the empty seats.")
    )
    joined_at = models.DateTimeField(_("waiting since"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        ordering: ClassVar = ["joined_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user"], name="one_ticket_a_user"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["preset", "joined_at", "id"], name="ticket_longest_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.preset} · {self.user}"
