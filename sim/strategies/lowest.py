"""A player who always lays the card worth least."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import weakest
from bazas.sim.strategy import Strategy


def play(view: Any) -> int:
    """The weakest legal card; others before a trump of its strength, then the lowest suit."""
    return weakest(view.legal, view.trumps)


strategy = Strategy(
    name="lowest",
    description="plays its weakest legal card",
    descripcion="Echa siempre la carta más baja que puede: no regala puntos, pero tampoco va a por ellos.",
    play=play,
)
