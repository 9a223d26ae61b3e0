"""How the result of `compare_rules` is shown: the finding in a sentence, tables for the terminal, the figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from bazas.analyses.figures import WIDTH, style
from bazas.analyses.rule_effects import FIRST, SECOND, Effects, RuleEffects
from bazas.sim.errors import BazasError
from bazas.sim.estimates import FLOOR
from bazas.sim.rules import rules_name
from bazas.sim.terminal import FEW, PERCENT, between, players, print_outcome, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.console import Console

    from bazas.sim.rules import Switch


LONGEST_LABELS = {3: 32, 4: 20}
"""Characters of a row's name that stand on one line, as they leave room for three columns or four."""


@dataclass(frozen=True)
class Column:
    """A column of the tables: the measure, its heading on two lines, and how many times its unit is printed."""

    measure: str
    heading: str
    unit: int = PERCENT


OTHER = Column("other_winner", "another side\nwins, %")

GAMES = (Column("vueltas", "vueltas\n% of games"), Column("mano", "mano's side\nwins, %"), OTHER)
HANDS = (
    Column("swaps", "swaps\nper 100"),
    Column("cantes", "cantes\nper 100"),
    Column("cante_points", "cante\npoints", 1),
)
SIDE_A = Column("wins_a", "side a\nwins, %")


def headline(result: RuleEffects) -> str:
    """The main finding in words, with its intervals."""
    if not result.games:
        return "No deal was played."
    first, second = _names(result)
    by = {name: between(effect.estimate, PERCENT) for name, effect in result.difference.items()}
    return (
        f"By {second} instead of {first}, with {players(result.spec)}, another side wins {by['other_winner']} % of "
        f"the deals; vueltas change by {by['vueltas']} and wins of the mano's side by {by['mano']} percentage points "
        f"of the games, swaps by {by['swaps']} and cantes by {by['cantes']} per 100 first hands (95 % intervals)."
    )


def label(result: RuleEffects, switch: Switch, between: str = " ") -> str:
    """`swap_two yes → no`."""
    return f"{switch.name}{between}{change(result, switch)}"


def change(result: RuleEffects, switch: Switch) -> str:
    """`yes → no`."""
    values = (switch.word(getattr(result.rules(arm), switch.name)) for arm in (FIRST, SECOND))
    return " → ".join(values)


# Tables


def effect_tables(result: RuleEffects) -> list[Table]:
    """Levels, their difference and what each switch does: of whole games, and of first hands."""
    labels = [strategy.label for strategy in result.spec.arms[FIRST].strategies]
    games = (*GAMES, SIDE_A) if labels[::2] != labels[1::2] else GAMES
    return [_table(result, "whole games", games), _table(result, "first hands", HANDS)]


def _table(result: RuleEffects, title: str, columns: tuple[Column, ...]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 0, 0, 1))
    table.add_column(title, overflow="fold")
    for column in columns:
        table.add_column(column.heading, justify="right", no_wrap=True)
    for arm, name in enumerate(_names(result)):
        levels = result.levels(arm)
        table.add_row(name, *(shown(levels[c.measure], c.unit) if c.measure in levels else "" for c in columns))
    table.add_row("difference", *_cells(result.difference, columns))
    if result.interplay is not None:
        table.add_section()
        table.add_row("one switch at a time", style="bold")
        for switch in result.switches:
            long = len(label(result, switch)) > LONGEST_LABELS[len(columns)]  # then it stands on two lines
            name = label(result, switch, "\n    " if long else " ")
            table.add_row(f"  {name}", *_cells(result.effects[switch.name], columns))
        table.add_section()
        table.add_row("interplay", *_cells(result.interplay, columns))
    return table


def _cells(effects: Effects, columns: tuple[Column, ...]) -> Iterator[str]:
    for column in columns:
        effect = effects.get(column.measure)
        if effect is None:
            yield ""
        elif effect.differing == 0 and effect.estimate.n:
            yield "0"
        else:
            yield shown(effect.estimate, column.unit, effect.few)


