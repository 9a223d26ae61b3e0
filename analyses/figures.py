"""Figures for print: one style, black on white, legible without colour, with their data saved beside them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from bazas.sim.errors import RunError, UsageError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "axes.titlesize": 9,
    "axes.labelsize": 8.5,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.edgecolor": "0.3",
    "grid.color": "0.88",
    "grid.linewidth": 0.6,
    "xtick.color": "0.3",
    "xtick.labelcolor": "black",
    "xtick.labelsize": 7,
    "xtick.major.width": 0.6,
    "ytick.major.size": 0,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": 300,
    "svg.hashsalt": "bazas",  # the same figure is the same file
    "svg.fonttype": "path",
}
WIDTH = 6.7
"""Inches: the text width of an A4 page."""

FORMATS = (".png", ".svg")


@contextmanager
def style() -> Iterator[None]:
    """The style of all figures, for the drawing and the saving inside the block."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        yield


@dataclass(frozen=True)
class Panel:
    """One panel of a chart of estimates: the rows of one `measure`, their title, and the unit below it in small print.

    `factor`: how many of the unit are one of the measure. `form`: that of a printed value.
    """

    measure: str
    title: str
    unit: str = ""
    factor: int = 1
    form: str = "{:.2f}"


@dataclass(frozen=True)
class Layout:
    """The measures of a chart of estimates, in inches: left of the panels, right of each, the height of a row.

    `ticks`: numbers below a panel at most, 3 or more. `values`: means and numbers of deals stand right of each panel.
    """

    left: float
    right: float
    row: float
    ticks: int
    values: bool = False


# Inches from the edge to the panels, and of a line of their titles, of the title of all, of the small print.
_TOP, _BOTTOM, _PANEL_LINE, _TITLE_LINE, _NOTE_LINE = 0.45, 0.38, 0.15, 0.17, 0.135
_TITLE_WIDTH, _NOTE_WIDTH = 66, 120  # characters
_DIGIT = 0.07  # inches: the width of one in the numbers below a panel
_MEAN_AT, _COUNT_AT = 0.76, 1.34  # inches right of a panel where a value and a number of deals end


def interval_chart(
    data: pd.DataFrame,
    panels: Sequence[Panel],
    rows: Mapping[str, str],
    layout: Layout,
    *,
    title: str,
    note: Sequence[str],
    names: str = "",
    apart: int = 0,
) -> Figure:
    """A chart of estimates with their intervals: a row for each label, a panel beside the other for each measure.

    `data`: what is drawn, with the columns `label`, `measure`, `mean`, `low`, `high`, `n` and `bounded` (few deals and
    a wide interval: an open mark, and the interval may leave the panel). `rows`: the labels from top to bottom, each
    with what stands below it in small print; above them the heading `names`, the last `apart` of them below a line.
    The sentences of `note` go below the panels.
    """
    from matplotlib.figure import Figure

    heading = wrap(title, _TITLE_WIDTH)
    print_lines = [line for sentence in note for line in wrap(sentence, _NOTE_WIDTH)]
    bottom = _BOTTOM + _NOTE_LINE * len(print_lines)
    top = _TOP + _TITLE_LINE * len(heading) + _PANEL_LINE * max(panel.title.count("\n") for panel in panels)
    tall = layout.row * len(rows)
    height, pitch = top + tall + bottom, (WIDTH - layout.left) / len(panels)
    with style():
        figure = Figure(figsize=(WIDTH, height))
        figure.text(0, 1, "\n".join(heading), va="top", fontsize=10, fontweight="bold")
        figure.text(0, 0, "\n".join(print_lines), va="bottom", linespacing=1.35, **_SMALL)
        for i, panel in enumerate(panels):
            box = ((layout.left + i * pitch) / WIDTH, bottom / height, (pitch - layout.right) / WIDTH, tall / height)
            axes = figure.add_axes(box)
            _prepare(axes, panel, len(rows), apart)
            _draw_marks(axes, data[data["measure"] == panel.measure], list(rows), layout.ticks)
            if layout.values:
                _write_values(axes, data[data["measure"] == panel.measure], list(rows), panel.form)
        _name_rows(figure.axes[0], rows, names)
    return figure


_SMALL: dict[str, Any] = {"fontsize": 7, "color": "0.25"}


def _prepare(axes: Axes, panel: Panel, rows: int, apart: int) -> None:
    """Title, unit, and the lines behind the marks."""
    axes.set_title(panel.title, loc="left", pad=14)
    axes.annotate(panel.unit, (0, 1), (0, 4), "axes fraction", "offset points", **_SMALL)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_yticks(range(rows), [""] * rows)
    axes.grid()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    if apart:
        axes.axhline(rows - apart - 0.5, color="0.3", linewidth=0.6)


