"""A player that imagines, and makes no mistake in what it imagines once the stock is gone.

While there is stock it is `rollout`. In the arrastre each world is solved instead of played out: every card gets the
exact value that it has with all hands on the table and best play by both sides (`bazas.kernels.solver`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import lowest
from bazas.kernels.compiling import inner
from bazas.kernels.imagining import add_lead
from bazas.kernels.playout import DESK
from bazas.kernels.records import EVENT, PLAY, blanks
from bazas.kernels.solver import GAME, POINTS, POSITION, WORKSPACE, card_values, place_world, position_of
from bazas.kernels.worlds import sample_world
from bazas.sim.strategies.lookahead import (
    PARAMETERS_OF_ALL,
    POINT,
    SAMPLE,
    begin,
    best_of,
    claim,
    declare,
    for_game,
    is_forced,
    list_answers,
    weigh,
)
from bazas.sim.strategy import Strategy


@inner
def solve(view: Any, desks: Any, size: int, positions: Any, workspaces: Any, values: Any) -> None:
    """Solve the same worlds for so many cards, and add up their leads; room for one record each, and for 64 values."""
    desk, position, workspace = desks[0], positions[0], workspaces[0]
    goal = GAME if for_game(view) else POINTS
    sign = 1 - 2 * (view.seat & 1)
    workspace.point = view.params[POINT]
    key = begin(view, desk)
    for i in range(view.params[SAMPLE]):
        sample_world(view, desk.worlds, key, i, desk.world)
        if i == 0:
            position_of(desk.world, view, desk.start, position)
        else:
            place_world(desk.world, position)
        card_values(position, goal, workspace, values)
        for j in range(1, size):
            add_lead(desk, j, sign * (values[desk.answers[j]] - values[desk.answers[0]]))


def answer(view: Any) -> int:
    """The answer that did best: cards of the arrastre by their exact values, all else in play-outs."""
    if is_forced(view):
        return lowest(view.legal)
    desks = blanks(1, DESK)  # passed on whole: a record alone would not keep its memory alive
    size = list_answers(view, desks)
    if view.stock == 0 and view.question == PLAY:
        solve(view, desks, size, blanks(1, POSITION), blanks(1, WORKSPACE), np.empty(64, np.int64))
    else:
        weigh(view, desks, size, blanks(0, EVENT))
    return best_of(view, desks, size)


strategy = Strategy(
    name="exact",
    description="plays like rollout, but works out the arrastre of each world that it imagines without a mistake",
    descripcion=(
        "Mientras queda mazo juega como rollout. En el arrastre resuelve cada reparto imaginado a cartas vistas, con "
        "el mejor juego de las dos parejas, y echa la carta que más vale de media."
    ),
    play=answer,
    swap=answer,
    declare=declare,
    sing=answer,
    claim=claim,
    parameters=PARAMETERS_OF_ALL,
    looks_ahead=True,
)
