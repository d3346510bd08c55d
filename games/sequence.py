"""The order of acts on one stream: each exactly once, the next one only. Pure.

Messages of two processes may overtake each other on their way; one that is early is kept for the
moment that its predecessor may still need.
"""

from typing import Generic, TypeVar

from games.protocol import Position

Content = TypeVar("Content")

_MOST_KEPT = 64


class Sequence(Generic[Content]):
    """What has been told up to ``position``, and what came early; what it is does not matter."""

    def __init__(self) -> None:
        self.position: Position = (0, 0)
        self._early: dict[Position, tuple[Position, Content]] = {}
        self._heard_of: Position = (0, 0)

    @property
    def has_gap(self) -> bool:
        """Whether the table is known to be further than what could be told."""
        return self.position < self._heard_of

    def hear_of(self, position: Position) -> None:
        """The table has been at ``position``, however one knows."""
        self._heard_of = max(self._heard_of, position)

    def take(self, after: Position, at: Position, content: Content) -> list[Content]:
        """What may be told now that this act (``after`` → ``at``) has come."""
        self.hear_of(at)
        if at > self.position and len(self._early) < _MOST_KEPT:
            self._early[after] = (at, content)
        return self._follow()

    def restart(self, position: Position) -> list[Content]:
        """Continues from a snapshot at ``position``; returns what can be told after it."""
        self.position = max(self.position, position)
        return self._follow()

    def _follow(self) -> list[Content]:
        told = []
        while (following := self._early.pop(self.position, None)) is not None:
            self.position, content = following
            told.append(content)
        self._early = {
            after: kept for after, kept in self._early.items() if kept[0] > self.position
        }
        return told
