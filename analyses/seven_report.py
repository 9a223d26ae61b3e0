"""How the result of `seven` is shown: the finding in a sentence, tables for the terminal, the figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.measure import Measurement
from rich.table import Table

from bazas.analyses.figures import Layout, Panel, interval_chart
from bazas.analyses.seven import CAPTION, Cell, Seven, Value
from bazas.sim.errors import BazasError
from bazas.sim.estimates import FLOOR
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import FEW, PERCENT, between, players, print_outcome, share, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.console import Console


def headline(result: Seven) -> str:
    """The main finding in words, with its intervals."""
    strategy, total = players(result.spec), result.total
    points, wins = total.points.per_swap, total.wins.per_swap
    if wins is None:
        return f"With {strategy}, side a never swaps the seven in {result.games:,} deals: nothing to be valued."
    which = "Swapping the seven" if result.withhold == "every" else "Swapping the seven at the first chance"
    worth = [] if points is None else [f"{between(points)} points of the first hand"]
    worth.append(f"{between(wins, PERCENT)} percentage points of games won")
    return (
        f"{which} is worth {' and '.join(worth)} each time, with {strategy} (95 % intervals); "
        f"side a does it in {share(result.chance())} of the deals."
    )


GROUPS = ("points", "games, pp")


def value_tables(result: Seven, screen: Console) -> list[Table]:
    """All values, in total, by muestra, by trick, by mano: one table, or one for each group where it is too wide."""
    whole = _value_table(result, GROUPS)
    wide = screen.options.update(max_width=1000)
    if Measurement.get(screen, wide, whole).maximum <= screen.width:
        return [whole]
    return [_value_table(result, [group]) for group in GROUPS]


def _value_table(result: Seven, groups: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=0)
    table.add_column("")
    for group in groups:
        for column in ("deals", f"{group}\nper swap", f"{group}\nper deal"):
            table.add_column(column, justify="right", overflow="fold")
    _add_rows(table, {"all": result.total}, groups)
    for title, cells in (
        ("muestra", result.by_muestra),
        ("trick", result.by_trick),
        ("mano", {{"mano": "side a", "not_mano": "side b"}[name]: cell for name, cell in result.by_mano.items()}),
    ):
        if cells:
            table.add_section()
            table.add_row(title, style="bold")
            _add_rows(table, cells, groups, "  ")
    return table


def _add_rows(table: Table, cells: Mapping[Any, Cell], groups: Sequence[str], indent: str = "") -> None:
    """A row for each cell. The columns after the first two stand one more blank apart: 80 columns are just enough."""
    for name, cell in cells.items():
        columns = []
        for group, value, unit in zip(GROUPS, (cell.points, cell.wins), (1, PERCENT), strict=True):
            if group in groups:
                columns.append(f"{value.per_swap.n:,}" if value.per_swap else "0")
                columns += [shown(e, unit, value.bounded) for e in (value.per_swap, value.per_deal)]
        table.add_row(f"{indent}{name}", columns[0], *(f" {column}" for column in columns[1:]))


def last_free_table(result: Seven) -> Table | None:
    """Who wins the last free trick in both arms; None where no deal has it in both."""
    found = result.last_free()
    if found["allowed_a"] is None:
        return None
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for column in ("last free trick", "withheld: side a", "withheld: side b", "all"):
        table.add_column(column, justify="left" if column == "last free trick" else "right")
    for side in "ab":
        row = [found["shares"][side][other] for other in "ab"]
        table.add_row(f"allowed: side {side}", *(f"{PERCENT * x:.1f} %" for x in (*row, sum(row))))
    columns = [found["shares"]["a"][side] + found["shares"]["b"][side] for side in "ab"]
    deals = sum(sum(row.values()) for row in found["counts"].values())
    table.add_row("all", *(f"{PERCENT * x:.1f} %" for x in columns), f"{deals:,} deals")
    return table


def notes(result: Seven) -> list[str]:
    """What the columns mean, for below the tables."""
    chance = f"first hand {share(result.chance(0))}, vueltas {share(result.chance(1))}"
    won = f"{share(result.wins_a(0))} with swaps allowed, {share(result.wins_a(1))} withheld"
    lines = [
        f"Chance per deal: {chance}. Games won by side a: {won}.",
        "Points: cards, últimas and cantes of the first hand, side a less side b, where the arms part in that hand. "
        "Games: where they part in either. Per deal: of all deals, so that the parts add up.",
    ]
    if any(value.bounded for value in _values(result)):
        lines.append(FEW)
    return lines


def _values(result: Seven) -> list[Value]:
    cells = [result.total, *result.by_muestra.values(), *result.by_trick.values(), *result.by_mano.values()]
    return [value for cell in cells for value in (cell.points, cell.wins)]


def print_seven(result: Seven, screen: Console) -> None:
    """The finding, the tables and what they mean, on a console."""
    outcome, spec = result.outcome, result.spec
    screen.print(f"{result.games:,} deals, each played twice, by {rules_name(spec.rules)}, seed {spec.seed}\n")
    screen.print(f"{headline(result)}\n")
    for table in value_tables(result, screen):
        screen.print(table)
        screen.print("")
    for line in notes(result):
        screen.print(line)
    last_free = last_free_table(result)
    if last_free is not None:
        screen.print("")
        screen.print(last_free)
        screen.print(f"\n{CAPTION}")
    print_outcome(outcome, "hands", screen)


PANELS = (
    Panel("points", "Points in the first hand"),
    Panel("wins_pp", "Games won (percentage points)", factor=PERCENT),
)
LAYOUT = Layout(left=0.78, right=1.42, row=0.27, ticks=5, values=True)


def chart_data(result: Seven) -> pd.DataFrame:
    """The rows drawn, per swap: label, measure (points; wins_pp: percentage points), mean, low, high, n, bounded."""
    import pandas as pd

    rows = []
    for name, cell in {**result.by_muestra, "all": result.total}.items():
        for panel, value in zip(PANELS, (cell.points, cell.wins), strict=True):
            e, factor = value.per_swap, panel.factor
            if e is not None:
                ends = {"mean": factor * e.mean, "low": factor * e.low, "high": factor * e.high, "n": e.n}
                rows.append({"label": name, "measure": panel.measure, **ends, "bounded": value.bounded})
    return pd.DataFrame(rows, columns=["label", "measure", "mean", "low", "high", "n", "bounded"])


def chart(result: Seven) -> tuple[Figure, pd.DataFrame]:
    """The value of a swap by muestra, in points and in games won, and the data drawn; raises BazasError for no data."""
    data = chart_data(result)
    if data.empty:
        raise BazasError("there is nothing to draw: no deal had an exchange of the seven by side a")
    spec = result.spec
    note = [
        "Per swap by side a, by muestra taken; mean and 95 % interval, the same deals with the swap and without it.",
        f"{result.games:,} deals, strategy {players(spec)}, rules {rules_name(spec.rules)}, seed {spec.seed}.",
    ]
    if result.withhold == "first":
        note[-1] += " Without it: only the first swap of a game is withheld."
    if data["bounded"].any():
        note[-1] += f" Open marks: fewer than {FLOOR} deals differ."
    rows = dict.fromkeys(data["label"], "")
    title = "What swapping the seven is worth"
    return interval_chart(data, PANELS, rows, LAYOUT, title=title, note=note, names="muestra", apart=1), data
