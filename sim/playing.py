"""Games by the kernel of their game: chunks of games or matches for runs."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bazas.kernels.compiling import JIT
from bazas.sim.errors import StrategyError
from bazas.sim.spec import Spec

Array = npt.NDArray[Any]
Arrays = tuple[Array, ...]
"""The rows of one arm in arrays of records, the first of which numbers the units in its field `unit`."""


@dataclass
class Chunk:
    """Consecutive units (games or whole matches) from number `first` on, in every arm of a run.

    `arms`: the rows of each arm. In Guiñote these are games (GAME, n) and hands (HAND, n by 2), the second of which is
    absent where `games["hands"]` is 1; in Tarneeb rounds (ROUND, n). `plays`: of each arm the cards in order of play
    (int8, n by 2 by 48 or n by 52, -1 after the last), where the run keeps them.
    """

    first: int
    count: int
    arms: list[Any]
    plays: list[Array] | None = None

    @property
    def games(self) -> int:
        """Rows of an arm, where all have as many; in Guiñote its games, more than units where these are matches."""
        return len(self.arms[0][0])

    def cut(self, count: int) -> Chunk:
        """The first `count` units."""
        ends = [int(np.searchsorted(arm[0]["unit"], self.first + count)) for arm in self.arms]
        arms = [tuple(array[:end] for array in arm) for end, arm in zip(ends, self.arms, strict=True)]
        plays = None if self.plays is None else [p[:end] for end, p in zip(ends, self.plays, strict=True)]
        return Chunk(self.first, count, arms, plays)


class Driver(Protocol):
    """What plays the units of one arm, by the kernel of its game."""

    plays: Array
    """The cards in order of play of the rows played last."""

    def play(self, first: int, count: int) -> Arrays:
        """The rows of some units; raises Unfinished."""


class Unfinished(Exception):  # noqa: N818 - the way from the kernel to a fault
    """The kernel stopped after `count` whole units, whose rows are `finished`; `begun`: the last array up to there."""

    def __init__(self, sentence: str, count: int, finished: Arrays, begun: Array) -> None:
        super().__init__(sentence)
        self.sentence, self.count, self.finished, self.begun = sentence, count, finished, begun


class StrategyFault(StrategyError):  # noqa: N818 - a fault is what the domain calls it
    """A strategy made an illegal move or raised; `chunk` holds the whole games finished before it."""

    def __init__(self, sentence: str, chunk: Chunk | None = None) -> None:
        super().__init__(sentence)
        self.chunk = chunk

    @property
    def finished(self) -> Chunk:
        """The whole games before the fault; the fault of `play_chunk` has them always."""
        assert self.chunk is not None
        return self.chunk

    def __reduce__(self) -> tuple[Any, ...]:
        return StrategyFault, (str(self), self.chunk)


def plain(array: Array, dtype: np.dtype[Any]) -> Array:
    """An array of records (of `dtype`) that a kernel has filled, without attribute access."""
    return array if JIT else np.frombuffer(array.tobytes(), dtype).reshape(array.shape)


def prepare(spec: Spec) -> float:
    """Compile, or load, all that the games of `spec` need; returns the seconds it took.

    Raises StrategyError for a strategy that cannot be compiled or returns a wrong type.
    """
    start = time.perf_counter()
    for arm in spec.arms:
        for strategy in arm.strategies:
            strategy.seat()
    spec.game.compile()
    return time.perf_counter() - start


def play_chunk(spec: Spec, first: int, count: int) -> Chunk:
    """Play units `first` to `first + count - 1` in every arm.

    Raises StrategyFault, with the units that all arms finished before it.
    """
    fault: StrategyFault | None = None
    chunk = Chunk(first, count, [], [] if spec.plays else None)
    for arm in spec.arms:
        driver = spec.game.driver(spec, arm)
        try:
            played = driver.play(first, count)
        except Unfinished as stopped:
            fault, count = StrategyFault(stopped.sentence), stopped.count
            played = stopped.finished
        chunk.arms.append(played)
        if chunk.plays is not None:
            chunk.plays.append(driver.plays)
    if fault is not None:
        fault.chunk = chunk.cut(count)
        raise fault
    return chunk
