"""Who has won when a hand is played out: the 30 rule, both sides at 101, the end of the vueltas."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import GOAL, LAST_TRICK
from bazas.kernels.compiling import inner
from bazas.kernels.records import (
    BY_HAND,
    BY_LAST_TRICK,
    BY_THIRTY,
    BY_VUELTAS,
    NONE,
    THIRTY_LOSES,
    THIRTY_NEEDED,
)

THIRTY = 30


@inner
def meets_thirty(score: Any, side: int) -> bool:
    """Whether a side has 30 points from cards and últimas together; cantes do not count."""
    return score.cards[side] + LAST_TRICK * (score.last_trick & 1 == side) >= THIRTY


@inner
def winner_by_count(view: Any, score: Any, rules: Any) -> tuple[int, int]:
    """The side that wins the game by the count after the last trick (-1: nobody, vueltas follow), and how."""
    if view.vueltas != 0:
        return _winner_of_vueltas(view, score, rules)
    a, b = view.points[0] >= GOAL, view.points[1] >= GOAL
    if not a and not b:
        return NONE, BY_HAND
    if a and b:
        return _both_reached(score, rules)
    side = 0 if a else 1
    if rules.thirty == THIRTY_NEEDED and not meets_thirty(score, side):
        return NONE, BY_HAND
    return side, BY_HAND


@inner
def _both_reached(score: Any, rules: Any) -> tuple[int, int]:
    last = score.last_trick & 1
    if rules.thirty == THIRTY_LOSES or (rules.thirty == THIRTY_NEEDED and rules.both_last_trick != 0):
        for side in range(2):
            if not meets_thirty(score, side):
                return 1 - side, BY_THIRTY
    if rules.thirty == THIRTY_NEEDED and not meets_thirty(score, last):
        return NONE, BY_HAND
    return last, BY_LAST_TRICK


@inner
def _winner_of_vueltas(view: Any, score: Any, rules: Any) -> tuple[int, int]:
    last = score.last_trick & 1
    if rules.claim == 0:
        return last, BY_VUELTAS
    if view.points[0] >= GOAL and view.points[1] >= GOAL:
        return last, BY_LAST_TRICK
    return 0 if view.points[0] >= GOAL else 1, BY_HAND
