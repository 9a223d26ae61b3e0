"""Hands per second, and the kernels beside their C++ twins. No compiler is timed: all is played once before."""

from __future__ import annotations

import statistics
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np
import twin
from tables import Table, say, spread

from bazas.kernels import records
from bazas.kernels.calling import seats_record
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.tarneeb import game as tarneeb_game
from bazas.kernels.tarneeb import records as tarneeb_records
from bazas.sim import simulate, strategy
from bazas.sim.runner import usable_cores
from bazas.sim.sheets import rules_of
from bazas.sim.strategy import built_in
from bazas.sim.switches import RuleSet

RULES = {game: rules_of(found.sheet) for game, found in twin.TWINS.items()}
"""By what each game is played here."""
RUN_SECONDS, RUNS = 2.0, 5
AHEAD_GAMES = {"guinote": 200, "tarneeb": 20}
SLICE_SECONDS, SLICES = 0.15, 25
SLICE_CALLS = 8
"""Kernel calls of a slice: each fills its arrays again, as the chunks of a run do."""
BESIDE_THE_TWIN = {"guinote": ("random", "careful", "counter"), "tarneeb": ("random",)}


def games_for(game: str, name: str, seconds: float) -> int:
    """How many games of a strategy last so long in one thread; what it needs is compiled then."""
    outcome = simulate(name, rules=RULES[game], games=20_000, threads=1).outcome
    return max(1000, round(seconds * outcome.units / outcome.seconds))


def threads_to_try() -> list[int]:
    """One, two and all threads, as far as there are cores."""
    return sorted({1, min(2, usable_cores()), usable_cores()})


def hands_per_second(game: str) -> Table:
    """Whole runs (`bazas simulate` without --out) in one thread and more, alternated."""
    rules, counts = RULES[game], threads_to_try()
    hands = rules.GAME.hands
    heads = ["strategy", *(f"{n} thread{'s' * (n > 1)}, {hands}/s" for n in counts)]
    heads += [f"{n} threads / 1" for n in counts[1:]]
    note = (
        f"`bazas simulate --rules {twin.TWINS[game].sheet}` without `--out`, wall-clock time. Median (lowest to "
        f"highest) of {RUNS} runs of about {RUN_SECONDS:.0f} s; the numbers of threads take turns, and a ratio is that "
        "of neighbouring runs."
    )
    table = Table(f"{rules.GAME.title}: {hands} per second", heads, note)
    for name in built_in(looking_ahead=False, kind=rules.GAME.strategies):
        say(f"{hands} per second: {name}")
        games = games_for(game, name, RUN_SECONDS)
        speeds: dict[int, list[float]] = {n: [] for n in counts}
        for _ in range(RUNS):
            for n in counts:
                outcome = simulate(name, rules=rules, games=games * n, threads=n).outcome
                speeds[n].append(outcome.hands_per_second)
        ratios = [[more / one for more, one in zip(speeds[n], speeds[1], strict=True)] for n in counts[1:]]
        table.rows.append([name, *(spread(speeds[n], 0) for n in counts), *map(spread, ratios)])
    return table


def looking_ahead(game: str) -> Table | None:
    """The strategies that look ahead, in two seats, one thread; None where there are none."""
    rules, games = RULES[game], AHEAD_GAMES[game]
    kind, hands = rules.GAME.strategies, rules.GAME.hands
    names, rival = built_in(looking_ahead=True, kind=kind), built_in(looking_ahead=False, kind=kind)[-1]
    if not names:
        return None
    note = (
        f"Side a of games against `{rival}`, one thread. Median (lowest to highest) of {RUNS} runs of {games} games "
        f"each by `bazas simulate --rules {twin.TWINS[game].sheet}` without `--out`, wall-clock time; they take turns."
    )
    heads = ["strategy in two of the four seats", f"{hands}/s"]
    table = Table(f"{rules.GAME.title}: looking ahead", heads, note)
    speeds: dict[str, list[float]] = {name: [] for name in names}
    for name in speeds:
        say(f"looking ahead: {name}")
        simulate(name, rival, rules=rules, games=2, threads=1)
    for seed in range(RUNS):
        for name in speeds:
            outcome = simulate(name, rival, rules=rules, games=games, seed=seed, threads=1).outcome
            speeds[name].append(outcome.hands_per_second)
    table.rows = [[name, spread(speeds[name], 0)] for name in speeds]
    return table


class Slice(ABC):
    """Games of four equal players by the kernel, called directly with arrays that are there already."""

    def __init__(self, name: str, rules: RuleSet, games: int) -> None:
        self.strategy, self.rules, self.games = strategy(name, rules.GAME.strategies), rules.record(), games
        self.seats = seats_record([self.strategy.seat()] * 4)
        self.script, self.trace = np.zeros(0, np.int16), records.blanks(0, records.EVENT)

    @abstractmethod
    def call(self, first: int) -> bool:
        """Call the kernel for the games from number `first` on; returns whether they were all played."""

    @abstractmethod
    def sums(self) -> dict[str, int]:
        """The sums of the games of the last call."""

    def play(self, first: int) -> tuple[dict[str, int], float]:
        """`SLICE_CALLS` calls in a row: the sums of all their hands, and the thread's CPU seconds in the calls."""
        totals: dict[str, int] = {}
        seconds = 0.0
        for i in range(SLICE_CALLS):
            start = time.thread_time()
            done = self.call(first + i * self.games)
            seconds += time.thread_time() - start
            if not done:
                raise RuntimeError(f"strategy {self.strategy.name} did not play its games to their end")
            for key, value in self.sums().items():
                totals[key] = totals.get(key, 0) + value
        return totals, seconds


