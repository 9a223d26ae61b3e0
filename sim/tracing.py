"""Games of Guiñote by its kernel: the driver of a run's arm, and single games with every event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bazas.kernels import records
from bazas.kernels.calling import seats_record
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.records import EVENT, GAME, HAND, MAX_CARDS, MAX_EVENTS, STATE, VIEW
from bazas.sim.errors import UsageError
from bazas.sim.faults import fault_sentence
from bazas.sim.playing import Array, Chunk, StrategyFault, Unfinished, plain
from bazas.sim.rules import WITHHOLD, guinote
from bazas.sim.spec import Arm, Spec

_NO_DECKS = np.zeros((0, 2, 0), np.int8)
_NO_SCRIPT = np.zeros(0, np.int16)


@dataclass
class Trace:
    """One game with all its events (EVENT, see `bazas.kernels.records.EVENTS`)."""

    events: Array
    chunk: Chunk


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
    player = GuinoteDriver(spec, spec.arms[arm], np.asarray(script, np.int16))
    given = _NO_DECKS if decks is None else np.ascontiguousarray(np.asarray(decks, np.int8)[None])
    if decks is not None and given.shape != (1, 2, guinote(spec.rules_of(spec.arms[arm])).deck):
        raise ValueError(f"decks of the shape {given.shape[1:]} do not fit: give all cards of both hands")
    trace = records.blanks((MAX_EVENTS,), EVENT)
    try:
        played = player.play_one(unit, game, records.NONE if mano is None else mano, trace, given)
    except Unfinished as stopped:
        raise StrategyFault(stopped.sentence, Chunk(unit, 0, [stopped.finished])) from None
    return Trace(plain(trace, EVENT)[: player.state.events].copy(), Chunk(unit, 1, [played]))


def _mano_in_match(spec: Spec, match: int, game: int) -> int:
    """The mano of a game, which depends on all that were played in its match before it."""
    try:
        _, hands = GuinoteDriver(spec, spec.arms[0]).play(match, 1)
    except Unfinished as stopped:  # where a game has a fault, those before it can be looked at, and it fails by itself
        hands = stopped.begun
    if not 0 <= game < len(hands):
        raise UsageError(f"match {match} has no game {game}: its games are numbered from 0 to {len(hands) - 1}")
    return int(hands["mano"][game, 0])


class GuinoteDriver:
    """The arguments of the kernel for one arm."""

    def __init__(self, spec: Spec, arm: Arm, script: Array = _NO_SCRIPT) -> None:
        self.spec, self.arm, self.script = spec, arm, script
        self.rules = guinote(spec.rules_of(arm)).record()
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
        plan.withhold = WITHHOLD.index(self.arm.variation)
        return plan

    def _play(self, plan: Any, room: int, trace: Array, decks: Array) -> tuple[Array, Array]:
        """Play a plan of at most `room` games; raises Unfinished."""
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
        games, hands = plain(games, GAME), plain(hands, HAND)
        if raised is not None or self.state.fault != 0:
            raise self._unfinished(plan, games, hands, raised) from raised
        self.plays = self.plays[:played]
        return games[:played], hands[:played]

    def _unfinished(self, plan: Any, games: Array, hands: Array, raised: Exception | None) -> Unfinished:
        row = int(np.argmin(games["winner"] != records.NONE))
        unit, game = int(games["unit"][row]), int(games["game"][row])
        place = f"match {unit}, game {game}" if self.spec.matches else f"game {unit}"
        whole = row - game if plan.matches else row
        sentence = fault_sentence(self.arm, self.state, self.view, place, raised)
        return Unfinished(sentence, unit - int(plan.first), (games[:whole], hands[:whole]), hands[: row + 1])
