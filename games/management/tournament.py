"""House players against each other without a server: whole matches, or duplicate blocks."""

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.bots import house
from games.engine import dealing
from games.engine.match import Match
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import view_of

#: The name of a level for each seat.
LineUp = tuple[str, ...]


@dataclass
class Tally:
    """What has been counted; everything by level where it is a dictionary."""

    rounds: int = 0
    #: Average result of the level's seats, one number a round.
    points: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    moons: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    #: Seconds each act took to choose.
    thinking: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def count(self, round_: Round, line_up: LineUp) -> None:
        """Adds a finished round."""
        self.rounds += 1
        for level, average in averages_of(round_, line_up).items():
            self.points[level].append(average)
        if round_.score is not None and round_.score.shooter is not None:
            self.moons[line_up[round_.score.shooter]] += 1


def averages_of(round_: Round, line_up: LineUp) -> dict[str, float]:
    """The average result of each level's seats in a finished round."""
    results: dict[str, list[int]] = defaultdict(list)
    for level, result in zip(line_up, round_.score.result if round_.score else (), strict=True):
        results[level].append(result)
    return {level: statistics.fmean(own) for level, own in results.items()}


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error; the error is infinite for a single value."""
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
    return statistics.fmean(values), error


def play_match(rules: RuleSet, line_up: LineUp, seed: str, tally: Tally) -> Match:
    """One whole match, dealt from ``seed``."""
    secret, rng = seed.encode(), random.Random(seed)  # noqa: S311  # no secret of a real match
    match = Match(rules, dealing.first_dealer(dealing.draw_for_deal(secret, rules)))
    while not match.is_over:
        round_ = play_round(match.deal(secret), line_up, rng, tally)
        match = match.after(round_.score.result if round_.score else ())
    return match


def play_block(rules: RuleSet, line_up: LineUp, seed: str, tally: Tally) -> dict[str, float]:
    """One deal, played once with each different rotation of the line-up; averages by level."""
    number = random.Random(seed).randrange(max(1, len(rules.passes)))  # noqa: S311
    match = Match(rules, 0, ((0,) * rules.players,) * number)
    averages: dict[str, list[float]] = defaultdict(list)
    for rotated in rotations(line_up):
        rng = random.Random(seed)  # noqa: S311  # repeatable, no secret
        round_ = play_round(match.deal(seed.encode()), rotated, rng, tally)
        for level, average in averages_of(round_, rotated).items():
            averages[level].append(average)
    return {level: statistics.fmean(own) for level, own in averages.items()}


def rotations(line_up: LineUp) -> Iterator[LineUp]:
    """Every different way to sit in the same order."""
    return iter(dict.fromkeys(line_up[at:] + line_up[:at] for at in range(len(line_up))))


def play_round(round_: Round, line_up: LineUp, rng: random.Random, tally: Tally) -> Round:
    """Plays to the score; each seat's level gets its View and nothing else."""
    while round_.phase is not Phase.OVER:
        seat = round_.seats_to_act()[0]
        view = view_of(round_, seat)
        began = time.perf_counter()
        act = house.LEVELS[line_up[seat]](view, rng)
        tally.thinking[line_up[seat]].append(time.perf_counter() - began)
        round_.apply(act)
    tally.count(round_, line_up)
    return round_
