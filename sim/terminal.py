"""What a person sees: messages and progress on stderr; figures and tables in one form for all commands."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from bazas.sim.estimates import FLOOR, Estimate, wilson

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from bazas.sim.games import Game
    from bazas.sim.runner import Outcome, Progress
    from bazas.sim.spec import Spec

PATIENCE = 0.5
"""Seconds before progress is shown."""


def console(stderr: bool = False) -> Console:
    """A console that colours on a terminal only, and marks nothing by itself."""
    piped = not stderr and not sys.stdout.isatty()  # then lines are for programs: not broken
    return Console(stderr=stderr, highlight=False, emoji=False, markup=False, soft_wrap=piped)


def say(sentence: str) -> None:
    """A message on stderr, on one line."""
    with contextlib.suppress(OSError, ValueError):  # nobody listens
        print(" ".join(f"bazas: {sentence}".split()), file=sys.stderr, flush=True)


def announce_compilation(game: Game | None = None) -> None:
    """Say so where the first game will have to wait for the compiler: for the kernel, then for strategies."""
    from bazas.sim.guinote import GUINOTE
    from bazas.sim.strategy_code import told_of_compilation

    if not (game or GUINOTE).ready():
        say("compiling the kernel, once (under a minute)...")
    if _say_strategy not in told_of_compilation:
        told_of_compilation.append(_say_strategy)


def _say_strategy(name: str) -> None:
    say(f"compiling {name}, once (strategies that look ahead take a minute or two)...")


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
        self.bar.update(self.task, completed=progress.units, text=self._text(progress))

    def _open(self, progress: Progress) -> None:
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = (  # together under 80 columns, so that nothing is cut
            BarColumn(12), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn(),
            TextColumn("left  {task.fields[text]}", markup=False),
        )  # fmt: skip
        self.bar = Bar(*columns, console=self.console, transient=True, refresh_per_second=5)
        self.task = self.bar.add_task("", total=progress.total, completed=progress.units, text="")
        self.bar.start()

    def _text(self, progress: Progress) -> str:
        text = f"{rounded(progress.hands_per_second)} {progress.game.hands}/s"
        games = progress.tally.total(self.games)
        if games and self.wins in progress.tally:
            share = wilson(progress.tally.at(self.wins, 0), games)
            half = half_width(share, PERCENT)
            places = decimals_for(half, 1)
            text += f"  a wins {PERCENT * share.mean:.{places}f} ±{half:.{places}f} %"
        return text

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()


# Figures


PERCENT = 100

PLACES = (2, 4)
"""Decimals of the figures of studies: at least, at most."""

FEW = f"* Fewer than {FLOOR} deals differ: too few for an interval here, --json has a bounded one."
"""What the star of `shown` means."""


def decimals_for(half: float, least: int = 0, most: int = 8) -> int:
    """Decimals that show the first digit of half an interval, within bounds."""
    if math.isnan(half) or half <= 0:
        return max(least, min(most, 3))
    return max(least, min(most, -math.floor(math.log10(half))))


def plain(estimate: Estimate, unit: float = 1, least: int = 0, most: int = 8) -> tuple[str, str]:
    """A figure in units of 1 / `unit` and its interval, `11.3` and `11.2 to 11.4`, as precise as the interval."""
    if math.isnan(estimate.mean):
        return "-", ""
    places = decimals_for(half_width(estimate, unit), least, most)
    mean, low, high = (f"{unit * value:z.{places}f}" for value in (estimate.mean, estimate.low, estimate.high))
    return mean, "" if math.isnan(estimate.low) else f"{low} to {high}"


def percent(share: Estimate, least: int = 1, most: int = 8) -> tuple[str, str]:
    """A proportion and its interval in per cent."""
    value, interval = plain(share, PERCENT, least, most)
    return f"{value} %", f"{interval} %" if interval else ""


def shown(estimate: Estimate | None, unit: float = 1, bounded: bool = False) -> str:
    """`11.30 ±0.13`; `11.30 *` where few deals differ and the interval is a bounded one; a dash for nothing."""
    if estimate is None or math.isnan(estimate.mean):
        return "-"
    half = half_width(estimate, unit)
    mean = plain(estimate, unit, *PLACES)[0]
    return f"{mean} *" if bounded else f"{mean} ±{half:.{decimals_for(half, *PLACES)}f}"


def share(estimate: Estimate) -> str:
    """`23.75 %`."""
    return percent(estimate, *PLACES)[0]


def between(estimate: Estimate, unit: float = 1) -> str:
    """`11.30 (11.16 to 11.43)`."""
    mean, interval = plain(estimate, unit, *PLACES)
    return f"{mean} ({interval})"


def half_width(estimate: Estimate, unit: float = 1) -> float:
    """Half the width of the interval."""
    return unit * (estimate.high - estimate.low) / 2


def rounded(number: float) -> str:
    """A number to three digits, with commas."""
    digits = 3 - len(str(int(number)))
    return f"{round(number, min(digits, 0)):,.0f}"


# Results


def players(spec: Spec) -> str:
    """Who plays, in the first arm: one name, two for the sides, or all seats."""
    labels = [strategy.label for strategy in spec.arms[0].strategies]
    if len(set(labels)) == 1:
        return labels[0]
    if len(set(labels[::2])) == len(set(labels[1::2])) == 1:
        return f"{labels[0]} against {labels[1]}"
    return ", ".join(labels)


def listing(heads: list[str], rows: list[list[str]]) -> Table:
    """A plain table of words; the last column takes what is left of the line."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for head in heads:
        table.add_column(head, no_wrap=head != heads[-1], overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def print_outcome(outcome: Outcome, hands: str, screen: Console) -> None:
    """The last lines of a result: how fast it was played, and where its rows are; `hands`: what is counted."""
    speed = f"{rounded(outcome.hands_per_second)} {hands}/s, {outcome.seconds:.1f} s"
    screen.print(f"\n{speed} (and {outcome.compile_seconds:.1f} s to load or compile)")
    if outcome.out is not None:
        screen.print(f"rows in {outcome.out}")
