"""Hands per second, and how the kernel compares with its C++ twin. No compiler is timed: all is played once before."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import twin
from tables import Table, say, spread

from bazas.kernels import records
from bazas.kernels.calling import seats_record
from bazas.kernels.game import PLAN, play_games
from bazas.sim import simulate, strategy
from bazas.sim.rules import PRESETS
from bazas.sim.runner import usable_cores
from bazas.sim.strategy import built_in

RUN_SECONDS, RUNS = 2.0, 5
AHEAD_GAMES = 200
SLICE_SECONDS, SLICES = 0.15, 25
SLICE_CALLS = 8
"""Kernel calls of a slice: each fills its arrays again, as the chunks of a run do."""


def games_for(name: str, seconds: float) -> int:
    """How many games of a strategy last so long in one thread; what it needs is compiled then."""
    outcome = simulate(name, games=20_000, threads=1).outcome
    return max(1000, round(seconds * outcome.units / outcome.seconds))


def threads_to_try() -> list[int]:
    """One, two and all threads, as far as there are cores."""
    return sorted({1, min(2, usable_cores()), usable_cores()})


def hands_per_second() -> Table:
    """Whole runs (`bazas simulate` without --out) in one thread and more, alternated."""
    counts = threads_to_try()
    heads = ["strategy", *(f"{n} thread{'s' * (n > 1)}, hands/s" for n in counts)]
    heads += [f"{n} threads / 1" for n in counts[1:]]
    note = (
        f"`bazas simulate` without `--out`, wall-clock time. Median (lowest to highest) of {RUNS} runs of about "
        f"{RUN_SECONDS:.0f} s; the numbers of threads take turns, and a ratio is that of neighbouring runs."
    )
    table = Table("Hands per second", heads, note)
    for name in built_in(looking_ahead=False):
        say(f"hands per second: {name}")
        games = games_for(name, RUN_SECONDS)
        speeds: dict[int, list[float]] = {n: [] for n in counts}
        for _ in range(RUNS):
            for n in counts:
                speeds[n].append(simulate(name, games=games * n, threads=n).outcome.hands_per_second)
        ratios = [[more / one for more, one in zip(speeds[n], speeds[1], strict=True)] for n in counts[1:]]
        table.rows.append([name, *(spread(speeds[n], 0) for n in counts), *map(spread, ratios)])
    return table


def looking_ahead() -> Table:
    """The strategies that look ahead, in two seats, one thread."""
    note = (
        f"Side a of games against `counter`, one thread. Median (lowest to highest) of {RUNS} runs of {AHEAD_GAMES} "
        "games each by `bazas simulate` without `--out`, wall-clock time; the two take turns."
    )
    table = Table("Looking ahead", ["strategy in two of the four seats", "hands/s"], note)
    speeds: dict[str, list[float]] = {name: [] for name in built_in(looking_ahead=True)}
    for name in speeds:
        say(f"looking ahead: {name}")
        simulate(name, "counter", games=2, threads=1)
    for seed in range(RUNS):
        for name in speeds:
            outcome = simulate(name, "counter", games=AHEAD_GAMES, seed=seed, threads=1).outcome
            speeds[name].append(outcome.hands_per_second)
    table.rows = [[strategy(name).name, spread(speeds[name], 0)] for name in speeds]
    return table


class Slice:
    """Games of four equal players by the kernel, called directly with arrays that are there already."""

    def __init__(self, name: str, games: int) -> None:
        self.strategy, self.rules = strategy(name), PRESETS["lascuarenta"].rules.record()
        self.seats = seats_record([self.strategy.seat()] * 4)
        self.plan = records.blank(PLAN)
        self.plan.seed, self.plan.count, self.plan.mano = 1, games, -1
        self.state, self.view = records.blank(records.STATE), records.blank(records.VIEW)
        self.games, self.hands = records.blanks(games, records.GAME), records.blanks((games, 2), records.HAND)
        self.empty = np.zeros((0, 2, 40), np.int8), np.zeros(0, np.int16), np.zeros((0, 2, 48), np.int8)
        self.trace = records.blanks(0, records.EVENT)

    def call(self, first: int) -> float:
        """Play the games from number `first` on; returns the thread's CPU seconds."""
        decks, script, plays = self.empty
        self.plan.first = first
        start = time.thread_time()
        played = play_games(
            self.plan, self.rules, self.seats, decks, script, self.state, self.view, self.games, self.hands, plays,
            self.trace,
        )  # fmt: skip
        seconds = time.thread_time() - start
        if played != self.plan.count:
            raise RuntimeError(f"strategy {self.strategy.name} made an illegal move")
        return seconds

    def play(self, first: int) -> tuple[dict[str, int], float]:
        """`SLICE_CALLS` calls in a row: the sums of all their hands, and the CPU seconds of the calls."""
        totals: dict[str, int] = {}
        seconds = 0.0
        for i in range(SLICE_CALLS):
            seconds += self.call(first + i * len(self.games))
            for key, value in twin.sums(self.games, self.hands).items():
                totals[key] = totals.get(key, 0) + value
        return totals, seconds


def against_twin() -> Table | None:
    """The kernel with random, careful and counting players against random play in C++; None without g++."""
    if twin.compiler() is None:
        say("no g++ here: the comparison with the C++ twin is left out")
        return None
    note = (
        "One thread, CPU time. The twin plays at random whatever the kernel plays. Ratio: the kernel's hands per "
        f"second over the twin's, of {SLICES} pairs of neighbouring slices of about {SLICE_SECONDS} s; the sums of "
        "random play were equal in every pair."
    )
    table = Table(
        "The kernel and its C++ twin", ["strategy", "kernel, ns a hand", "twin, ns a hand", "kernel / twin"], note
    )
    with tempfile.TemporaryDirectory() as folder:
        built = twin.build(Path(folder))
        for name in ("random", "careful", "counter"):
            say(f"kernel and twin: {name}")
            table.rows.append([name, *_compare(built, name)])
    return table


def _compare(built: Path, name: str) -> list[str]:
    """Nanoseconds a hand of the kernel and of the twin, and the ratio of their speeds."""
    kernel = Slice(name, games_for(name, SLICE_SECONDS / SLICE_CALLS))
    games = SLICE_CALLS * len(kernel.games)
    kernel.play(0)
    _, seconds = twin.play(built, 1, 0, games)
    twins_games = round(games * SLICE_SECONDS / seconds) if name != "random" else games
    ours: list[float] = []
    theirs: list[float] = []
    for i in range(SLICES):
        played, seconds = kernel.play(i * games)
        ours.append(1e9 * seconds / played["hands"])
        expected, seconds = twin.play(built, 1, i * games, twins_games)
        theirs.append(1e9 * seconds / expected["hands"])
        if name == "random" and played != expected:
            raise RuntimeError(f"kernel and twin differ from game {i * games} on: {played} and {expected}")
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    return [f"{statistics.median(ours):.0f}", f"{statistics.median(theirs):.0f}", spread(ratios)]
