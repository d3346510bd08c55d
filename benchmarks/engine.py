"""How fast the rules engine is, as ratios measured in one run.

    python benchmarks/engine.py [--seed S] [--rounds N] [--repeats R]

Prints random classic rounds a second through the public Round API (deal, pass, every play checked,
score), the cost of replaying a round from its record, and the ratio to OpenSpiel's ``hearts``
driven from Python, when ``open_spiel`` is installed. Each repeat measures all of them in turn;
the medians are compared.
"""

import argparse
import importlib
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.engine import cards, record
from games.engine.match import Match
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet

CLASSIC = RuleSet()
SPIEL_GAME = "hearts(pass_cards=true)"


def main() -> None:
    """Measures and prints."""
    options = _options()
    spiel = _open_spiel()
    rounds = [play_round(options.seed, at) for at in range(options.rounds)]
    records = [(record.head_of(round_), record.acts_of(round_)) for round_ in rounds]
    tasks: dict[str, Callable[[int], object]] = {
        "random round": lambda at: play_round(options.seed, at),
        "replay": lambda at: record.replay(*records[at]),
        "deal": lambda at: deal(options.seed, at),
    }
    if spiel is not None:
        tasks["OpenSpiel random round"] = lambda at: play_spiel_round(spiel, options.seed, at)
    medians = _medians(tasks, options.rounds, options.repeats)
    _print(medians, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random classic rounds and replays a second.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=300, help="in each repeat")
    parser.add_argument("--repeats", type=int, default=9)
    return parser.parse_args()


def _open_spiel() -> ModuleType | None:
    try:
        return importlib.import_module("pyspiel")  # no dependency: somebody may have installed it
    except ImportError:
        return None


def deal(seed: int, at: int) -> Round:
    """A classic round in which cards are passed, dealt from the seed."""
    return Match(CLASSIC, at % 4).deal(b"%d/%d" % (seed, at))


def play_round(seed: int, at: int) -> Round:
    """One random round, each act chosen from what the engine says is legal."""
    rng = random.Random(at)
    round_ = deal(seed, at)
    for seat in round_.seats_to_act():
        round_.pass_cards(seat, _some_of(round_.hands[seat], round_.pass_size, rng))
    while round_.phase is not Phase.OVER:
        seat = round_.turn or 0
        round_.play_card(seat, _any_of(round_.legal_cards(seat), rng))
    return round_


def _some_of(held: cards.CardSet, count: int, rng: random.Random) -> list[cards.Card]:
    chosen: list[cards.Card] = []
    for _ in range(count):
        chosen.append(_any_of(held, rng))
        held ^= 1 << chosen[-1]
    return chosen


def _any_of(held: cards.CardSet, rng: random.Random) -> cards.Card:
    for _ in range(int(rng.random() * held.bit_count())):
        held &= held - 1
    return cards.lowest(held)


def play_spiel_round(spiel: ModuleType, seed: int, at: int) -> object:
    """The same with OpenSpiel, whose deal is 52 chance moves."""
    rng = random.Random(seed * 1_000_003 + at)
    state = _spiel_game(spiel).new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
    return state.returns()


@cache
def _spiel_game(spiel: ModuleType) -> Any:
    return spiel.load_game(SPIEL_GAME)


def _medians(
    tasks: dict[str, Callable[[int], object]], rounds: int, repeats: int
) -> dict[str, float]:
    """Seconds a round for each task, the tasks taking turns so that all see the same machine."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(repeats):
        for name, task in tasks.items():
            began = time.perf_counter()
            for at in range(rounds):
                task(at)
            seconds[name].append((time.perf_counter() - began) / rounds)
    return {name: statistics.median(taken) for name, taken in seconds.items()}


def _print(medians: dict[str, float], options: argparse.Namespace) -> None:
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}")
    print(f"seed {options.seed}, {options.rounds} rounds, median of {options.repeats} repeats")
    for name, seconds in medians.items():
        print(f"{name:24} {seconds * 1e6:8.0f} µs {1 / seconds:10,.0f} a second")
    ours = medians["random round"]
    print(f"replay / random round: {medians['replay'] / ours:.2f}")
    if "OpenSpiel random round" in medians:
        print(f"rounds a second, ours / OpenSpiel: {medians['OpenSpiel random round'] / ours:.2f}")
    else:
        print("open_spiel is not installed: no comparison with it")


if __name__ == "__main__":
    main()
