"""A player that imagines: at every decision it deals the hidden cards many times and plays all answers to the end.

The cards that it imagines fit all that it may know; the hands are played on by `counter`, in all seats.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import lowest
from bazas.kernels.playout import DESK
from bazas.kernels.records import EVENT, blanks
from bazas.sim.strategies.lookahead import PARAMETERS_OF_ALL, best_of, claim, declare, is_forced, list_answers, weigh
from bazas.sim.strategy import Strategy


def answer(view: Any) -> int:
    """The card to play, whether to swap, the suit to sing: what did best in the play-outs.

    One function for all questions: what it is made of is compiled once.
    """
    if is_forced(view):
        return lowest(view.legal)
    desks = blanks(1, DESK)  # passed on whole: a record alone would not keep its memory alive
    size = list_answers(view, desks)
    weigh(view, desks, size, blanks(0, EVENT))
    return best_of(view, desks, size)


strategy = Strategy(
    name="rollout",
    description="imagines the hidden cards many times, plays each card to the end as counter would, takes the best",
    descripcion=(
        "Imagina muchas veces las cartas que no ve, siempre de acuerdo con lo jugado y lo cantado, y cada vez prueba "
        "todas sus cartas hasta el final de la mano, con los cuatro jugando como lo haría counter. Echa la que mejor "
        "sale de media; así decide también si cambia el siete y qué canta."
    ),
    play=answer,
    swap=answer,
    declare=declare,
    sing=answer,
    claim=claim,
    parameters=PARAMETERS_OF_ALL,
    looks_ahead=True,
)
