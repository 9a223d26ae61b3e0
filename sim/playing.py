"""Games by the kernel: chunks of whole games for runs, single games with their trace for those who look closer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.kernels import records
from bazas.kernels.calling import seats_record
from bazas.kernels.compiling import JIT
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.records import EVENT, GAME, HAND, MAX_CARDS, MAX_EVENTS, STATE, VIEW
from bazas.sim.errors import StrategyError
from bazas.sim.faults import fault_sentence
from bazas.sim.spec import WITHHOLD, Arm, Spec

Array = npt.NDArray[Any]

_NO_DECKS = np.zeros((0, 2, 0), np.int8)
_NO_SCRIPT = np.zeros(0, np.int16)


@dataclass
class Chunk:
    """Consecutive games from number `first` on, in every arm of a run.

    `arms`: games (GAME, n) and hands (HAND, n by 2) of each arm; the second hand is absent where `games["hands"]` is 1.
    `plays`: of each arm the cards in order of play (int8, n by 2 by 48, -1 after the last), where the run keeps them.
    """

    first: int
    arms: list[tuple[Array, Array]]
    plays: list[Array] | None = None

    @property
    def count(self) -> int:
        """Number of games of each arm."""
        return len(self.arms[0][0])

    def cut(self, count: int) -> Chunk:
        """The first `count` games."""
        plays = None if self.plays is None else [p[:count] for p in self.plays]
        return Chunk(self.first, [(games[:count], hands[:count]) for games, hands in self.arms], plays)


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


@dataclass
class Trace:
    """One game with all its events (EVENT, see `bazas.kernels.records.EVENTS`)."""

    events: Array
    chunk: Chunk


def ready() -> bool:
    """Whether the kernel is compiled, so that the first games start at once."""
    return play_games.ready()


def prepare(spec: Spec) -> float:
    """Compile, or load, all that the games of `spec` need; returns the seconds it took.

    Raises StrategyError for a strategy that cannot be compiled or returns a wrong type.
    """
    start = time.perf_counter()
    for arm in spec.arms:
        for strategy in arm.strategies:
            strategy.seat()
    play_games.compile()
    return time.perf_counter() - start


def play_chunk(spec: Spec, first: int, count: int) -> Chunk:
    """Play games `first` to `first + count - 1` in every arm.

    Raises StrategyFault, with the games that all arms finished before it.
    """
    fault: StrategyFault | None = None
    chunk = Chunk(first, [], [] if spec.plays else None)
    for arm in spec.arms:
        player = _Player(spec, arm)
        try:
            games, hands = player.play(first, count)
        except _Unfinished as stopped:
            fault, count = StrategyFault(stopped.sentence), stopped.count
            games, hands = stopped.games, stopped.hands
        chunk.arms.append((games, hands))
        if chunk.plays is not None:
            chunk.plays.append(player.plays)
    if fault is not None:
        fault.chunk = chunk.cut(count)
        raise fault
    return chunk


def trace_game(
    spec: Spec,
    arm: int,
    game: int,
    *,
    decks: Sequence[Sequence[int]] | Array | None = None,
    script: Sequence[int] = (),
) -> Trace:
    """Play one game and keep every event.

    `decks`: card codes of the first hand's deck and the vueltas' (2 by cards), instead of the deals of the seed.
    `script`: answers of the first questions (`records.ASK`: ask the strategy). Raises StrategyFault.
    """
    player = _Player(spec, spec.arms[arm], np.asarray(script, np.int16))
    given = _NO_DECKS if decks is None else np.ascontiguousarray(np.asarray(decks, np.int8)[None])
    trace = records.blanks((MAX_EVENTS,), EVENT)
    try:
        played = player.play(game, 1, trace, given)
    except _Unfinished as stopped:
        raise StrategyFault(stopped.sentence, Chunk(game, [(stopped.games[:0], stopped.hands[:0])])) from None
    return Trace(_plain(trace)[: player.state.events].copy(), Chunk(game, [played]))


class _Unfinished(Exception):  # noqa: N818 - the way from the kernel to a fault
    """The kernel stopped in game number `count` of those asked for."""

    def __init__(self, sentence: str, count: int, games: Array, hands: Array) -> None:
        super().__init__(sentence)
        self.sentence, self.count, self.games, self.hands = sentence, count, games, hands


class _Player:
    """The arguments of the kernel for one arm."""

    def __init__(self, spec: Spec, arm: Arm, script: Array = _NO_SCRIPT) -> None:
        self.spec, self.arm, self.script = spec, arm, script
        self.rules = spec.rules.record()
        self.seats = seats_record([strategy.seat() for strategy in arm.strategies])
        self.state, self.view = records.blank(STATE), records.blank(VIEW)
        self.plays = np.zeros((0, 2, MAX_CARDS), np.int8)

    def play(self, first: int, count: int, trace: Array | None = None, decks: Array = _NO_DECKS) -> tuple[Array, Array]:
        """Games (GAME, n) and hands (HAND, n by 2), the cards played in `plays`; raises _Unfinished."""
        games, hands = records.blanks((count,), GAME), records.blanks((count, 2), HAND)
        games["winner"] = records.NONE
        self.plays = np.full((count if self.spec.plays else 0, 2, MAX_CARDS), records.NONE, np.int8)
        plan = records.blank(PLAN)
        plan.seed, plan.first, plan.count, plan.mano = self.spec.seed, first, count, -1
        plan.withhold = WITHHOLD.index(self.arm.withhold)
        raised: Exception | None = None
        try:
            play_games(
                plan, self.rules, self.seats, decks, self.script, self.state, self.view, games, hands,
                self.plays, records.blanks((0,), EVENT) if trace is None else trace,
            )  # fmt: skip
        except Exception as error:  # whatever a strategy raises
            raised = error
        done = _plain(games), _plain(hands)
        if raised is not None or self.state.fault != 0:
            finished = int(np.argmin(done[0]["winner"] != records.NONE))
            sentence = fault_sentence(self.arm, self.state, self.view, first + finished, raised)
            raise _Unfinished(sentence, finished, *done) from raised
        return done


def _plain(array: Array) -> Array:
    """The same memory without attribute access."""
    return array if JIT else np.frombuffer(array.tobytes(), _PLAIN[array.dtype.names]).reshape(array.shape)


_PLAIN = {dtype.names: dtype for dtype in (GAME, HAND, EVENT)}
