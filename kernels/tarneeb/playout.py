"""Play-outs: a round that goes on from a decision, in a world that the seat holds possible, to its end.

As `bazas.kernels.playout` for Guiñote: a policy plays all seats, by the same loop as every round, and the end is valued
by the points that the round brings to both sides. Answers are compared in the same worlds with the same noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.compiling import inner
from bazas.kernels.imagining import desk_fields
from bazas.kernels.tarneeb.cards import TRICKS
from bazas.kernels.tarneeb.records import ROUND, STATE, VIEW
from bazas.kernels.tarneeb.round import play_on
from bazas.kernels.tarneeb.worlds import WORLDS

MOST_ANSWERS = TRICKS
"""Cards of a hand; there are fewer suits and bids."""

DESK = np.dtype(desk_fields(WORLDS, STATE, VIEW, ROUND, MOST_ANSWERS), align=True)
"""Where a strategy that looks ahead does its work at one decision."""


@inner
def play_out(view: Any, desk: Any, answer: int, policy: Any, trace: Any) -> int:
    """Give an answer to the question of a view in the world of a desk, and let a policy play the round to its end.

    Returns the points of the own side less those of the other. `policy`: a function of a view known to the compiler,
    without parameters. `trace`: an empty array of events.
    """
    desk.state, desk.seen = desk.world, view
    desk.script[0] = answer
    play_on(desk.state, desk.seen, desk.score, policy, view.rules, desk.script, trace)
    points = desk.score.points[0] - desk.score.points[1]
    return points if view.seat & 1 == 0 else -points