class GuinoteSlice(Slice):
    """Games of Guiñote."""

    def __init__(self, name: str, rules: RuleSet, games: int) -> None:
        super().__init__(name, rules, games)
        self.plan = records.blank(PLAN)
        self.plan.seed, self.plan.count, self.plan.mano = 1, games, -1
        self.state, self.view = records.blank(records.STATE), records.blank(records.VIEW)
        self.filled = records.blanks(games, records.GAME), records.blanks((games, 2), records.HAND)
        self.decks, self.plays = np.zeros((0, 2, 40), np.int8), np.zeros((0, 2, 48), np.int8)

    def call(self, first: int) -> bool:
        """One call of `play_games`."""
        self.plan.first = first
        played = play_games(
            self.plan, self.rules, self.seats, self.decks, self.script, self.state, self.view, *self.filled,
            self.plays, self.trace,
        )  # fmt: skip
        return bool(played == self.games)

    def sums(self) -> dict[str, int]:
        """Those of both hands."""
        return twin.sums_of_guinote(*self.filled)


class TarneebSlice(Slice):
    """Games of Tarneeb."""

    ROOM = 32
    """Rounds for which there is room, a game: nearly twice the mean of random play."""

    def __init__(self, name: str, rules: RuleSet, games: int) -> None:
        super().__init__(name, rules, games)
        self.plan = records.blank(tarneeb_records.PLAN)
        self.plan.seed, self.plan.count, self.plan.dealer = 1, games, tarneeb_records.NOBODY
        self.state, self.view = records.blank(tarneeb_records.STATE), records.blank(tarneeb_records.VIEW)
        self.rounds, self.played = records.blanks(self.ROOM * games, tarneeb_records.ROUND), 0
        self.decks, self.plays = np.zeros((0, 52), np.int8), np.zeros((0, 52), np.int8)

    def call(self, first: int) -> bool:
        """One call of `play_rounds`."""
        self.plan.first = first
        self.played = tarneeb_game.play_rounds(
            self.plan, self.rules, self.seats, self.decks, self.script, self.state, self.view, self.rounds, self.plays,
            self.trace,
        )  # fmt: skip
        return not self.state.fault and not self.state.stopped

    def sums(self) -> dict[str, int]:
        """Those of the rounds."""
        return twin.sums_of_tarneeb(self.rounds[: self.played])


SLICES_OF: dict[str, type[Slice]] = {"guinote": GuinoteSlice, "tarneeb": TarneebSlice}


def against_twin() -> Table | None:
    """The kernels with random and other players against random play in C++; None without g++."""
    if twin.compiler() is None:
        say("no g++ here: the comparison with the C++ twins is left out")
        return None
    note = (
        "One thread, CPU time; a hand of Tarneeb is a round. A twin plays at random whatever the kernel plays. Ratio: "
        f"the kernel's hands per second over the twin's, of {SLICES} pairs of neighbouring slices of about "
        f"{SLICE_SECONDS} s; the sums of random play were equal in every pair."
    )
    heads = ["game, strategy", "kernel, hands/s", "kernel, ns a hand", "twin, ns a hand", "kernel / twin"]
    table = Table("The kernels and their C++ twins", heads, note)
    with tempfile.TemporaryDirectory() as folder:
        for game, names in BESIDE_THE_TWIN.items():
            built = twin.build(game, Path(folder))
            for name in names:
                say(f"kernel and twin: {game}, {name}")
                table.rows.append([f"{RULES[game].GAME.title}, {name}", *_compare(game, built, name)])
    return table


def _compare(game: str, built: Path, name: str) -> list[str]:
    """Hands per second and nanoseconds a hand of the kernel, the latter of the twin, the ratio of their speeds."""
    kernel = SLICES_OF[game](name, RULES[game], games_for(game, name, SLICE_SECONDS / SLICE_CALLS))
    games, hands = SLICE_CALLS * kernel.games, RULES[game].GAME.hands
    kernel.play(0)
    _, seconds = twin.play(built, 1, 0, games)
    twins_games = round(games * SLICE_SECONDS / seconds) if name != "random" else games
    ours: list[float] = []
    theirs: list[float] = []
    for i in range(SLICES):
        played, seconds = kernel.play(i * games)
        ours.append(1e9 * seconds / played[hands])
        expected, seconds = twin.play(built, 1, i * games, twins_games)
        theirs.append(1e9 * seconds / expected[hands])
        if name == "random" and played != expected:
            raise RuntimeError(f"kernel and twin differ from game {i * games} on: {played} and {expected}")
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    middle = statistics.median(ours)
    return [f"{1e9 / middle:,.0f}", f"{middle:.0f}", f"{statistics.median(theirs):.0f}", spread(ratios)]
