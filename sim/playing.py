"""Games by the kernel: chunks of games or matches for runs, single games with their trace for those who look closer."""

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
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.faults import fault_sentence
from bazas.sim.spec import WITHHOLD, Arm, Spec

Array = npt.NDArray[Any]

_NO_DECKS = np.zeros((0, 2, 0), np.int8)
_NO_SCRIPT = np.zeros(0, np.int16)


@dataclass
class Chunk:
    """Consecutive units (games or whole matches) from number `first` on, in every arm of a run.

    `arms`: games (GAME, n) and hands (HAND, n by 2) of each arm; the second hand is absent where `games["hands"]` is 1.
    `plays`: of each arm the cards in order of play (int8, n by 2 by 48, -1 after the last), where the run keeps them.
    """

    first: int
    count: int
    arms: list[tuple[Array, Array]]
    plays: list[Array] | None = None

    @property
    def games(self) -> int:
        """Number of games of each arm; more than units where these are matches."""
        return len(self.arms[0][0])

    def cut(self, count: int) -> Chunk:
        """The first `count` units."""
        ends = [int(np.searchsorted(games["unit"], self.first + count)) for games, _ in self.arms]
        arms = [(games[:end], hands[:end]) for end, (games, hands) in zip(ends, self.arms, strict=True)]
        plays = None if self.plays is None else [p[:end] for end, p in zip(ends, self.plays, strict=True)]
        return Chunk(self.first, count, arms, plays)


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
    """Play units `first` to `first + count - 1` in every arm.

    Raises StrategyFault, with the units that all arms finished before it.
    """
    fault: StrategyFault | None = None
    chunk = Chunk(first, count, [], [] if spec.plays else None)
    for arm in spec.arms:
        player = _Player(spec, arm)
        try:
            games, hands = player.play(first, count)
        except _Unfinished as stopped:
            fault, count = StrategyFault(stopped.sentence), stopped.count
            games, hands = stopped.finished
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
    unit: int,
    game: int = 0,
    *,
    mano: int | None = None,
    decks: Sequence[Sequence[int]] | Array | None = None,
    script: Sequence[int] = (),
) -> Trace:
    """Play one game and keep every event: game number `unit` of a run, or number `game` in match number `unit`.

    `mano`: of the first hand, instead of the one whose turn it is. `decks`: card codes of the first hand's deck and the
    vueltas' (2 by cards), instead of the deals of the seed. `script`: answers of the first questions (`records.ASK`:
    ask the strategy). Raises StrategyFault, UsageError for a match that has fewer games, ValueError for other decks.
    """
    if mano is None and spec.matches:
        mano = _mano_in_match(spec, unit, game)
    player = _Player(spec, spec.arms[arm], np.asarray(script, np.int16))
    given = _NO_DECKS if decks is None else np.ascontiguousarray(np.asarray(decks, np.int8)[None])
    if decks is not None and given.shape != (1, 2, spec.rules_of(spec.arms[arm]).deck):
        raise ValueError(f"decks of the shape {given.shape[1:]} do not fit: give all cards of both hands")
    trace = records.blanks((MAX_EVENTS,), EVENT)
    try:
        played = player.play_one(unit, game, records.NONE if mano is None else mano, trace, given)
    except _Unfinished as stopped:
        raise StrategyFault(stopped.sentence, Chunk(unit, 0, [stopped.finished])) from None
    return Trace(_plain(trace)[: player.state.events].copy(), Chunk(unit, 1, [played]))


def _mano_in_match(spec: Spec, match: int, game: int) -> int:
    """The mano of a game, which depends on all that were played in its match before it."""
    try:
        _, hands = _Player(spec, spec.arms[0]).play(match, 1)
    except _Unfinished as stopped:  # where a game has a fault, those before it can be looked at, and it fails by itself
        hands = stopped.begun
    if not 0 <= game < len(hands):
        raise UsageError(f"match {match} has no game {game}: its games are numbered from 0 to {len(hands) - 1}")
    return int(hands["mano"][game, 0])


class _Unfinished(Exception):  # noqa: N818 - the way from the kernel to a fault
    """The kernel stopped after `count` whole units, whose games and hands are `finished`; `begun`: all hands so far."""

    def __init__(self, sentence: str, count: int, finished: tuple[Array, Array], begun: Array) -> None:
        super().__init__(sentence)
        self.sentence, self.count, self.finished, self.begun = sentence, count, finished, begun


class _Player:
    """The arguments of the kernel for one arm."""

    def __init__(self, spec: Spec, arm: Arm, script: Array = _NO_SCRIPT) -> None:
        self.spec, self.arm, self.script = spec, arm, script
        self.rules = spec.rules_of(arm).record()
        self.seats = seats_record([strategy.seat() for strategy in arm.strategies])
        self.state, self.view = records.blank(STATE), records.blank(VIEW)
        self.plays = np.zeros((0, 2, MAX_CARDS), np.int8)

    def play(self, first: int, count: int) -> tuple[Array, Array]:
        """The games (GAME, n) and hands (HAND, n by 2) of some units, the cards played in `plays`."""
        return self._play(self._plan(first, count), count * self.spec.longest, records.blanks((0,), EVENT), _NO_DECKS)

    def play_one(self, unit: int, game: int, mano: int, trace: Array, decks: Array) -> tuple[Array, Array]:
        """One game alone, with its events in `trace`."""
        plan = self._plan(unit, 1)
        plan.matches, plan.game, plan.mano = 0, game, mano
        return self._play(plan, 1, trace, decks)

    def _plan(self, first: int, count: int) -> Any:
        plan = records.blank(PLAN)
        plan.seed, plan.first, plan.count, plan.mano = self.spec.seed, first, count, records.NONE
        plan.matches = self.spec.matches
        plan.withhold = WITHHOLD.index(self.arm.withhold)
        return plan

    def _play(self, plan: Any, room: int, trace: Array, decks: Array) -> tuple[Array, Array]:
        """Play a plan of at most `room` games; raises _Unfinished."""
        games, hands = records.blanks((room,), GAME), records.blanks((room, 2), HAND)
        games["winner"] = records.NONE
        self.plays = np.full((room if self.spec.plays else 0, 2, MAX_CARDS), records.NONE, np.int8)
        raised: Exception | None = None
        played = 0
        try:
            played = play_games(
                plan, self.rules, self.seats, decks, self.script, self.state, self.view, games, hands,
                self.plays, trace,
            )  # fmt: skip
        except Exception as error:  # whatever a strategy raises
            raised = error
        games, hands = _plain(games), _plain(hands)
        if raised is not None or self.state.fault != 0:
            raise self._unfinished(plan, games, hands, raised) from raised
        self.plays = self.plays[:played]
        return games[:played], hands[:played]

    def _unfinished(self, plan: Any, games: Array, hands: Array, raised: Exception | None) -> _Unfinished:
        row = int(np.argmin(games["winner"] != records.NONE))
        unit, game = int(games["unit"][row]), int(games["game"][row])
        place = f"match {unit}, game {game}" if self.spec.matches else f"game {unit}"
        whole = row - game if plan.matches else row
        sentence = fault_sentence(self.arm, self.state, self.view, place, raised)
        return _Unfinished(sentence, unit - int(plan.first), (games[:whole], hands[:whole]), hands[: row + 1])


def _plain(array: Array) -> Array:
    """The same memory without attribute access."""
    return array if JIT else np.frombuffer(array.tobytes(), _PLAIN[array.dtype.names]).reshape(array.shape)


_PLAIN = {dtype.names: dtype for dtype in (GAME, HAND, EVENT)}
