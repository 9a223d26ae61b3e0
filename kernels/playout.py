"""Play-outs: a hand that goes on from a decision, in a world that the seat holds possible, to its end.

The seat that is asked does not see the other hands. In a world they are given, so that the hand can be played on by a
policy for all seats (see `bazas.kernels.calling`), by the same loop as every hand, and its end be valued. Candidates
for the answer are compared in the same worlds with the same noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import count
from bazas.kernels.cards import GOAL, points_of
from bazas.kernels.compiling import inner
from bazas.kernels.hand import play_on
from bazas.kernels.imagining import desk_fields, stand_at_question
from bazas.kernels.records import (
    BY_HAND,
    HAND,
    MAX_SEATS,
    NONE,
    PARAMETERS,
    PLAY,
    STATE,
    VIEW,
    WITHHOLD_NONE,
)
from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from bazas.kernels.worlds import WORLDS

MOST_ANSWERS = 6
"""Cards of a hand; there are fewer cantes."""

DESK = np.dtype(
    [
        *desk_fields(WORLDS, STATE, VIEW, HAND, MOST_ANSWERS),
        ("start", HAND),  # the facts of the hand so far
    ],
    align=True,
)
"""Where a strategy that looks ahead does its work at one decision."""


@inner
def winner_of(view: Any, trick: int, finished: int) -> int:
    """The seat that won trick number `trick` (from 0), of `finished` tricks."""
    if trick + 1 < finished:
        return int(view.leaders[trick + 1])
    return view.leader if view.question == PLAY else view.winner


@inner
def score_so_far(view: Any, score: Any) -> None:
    """Fill those facts of a hand (HAND) on which its end depends, from what the view tells."""
    players = view.players
    finished = view.trick - 1 if view.question == PLAY else view.trick
    for side in range(2):
        score.cards[side] = 0
        score.tricks[side] = view.won[side]
        score.twenties[side] = 0
    for trick in range(finished):
        side = winner_of(view, trick, finished) & 1
        for place in range(trick * players, (trick + 1) * players):
            score.cards[side] += points_of(int(view.plays[place]))
    unnamed = 0
    for seat in range(MAX_SEATS):
        unnamed += view.unnamed[seat] if seat != view.seat else 0
    score.twenties[0] = count(view.sung & ~(1 << view.trumps)) + unnamed  # only their number matters from here on
    for side in range(2):
        score.cantes[side] = view.points[side] - view.carried[side] - score.cards[side]
    score.mano = view.mano
    score.last_trick = NONE


@inner
def open_world(state: Any, key: int) -> None:
    """Set all of a state but what a sampled world says: the hand stands at the question of the view.

    `key`: stream of the noise of the play-outs in this world.
    """
    stand_at_question(state, key)
    state.withhold = WITHHOLD_NONE
    state.winning_side = NONE
    state.decided = BY_HAND


@inner
def policy_answer(view: Any, desk: Any, policy: Any, params: Any) -> int:
    """What a policy with these parameters answers to the question of a view."""
    desk.seen = view
    for i in range(PARAMETERS):
        desk.seen.params[i] = params[i]
    return policy(desk.seen)


@inner
def play_out(view: Any, desk: Any, answer: int, policy: Any, params: Any, trace: Any) -> None:
    """Give an answer to the question of a view in the world of a desk, and let a policy play the hand to its end.

    The end stands in `desk.state`, `desk.seen` and `desk.score`. `trace`: an empty array of events.
    """
    desk.state, desk.seen, desk.score = desk.world, view, desk.start
    desk.script[0] = answer
    for i in range(PARAMETERS):
        desk.seen.params[i] = params[i]
    play_on(desk.state, desk.seen, desk.score, policy, view.rules, desk.script, trace)


@inner
def game_value(state: Any, view: Any, score: Any) -> int:
    """The chance of side a to win the game after a hand, in 1 / CERTAIN."""
    if state.winning_side >= 0:
        return CERTAIN if state.winning_side == 0 else 0
    a, b = min(view.points[0], GOAL), min(view.points[1], GOAL)
    return chance_in_vueltas(view.players, count(view.deck), a, b, score.next_mano & 1)
