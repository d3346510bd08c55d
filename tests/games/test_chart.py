"""The chart of totals: where its lines, names and numbers stand."""

import pytest

from games.views.chart import chart_of, spread

NAMES = ["Nora", "Emil", "Rosa", "Luca"]


def heights(points: str) -> list[float]:
    return [float(point.split(",")[1]) for point in points.split()]


def test_lines_begin_together_and_end_in_the_order_of_the_totals() -> None:
    chart = chart_of([[26, 0, 0, 0], [0, 13, 13, 0]], NAMES, target=100)
    assert chart is not None
    ends = [heights(line.points) for line in chart.lines]
    assert len({end[0] for end in ends}) == 1
    assert ends[0][-1] < ends[1][-1] == ends[2][-1] < ends[3][-1]
    assert [line.points.count(",") for line in chart.lines] == [3] * 4


def test_before_the_first_score_there_is_no_chart() -> None:
    assert chart_of([], NAMES, target=100) is None


@pytest.mark.parametrize(
    ("results", "levels"),
    [
        ([[26, 0, 0, 0]], ["0", "5", "10", "15", "20", "25", "30"]),
        ([[-26, 0, 0, 0]], ["−30", "−25", "−20", "−15", "−10", "−5", "0"]),
        ([[0, 0, 0, 0]], ["0", "1"]),
        ([[107, 40, 3, 9]], ["0", "20", "40", "60", "80", "100", "120"]),
    ],
)
def test_levels_are_round_numbers_around_the_totals(
    results: list[list[int]], levels: list[str]
) -> None:
    chart = chart_of(results, NAMES, target=None)
    assert chart is not None
    assert [level.label for level in chart.levels] == levels


def test_the_target_is_drawn_once_it_is_in_sight() -> None:
    far, near = (chart_of([[points, 0, 0, 0]], NAMES, target=100) for points in (26, 99))
    assert far is not None
    assert far.target is None
    assert near is not None
    assert near.target is not None


def test_names_never_cover_each_other_and_stay_in_the_figure() -> None:
    assert spread([50, 50, 50, 50], 6, 0, 100) == [50, 56, 62, 68]
    assert spread([99, 98, 10], 6, 0, 100) == [100, 94, 10]
    assert spread([1, 50, 2], 6, 0, 100) == [1, 50, 7]


def test_a_hundred_rounds_are_labelled_sparsely_and_marked_at_the_end_only() -> None:
    chart = chart_of([[1, 2, 3, 4]] * 100, NAMES, target=None)
    assert chart is not None
    assert len(chart.rounds) <= 8
    assert [len(line.marks) for line in chart.lines] == [1] * 4


def test_a_long_name_is_cut_in_the_chart() -> None:
    chart = chart_of([[0, 1, 2, 3]], ["Wilhelmina of the Hills", *NAMES[1:]], target=None)
    assert chart is not None
    assert chart.lines[0].name.label == "Wilhelmin…"
