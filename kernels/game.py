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
        ("first", np.int64),  # number of the first unit
        ("count", np.int64),
        ("matches", np.int64),  # 1: units are matches, 0: games
        ("game", np.int64),  # number that the games of plain plans have in their unit
        ("withhold", np.int64),  # WITHHOLD_*
        ("mano", np.int64),  # of the first game of every unit; -1: unit number mod players
    ],
    align=True,
)


@inner
def play_game(
    row: int, number: int, unit: int, mano: int, plan: Any, rules: Any, seats: Any, decks: Any, script: Any, state: Any,
    view: Any, game: Any, hands: Any, plays: Any, trace: Any,
) -> int:  # fmt: skip
    """Play game `number` of a unit into row `row` of the arrays of `play_games`; returns the mano of the next game."""
    state.withhold = plan.withhold
    for side in range(2):
        view.points[side] = 0
        view.carried[side] = 0
    for hand in range(hands.shape[0]):  # always two: said so, the compiler would write out the loop twice
        open_streams(state, rules, plan.seed, unit, number, hand)
        if row < decks.shape[0]:
            for i in range(decks.shape[2]):
                state.cards[i] = decks[row, hand, i]
        score = hands[hand]
        deal(state, view, score, rules, mano, hand)
        game.hands = hand + 1
        _note_deal(state, view, trace)
        play_on(state, view, score, seats, rules, script, trace)
        mano = int(score.next_mano)
        if row < plays.shape[0]:
            _keep_plays(view, plays[row, hand])
        if state.winning_side >= 0 or state.fault != 0:
            break
        for side in range(2):
            view.carried[side] = view.points[side]
    game.winner = state.winning_side if state.fault == 0 else NONE
    game.decided = state.decided
    return mano


@inner
def open_match(state: Any) -> None:
    """Nobody has won a game or a coto yet."""
    for side in range(2):
        state.games_won[side] = 0
        state.cotos_won[side] = 0


@inner
def number_game(state: Any, game: Any, unit: int, number: int) -> None:
    """Say where in its match a game stands; a plain game is the first of its unit."""
    game.unit = unit
    game.game = number
    game.coto = state.cotos_won[0] + state.cotos_won[1]
    game.game_of_coto = state.games_won[0] + state.games_won[1]


@inner
def goes_on(state: Any, rules: Any, side: int) -> bool:
    """Give a won game to a side, and the coto and the match that it may complete; whether the match goes on."""
    state.games_won[side] += 1
    if state.games_won[side] == rules.coto_games:
        state.cotos_won[side] += 1
        for i in range(2):
            state.games_won[i] = 0
    return state.cotos_won[side] < rules.match_cotos


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
    """Play `plan.count` units, games or matches, from number `plan.first` on; returns how many games were finished.

    The games of a match follow one another, as do the matches; the mano passes on from game to game as the rules say.
    `games` (GAME, n) and `hands` (HAND, n by 2) take the facts; matches need room for `Rules.longest_match` games each.
    After an illegal answer `state` and `view` stand at it, and the game's winner is NONE. These may be empty: `decks`
    (int8, n by 2 by cards) gives the decks, `plays` (int8, n by 2 by MAX_CARDS) takes the cards in order of play; for
    plans of one game, `script` (int16) gives answers and `trace` (EVENT, MAX_EVENTS) takes the events.
    """
    view.rules = rules
    sit_down(state, view, seats, script)
    state.events = 0
    row = 0
    for unit in range(plan.first, plan.first + plan.count):
        mano = plan.mano if plan.mano >= 0 else unit & (rules.players - 1)
        number = plan.game
        open_match(state)
        playing = True
        while playing:
            game = games[row]
            number_game(state, game, unit, number)
            mano = play_game(
                row, number, unit, mano, plan, rules, seats, decks, script, state, view, game, hands[row], plays, trace
            )
            if state.fault != 0:
                return row
            row += 1
            number += 1
            playing = plan.matches != 0 and goes_on(state, rules, game.winner)
    return row
