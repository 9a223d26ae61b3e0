"""How the result of `simulate` is shown: a table of figures with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from bazas.sim.rules import rules_name
from bazas.sim.terminal import percent, plain, print_outcome

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.estimates import Estimate
    from bazas.sim.simulate import Simulation

Cells = tuple[str, str]
Row = tuple[str, Cells]
"""A label, a figure and its interval."""

Show = Callable[["Estimate"], Cells]
Both = Callable[[str, Show], list[Row]]


def simulation_table(simulation: Simulation) -> Table:
    """The figures of a simulation, with their intervals."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("95 % interval", justify="right")
    for title, rows in _sections(simulation):
        table.add_row(title, "", "", style="bold")
        for label, (value, interval) in rows:
            table.add_row(f"  {label}", value, interval)
    return table


def _sections(simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
    found = {name: estimate for name, estimate in simulation.figures.items() if estimate is not None}
    sides = _side_labels(simulation)

    def both(name: str, show: Show, label: str = "{}") -> list[Row]:
        return [(label.format(sides[side]), show(found[f"{name}_{side}"])) for side in "ab"]

    def shares(**labels: str) -> list[Row]:
        return [(label, percent(found[name])) for name, label in labels.items()]

    if simulation.matches is not None:
        yield from _of_matches(found, simulation.chain or {}, both)
    seats = [(f"mano's side, mano in seat {i}", found[f"wins_mano_{i}"]) for i in range(4) if f"wins_mano_{i}" in found]
    yield (
        "games won",
        [
            *both("wins", percent),
            *([] if "wins_mano" not in found else shares(wins_mano="mano's side")),
            *((label, percent(share)) for label, share in seats),
        ],
    )
    yield (
        "points, first hand",
        [
            *both("points", plain),
            *([("mano's side", plain(found["points_mano"]))] if "points_mano" in found else []),
            ("a less b", plain(found["margin"])),
        ],
    )
    yield (
        "cantes, first hand",
        [
            *both("forty", percent, "the 40, {}"),
            *both("twenties", plain, "number of 20s, {}"),
        ],
    )
    yield (
        "swaps, first hand",
        [
            *shares(swaps="any"),
            *both("swaps", percent, "first by {}"),
            *shares(swaps_chained="chained"),
        ],
    )
    yield "games with", shares(vueltas="vueltas", tute="tute")
    yield (
        "games decided by",
        [
            (name.removeprefix("decided_").replace("_", " "), percent(share))
            for name, share in found.items()
            if name.startswith("decided_") and share.mean > 0
        ],
    )


def _of_matches(found: dict[str, Estimate], chain: dict[str, Estimate], both: Both) -> Iterator[tuple[str, list[Row]]]:
    """Cotos and matches, and below a figure what the chain over the mano implies."""

    def implied(name: str, show: Show, what: str) -> list[Row]:
        return [(f"{what}by the chain", show(chain[name]))] if name in chain else []

    yield "matches won", [*both("match_wins", percent), *implied("match_wins_a", percent, "side a ")]
    yield "cotos won", [*both("coto_wins", percent), *implied("coto_wins_a", percent, "side a ")]
    lengths = [name for name in found if name.startswith("cotos_of_")]
    yield (
        "cotos and matches",
        [
            ("games per coto", plain(found["games_per_coto"])),
            *implied("games_per_coto", plain, "the same "),
            *((f"cotos of {name.split('_')[2]} games", percent(found[name])) for name in lengths),
            ("games per match", plain(found["games_per_match"])),
            *implied("games_per_match", plain, "the same "),
            ("hands per match", plain(found["hands_per_match"])),
        ],
    )


def _side_labels(simulation: Simulation) -> dict[str, str]:
    """ "side a (careful)", or with both names where partners differ."""
    labels = [strategy.label for strategy in simulation.spec.arms[0].strategies]
    names = {side: list(dict.fromkeys(labels[start::2])) for start, side in enumerate("ab")}
    return {side: f"side {side} ({' and '.join(of_side)})" for side, of_side in names.items()}


def print_simulation(simulation: Simulation, screen: Console) -> None:
    """The summary on a console."""
    outcome, spec = simulation.outcome, simulation.spec
    hands = outcome.tally.total("hands")
    matches = "" if simulation.matches is None else f"{simulation.matches:,} matches, "
    rules = rules_name(spec.rules)
    screen.print(f"{matches}{simulation.games:,} games, {hands:,} hands by {rules}, seed {spec.seed}\n")
    screen.print(simulation_table(simulation))
    lost = simulation.figures["decided_renuncio"]
    if lost is not None and lost.mean > 0:
        screen.print(
            f"\n{percent(lost)[0]} of the games were lost by an illegal answer of a strategy, as these rules have it. "
            "--rule renuncio=error stops at the first one and says what it was."
        )
    print_outcome(outcome, screen)
