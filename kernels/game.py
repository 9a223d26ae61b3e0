"""Whole games: a hand, and the vueltas where nobody has won it. The entry points that Python calls."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from bazas.kernels.asking import note, seat_after, sit_down
from bazas.kernels.bits import count
from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.dealing import deal, open_streams
from bazas.kernels.hand import play_on
from bazas.kernels.records import (
    E_DEALT,
    E_HAND,
    EVENT,
    GAME,
    HAND,
    NONE,
    RULES,
    SEATS,
    STATE,
)

PLAN = np.dtype(
    [
        ("seed", np.int64),
        ("first", np.int64),  # number of the first game
        ("count", np.int64),
        ("withhold", np.int64),  # WITHHOLD_*
        ("mano", np.int64),  # of every game; -1: game number mod players
    ],
    align=True,
)


@inner
def play_game(
    index: int, plan: Any, rules: Any, seats: Any, decks: Any, script: Any, state: Any, view: Any, game: Any,
    hands: Any, plays: Any, trace: Any,
) -> None:  # fmt: skip
    """Play game number `index` of a plan: see `play_games`."""
    number = plan.first + index
    mano = plan.mano if plan.mano >= 0 else number & (rules.players - 1)
    state.withhold = plan.withhold
    for side in range(2):
        view.points[side] = 0
        view.carried[side] = 0
    for hand in range(hands.shape[0]):  # always two: said so, the compiler would write out the loop twice
        open_streams(state, rules, plan.seed, number, 0, hand)
        if index < decks.shape[0]:
            for i in range(decks.shape[2]):
                state.cards[i] = decks[index, hand, i]
        score = hands[hand]
        deal(state, view, score, rules, mano, hand)
        game.hands = hand + 1
        _note_deal(state, view, trace)
        play_on(state, view, score, seats, rules, script, trace)
        if index < plays.shape[0]:
            _keep_plays(view, plays[index, hand])
        if state.winning_side >= 0 or state.fault != 0:
            break
        for side in range(2):
            view.carried[side] = view.points[side]
        mano = score.next_mano
    game.game = number
    game.winner = state.winning_side if state.fault == 0 else NONE
    game.decided = state.decided


@inner
def _keep_plays(view: Any, plays: Any) -> None:
    """The cards in order of play, -1 after the last one."""
    played = 0
    for seat in range(view.players):
        played += count(view.played[seat])
    for i in range(plays.shape[0]):
        plays[i] = view.plays[i] if i < played else NONE


@inner
def _note_deal(state: Any, view: Any, trace: Any) -> None:
    if trace.size != 0:
        note(trace, state, view, E_HAND, view.mano, view.muestra, 0)
        for i in range(view.players):
            seat = seat_after(view.mano, i, view.players)
            note(trace, state, view, E_DEALT, seat, 0, state.hands[seat])


def _signature() -> Any:
    return types.int64(
        from_dtype(PLAN), from_dtype(RULES), from_dtype(SEATS), types.Array(types.int8, 3, "C"),
        types.Array(types.int16, 1, "C"), from_dtype(STATE), VIEW_TYPE, types.Array(from_dtype(GAME), 1, "C"),
        types.Array(from_dtype(HAND), 2, "C"), types.Array(types.int8, 3, "C"), types.Array(from_dtype(EVENT), 1, "C"),
    )  # fmt: skip


@kernel(_signature)
def play_games(
    plan: Any, rules: Any, seats: Any, decks: Any, script: Any, state: Any, view: Any, games: Any, hands: Any,
    plays: Any, trace: Any,
) -> int:  # fmt: skip
    """Play `plan.count` games from number `plan.first` on; returns how many were finished.

    Fewer than asked for: `state` and `view` stand at the illegal answer. `games` (GAME, n) and `hands` (HAND, n by 2)
    take the facts. These may be empty: `decks` (int8, n by 2 by cards) gives the decks, `plays` (int8, n by 2 by
    MAX_CARDS) takes the cards in order of play; for plans of one game, `script` (int16) gives answers and `trace`
    (EVENT, MAX_EVENTS) takes the events.
    """
    sit_down(state, view, seats, script)
    state.events = 0
    for i in range(plan.count):
        play_game(i, plan, rules, seats, decks, script, state, view, games[i], hands[i], plays, trace)
        if state.fault != 0:
            return i
    return plan.count
