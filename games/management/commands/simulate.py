"""``manage.py simulate``: house players against each other; no server, no database."""

import statistics
import time
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots import house
from games.engine.presets import CLASSIC, PRESETS
from games.engine.ruleset import RuleSet
from games.management.tournament import LineUp, Tally, mean_and_error, play_block, play_match


class Command(BaseCommand):
    """Plays and prints; the same options give the same rounds on every machine."""

    help = "Play the house against itself and print what each level scored."
    requires_system_checks: list[str] = []  # noqa: RUF012  # as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        """The options."""
        parser.add_argument(
            "--matches", type=_count, default=100, metavar="N", help="how many (blocks: see below)"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="of deals and ties")
        parser.add_argument(
            "--line-up",
            default="cautious,greedy,cautious,greedy",
            metavar="LEVEL,…",
            help=f"who sits where; levels: {', '.join(house.LEVELS)}",
        )
        parser.add_argument("--preset", default=CLASSIC, help=f"rules: {', '.join(PRESETS)}")
        parser.add_argument(
            "--duplicate",
            action="store_true",
            help="instead of matches, N blocks of one deal played in every rotation of the line-up",
        )

    def handle(self, **options: Any) -> None:
        """Plays, then prints."""
        rules = _rules(options["preset"])
        line_up = _line_up(options["line_up"], rules)
        began = time.perf_counter()
        tally, blocks = Tally(), []
        for at in range(options["matches"]):
            seed = f"{options['seed']}/{at}"
            if options["duplicate"]:
                blocks.append(play_block(rules, line_up, seed, tally))
            else:
                play_match(rules, line_up, seed, tally)
        self._print_counts(options, tally, time.perf_counter() - began)
        self._print_levels(tally)
        self._print_comparison(blocks)

    def _print_counts(self, options: dict[str, Any], tally: Tally, seconds: float) -> None:
        unit = "blocks" if options["duplicate"] else "matches"
        acts = sum(map(len, tally.thinking.values()))
        self.stdout.write(
            f"{options['preset']}, seed {options['seed']}, {options['line_up']}: "
            f"{options['matches']} {unit}, {tally.rounds} rounds, {sum(tally.moons.values())} "
            f"moons, {acts} acts, {acts / seconds:,.0f} acts/s with the engine"
        )

    def _print_levels(self, tally: Tally) -> None:
        self.stdout.write("level      points a round and seat   moons   median an act")
        for level, points in tally.points.items():
            mean, error = mean_and_error(points)
            median = statistics.median(tally.thinking[level]) * 1e6
            self.stdout.write(
                f"{level:10} {mean:10.3f} ± {error:.3f} {tally.moons[level]:15} {median:12.0f} µs"
            )

    def _print_comparison(self, blocks: list[dict[str, float]]) -> None:
        levels = list(blocks[0]) if blocks else []
        for level in levels[1:]:
            mean, error = mean_and_error([block[level] - block[levels[0]] for block in blocks])
            self.stdout.write(
                f"{levels[0]} over {level}: {mean:+.3f} ± {error:.3f} points a round and seat"
                + (f" ({mean / error:.1f} standard errors)" if error else "")
            )


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        message = f"{text!r} is not a whole number from 1"
        raise ArgumentTypeError(message)
    return int(text)


def _rules(preset: str) -> RuleSet:
    if preset not in PRESETS:
        message = f"There is no preset {preset!r}; there are: {', '.join(PRESETS)}."
        raise CommandError(message)
    return PRESETS[preset]


def _line_up(text: str, rules: RuleSet) -> LineUp:
    line_up = tuple(text.split(","))
    unknown = [level for level in line_up if level not in house.LEVELS]
    if unknown:
        message = f"There is no level {unknown[0]!r}; there are: {', '.join(house.LEVELS)}."
        raise CommandError(message)
    if len(line_up) != rules.players:
        message = f"A line-up of {len(line_up)} does not fit {rules.players} seats."
        raise CommandError(message)
    return line_up
