"""What a score is worth that goes into the vueltas: the chance to win the game from there."""

from __future__ import annotations

import numpy as np

from bazas.kernels.bits import choose
from bazas.kernels.cards import GOAL
from bazas.kernels.compiling import inner
from bazas.kernels.vueltas_table import BOTH_AT_GOAL, CHANCES, LOWEST_SCORE, STEP

CERTAIN = 10_000
"""A chance is counted in parts of this."""

_CHANCES = np.array(CHANCES, np.int64)
_BOTH_AT_GOAL = np.array(BOTH_AT_GOAL, np.int64)
_LAST = _CHANCES.shape[2] - 1


@inner
def _cell(score: int) -> tuple[int, int]:
    """Row of the table below a score, and how far the score lies above it."""
    above = max(0, score - LOWEST_SCORE)
    row = min(above // STEP, _LAST - 1)
    return row, min(above - row * STEP, STEP)


@inner
def _of_mano(players: int, deck: int, own: int, other: int) -> int:
    """The chance of the mano's side, between the scores of the table in proportion."""
    size = (deck - 36) >> 2  # 36, 40, 48 cards: 0, 1, 3
    size = choose(size == 3, 2, size)
    pair = int(players == 4)
    if own >= GOAL and other >= GOAL:
        return _BOTH_AT_GOAL[pair, size]
    row, up = _cell(own)
    column, right = _cell(other)
    low = _CHANCES[pair, size, row, column] * (STEP - right) + _CHANCES[pair, size, row, column + 1] * right
    high = _CHANCES[pair, size, row + 1, column] * (STEP - right) + _CHANCES[pair, size, row + 1, column + 1] * right
    return (low * (STEP - up) + high * up + STEP * STEP // 2) // (STEP * STEP)


@inner
def chance_in_vueltas(players: int, deck: int, a: int, b: int, mano_side: int) -> int:
    """The chance of side a, in 1 / CERTAIN, to win a game whose vueltas begin with `a` and `b` points.

    `deck`: number of cards; `mano_side`: side of the mano of the vueltas. From the table in `vueltas_table.py`, which
    was found by playing, in proportion between its scores. It was played by lascuarenta and serves all rules; 101 is
    taken for 100 where only one side has it.
    """
    own = choose(mano_side == 0, a, b)
    chance = _of_mano(players, deck, own, a + b - own)
    return choose(mano_side == 0, chance, CERTAIN - chance)
