"""A player that imagines, and makes no mistake in what it imagines once the stock is gone.

While there is stock it is `rollout`. In the arrastre each world is solved instead of played out: every card gets the
exact value that it has with all hands on the table and best play by both sides (`bazas.kernels.solver`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import lowest
from bazas.kernels.compiling import shared
from bazas.kernels.noise import mix
from bazas.kernels.playout import score_so_far
from bazas.kernels.records import HAND, STATE, blanks
from bazas.kernels.solver import GAME, POINTS, POSITION, WORKSPACE, card_values, place_world, position_of
from bazas.kernels.worlds import WORLDS, count_worlds, sample_world
from bazas.sim.strategies.lookahead import (
    FOR_GAME,
    GOAL_SOUGHT,
    MOST_ANSWERS,
    PARAMETERS_OF_ALL,
    SAMPLE,
    add_lead,
    best_card,
    best_of,
    cards_to_weigh,
    claim,
    declare,
    sing,
    swap,
    usual_answer,
)
from bazas.sim.strategy import Strategy


@shared
def solve(view: Any, answers: Any, leads: Any) -> None:
    """Solve the same worlds for all cards (int16, n); adds up their leads over the first (float64, n by 2)."""
    worlds, states, scores = blanks(1, WORLDS), blanks(1, STATE), blanks(1, HAND)
    positions, workspace, values = blanks(1, POSITION), blanks(1, WORKSPACE), np.empty(64, np.int64)
    goal = GAME if view.params[GOAL_SOUGHT] == FOR_GAME else POINTS
    sign = 1 - 2 * (view.seat & 1)
    score_so_far(view, scores[0])
    count_worlds(view, worlds[0])
    key = mix(view.noise + 1)
    for i in range(view.params[SAMPLE]):
        sample_world(view, worlds[0], key, i, states[0])
        if i == 0:
            position_of(states[0], view, scores[0], positions[0])
        else:
            place_world(states[0], positions[0])
        card_values(positions[0], goal, workspace[0], values)
        for j in range(1, answers.size):
            add_lead(leads, j, sign * (values[answers[j]] - values[answers[0]]))


def play(view: Any) -> int:
    """The card that did best, in play-outs while there is stock, then by the exact values of the worlds."""
    if view.stock > 0:
        return best_card(view)
    if view.legal & (view.legal - 1) == 0:
        return lowest(view.legal)
    answers, leads = np.empty(MOST_ANSWERS, np.int16), np.zeros((MOST_ANSWERS, 2))
    size = cards_to_weigh(view, usual_answer(view), answers)
    solve(view, answers[:size], leads)
    return best_of(view, answers[:size], leads)


strategy = Strategy(
    name="exact",
    description="plays like rollout, but works out the arrastre of each world that it imagines without a mistake",
    descripcion=(
        "Mientras queda mazo juega como rollout. En el arrastre resuelve cada reparto imaginado a cartas vistas, con "
        "el mejor juego de las dos parejas, y echa la carta que más vale de media."
    ),
    play=play,
    swap=swap,
    declare=declare,
    sing=sing,
    claim=claim,
    parameters=PARAMETERS_OF_ALL,
)
