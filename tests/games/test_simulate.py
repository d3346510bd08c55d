"""``manage.py simulate`` prints what each level scored, and refuses nonsense with a sentence."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def simulate(*options: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command("simulate", *options, stdout=printed)
    return printed.getvalue()


def test_it_plays_whole_matches_and_prints_rounds_points_and_moons() -> None:
    printed = simulate("--matches", "1", "--line-up", "chance,greedy,cautious,greedy")
    assert "1 matches" in printed
    for word in ("rounds", "moons", "acts/s", "chance", "greedy", "cautious", "±"):
        assert word in printed


def test_duplicate_blocks_compare_the_first_level_with_the_others() -> None:
    printed = simulate("--matches", "3", "--duplicate", "--line-up", "greedy,chance,greedy,chance")
    assert "3 blocks, 6 rounds" in printed
    assert "greedy over chance: " in printed


def test_the_same_seed_gives_the_same_result() -> None:
    def averages(seed: str) -> list[str]:
        lines = simulate("--matches", "2", "--duplicate", "--seed", seed).splitlines()
        return [line.split("±")[0] for line in lines[2:]]

    assert averages("5") == averages("5")
    assert averages("5") != averages("6")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--matches", "0"], "'0' is not a whole number from 1"),
        (["--matches", "many"], "'many' is not a whole number from 1"),
        (["--seed", "x"], "invalid int value: 'x'"),
        (["--line-up", "cautious,greedy"], "A line-up of 2 does not fit 4 seats."),
        (["--line-up", "cautious,greedy,clever,greedy"], "There is no level 'clever'"),
        (["--preset", "poker"], "There is no preset 'poker'"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(options: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        simulate(*options)
