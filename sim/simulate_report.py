"""How the result of `simulate` is shown: a table of figures with their intervals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from bazas.sim.sheets import rules_name
from bazas.sim.terminal import print_outcome

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.estimates import Estimate
    from bazas.sim.simulate import Simulation

Cells = tuple[str, str]
Row = tuple[str, Cells]
"""A label, a figure and its interval."""

Show = Callable[["Estimate"], Cells]


def simulation_table(simulation: Simulation) -> Table:
    """The figures of a simulation, with their intervals."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("95 % interval", justify="right")
    for title, rows in simulation.spec.game.sections(simulation):
        table.add_row(title, "", "", style="bold")
        for label, (value, interval) in rows:
            table.add_row(f"  {label}", value, interval)
    return table


def side_labels(simulation: Simulation) -> dict[str, str]:
    """ "side a (careful)", or with both names where partners differ."""
    labels = [strategy.label for strategy in simulation.spec.arms[0].strategies]
    names = {side: list(dict.fromkeys(labels[start::2])) for start, side in enumerate("ab")}
    return {side: f"side {side} ({' and '.join(of_side)})" for side, of_side in names.items()}


def print_simulation(simulation: Simulation, screen: Console) -> None:
    """The summary on a console."""
    outcome, spec = simulation.outcome, simulation.spec
    matches = "" if simulation.matches is None else f"{simulation.matches:,} matches, "
    played = f"{matches}{simulation.games:,} games, {simulation.hands:,} {spec.game.hands}"
    screen.print(f"{played} by {rules_name(spec.rules)}, seed {spec.seed}\n")
    screen.print(simulation_table(simulation))
    for note in spec.game.notes(simulation):
        screen.print(f"\n{note}")
    print_outcome(outcome, spec.game.hands, screen)
