"""Figures for print: one style, black on white, legible without colour, with their data saved beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
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
    """One panel of a chart of estimates: the rows of one `measure`, their title, and the form of a printed value."""

    measure: str
    title: str
    form: str = "{:.2f}"


# Inches of a chart of estimates: margins, one row, and what stands beside the axes of each panel.
_LEFT, _TOP, _BOTTOM, _ROW, _COLUMNS = 0.78, 0.7, 0.68, 0.27, 1.42
_MEAN_AT, _COUNT_AT = 0.76, 1.34


def interval_chart(
    data: pd.DataFrame, panels: Sequence[Panel], *, title: str, note: str, names: str, apart: int = 0
) -> Figure:
    """A chart of estimates with their intervals: a row for each label, a panel beside the other for each measure.

    `data` has the columns `label`, `measure`, `mean`, `low`, `high`, `n` and `bounded` (few deals and a wide interval:
    an open mark, and the interval may leave the panel). Labels stand from top to bottom in the order of their first
    row, under the heading `names`, the last `apart` of them below a line. `note` goes below the panels.
    """
    from matplotlib.figure import Figure

    labels = list(dict.fromkeys(data["label"]))
    height = _TOP + _ROW * len(labels) + _BOTTOM
    width = (WIDTH - _LEFT) / len(panels)
    with style():
        figure = Figure(figsize=(WIDTH, height))
        figure.text(0, 1, title, va="top", fontsize=10, fontweight="bold")
        figure.text(0, 0, note, va="bottom", fontsize=7, color="0.25", linespacing=1.35)
        for i, panel in enumerate(panels):
            box = (_LEFT + i * width, _BOTTOM, width - _COLUMNS, _ROW * len(labels))
            axes = figure.add_axes((box[0] / WIDTH, box[1] / height, box[2] / WIDTH, box[3] / height))
            axes.set_ylim(len(labels) - 0.5, -0.5)
            axes.set_yticks(range(len(labels)), labels if i == 0 else [""] * len(labels))
            _draw_panel(axes, data[data["measure"] == panel.measure], panel, labels)
            if apart:
                axes.axhline(len(labels) - apart - 0.5, color="0.3", linewidth=0.6)
            if i == 0:
                axes.annotate(names, (0, 1), (-4, 5), "axes fraction", "offset points", ha="right", **_SMALL)
    return figure


_SMALL: dict[str, Any] = {"fontsize": 7, "color": "0.25"}


def _draw_panel(axes: Axes, rows: pd.DataFrame, panel: Panel, labels: list[str]) -> None:
    """Marks, intervals, and to the right of each the value and the number of deals behind it."""
    axes.set_title(panel.title, loc="left", pad=16)
    axes.grid(axis="x")
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    _set_limits(axes, rows)
    width = axes.get_position().width * WIDTH
    for heading, inches in (("mean", _MEAN_AT), ("deals", _COUNT_AT)):
        axes.annotate(heading, (1 + inches / width, 1), (0, 5), "axes fraction", "offset points", ha="right", **_SMALL)
    for row in rows.to_dict("records"):
        y = labels.index(row["label"])
        axes.plot([row["low"], row["high"]], [y, y], color="black", linewidth=1.2, solid_capstyle="butt")
        axes.plot([row["low"], row["high"]], [y, y], "|", color="black", markersize=7, markeredgewidth=0.9)
        face = "white" if row["bounded"] else "black"
        axes.plot([row["mean"]], [y], "o", color="black", markerfacecolor=face, markersize=3.5)
        mean = panel.form.format(row["mean"]).replace("-", "−")
        if not row["bounded"]:
            mean += " ±" + panel.form.format((row["high"] - row["low"]) / 2)
        for text, inches in ((mean, _MEAN_AT), (f"{row['n']:,}", _COUNT_AT)):
            axes.text(
                1 + inches / width, y, text, transform=axes.get_yaxis_transform(),
                ha="right", va="center_baseline", fontsize=8,
            )  # fmt: skip


def _set_limits(axes: Axes, rows: pd.DataFrame) -> None:
    """Room for 0, every mean and every interval that is not a bounded one (for these too where there are no others)."""
    ends = rows[~rows["bounded"].astype(bool)]
    ends = rows if ends.empty else ends
    values = [0.0, *rows["mean"], *ends["low"], *ends["high"]]
    room = 0.05 * (max(values) - min(values)) or 1.0
    axes.set_xlim(min(values) - room, max(values) + room)
    axes.locator_params(axis="x", nbins=5, steps=[1, 2, 5, 10])


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