def notes(result: RuleEffects) -> list[str]:
    """What the rows and columns mean, for below the tables."""
    first, _ = _names(result)
    lines = [
        f"Differences are to {first} on the same deals, those of shares in percentage points. 0: not one deal differs.",
        f"Another side wins: the share of the deals that are not won by the same side as by {first}. "
        "Swaps, cantes and cante points are those of first hands, one a game.",
    ]
    if result.interplay is not None:
        lines.append(
            "Switches act on each other, so their effects need not add up. "
            "Interplay: the difference less the sum of the single effects."
        )
    if result.not_played:
        names = ", ".join(label(result, switch) for switch in result.not_played)
        lines.append(f"Not played, as single games cannot show it: {names}.")
    if result.unpaired:
        names = " and ".join(switch.name for switch in result.unpaired)
        lines.append(
            f"With {names} the deals change, too: these differences, and those of all switches at once, are between "
            "other cards. Their intervals allow for it."
        )
    every = (result.difference, *result.effects.values(), result.interplay or {})
    if any(effect.few for effects in every for effect in effects.values()):
        lines.append(FEW)
    return lines


def _names(result: RuleEffects) -> tuple[str, str]:
    """Of the two sets of rules."""
    return rules_name(result.rules(FIRST)), rules_name(result.rules(SECOND))


def print_effects(result: RuleEffects, screen: Console) -> None:
    """The finding, the tables and what they mean, on a console."""
    ways = [f"by {name}" for name in _names(result)]
    times = "twice"
    if result.interplay is not None:
        ways.append("by the first with one switch at a time as in the second")
        times = f"{len(result.spec.arms)} times"
    seed = result.spec.seed
    screen.print(f"{result.games:,} deals, each played {times}: {'; '.join(ways)}; seed {seed}\n")
    screen.print(f"{headline(result)}\n")
    for table in effect_tables(result):
        screen.print(table)
        screen.print("")
    for line in notes(result):
        screen.print(line)
    print_outcome(result.outcome, screen)


# The figure


@dataclass(frozen=True)
class Panel:
    """A panel of the figure: the measure, its title and unit, and how many times the measure's own unit is drawn."""

    measure: str
    title: str
    unit: str
    times: int = PERCENT


PANELS = (
    Panel("vueltas", "vueltas", "pp of the games"),
    Panel("mano", "mano's side\nwins", "pp of the games"),
    Panel("other_winner", "another side\nwins", "% of the deals"),
    Panel("swaps", "swaps", "per 100 hands"),
    Panel("cantes", "cantes", "per 100 hands"),
)
TOGETHER = "all at once"

# Inches: what stands left of the panels, above and below them, between two of them; one row, one line of text.
_LEFT, _TOP, _BOTTOM, _BETWEEN, _ROW = 1.6, 0.6, 0.38, 0.14, 0.3
_TITLE_LINE, _CAPTION_LINE = 0.17, 0.135
_TITLE_WIDTH, _CAPTION_WIDTH = 66, 120
_SMALL: Any = {"fontsize": 7, "color": "0.25"}


def chart_data(result: RuleEffects) -> pd.DataFrame:
    """The rows drawn: label, change, measure, mean, low, high, n, differing, bounded; units as in `PANELS`."""
    import pandas as pd

    lines = [(switch.name, change(result, switch), result.effects[switch.name]) for switch in result.switches]
    if result.interplay is not None:
        lines.append((TOGETHER, "", result.difference))
    rows = []
    for name, how, effects in lines:
        for panel in PANELS:
            effect = effects[panel.measure]
            e = effect.estimate
            if e.n:
                ends = {key: panel.times * getattr(e, key) for key in ("mean", "low", "high")}
                more = {"n": e.n, "differing": effect.differing, "bounded": effect.interval == "bounded"}
                rows.append({"label": name, "change": how, "measure": panel.measure, **ends, **more})
    columns = ["label", "change", "measure", "mean", "low", "high", "n", "differing", "bounded"]
    return pd.DataFrame(rows, columns=columns)


