"""The figure of a tournament: points of every player against every other, and beside them the ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import median
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from bazas.analyses.figures import WIDTH, style, ticks_between
from bazas.analyses.tournament_report import rated, signed
from bazas.sim.errors import BazasError
from bazas.sim.estimates import FLOOR
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import PERCENT, decimals_for, half_width

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bazas.analyses.tournament import Tournament
    from bazas.analyses.tournament_table import Pair, Player, Table

COLUMNS = ["measure", "label", "against", "mean", "low", "high", "n", "differing", "bounded", "holm"]

PANEL = "rating"

# Inches.
_LETTER, _DIGIT, _TITLE_LINE, _NOTE_LINE = 0.064, 0.07, 0.17, 0.135
_WIDEST_CELL, _TALLEST_ROW, _SHORTEST_ROW = 0.72, 0.4, 0.3
_RATINGS, _GAP, _VALUES = 1.2, 0.2, 0.86
_TICKS = 0.3
_NOTE_WIDTH = 120  # characters
_SMALL: dict[str, Any] = {"fontsize": 7, "color": "0.25"}
_NUMBER: dict[str, Any] = {"ha": "right", "va": "center_baseline", "fontsize": 8}


def title(result: Tournament) -> str:
    """What the figure shows."""
    game = result.spec.game
    return f"{game.title}: points a {game.hand} that the row makes more than the column"


def chart_data(result: Tournament) -> pd.DataFrame:
    """Points a hand and games won (%) of every player against every other, and the ratings, the first one first.

    Columns: those of `COLUMNS`; the measure is points, wins, rating or points_rating.
    """
    import pandas as pd

    table, rows = result.table, []
    names = [player.name for player in table.ranking]
    counts = {
        pair: {"points": int(table.points.differing[p]), "wins": int(table.wins.differing[p])}
        for p, pair in enumerate((pair.a, pair.b) for pair in table.pairs)
    }
    for measure in ("points", "wins"):
        for one in names:
            for other in names:
                if one == other:
                    continue
                pair = table.pair(one, other)
                found, unit = (pair.points, 1) if measure == "points" else (pair.wins_a, PERCENT)
                ends = {key: unit * getattr(found, key) for key in ("mean", "low", "high")}
                differing = (counts.get((one, other)) or counts[other, one])[measure]
                bounded, holm = getattr(pair, f"few_{measure}"), getattr(pair, f"{measure}_differ")
                rows.append([measure, one, other, *ends.values(), found.n, differing, bounded, holm])
    for measure in ("rating", "points"):
        for player in table.ranking:
            found = getattr(player, measure)
            name = "rating" if measure == "rating" else "points_rating"
            rows.append([name, player.name, "", found.mean, found.low, found.high, found.n, None, None, None])
    return pd.DataFrame(rows, columns=COLUMNS)


@dataclass(frozen=True)
class _Places:
    """Where everything stands, in inches from the left and from the lower edge."""

    left: float
    cell: float
    row: float
    players: int
    bottom: float
    top: float

    @property
    def matrix(self) -> tuple[float, float]:
        """Width and height of the matrix."""
        return self.cell * self.players, self.row * self.players

    @property
    def size(self) -> tuple[float, float]:
        """Of the whole figure."""
        width = self.left + self.matrix[0] + _GAP + _RATINGS + _VALUES
        return width, self.bottom + self.matrix[1] + self.top

    def box(self, left: float, width: float) -> tuple[float, float, float, float]:
        """A panel as tall as the matrix, in the fractions that matplotlib takes."""
        whole, tall = self.size
        return left / whole, self.bottom / tall, width / whole, self.matrix[1] / tall


def chart(result: Tournament) -> tuple[Figure, pd.DataFrame]:
    """The matrix of points with the ratings beside it, and the data; raises BazasError for no data."""
    from matplotlib.figure import Figure

    table = result.table
    if result.games < 2:
        raise BazasError("there is nothing to draw: fewer than two deals were played")
    names = [player.name for player in table.ranking]
    note = [line for sentence in _note(result) for line in wrap(sentence, _NOTE_WIDTH)]
    longest = max(map(len, names))
    left = 0.16 + _LETTER * longest
    cell = min(_WIDEST_CELL, (WIDTH - left - _GAP - _RATINGS - _VALUES) / len(names))
    flat = longest * _LETTER < cell
    heads = _TITLE_LINE if flat else 0.1 + _LETTER * longest
    row = max(_SHORTEST_ROW, min(_TALLEST_ROW, cell))
    places = _Places(left, cell, row, len(names), _TICKS + 0.12 + _NOTE_LINE * len(note), heads + 0.38)
    with style():
        figure = Figure(figsize=places.size)
        figure.text(0, 1, title(result), va="top", fontsize=10, fontweight="bold")
        figure.text(0, 0, "\n".join(note), va="bottom", linespacing=1.35, **_SMALL)
        axes = figure.add_axes(places.box(left, places.matrix[0]))
        _draw_matrix(axes, table, names, cell)
        axes.set_xticks(range(len(names)), names, rotation=0 if flat else 90, fontsize=8.5)
        ratings = figure.add_axes(places.box(left + places.matrix[0] + _GAP, _RATINGS))
        _draw_ratings(ratings, table)
    return figure, chart_data(result)


def _draw_matrix(axes: Axes, table: Table, names: list[str], cell: float) -> None:
    """Coloured cells with their numbers."""
    import numpy as np
    from matplotlib import colormaps
    from matplotlib.colors import LinearSegmentedColormap

    pairs = {(a, b): table.pair(a, b) for a in names for b in names if a != b}
    values = np.array([[pairs[a, b].points.mean if a != b else np.nan for b in names] for a in names])
    most = float(np.nanmax(np.abs(values))) or 1.0
    colours = colormaps["PuOr_r"](np.linspace(0.25, 0.75, 256))  # all of them light enough for black print
    light = LinearSegmentedColormap.from_list("light", colours).with_extremes(bad="0.93")
    axes.imshow(values, cmap=light, vmin=-most, vmax=most, aspect="auto")
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
    edges = np.arange(len(names) + 1) - 0.5
    axes.set_xticks(edges, minor=True)
    axes.set_yticks(edges, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="minor", length=0)
    halves = [half_width(pair.points) for pair in pairs.values() if not pair.few_points]
    places = decimals_for(median(halves), 1, 2 if cell > 0.5 else 1) if halves else 1
    for (a, b), pair in pairs.items():
        _write(axes, names.index(b), names.index(a), pair, places, cell)


def _write(axes: Axes, x: int, y: int, pair: Pair, places: int, cell: float) -> None:
    """The number of a cell, and below it half of its interval where there is room."""
    text = signed(pair.points.mean, places).replace("-", "−")
    text = text if pair.points_differ else f"({text})"
    middle: Any = {"ha": "center", "va": "center", "color": "black"}
    if cell < 0.36:
        axes.text(x, y, text, fontsize=6.5, **middle)
        return
    half = "*" if pair.few_points else f"±{half_width(pair.points):.{places}f}"
    axes.text(x, y - 0.14, text, fontsize=8 if cell > 0.42 else 7, **middle)
    axes.text(x, y + 0.24, half, fontsize=6, **middle)


def _draw_ratings(axes: Axes, table: Table) -> None:
    """A mark and an interval for each player, the number beside it."""
    players = table.ranking
    means = [player.rating.mean for player in players]
    ends = [end for p in players for end in (p.rating.low, p.rating.high) if end == end]
    low, high = min([0.0, *means, *ends]), max([0.0, *means, *ends])
    room = 0.06 * (high - low) or 1.0
    axes.set_xlim(low - room, high + room)
    axes.set_ylim(len(players) - 0.5, -0.5)
    axes.set_yticks(range(len(players)), [""] * len(players))
    found = ticks_between(*axes.get_xlim(), 4, _RATINGS / _DIGIT)
    axes.set_xticks(list(found), list(found.values()))
    axes.grid()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    axes.set_title(PANEL, loc="left", pad=14)
    axes.annotate("by games won", (0, 1), (0, 4), "axes fraction", "offset points", **_SMALL)
    for y, player in enumerate(players):
        _mark(axes, y, player)


def _mark(axes: Axes, y: int, player: Player) -> None:
    """A rating with its interval, an arrow where that has no end, and the number right of the panel."""
    rating, (left, right) = player.rating, axes.get_xlim()
    low, high = (edge if math.isnan(end) else end for end, edge in ((rating.low, left), (rating.high, right)))
    axes.plot([low, high], [y, y], color="black", linewidth=1.2, solid_capstyle="butt")
    for end, known, arrow in ((low, rating.low, "<"), (high, rating.high, ">")):
        mark, size = (arrow, 4) if math.isnan(known) else ("|", 7)
        axes.plot([end], [y], mark, color="black", markersize=size, markeredgewidth=0.9, clip_on=False)
    axes.plot([rating.mean], [y], "o", color="black", markersize=3.5)
    place = 1 + _VALUES / _RATINGS, y
    axes.text(*place, rated(player).replace("-", "−"), transform=axes.get_yaxis_transform(), **_NUMBER)


def _note(result: Tournament) -> list[str]:
    """The sentences below the panels."""
    table = result.table
    few = any(pair.few_points for pair in table.pairs)
    level = "95 % interval" + (", valid at every look and for all pairs together" if table.always else "")
    cells = f"±: half of the {level}."
    if few:
        cells += f" *: fewer than {FLOOR} deals differ."
    level = "(Holm, 5 %, all pairs)" if len(table.pairs) > 1 else "(5 %)"
    same = [pair for pair in table.pairs if not pair.points_differ]
    differ = f"In parentheses: not different from 0 {level}." if same else f"All differ from 0 {level}."
    lines = [f"{cells} {differ}"]
    zero = "the mean of the players" if table.anchor is None else table.labels[table.anchor]
    lines.append(f"Rating: 400 more are odds of ten to one to win a game; 0 is {zero}. Mark and 95 % interval.")
    lines.append(
        f"{result.games:,} deals, each played twice by every pair with the seats changed over, "
        f"by {rules_name(result.spec.rules)}, seed {result.spec.seed}."
    )
    return lines
