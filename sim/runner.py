"""Runs: chunks of units in the threads of an executor, tallied and stored in the order of their numbers.

A unit is a game, or a match where matches are played (`Spec.matches`): it is played, stored and counted whole. The
result depends on the specification and the number of units alone, never on threads, chunks or interruptions.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bazas.kernels.compiling import package_version
from bazas.sim.errors import UsageError
from bazas.sim.interrupts import Stop, stop_on_interrupt
from bazas.sim.playing import Chunk, StrategyFault, play_chunk, prepare
from bazas.sim.sequential import next_look
from bazas.sim.sheets import rules_name
from bazas.sim.spec import MAX_GAMES, Spec
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    import pyarrow as pa

    from bazas.sim.games import Game
    from bazas.sim.writing import Store

Range = tuple[int, int]
"""First unit and the one after the last."""

CHUNK_SECONDS = 0.1
MAX_CHUNK = 32768
"""Games of a chunk at most."""
MAX_THREADS = 1024
PART_ROWS = 2**18
"""Rows of a stored part: 4 MB on disk. Smaller parts than a million rows are written while others are still played."""


@dataclass
class Progress:
    """How far a run is: whole units, of how many; hands played now and the seconds that took; the tally so far."""

    game: Game
    units: int
    total: int
    hands: int
    seconds: float
    tally: Tally

    @property
    def hands_per_second(self) -> float:
        """Speed of what was played now."""
        return speed(self.hands, self.seconds)


def speed(hands: int, seconds: float) -> float:
    """Hands per second, 0 where no time has passed."""
    return hands / seconds if seconds > 0 else 0.0


def usable_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class Outcome:
    """What a run brought. `units` and `tally` include those of a resumed run, the other figures are of now."""

    tally: Tally
    units: int
    hands: int
    seconds: float
    compile_seconds: float
    interrupted: bool
    out: Path | None
    chosen: bool = True
    """Whether the number of units had been chosen before the first was played, by nothing that the run showed."""

    @property
    def hands_per_second(self) -> float:
        """Speed, compilation apart."""
        return speed(self.hands, self.seconds)

    def header(self, spec: Spec) -> dict[str, Any]:
        """What the JSON objects of all commands that play begin with: what was played, and how fast."""
        return {
            "command": spec.command,
            "rules": rules_name(spec.rules),
            "strategies": [strategy.label for strategy in spec.arms[0].strategies],
            "seed": spec.seed,
            "version": package_version(),
            spec.unit: self.units,
            f"{spec.game.hands}_played": self.hands,
            f"{spec.game.hands}_per_second": round(self.hands_per_second, 1),
            "seconds": round(self.seconds, 3),
            "compile_seconds": round(self.compile_seconds, 3),
            "interrupted": self.interrupted,
            "out": None if self.out is None else str(self.out),
        }


@dataclass
class Piece:
    """What a worker hands back of one chunk: its range, its tally, and its rows where they are stored."""

    first: int
    count: int
    hands: int
    seconds: float
    tally: Tally
    rows: pa.Table | None
    fault: str | None = None

    @property
    def end(self) -> int:
        """The unit after the last."""
        return self.first + self.count


def play_piece(spec: Spec, first: int, count: int, tally: Callable[[Chunk], Tally], stored: bool) -> Piece:
    """Play, tally and turn into rows one chunk: what an executor runs. A fault is told in the piece."""
    start = time.thread_time()  # of this thread alone: waiting for others says nothing of a chunk's size
    fault = None
    try:
        chunk = play_chunk(spec, first, count)
    except StrategyFault as error:
        fault, chunk = str(error), error.finished
    rows = None
    if stored:
        rows = spec.game.to_table(spec, chunk)
    hands = sum(map(spec.game.hands_in, chunk.arms))
    summed = tally(chunk) if chunk.count else Tally()
    return Piece(first, chunk.count, hands, time.thread_time() - start, summed, rows, fault)


def run(
    spec: Spec,
    units: int,
    *,
    tally: Callable[[Chunk], Tally],
    threads: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    chunk: int | None = None,
    part_rows: int = PART_ROWS,
    part_seconds: float = 30.0,
    progress: Callable[[Progress], None] | None = None,
    first: int = 0,
    looks: Callable[[int], int] = next_look,
    enough: Callable[[Tally], bool] | None = None,
) -> Outcome:
    """Play `units` units of a specification, from number `first` on, and add them up; with `out`, store their rows.

    `tally` adds up one chunk. `executor`: any executor of concurrent.futures, else one of `threads` threads (all
    cores). `chunk`: units a kernel call, else so many that a call lasts about 0.1 s. A part of the stored rows closes
    at `part_rows` rows or after `part_seconds`. `progress` is called after every chunk.

    `enough`: the run ends at the first look at which it holds of the tally of all units so far, or after `units` units.
    `looks` says after how many units the next look is, from how many there are. Resumed, a run goes on to the next
    look after what is stored: where the same or a stricter `enough` stopped it, that gives the same as one run.

    Raises UsageError for wrong counts, RunError for a folder that cannot be used, StrategyFault (after the units before
    it are stored) for a strategy that breaks the rules. Ctrl-C ends the run in good order: `interrupted` is set.
    """
    _check(spec, units, first, threads, chunk, resume, out)
    workers = threads or usable_cores()
    with ExitStack() as stack:
        stop = stack.enter_context(stop_on_interrupt())
        store: Store | None = None
        if out is not None:
            from bazas.sim.writing import Store

            writers = 1 + workers // 3  # writing a row takes about a third of the time of playing it
            store = stack.enter_context(Store(out, spec, units, resume, part_rows, part_seconds, writers))
        compile_seconds = _warm_up(spec, tally, out is not None, stop)
        if store is not None:
            store.begin(units if enough is None else None)
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(workers, thread_name_prefix="bazas"))
        plan = _Plan(first, units, looks, enough)
        loop = _Loop(spec, plan, tally, executor, workers, store, _Sizes(chunk, spec.longest), progress, stop)
        stack.callback(loop.drop)
        loop.run()
    return loop.outcome(compile_seconds, out)


def _warm_up(spec: Spec, tally: Callable[[Chunk], Tally], stored: bool, stop: Stop) -> float:
    """Compile or load all that a piece needs, by playing one that nobody counts; returns the seconds it took."""
    start = time.perf_counter()
    if stop.asked:
        return 0.0
    with stop.at_once():
        prepare(spec)
        play_piece(spec, 0, 1, tally, stored)
    return time.perf_counter() - start


def _check(
    spec: Spec, units: int, first: int, threads: int | None, chunk: int | None, resume: bool, out: Path | None
) -> None:
    """Refuse impossible counts."""
    if not 1 <= units <= MAX_GAMES:
        raise UsageError(f"cannot play {units} {spec.unit}: choose 1 to {MAX_GAMES}")
    if not 0 <= first <= MAX_GAMES - units:
        raise UsageError(f"cannot begin with number {first}: choose 0 to {MAX_GAMES - units}")
    if first and out is not None:
        raise UsageError(f"a run that begins with number {first} cannot be stored: name no folder, or begin with 0")
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise UsageError(f"cannot play in {threads} threads: choose 1 to {MAX_THREADS}")
    if chunk is not None and chunk < 1:
        raise UsageError(f"a chunk of {chunk} {spec.unit} is impossible: choose 1 or more")
    if resume and out is None:
        raise UsageError("nothing to resume: name the run's folder with --out")


class _Sizes:
    """How many units a chunk has: one at first, as a game may take long, then as many as last `CHUNK_SECONDS`."""

    def __init__(self, fixed: int | None, longest: int) -> None:
        self.fixed = fixed
        self.size = fixed or 1
        self.most = max(1, MAX_CHUNK // longest)

    def learn(self, piece: Piece) -> None:
        """Grow fourfold at most, shrink at once."""
        if self.fixed is None and piece.count:
            fitting = int(CHUNK_SECONDS * piece.count / max(piece.seconds, 1e-6))
            self.size = max(1, min(fitting, 4 * max(self.size, piece.count), self.most))


@dataclass(frozen=True)
class _Plan:
    """Which units are to be played, and when there are enough; `looks` and `enough` are those of `run`."""

    first: int
    units: int
    looks: Callable[[int], int]
    enough: Callable[[Tally], bool] | None

    def cut(self, played: int, count: int) -> int:
        """How many of the next `count` units may be played in one chunk: none on both sides of a look."""
        return count if self.enough is None else min(count, self.looks(played) - played)

    def reached(self, played: int, tally: Tally) -> bool:
        """Whether so many units are enough."""
        return self.enough is not None and played > 0 and self.looks(played - 1) == played and self.enough(tally)


@dataclass
class _Loop:
    """Submits chunks ahead in a bounded window and takes them back in order."""

    spec: Spec
    plan: _Plan
    tally: Callable[[Chunk], Tally]
    executor: Executor
    workers: int
    store: Store | None
    sizes: _Sizes
    progress: Callable[[Progress], None] | None
    stop: Stop
    done: int = 0
    end: int = 0
    enough: bool = False
    hands: int = 0
    total: Tally = field(default_factory=Tally)
    pending: deque[Future[Piece]] = field(default_factory=deque)
    start: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0

    def run(self) -> None:
        """Play what is not stored yet."""
        self.start = time.perf_counter()
        gaps = [(0, self.plan.units)]
        if self.store is not None:
            self.total, self.done, self.end = self.store.tally, self.store.covered, self.store.end
            gaps = self.store.gaps
        ranges = self._ranges(gaps)
        self._look()
        fault = None
        while fault is None and not self.enough:
            while not self.stop.asked and len(self.pending) < 2 * self.workers and (part := next(ranges, None)):
                self._submit(*part)
            if not self.pending:
                break
            fault = self._take(self.pending.popleft().result())
            if self.stop.asked or self.enough:
                self.drop()
        self._end()
        if fault is not None:
            raise StrategyFault(fault)

    def _end(self) -> None:
        """Have the rows on disk. The time that takes counts, in run.json as in the outcome."""
        if self.store is not None:
            self.store.finish(self.done if self.enough else None)
        self.seconds = time.perf_counter() - self.start
        if self.store is not None and self.hands:
            self.store.note_speed(speed(self.hands, self.seconds), self.workers)

    def _ranges(self, gaps: list[Range]) -> Iterator[Range]:
        """The chunks to play: units before them, and number of units."""
        for begin, end in gaps:
            while begin < end:
                count = self.plan.cut(begin, min(self.sizes.size, end - begin))
                yield begin, count
                begin += count

    def _submit(self, begin: int, count: int) -> None:
        first, stored = self.plan.first + begin, self.store is not None
        self.pending.append(self.executor.submit(play_piece, self.spec, first, count, self.tally, stored))

    def _take(self, piece: Piece) -> str | None:
        """Count a piece and store it; returns the fault that ended it."""
        self.sizes.learn(piece)
        self.total += piece.tally
        self.done += piece.count
        self.end = max(self.end, piece.end - self.plan.first)
        self.hands += piece.hands
        self.seconds = time.perf_counter() - self.start
        if self.store is not None and piece.count:
            self.store.add(piece)
        if self.progress is not None:
            self.progress(Progress(self.spec.game, self.done, self.plan.units, self.hands, self.seconds, self.total))
        self._look()
        return piece.fault

    def _look(self) -> None:
        """See whether there are enough; only where no unit is missing before one that is there."""
        self.enough = self.done == self.end and self.plan.reached(self.done, self.total)

    def drop(self) -> None:
        """Let go of the chunks ahead; those being played end unseen."""
        while self.pending:
            self.pending.pop().cancel()

    def outcome(self, compile_seconds: float, out: Path | None) -> Outcome:
        """The result, once the loop has ended."""
        interrupted = self.stop.asked and not self.enough and self.done < self.plan.units
        chosen = not interrupted and self.plan.enough is None and (self.store is None or self.store.chosen)
        return Outcome(self.total, self.done, self.hands, self.seconds, compile_seconds, interrupted, out, chosen)