def chart(result: RuleEffects) -> tuple[Figure, pd.DataFrame]:
    """What each switch changes, a panel for each measure, and the data drawn; raises BazasError for no data."""
    from matplotlib.figure import Figure

    data = chart_data(result)
    if data.empty:
        raise BazasError("there is nothing to draw: no deal was played")
    labels = dict(zip(data["label"], data["change"], strict=True))
    title, caption = _title(result), _caption(result, data)
    bottom = _BOTTOM + _CAPTION_LINE * len(caption)
    height = _TOP + _TITLE_LINE * len(title) + _ROW * len(labels) + bottom
    width = (WIDTH - _LEFT + _BETWEEN) / len(PANELS)
    with style():
        figure = Figure(figsize=(WIDTH, height))
        figure.text(0, 1, "\n".join(title), va="top", fontsize=10, fontweight="bold")
        figure.text(0, 0, "\n".join(caption), va="bottom", linespacing=1.35, **_SMALL)
        for i, panel in enumerate(PANELS):
            box = (_LEFT + i * width, bottom, width - _BETWEEN, _ROW * len(labels))
            axes = figure.add_axes((box[0] / WIDTH, box[1] / height, box[2] / WIDTH, box[3] / height))
            axes.set_ylim(len(labels) - 0.5, -0.5)
            axes.set_yticks(range(len(labels)), [""] * len(labels))
            _draw_panel(axes, data[data["measure"] == panel.measure], panel, list(labels))
            if i == 0:
                _name_rows(axes, labels)
    return figure, data


def _title(result: RuleEffects) -> list[str]:
    return wrap(f"What each rule changes: {' to '.join(_names(result))}", _TITLE_WIDTH)


def _caption(result: RuleEffects, data: pd.DataFrame) -> list[str]:
    first, _ = _names(result)
    lines = [
        f"Mean difference and 95 % interval: deals by {first}, and the same with one switch changed. pp: percentage "
        "points.",
        "Another side wins: share of the deals. Swaps and cantes: first hands. No mark: not one deal differs.",
        f"{result.games:,} deals, strategy {players(result.spec)}, seed {result.spec.seed}.",
    ]
    if (data["bounded"] & (data["differing"] > 0)).any():
        lines[-1] += f" Open marks: fewer than {FLOOR} deals differ."
    return [part for line in lines for part in wrap(line, _CAPTION_WIDTH)]


def _name_rows(axes: Axes, labels: dict[str, str]) -> None:
    """The switch, and in small letters below it what it is changed from and to."""
    for y, (name, how) in enumerate(labels.items()):
        place, shift = axes.get_yaxis_transform(), 3.5 if how else 0
        axes.annotate(name, (0, y), (-6, shift), place, "offset points", ha="right", va="center_baseline")
        axes.annotate(how, (0, y), (-6, -5), place, "offset points", ha="right", va="center_baseline", **_SMALL)


def _draw_panel(axes: Axes, rows: pd.DataFrame, panel: Panel, labels: list[str]) -> None:
    """Marks and intervals of the rows in which deals differ; room for 0 and for all intervals but bounded ones."""
    axes.set_title(panel.title, loc="left", pad=14)
    axes.annotate(panel.unit, (0, 1), (0, 4), "axes fraction", "offset points", **_SMALL)
    axes.grid()
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    drawn = rows[rows["differing"] > 0]
    sure = drawn[~drawn["bounded"]]
    ends = [0.0, *drawn["mean"], *sure["low"], *sure["high"]]
    room = 0.08 * (max(ends) - min(ends)) or 1.0
    axes.set_xlim(min(ends) - room, max(ends) + room)
    axes.locator_params(axis="x", nbins=3, steps=[1, 2, 5, 10])
    for row in drawn.to_dict("records"):
        y, face = labels.index(row["label"]), "white" if row["bounded"] else "black"
        axes.plot([row["low"], row["high"]], [y, y], color="black", linewidth=1.2, solid_capstyle="butt")
        axes.plot([row["mean"]], [y], "o", color="black", markerfacecolor=face, markersize=3.5)
    if labels[-1] == TOGETHER:
        axes.axhline(len(labels) - 1.5, color="0.3", linewidth=0.6)
