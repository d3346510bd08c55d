"""The chart of totals as numbers: a template draws them, no script and no inline style.

Everything is in percent of the figure, so that the drawing takes the width there is while its
text keeps its size. Strings, since a template writes numbers in the reader's language.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.text import Truncator

# Where the plot lies in the figure; the names of the lines stand to the right of it.
_LEFT, _RIGHT, _TOP, _BOTTOM = 10.0, 64.0, 4.0, 90.0
_LABEL_GAP = 6.5  # between two names: one line of text in the height that history.css gives
_MOST_STEPS = 6
_MOST_ROUND_LABELS = 8
_MOST_MARKED_ROUNDS = 24
_LONGEST_LABEL = 10


@dataclass(frozen=True)
class Place:
    """Somewhere in the figure, perhaps with words."""

    x: str
    y: str
    label: str = ""


@dataclass(frozen=True)
class Line:
    """The totals of one seat."""

    seat: int
    #: As ``points`` of a polyline in the plot, which is 100 by 100.
    points: str
    marks: list[Place]
    #: Where the line ends, and where its name stands: not quite the same where lines meet.
    end: Place
    name: Place


@dataclass(frozen=True)
class Chart:
    """All that is drawn."""

    lines: list[Line]
    levels: list[Place]
    rounds: list[Place]
    #: The height of the total that ends the match, when it is in sight.
    target: Place | None


def chart_of(
    results: Sequence[Sequence[int]], names: Sequence[str], target: int | None
) -> Chart | None:
    """The totals of each seat from 0 on, round by round; None before the first score."""
    if not results:
        return None
    totals = list(zip(*_running(results), strict=True))
    ticks = _ticks(min(map(min, totals)), max(map(max, totals)))
    scale = _Scale(rounds=len(results), lowest=ticks[0], highest=ticks[-1])
    in_sight = target is not None and ticks[0] < target <= ticks[-1]
    return Chart(
        lines=_lines(totals, names, scale),
        levels=[Place(_text(_LEFT), scale.y(tick), _number(tick)) for tick in ticks],
        rounds=[Place(scale.x(at), _text(_BOTTOM), str(at)) for at in _labelled(len(results))],
        target=Place(_text(_RIGHT), scale.y(target or 0), str(target)) if in_sight else None,
    )


@dataclass(frozen=True)
class _Scale:
    rounds: int
    lowest: int
    highest: int

    def across(self, at: float) -> float:
        """The share of the plot's width."""
        return at / self.rounds

    def down(self, total: float) -> float:
        """The share of the plot's height, from the top: many points stand high."""
        return (self.highest - total) / (self.highest - self.lowest)

    def x(self, at: float) -> str:
        return _text(_LEFT + self.across(at) * (_RIGHT - _LEFT))

    def y(self, total: float) -> str:
        return _text(_TOP + self.down(total) * (_BOTTOM - _TOP))


def _lines(totals: Sequence[Sequence[int]], names: Sequence[str], scale: _Scale) -> list[Line]:
    ends = [_TOP + scale.down(own[-1]) * (_BOTTOM - _TOP) for own in totals]
    heights = spread(ends, _LABEL_GAP, _TOP, _BOTTOM)
    marked = range(len(totals[0])) if scale.rounds <= _MOST_MARKED_ROUNDS else [scale.rounds]
    return [
        Line(
            seat=seat,
            points=" ".join(
                f"{_text(100 * scale.across(at))},{_text(100 * scale.down(total))}"
                for at, total in enumerate(own)
            ),
            marks=[Place(scale.x(at), scale.y(own[at])) for at in marked],
            end=Place(_text(_RIGHT), scale.y(own[-1])),
            name=Place("", _text(heights[seat]), Truncator(names[seat]).chars(_LONGEST_LABEL)),
        )
        for seat, own in enumerate(totals)
    ]


def spread(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """Numbers as near to the wanted ones as is simple, at least ``gap`` apart and within bounds.

    Their order stays; where the bounds are too narrow for all gaps, the lower bound gives way.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    free = lowest
    for index in order:
        placed[index] = max(wanted[index], free)
        free = placed[index] + gap
    free = highest
    for index in reversed(order):
        placed[index] = min(placed[index], free)
        free = placed[index] - gap
    return placed


def _running(results: Sequence[Sequence[int]]) -> Iterable[list[int]]:
    """The totals before the first round and after each."""
    totals = [0] * len(results[0])
    yield totals
    for result in results:
        totals = [total + points for total, points in zip(totals, result, strict=True)]
        yield totals


def _ticks(lowest: int, highest: int) -> list[int]:
    """Round numbers from at most ``lowest`` to at least ``highest``, a few of them."""
    step = _step((highest - lowest) / _MOST_STEPS)
    first, last = floor(lowest / step), max(ceil(highest / step), floor(lowest / step) + 1)
    return [step * count for count in range(first, last + 1)]


def _step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that is at least ``least``."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10


def _labelled(rounds: int) -> range:
    return range(0, rounds + 1, ceil((rounds + 1) / _MOST_ROUND_LABELS))


def _text(value: float) -> str:
    return f"{value:.2f}"


def _number(value: int) -> str:
    return str(value).replace("-", "−")
