"""How a profile is shown: a line for each figure, a column for each strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from bazas.sim.sheets import rules_name
from bazas.sim.terminal import print_outcome, shown

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.analyses.profile import Profile
    from bazas.sim.estimates import Estimate

LABEL, COLUMN = 35, 15
"""Widths of the labels and of a column of figures."""

STAR = "* Too few games for an interval here: --json has a bounded one."


def profile_tables(result: Profile, width: int) -> list[Table]:
    """All figures, with as many strategies side by side as the line holds; the others in further tables."""
    room = max(1, (width - LABEL) // COLUMN)
    return [_table(result, first, first + room) for first in range(0, len(result.labels), room)]


def _table(result: Profile, first: int, end: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("", no_wrap=True)
    for label in result.labels[first:end]:
        table.add_column(label, justify="right", overflow="fold")
    chosen = result.profiles[first:end]
    for title, lines in result.lines.items():
        table.add_row(title, *("" for _ in chosen), style="bold")
        for line in lines:
            table.add_row(f"  {line.label}", *(_cell(found[line.key], line.unit) for found in chosen))
    return table


def _cell(estimate: Estimate, unit: float) -> str:
    """A figure with half its interval, or with a star."""
    if estimate.mean == 0:
        return "0"
    return shown(estimate, unit, bounded=_lopsided(estimate))


def _lopsided(estimate: Estimate) -> bool:
    """Whether an interval reaches much farther to one side: the figure is too rare, or too common, for a plus-minus."""
    below, above = estimate.mean - estimate.low, estimate.high - estimate.mean
    return max(below, above) > 1.5 * min(below, above)


def print_profile(result: Profile, screen: Console) -> None:
    """Who played, the tables, and how fast it was."""
    against = "itself" if len(result.sides) == 2 else result.spec.arms[0].strategies[1].label
    rules = rules_name(result.spec.rules)
    screen.print(f"{result.outcome.units:,} games of each against {against}, by {rules}, seed {result.spec.seed}")
    screen.print("First hands; ± half of the 95 % interval. docs/profile.md explains the lines.\n")
    for table in profile_tables(result, screen.width) if result.outcome.units else []:
        screen.print(table)
    screen.print("\n" + STAR)
    print_outcome(result.outcome, "hands", screen)
