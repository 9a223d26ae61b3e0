"""Whole games of Tarneeb: rounds until one side alone stands at the goal. The entry point that Python calls."""

from __future__ import annotations

from typing import Any

from numba import from_dtype, types

from bazas.kernels.asking import note, seat_after
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.dealing import shuffle
from bazas.kernels.noise import ANSWER_STREAM, stream
from bazas.kernels.records import EVENT, SEATS
from bazas.kernels.tarneeb.auction import sit_down
from bazas.kernels.tarneeb.cards import DECK
from bazas.kernels.tarneeb.records import (
    E_DEALT,
    E_ROUND,
    ENDLESS,
    MOST_ROUNDS,
    NO_ROOM,
    NOBODY,
    PLAN,
    PLAYERS,
    ROUND,
    RULES,
    STATE,
    VIEW,
)
from bazas.kernels.tarneeb.round import deal, play_on, winner_of_game


@inner
def play_round(
    row: int, number: int, unit: int, plan: Any, rules: Any, seats: Any, decks: Any, script: Any, state: Any, view: Any,
    score: Any, plays: Any, trace: Any,
) -> None:  # fmt: skip
    """Play round `number` of a game; `row`: its place in the arrays of `play_rounds`."""
    shuffle(state.cards, DECK, plan.seed, unit, number, 0)
    if row < decks.shape[0]:
        for i in range(decks.shape[1]):
            state.cards[i] = decks[row, i]
    state.key = stream(plan.seed, unit, number, 0, ANSWER_STREAM)
    dealer = unit + number
    if plan.dealer >= 0:
        dealer = plan.dealer + number - plan.number
    state.raised = plan.raised
    score.unit = unit
    score.number = number
    view.number = number
    deal(state, view, score, (dealer + plan.turn) & 3)
    _note_deal(state, view, trace)
    play_on(state, view, score, seats, rules, script, trace)
    if row < plays.shape[0]:
        for i in range(plays.shape[1]):
            plays[row, i] = view.plays[i]


@inner
def _note_deal(state: Any, view: Any, trace: Any) -> None:
    if trace.size != 0:
        note(trace, state, view, E_ROUND, view.dealer, view.number, 0)
        for i in range(PLAYERS):
            seat = seat_after(view.dealer, i + 1, PLAYERS)
            note(trace, state, view, E_DEALT, seat, 0, state.hands[seat])


def _signature() -> Any:
    return types.int64(
        from_dtype(PLAN), from_dtype(RULES), from_dtype(SEATS), types.Array(types.int8, 2, "C"),
        types.Array(types.int16, 1, "C"), from_dtype(STATE), from_dtype(VIEW), types.Array(from_dtype(ROUND), 1, "C"),
        types.Array(types.int8, 2, "C"), types.Array(from_dtype(EVENT), 1, "C"),
    )  # fmt: skip


@kernel(_signature)
def play_rounds(
    plan: Any, rules: Any, seats: Any, decks: Any, script: Any, state: Any, view: Any, rounds: Any, plays: Any,
    trace: Any,
) -> int:  # fmt: skip
    """Play `plan.count` games from number `plan.first` on; returns how many rounds the finished ones have.

    `rounds` (ROUND, n) takes the facts, game after game. Where it has no room for the next round, or a game is not over
    after `MOST_ROUNDS`, `state.stopped` says so, and the game begun is not counted. After an illegal answer `state` and
    `view` stand at it, and `state.fault` is set. These may be empty: `decks` (int8, n by 52) gives the decks of the
    rounds in their order, `plays` (int8, n by 52) takes the cards in order of play; for plans of one game, `script`
    (int16) gives answers and `trace` (EVENT) takes the events.
    """
    view.rules = rules
    sit_down(state, view, seats, script)
    state.events = 0
    state.stopped = 0
    row = 0
    for unit in range(plan.first, plan.first + plan.count):
        begin = row
        number = plan.number
        winner = NOBODY
        for side in range(2):
            view.points[side] = plan.points[side]
        while winner == NOBODY and (plan.rounds == 0 or number < plan.number + plan.rounds):
            if row - begin == MOST_ROUNDS or row == rounds.size:
                state.stopped = ENDLESS if row - begin == MOST_ROUNDS else NO_ROOM
                return begin
            score = rounds[row]
            play_round(row, number, unit, plan, rules, seats, decks, script, state, view, score, plays, trace)
            if state.fault != 0:
                return begin
            winner = winner_of_game(view, rules)
            row += 1
            number += 1
        for i in range(begin, row):
            rounds[i].winner = winner
            rounds[i].rounds = row - begin
    return row
