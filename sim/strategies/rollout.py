"""A player that imagines: at every decision it deals the hidden cards many times and plays all answers to the end.

The cards that it imagines fit all that it may know; the hands are played on by `counter`, in all seats.
"""

from __future__ import annotations

from typing import Any

from bazas.sim.strategies.lookahead import PARAMETERS_OF_ALL, best_card, claim, declare, sing, swap
from bazas.sim.strategy import Strategy


def play(view: Any) -> int:
    """The card that did best in the play-outs."""
    return best_card(view)


strategy = Strategy(
    name="rollout",
    description="imagines the hidden cards many times, plays each card to the end as counter would, takes the best",
    descripcion=(
        "Imagina muchas veces las cartas que no ve, siempre de acuerdo con lo jugado y lo cantado, y cada vez prueba "
        "todas sus cartas hasta el final de la mano, con los cuatro jugando como counter. Echa la que mejor sale de "
        "media; así decide también si cambia el siete y qué canta."
    ),
    play=play,
    swap=swap,
    declare=declare,
    sing=sing,
    claim=claim,
    parameters=PARAMETERS_OF_ALL,
)
