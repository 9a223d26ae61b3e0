"""A player who always lays the card worth most."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import strongest
from bazas.sim.strategy import Strategy


def play(view: Any) -> int:
    """The strongest legal card; a trump before others of its strength, then the lowest suit."""
    return strongest(view.legal, view.trumps)


strategy = Strategy(name="highest", description="plays its strongest legal card", play=play)
