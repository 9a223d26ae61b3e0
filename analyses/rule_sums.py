"""What is compared of the games of several arms, and its sums: from chunks of games to exact whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bazas.analyses.paired import Ints
from bazas.sim.guinote_figures import MOST_POINTS, MOST_TWENTIES
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    from bazas.sim.playing import Chunk

MEASURES = {
    "vueltas": 1,
    "mano": 1,
    "wins_a": 1,
    "swaps": 2,
    "cantes": 1 + MOST_TWENTIES,
    "cante_points": MOST_POINTS - 130,
}
"""What is compared of every game, and the most that it can be; 1: a share of the games.

`vueltas`: whether there were any. `mano`: whether the side of the first hand's mano won. `wins_a`: whether side a did.
Of first hands, one a game and all played under the same conditions: `swaps` (for the muestra), `cantes`, their points
(the most points of a side, less 130 of cards and últimas).
"""


def tally_effects(chunk: Chunk) -> Tally:
    """Sums of a chunk of two arms or more.

    - `games`: [deals].
    - `levels` (arm, measure, 2): sums of x and of x squared.
    - `effects` (arm - 1, measure, 4 sums as in `bazas.analyses.paired`): x in the arm less x in arm 0. After the last
      arm, where there are more than two, one line more: the interplay, which is the line of arm 1 less all the others.
    """
    values = np.stack([measured(games, hands) for games, hands in chunk.arms])
    changes = values[1:] - values[0]
    if len(changes) > 1:
        changes = np.concatenate([changes, changes[:1] - changes[1:].sum(axis=0, keepdims=True)])
    games = np.full(changes.shape[:2], values.shape[2])
    return Tally(
        {
            "games": [values.shape[2]],
            "levels": _stacked(values.sum(axis=2), (values * values).sum(axis=2)),
            "effects": _stacked(
                games, (changes != 0).sum(axis=2), changes.sum(axis=2), (changes * changes).sum(axis=2)
            ),
        }
    )


def _stacked(*sums: Ints) -> Ints:
    return np.stack(sums, axis=-1)


def no_effects(arms: int) -> Tally:
    """The sums of no deals."""
    lines, measures = (arms if arms > 2 else 1), len(MEASURES)
    shapes = {"games": (1,), "levels": (arms, measures, 2), "effects": (lines, measures, 4)}
    return Tally({name: np.zeros(shape) for name, shape in shapes.items()})


def measured(games: Any, hands: Any) -> Ints:
    """The measures of games (GAME, n) with their hands (HAND, n by 2): int64, measures by n, in their order."""
    first = hands[:, 0]
    values = {
        "vueltas": games["hands"] == 2,
        "mano": (games["winner"] ^ first["mano"]) & 1 == 0,
        "wins_a": games["winner"] == 0,
        "swaps": np.add(first["swap_seat"] >= 0, first["swap2_seat"] >= 0, dtype=np.int64),
        "cantes": (first["forty_seat"] >= 0) + first["twenties"].sum(axis=1, dtype=np.int64),
        "cante_points": first["cantes"].sum(axis=1, dtype=np.int64),
    }
    return np.stack([values[name] for name in MEASURES]).astype(np.int64)
