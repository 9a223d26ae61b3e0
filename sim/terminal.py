"""What a person sees: progress on stderr while games are played, tables on stdout when they are."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table

from bazas.sim.estimates import Estimate, wilson

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from bazas.sim.runner import Progress
    from bazas.sim.simulate import Simulation

PATIENCE = 0.5
"""Seconds before progress is shown."""


def console(stderr: bool = False) -> Console:
    """A console that colours on a terminal only, and marks nothing by itself."""
    return Console(stderr=stderr, highlight=False, emoji=False, markup=False, soft_wrap=not stderr)


def say(sentence: str) -> None:
    """A message on stderr, on one line."""
    print(" ".join(f"bazas: {sentence}".split()), file=sys.stderr, flush=True)


def announce_compilation() -> None:
    """Say so where the first game will have to wait for the compiler."""
    from bazas.sim.playing import ready

    if not ready():
        say("compiling the kernel, once (about 20 s)...")


class Meter:
    """Progress of a run on stderr, where that is a terminal: games, speed, time left, games won by side a.

    A context that is called with every `Progress`; `wins` names the sum of games won by each side, where there is one.
    """

    def __init__(self, wins: str = "wins", games: str = "games") -> None:
        self.wins, self.games = wins, games
        self.console = console(stderr=True)
        self.bar: Bar | None = None
        self.task: TaskID | None = None
        self.born = time.monotonic()

    def __enter__(self) -> Meter:
        return self

    def __call__(self, progress: Progress) -> None:
        """Show how far the run is."""
        if not self.console.is_terminal or (self.bar is None and time.monotonic() - self.born < PATIENCE):
            return
        if self.bar is None:
            self._open(progress)
        assert self.bar is not None
        assert self.task is not None
        self.bar.update(self.task, completed=progress.games, text=self._text(progress))

    def _open(self, progress: Progress) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (
            BarColumn(24), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn(),
            TextColumn("left  {task.fields[text]}", markup=False),
        )  # fmt: skip
        self.bar = Bar(*columns, console=self.console, transient=True, refresh_per_second=5)
        self.task = self.bar.add_task("", total=progress.total, completed=progress.games, text="")
        self.bar.start()

    def _text(self, progress: Progress) -> str:
        text = f"{rounded(progress.hands_per_second)} hands/s"
        games = progress.tally.total(self.games)
        if games and self.wins in progress.tally:
            share = wilson(progress.tally.at(self.wins, 0), games)
            text += f"  a wins {percent(share)[0]} ({percent(share)[1]})"
        return text

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()


# Figures


def percent(share: Estimate) -> tuple[str, str]:
    """A proportion and its interval in per cent, as precise as the interval."""
    value, interval = plain(Estimate(share.mean * 100, share.low * 100, share.high * 100, share.n), least=1)
    return f"{value} %", f"{interval} %" if interval else ""


def plain(estimate: Estimate, least: int = 0) -> tuple[str, str]:
    """A figure and its interval, to the first digit of the interval's half-width and `least` decimals at least."""
    if math.isnan(estimate.mean):
        return "-", ""
    half = (estimate.high - estimate.low) / 2
    decimals = 3 if math.isnan(half) or half <= 0 else max(least, min(8, -math.floor(math.log10(half))))
    interval = "" if math.isnan(half) else f"{estimate.low:.{decimals}f} to {estimate.high:.{decimals}f}"
    return f"{estimate.mean:.{decimals}f}", interval


def rounded(number: float) -> str:
    """A number to three digits, with commas."""
    digits = 3 - len(str(int(number)))
    return f"{round(number, min(digits, 0)):,.0f}"


# Tables


def listing(heads: list[str], rows: list[list[str]]) -> Table:
    """A plain table of words; the last column takes what is left of the line."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


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


def _sections(simulation: Simulation) -> Iterator[tuple[str, list[tuple[str, tuple[str, str]]]]]:
    found = {name: estimate for name, estimate in simulation.figures.items() if estimate is not None}
    sides = _side_labels(simulation)

    def both(name: str, show: Any, label: str = "{}") -> list[tuple[str, tuple[str, str]]]:
        return [(label.format(sides[side]), show(found[f"{name}_{side}"])) for side in "ab"]

    def shares(**labels: str) -> list[tuple[str, tuple[str, str]]]:
        return [(label, percent(found[name])) for name, label in labels.items()]

    seats = [(f"mano's side, mano in seat {i}", found[f"wins_mano_{i}"]) for i in range(4) if f"wins_mano_{i}" in found]
    yield (
        "games won",
        [
            *both("wins", percent),
            *shares(wins_mano="mano's side"),
            *((label, percent(share)) for label, share in seats),
        ],
    )
    yield (
        "points, first hand",
        [
            *both("points", plain),
            ("mano's side", plain(found["points_mano"])),
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


def _side_labels(simulation: Simulation) -> dict[str, str]:
    """ "side a (careful)", or with both names where partners differ."""
    labels = [strategy.label for strategy in simulation.spec.arms[0].strategies]
    names = {side: list(dict.fromkeys(labels[start::2])) for start, side in enumerate("ab")}
    return {side: f"side {side} ({' and '.join(of_side)})" for side, of_side in names.items()}


def print_simulation(simulation: Simulation) -> None:
    """The summary on stdout."""
    from bazas.sim.spec import rules_name

    screen, outcome, spec = console(), simulation.outcome, simulation.spec
    hands = outcome.tally.total("hands")
    screen.print(f"{simulation.games:,} games, {hands:,} hands by {rules_name(spec.rules)}, seed {spec.seed}\n")
    screen.print(simulation_table(simulation))
    speed = f"{rounded(outcome.hands_per_second)} hands/s, {outcome.seconds:.1f} s"
    screen.print(f"\n{speed} (and {outcome.compile_seconds:.1f} s to load or compile)")
    if outcome.out is not None:
        screen.print(f"rows in {outcome.out}")
