"""Figures: the files beside each other, the same bytes again, what is drawn."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from matplotlib import rcParams
from matplotlib.figure import Figure

from bazas.analyses import figures
from bazas.analyses.figures import Layout, Panel, interval_chart, ticks_between
from bazas.sim.errors import RunError, UsageError
from drawing import numbers_below, rendered, texts

PANELS = (Panel("points", "Points", "per swap"), Panel("wins", "Games", "percentage points"))
ROWS = {"as": "of trumps", "rey": "", "all": ""}
LAYOUT = Layout(left=0.78, right=1.42, row=0.27, ticks=5, values=True)
NOTE = ("Mean and interval.", "Not more than that. " * 20)
COLUMNS = ["label", "measure", "mean", "low", "high", "n", "bounded"]


def data() -> pd.DataFrame:
    rows: list[tuple[Any, ...]] = [
        ("as", "points", 20.0, 19.0, 21.0, 1234, False),
        ("as", "wins", 11.0, 10.0, 12.0, 1500, False),
        ("rey", "points", -5.0, -400.0, 390.0, 7, True),
        ("rey", "wins", 1.0, -90.0, 92.0, 9, True),
        ("all", "points", 12.0, 11.5, 12.5, 1241, False),
        ("all", "wins", 9.0, 8.0, 10.0, 1509, False),
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


@pytest.fixture
def figure() -> Figure:
    return interval_chart(data(), PANELS, ROWS, LAYOUT, title="Title", note=NOTE, names="muestra", apart=1)


def test_files_stand_beside_each_other(figure: Figure, tmp_path: Path) -> None:
    paths = figures.save(figure, data(), tmp_path / "new" / "seven.v2")
    assert [path.name for path in paths] == ["seven.v2.png", "seven.v2.svg", "seven.v2.csv"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text("utf-8")
    pd.testing.assert_frame_equal(pd.read_csv(paths[2]), data())


def test_the_same_figure_is_the_same_files(tmp_path: Path) -> None:
    def drawn(name: str) -> Iterator[bytes]:
        figure = interval_chart(data(), PANELS, ROWS, LAYOUT, title="Title", note=NOTE, names="muestra")
        return (path.read_bytes() for path in figures.save(figure, data(), tmp_path / name))

    assert list(drawn("one")) == list(drawn("two"))


def test_every_value_and_count_is_written(figure: Figure) -> None:
    assert {"20.00 ±1.00", "1,234", "11.00 ±1.00", "1,500", "−5.00", "7", "12.00 ±0.50", "1,241"} <= set(texts(figure))
    assert [text for text in texts(figure) if text in ROWS] == ["as", "rey", "all"]
    assert {"muestra", "of trumps", "per swap", "percentage points"} <= set(texts(figure))


def test_marks_stand_in_the_rows_of_their_labels(figure: Figure) -> None:
    for axes in figure.axes:
        marks = [line for line in axes.lines if line.get_marker() == "o"]
        assert [float(mark.get_ydata()[0]) for mark in marks] == [0, 1, 2]  # type: ignore[index, arg-type]


@pytest.mark.parametrize("values", [True, False])
def test_values_stand_beside_the_panels_where_they_are_wanted(values: bool) -> None:
    figure = interval_chart(data(), PANELS, ROWS, replace(LAYOUT, values=values), title="", note=())
    assert ("20.00 ±1.00" in texts(figure)) == ("deals" in texts(figure)) == values


@pytest.mark.parametrize("ticks", [3, 5])
@pytest.mark.parametrize("factor", [1e-4, 0.03, 1, 70, 1e4])
def test_numbers_below_the_panels_are_few_and_apart(ticks: int, factor: float) -> None:
    rows = data()
    rows[["mean", "low", "high"]] *= factor
    figure = interval_chart(rows, PANELS, ROWS, replace(LAYOUT, right=0.5, ticks=ticks), title="", note=())
    for shown in numbers_below(figure):
        assert 2 <= len(shown) <= ticks
    in_line = [box for shown in numbers_below(figure) for box in shown]
    assert all(left.x1 < right.x0 for left, right in pairwise(in_line))


@given(st.floats(-1e6, 0), st.floats(0, 1e6), st.integers(3, 6), st.floats(1, 40))
def test_ticks_are_two_or_more_with_0_among_them(low: float, high: float, most: int, room: float) -> None:
    assume(high - low > 1e-9)
    places = list(ticks_between(low, high, most, room))
    assert 2 <= len(places) <= most
    assert 0 in places
    assert low <= places[0] < places[-1] <= high


@pytest.mark.parametrize(
    ("low", "high", "most", "room", "expected"),
    [
        (-1, 21, 5, 30, "0 5 10 15 20"),
        (-1, 21, 4, 30, "0 10 20"),
        (-1, 21, 5, 9, "0 10 20"),
        (-46, 2, 3, 12, "−40 −20 0"),
        (-46, 2, 3, 9, "−40 0"),
        (-2.2, 4.3, 3, 12, "0 4"),
        (-0.14, 0.28, 3, 12, "0 0.2"),
        (-1, 1, 3, 12, "−1 0 1"),
        (-0.0012, 0.0001, 3, 12, "−0.001 0"),
        (-0.0012, 0.0001, 3, 1, "−0.001 0"),
        (-0.16, 0.19, 3, 8, "0 0.1"),
        (-0.19, 0.16, 3, 8, "0 0.1"),
    ],
)
def test_ticks_by_hand(low: float, high: float, most: int, room: float, expected: str) -> None:
    assert " ".join(ticks_between(low, high, most, room).values()) == expected


def test_the_small_print_is_no_wider_than_the_figure(figure: Figure) -> None:
    renderer = rendered(figure)
    note = max(figure.texts, key=lambda text: len(text.get_text()))
    assert note.get_text().count("\n") >= 3
    assert note.get_window_extent(renderer).x1 <= figure.bbox.x1
    assert note.get_window_extent(renderer).y1 < min(box.y0 for shown in numbers_below(figure) for box in shown)


def test_small_cells_have_open_marks(figure: Figure) -> None:
    for axes in figure.axes:
        marks = [line for line in axes.lines if line.get_marker() == "o"]
        assert [mark.get_markerfacecolor() for mark in marks] == ["black", "white", "black"]


def test_bounded_intervals_do_not_squeeze_the_others(figure: Figure) -> None:
    low, high = figure.axes[0].get_xlim()
    assert -8 < low < -5
    assert 21 < high < 25


def test_bounded_intervals_are_shown_where_there_are_no_others() -> None:
    small = data()[data()["bounded"]]
    low, high = interval_chart(small, PANELS, ROWS, LAYOUT, title="", note=()).axes[0].get_xlim()
    assert low < -400
    assert high > 390


def test_the_style_stays_inside(figure: Figure, tmp_path: Path) -> None:
    before = dict(rcParams)
    figures.save(figure, data(), tmp_path / "seven")
    assert dict(rcParams) == before


@pytest.mark.parametrize(("given", "stem"), [("f/seven", "seven"), ("seven.png", "seven"), ("v1.2", "v1.2")])
def test_a_suffix_of_ours_is_left_out(given: str, stem: str) -> None:
    assert figures.check_stem(Path(given)).name == stem


def test_a_folder_is_no_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder: name the figure's files"):
        figures.check_stem(tmp_path)


def test_a_place_that_cannot_be_written_is_told(figure: Figure, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RunError, match="the figure cannot be written to"):
        figures.save(figure, data(), tmp_path / "file" / "seven")
