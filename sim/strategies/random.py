"""A player without a plan: every legal card is equally likely."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, pick
from bazas.kernels.noise import choice, mix
from bazas.sim.strategy import Parameter, Strategy


def play(view: Any) -> int:
    """A legal card, uniformly; another `salt` gives other cards."""
    noise = view.noise if view.params[0] == 0 else mix(view.noise ^ mix(view.params[0]))
    return pick(view.legal, choice(noise, count(view.legal)))


strategy = Strategy(
    name="random",
    description="plays any legal card, all equally likely",
    descripcion="Echa cualquiera de las cartas permitidas, todas con la misma probabilidad. Es el cero de la escala.",
    play=play,
    parameters=(Parameter("salt", 0, 0, 2**62, "which stream of random choices"),),
)
