"""Figures: the files beside each other, the same bytes again, what is drawn."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from matplotlib import rcParams
from matplotlib.figure import Figure

from bazas.analyses import figures
from bazas.analyses.figures import Panel, interval_chart
from bazas.sim.errors import RunError, UsageError

PANELS = (Panel("points", "Points"), Panel("wins", "Games"))
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
    return interval_chart(data(), PANELS, title="Title", note="Note", names="muestra", apart=1)


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_files_stand_beside_each_other(figure: Figure, tmp_path: Path) -> None:
    paths = figures.save(figure, data(), tmp_path / "new" / "seven.v2")
    assert [path.name for path in paths] == ["seven.v2.png", "seven.v2.svg", "seven.v2.csv"]
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert "<svg" in paths[1].read_text("utf-8")
    pd.testing.assert_frame_equal(pd.read_csv(paths[2]), data())


def test_the_same_figure_is_the_same_files(tmp_path: Path) -> None:
    def drawn(name: str) -> Iterator[bytes]:
        figure = interval_chart(data(), PANELS, title="Title", note="Note", names="muestra")
        return (path.read_bytes() for path in figures.save(figure, data(), tmp_path / name))

    assert list(drawn("one")) == list(drawn("two"))


def test_every_value_and_count_is_written(figure: Figure) -> None:
    assert {"20.00 ±1.00", "1,234", "11.00 ±1.00", "1,500", "−5.00", "7", "12.00 ±0.50", "1,241"} <= set(texts(figure))
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["as", "rey", "all"]
    assert "muestra" in texts(figure)


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
    low, high = interval_chart(small, PANELS, title="", note="", names="").axes[0].get_xlim()
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
