"""A player without a plan: every legal card and every suit is equally likely, a bid is the toss of a coin."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, lowest, pick
from bazas.kernels.noise import choice
from bazas.kernels.tarneeb.records import PASS
from bazas.sim.tarneeb.strategy import TarneebStrategy


def play(view: Any) -> int:
    """A legal card, uniformly."""
    return pick(view.legal, choice(view.noise, count(view.legal)))


def bid(view: Any) -> int:
    """One more than the highest bid, or a pass, as likely as each other."""
    return lowest(view.legal & ~(1 << PASS)) if view.noise & 1 else PASS


def name_trumps(view: Any) -> int:
    """A suit, uniformly."""
    return choice(view.noise, 4)


strategy = TarneebStrategy(
    name="random",
    description="bids one more or passes by the toss of a coin, plays any legal card",
    descripcion="Puja o pasa a cara o cruz y echa cualquiera de las cartas permitidas. Es el cero de la escala.",
    play=play,
    bid=bid,
    name_trumps=name_trumps,
)