def _name_rows(axes: Axes, rows: Mapping[str, str], names: str) -> None:
    """The labels left of the first panel, what stands below each in small print, and their heading."""
    place: Any = {"textcoords": "offset points", "ha": "right"}
    axes.annotate(names, (0, 1), (-6, 4), "axes fraction", **place, **_SMALL)
    middle = {**place, "xycoords": axes.get_yaxis_transform(), "va": "center_baseline"}
    for y, (name, below) in enumerate(rows.items()):
        axes.annotate(name, (0, y), (-6, 3.5 if below else 0), **middle)
        axes.annotate(below, (0, y), (-6, -5), **middle, **_SMALL)


def _draw_marks(axes: Axes, data: pd.DataFrame, labels: list[str], ticks: int) -> None:
    """Marks and intervals, and the numbers below."""
    _set_limits(axes, data)
    found = ticks_between(*axes.get_xlim(), ticks, axes.get_position().width * WIDTH / _DIGIT)
    axes.set_xticks(list(found), list(found.values()))
    for row in data.to_dict("records"):
        y, face = labels.index(row["label"]), "white" if row["bounded"] else "black"
        axes.plot([row["low"], row["high"]], [y, y], color="black", linewidth=1.2, solid_capstyle="butt")
        axes.plot([row["low"], row["high"]], [y, y], "|", color="black", markersize=7, markeredgewidth=0.9)
        axes.plot([row["mean"]], [y], "o", color="black", markerfacecolor=face, markersize=3.5)


def _set_limits(axes: Axes, data: pd.DataFrame) -> None:
    """Room for 0, every mean and every interval that is not a bounded one (for these too where there are no others)."""
    ends = data[~data["bounded"].astype(bool)]
    ends = data if ends.empty else ends
    values = [0.0, *data["mean"], *ends["low"], *ends["high"]]
    room = 0.05 * (max(values) - min(values)) or 1.0
    axes.set_xlim(min(values) - room, max(values) + room)


def ticks_between(low: float, high: float, most: int, room: float) -> dict[float, str]:
    """Round numbers from `low` to `high`, equally far apart and 0 among them, and how each is written.

    As many as `most` (3 or more) and the `room` allow, but 0 and another one at least. `room`: characters between `low`
    and `high`; numbers have one between them. Their distance is 1, 2, 4 or 5 times a power of ten.
    """
    finer: dict[float, str] = {}
    for exponent in itertools.count(math.floor(math.log10((high - low) / most)) - 1):
        for digit in (1, 2, 4, 5):
            step = digit * 10.0**exponent
            places = range(math.ceil(low / step), math.floor(high / step) + 1)
            if len(places) < 2:
                far = max(finer, key=lambda place: (abs(place), place))
                return {place: finer[place] for place in sorted((0.0, far))}
            finer = {place * step: f"{place * step:g}".replace("-", "−") for place in places}
            needed = max(len(left + right) / 2 + 1 for left, right in itertools.pairwise(finer.values()))
            if len(places) <= most and needed <= room * step / (high - low):
                return finer
    raise AssertionError("steps grow until they fit")


def _write_values(axes: Axes, data: pd.DataFrame, labels: list[str], form: str) -> None:
    """Right of a panel, of each row the value and the number of deals behind it."""
    width = axes.get_position().width * WIDTH
    for heading, inches in (("mean", _MEAN_AT), ("deals", _COUNT_AT)):
        axes.annotate(heading, (1 + inches / width, 1), (0, 4), "axes fraction", "offset points", ha="right", **_SMALL)
    place: Any = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center_baseline", "fontsize": 8}
    for row in data.to_dict("records"):
        mean = form.format(row["mean"]).replace("-", "−")
        if not row["bounded"]:
            mean += " ±" + form.format((row["high"] - row["low"]) / 2)
        for text, inches in ((mean, _MEAN_AT), (f"{row['n']:,}", _COUNT_AT)):
            axes.text(1 + inches / width, labels.index(row["label"]), text, **place)


def check_stem(stem: Path) -> Path:
    """The path of a figure without a suffix; raises UsageError for one that names a folder."""
    if stem.is_dir() or not stem.name:
        raise UsageError(f"{stem} is a folder: name the figure's files, without a suffix, as {stem / 'figure'}")
    return stem.with_suffix("") if stem.suffix in FORMATS else stem


def save(figure: Figure, data: pd.DataFrame, stem: Path) -> list[Path]:
    """Write `stem`.png, `stem`.svg and the data as `stem`.csv; returns the paths.

    Missing folders are made. Raises RunError where the files cannot be written.
    """
    stem = check_stem(stem)
    paths = [stem.with_name(stem.name + suffix) for suffix in (*FORMATS, ".csv")]
    try:
        stem.parent.mkdir(parents=True, exist_ok=True)
        with style():
            for path in paths[:-1]:
                dated = {"Date": None} if path.suffix == ".svg" else {}
                figure.savefig(path, metadata=dated, bbox_inches="tight", pad_inches=0.06)
        data.to_csv(paths[-1], index=False, lineterminator="\n")
    except OSError as error:
        raise RunError(f"the figure cannot be written to {stem}: {error.strerror or error}") from error
    return paths
