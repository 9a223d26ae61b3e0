"""A strategy with a planted optimum, for the tests of tuning."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import strongest, weakest
from bazas.kernels.noise import choice, mix
from bazas.sim.strategy import Parameter, Strategy

BEST = 11


def play(view: Any) -> int:
    """The weakest card, which is the better play; the further `x` from BEST, the more often the strongest."""
    off = abs(view.params[0] - 11)
    if choice(mix(view.noise), 24) < off:
        return strongest(view.legal, view.trumps)
    return weakest(view.legal, view.trumps)


toy = Strategy(
    "toy",
    "is best with x=11",
    play,
    parameters=(Parameter("x", 3, 0, 24, "how well it plays"), Parameter("y", 0, 0, 1000, "is not read")),
)
