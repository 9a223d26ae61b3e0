"""Games of Tarneeb by its kernel: the driver of a run's arm, and single games with every event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bazas.kernels.calling import seats_record
from bazas.kernels.records import EVENT, PLAY, blank, blanks
from bazas.kernels.tarneeb.cards import CARDS, DECK
from bazas.kernels.tarneeb.game import play_rounds
from bazas.kernels.tarneeb.records import (
    BID,
    ENDLESS,
    MOST_ROUNDS,
    NAME,
    NOBODY,
    PLAN,
    QUESTIONS,
    ROUND,
    ROUND_EVENTS,
    STATE,
    VIEW,
)
from bazas.sim.playing import Array, Chunk, StrategyFault, Unfinished, plain
from bazas.sim.spec import Arm, Spec
from bazas.sim.tarneeb.notation import SEATS, SUITS, bid_name, card_name, cards_of, is_card, numbers_of

USUAL_ROUNDS = 24
"""Room for so many rounds a game is made at first."""

_NO_DECKS = np.zeros((0, CARDS), np.int8)
_NO_SCRIPT = np.zeros(0, np.int16)
_NO_TRACE = blanks((0,), EVENT)


class TarneebDriver:
    """The arguments of the kernel for one arm."""

    def __init__(self, spec: Spec, arm: Arm, script: Array = _NO_SCRIPT, decks: Array = _NO_DECKS) -> None:
        self.spec, self.arm, self.script, self.decks = spec, arm, script, decks
        self.rules = spec.rules_of(arm).record()
        self.seats = seats_record([strategy.seat() for strategy in arm.strategies])
        self.state, self.view = blank(STATE), blank(VIEW)
        self.plays = np.zeros((0, CARDS), np.int8)
        self.trace = _NO_TRACE

    def play(self, first: int, count: int) -> tuple[Array]:
        """The rounds (ROUND, n) of some games, the cards played in `plays`; raises Unfinished."""
        parts: list[Array] = []
        plays: list[Array] = []
        done, most = 0, 1 if self.spec.deals else USUAL_ROUNDS
        while done < count:
            try:
                rounds = self.play_plan(self.plan(first + done, count - done), (count - done) * most)
            except Unfinished as stopped:
                finished = np.concatenate([*parts, *stopped.finished])
                self.plays = np.concatenate([*plays, self.plays])
                raise Unfinished(stopped.sentence, done + stopped.count, (finished,), finished) from stopped.__cause__
            parts.append(rounds)
            plays.append(self.plays)
            done = int(rounds["unit"][-1]) - first + 1 if len(rounds) else done
            most = min(4 * most, MOST_ROUNDS)
        if len(parts) == 1:  # nearly always: nothing is copied then
            return (parts[0],)
        self.plays = np.concatenate(plays)
        return (np.concatenate(parts),)

    def plan(self, first: int, count: int) -> Any:
        """The plan (PLAN) of some games from their first rounds on."""
        plan = blank(PLAN)
        plan.seed, plan.first, plan.count, plan.dealer = self.spec.seed, first, count, NOBODY
        plan.rounds = 1 if self.spec.deals else 0
        plan.raised, plan.turn = self.arm.variation == "raised", self.arm.variation == "turned"
        return plan

    def play_plan(self, plan: Any, room: int) -> Array:
        """The rounds of the games of a plan that are over within `room` rounds; raises Unfinished."""
        rounds = blanks((room,), ROUND)
        self.plays = np.full((room if self.spec.plays else 0, CARDS), NOBODY, np.int8)
        raised: Exception | None = None
        try:
            play_rounds(
                plan, self.rules, self.seats, self.decks, self.script, self.state, self.view, rounds, self.plays,
                self.trace,
            )  # fmt: skip
        except Exception as error:  # whatever a strategy raises
            raised = error
        rounds = plain(rounds, ROUND)
        whole = int(np.count_nonzero(rounds["rounds"]))
        self.plays = self.plays[:whole]
        games = int(rounds["unit"][whole - 1]) - int(plan.first) + 1 if whole else 0
        if raised is not None or self.state.fault:
            sentence = self._fault(int(plan.first) + games, raised)
        elif self.state.stopped == ENDLESS:
            sentence = (
                f"game {int(plan.first) + games} was not over after {MOST_ROUNDS:,} rounds, with side a at "
                f"{int(self.view.points[0])} and side b at {int(self.view.points[1])} points: strategies that bid more "
                "than they take play for ever"
            )
        else:
            return rounds[:whole]
        raise Unfinished(sentence, games, (rounds[:whole],), rounds[:whole]) from raised

    def _fault(self, game: int, raised: Exception | None) -> str:
        return fault_sentence(self.arm, self.state, self.view, f"game {game}", raised)


def fault_sentence(arm: Arm, state: Any, view: Any, place: str, raised: Exception | None) -> str:
    """A strategy that broke the rules or raised, told in one sentence: who, where, what it did, what was legal."""
    seat, question = int(view.seat), int(view.question)
    name = arm.strategies[seat].label
    asked = QUESTIONS[question].replace("_", " ")
    trick = f", trick {view.trick}" if question == PLAY else ""
    where = f"{place}, round {view.number}{trick}, {SEATS[seat]} (seat {seat}) when asked to {asked}"
    if raised is not None:
        what = f"{type(raised).__name__}: {raised}" if str(raised) else type(raised).__name__
        return f"strategy {name} failed in {where}: {what}"
    move = int(state.move)
    legal = ", ".join(_word(question, answer) for answer in _answers(question, int(view.legal)))
    return f"strategy {name} broke the rules in {where}: it answered {_word(question, move)}, and legal were {legal}"


def _answers(question: int, legal: int) -> list[int]:
    return cards_of(legal) if question == PLAY else numbers_of(legal)


def _word(question: int, answer: int) -> str:
    if question == PLAY and is_card(answer):
        return card_name(answer)
    if question == NAME and 0 <= answer < len(SUITS):
        return f"{SUITS[answer]} ({answer})"
    return f"{bid_name(answer)} (0)" if question == BID and answer == 0 else str(answer)


@dataclass
class Trace:
    """One game, or some rounds of it, with all its events (EVENT, see `bazas.kernels.tarneeb.records.EVENTS`)."""

    events: Array
    rounds: Array


def trace_game(
    spec: Spec,
    arm: int,
    game: int,
    *,
    rounds: int = 0,
    dealer: int | None = None,
    points: tuple[int, int] = (0, 0),
    decks: Sequence[Sequence[int]] | Array | None = None,
    script: Sequence[int] = (),
) -> Trace:
    """Play game number `game` of a run and keep every event.

    `rounds`: so many at most; 0: until a side has won. `dealer` of the first round, instead of the one whose turn it
    is; `points` of both sides before it. `decks`: card codes of the decks of the first rounds (n by 52), instead of the
    deals of the seed. `script`: answers of the first questions (`bazas.kernels.records.ASK`: ask the strategy).
    Raises StrategyFault, ValueError for other decks.
    """
    given = _NO_DECKS if decks is None else np.ascontiguousarray(decks, np.int8)
    if given.ndim != 2 or given.shape[1] != CARDS or (np.sort(given, axis=1) != cards_of(DECK)).any():
        raise ValueError(f"decks of the shape {given.shape} do not fit: give the {CARDS} cards for each round")
    driver = TarneebDriver(spec, spec.arms[arm], np.asarray(script, np.int16), given)
    plan = driver.plan(game, 1)
    plan.rounds, plan.points = rounds, points
    if dealer is not None:
        plan.dealer = dealer
    try:
        room, played = USUAL_ROUNDS, plain(blanks((0,), ROUND), ROUND)
        while not len(played):
            driver.trace = blanks((room * ROUND_EVENTS,), EVENT)
            played = driver.play_plan(plan, room)
            room = min(4 * room, MOST_ROUNDS)
    except Unfinished as stopped:
        raise StrategyFault(stopped.sentence, Chunk(game, 0, [stopped.finished])) from stopped.__cause__
    return Trace(plain(driver.trace, EVENT)[: driver.state.events].copy(), played)
