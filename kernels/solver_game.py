"""The goal GAME of the solver: who wins the game, by all the rules in force.

A value is twice the chance of a side, less CERTAIN, so that one side's is the other's with its sign changed: CERTAIN
for a game won, -CERTAIN for one lost. In the first hand it only matters how many points of cards side a has won since
the start (`score`), which cantes were sung, and who took the last trick. In the vueltas the first check at 101 decides.

In the first hand a side is never worse off with more points, be it by the count (101, both at 101, the 30) or by the
chance in the vueltas, which a test holds. So a position lies between the two ends in which one side gets all.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count
from bazas.kernels.cards import GOAL, LAST_TRICK
from bazas.kernels.compiling import inner
from bazas.kernels.counting import winner_by_count
from bazas.kernels.solver_cards import REYES, SOTAS, pairs_in, worth_of_cantes
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_guess import first_guess
from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas

_VALUE_BITS = 20


@inner
def has_tute(workspace: Any, live: int, winner: int) -> bool:
    """Whether a seat of the winner's side may declare a tute: that wins the game."""
    side = winner & 1
    reyes = workspace.tutes[0] == side and live & REYES == REYES
    return reyes or (workspace.tutes[1] == side and live & SOTAS == SOTAS)


@inner
def _points_of(workspace: Any, side: int, unsung: int, score: int, left: int) -> int:
    """Points of a side in the game, the ten of the last trick only where nothing is left."""
    won = choose(side == 0, score, workspace.total - left - score)
    return workspace.points[side] + won + worth_of_cantes(workspace.sides[side] & ~unsung)


@inner
def at_goal(workspace: Any, side: int, left: int, unsung: int, score: int) -> bool:
    """Whether the side that has won a trick wins the vueltas by it."""
    return workspace.vueltas != 0 and _points_of(workspace, side, unsung, score, left) >= GOAL


@apart
def _count(workspace: Any, last: int, unsung: int, score: int) -> int:
    """The value for side a of an end of the hand."""
    final, rules = workspace.final, workspace.rules
    final.vueltas = workspace.vueltas
    final.last_trick = last
    for side in range(2):
        final.points[side] = _points_of(workspace, side, unsung, score, 0)
        won = choose(side == 0, score, workspace.total - score)
        final.cards[side] = workspace.cards[side] + won - LAST_TRICK * int(last == side)
    winner, _ = winner_by_count(final, final, rules)
    if winner >= 0:
        return CERTAIN - 2 * CERTAIN * winner
    both = final.points[0] >= GOAL and final.points[1] >= GOAL
    a = GOAL if both else final.points[0]
    b = GOAL if both else final.points[1]
    mano_side = 1 - (last if rules.mano_after_last != 0 else workspace.mano & 1)
    return 2 * chance_in_vueltas(rules.players, count(rules.deck), a, b, mano_side) - CERTAIN


@inner
def _end(workspace: Any, last: int, unsung: int, score: int) -> int:
    """The same, counted once for each position that is solved. `last`: the side that took the last trick."""
    place = unsung << 9 | last << 8 | score
    kept = workspace.ends[place]
    if kept >> _VALUE_BITS != workspace.generation:
        kept = workspace.generation << _VALUE_BITS | _count(workspace, last, unsung, score) + CERTAIN
        workspace.ends[place] = kept
    return (kept & (1 << _VALUE_BITS) - 1) - CERTAIN


@inner
def end_of_hand(workspace: Any, winner: int, last: int, left: int, unsung: int, score: int) -> int:
    """The value for the side of `winner` where the side of `last` gets what is left, with the last trick."""
    side = last & 1
    value = _end(workspace, side, unsung, score + choose(side == 0, left, 0))
    return choose(winner & 1 == 0, value, -value)


@apart
def _limits_in_vueltas(workspace: Any, live: int, side: int, left: int, unsung: int, score: int) -> int:
    """1 where the side that won the trick wins the game, -1 where it loses it, 0 where that is open."""
    if at_goal(workspace, side, left, unsung, score):
        return 1
    mine = _points_of(workspace, side, unsung, score, left)
    others = _points_of(workspace, 1 - side, unsung, score, left)
    # Who cannot reach 101 loses to who must: with 202 points in the game some side will.
    if workspace.tutes[0] >= 0 or workspace.tutes[1] >= 0 or mine + others + left < 2 * GOAL:
        return 0
    alive = unsung & pairs_in(live)
    if mine + left + worth_of_cantes(alive & workspace.sides[side]) < GOAL:
        return -1
    return int(others + left + worth_of_cantes(alive & workspace.sides[1 - side]) < GOAL)


@apart
def _limit(workspace: Any, live: int, side: int, left: int, unsung: int, score: int) -> int:
    """The value for side a where `side` gets everything that is still to come."""
    if workspace.tutes[0] == side or workspace.tutes[1] == side:
        return choose(side == 0, CERTAIN, -CERTAIN)
    if unsung != 0:
        unsung &= ~(pairs_in(live) & workspace.sides[side])
    score += choose(side == 0, left, 0)
    value = _end(workspace, side, unsung, score)
    if workspace.rules.mano_after_last != 0:
        # Who takes the last trick is not mano of the vueltas, which may be worth more.
        other = _end(workspace, 1 - side, unsung, score)
        value = max(value, other) if side == 0 else min(value, other)
    return value


@inner
def limits_of_game(workspace: Any, live: int, winner: int, left: int, unsung: int, score: int) -> tuple[int, int]:
    """Between what the value lies, for the winner's side, where all that may be sung after a trick is sung."""
    if workspace.vueltas != 0:
        known = _limits_in_vueltas(workspace, live, winner & 1, left, unsung, score)
        return choose(known > 0, CERTAIN, -CERTAIN), choose(known < 0, -CERTAIN, CERTAIN)
    low = _limit(workspace, live, 1, left, unsung, score)
    high = _limit(workspace, live, 0, left, unsung, score)
    return choose(winner & 1 == 0, low, -high), choose(winner & 1 == 0, high, -low)


# From points to chances


@inner
def points_suffice(workspace: Any) -> bool:
    """Whether the chance follows from the points: it is then the higher, the more points side a gets of what is left.

    So it is in a first hand in which nobody can sing or declare any more, where the two sides cannot both come to 101,
    and the mano of the vueltas does not hang on the last trick. For then the points of both sides add up to a number
    that is known, and those of side a decide: it has 101, or side b has, or the vueltas follow, with a score that is
    the better for side a the more of the sum it has (a test holds that of the table). The 30 matter only where both
    have 101: who has fewer than 30 of the 130 points of cards and last trick leaves the other one 101. And where the
    chance only grows with the points, minimax of the chances is the chance of the minimax of the points.
    """
    a, b, left = workspace.points[0], workspace.points[1], workspace.total
    both = a + left >= GOAL and b + left >= GOAL and a + b + left >= 2 * GOAL
    open_ends = workspace.unsung != 0 or workspace.tutes[0] >= 0 or workspace.tutes[1] >= 0
    return workspace.vueltas == 0 and not open_ends and not both and workspace.rules.mano_after_last == 0


@inner
def end_by_points(workspace: Any, points: int) -> int:
    """The value for side a of the end in which it gets so many points more than side b of what is left."""
    return _end(workspace, 0, 0, (workspace.total + points) >> 1)


@inner
def first_bound(workspace: Any) -> int:
    """Where to begin the search, for the side to move: about the value."""
    guess = first_guess(workspace)
    if workspace.counting != 0:
        return guess
    if workspace.vueltas != 0:
        return 1
    side = workspace.seat & 1
    points = choose(side == 0, guess, -guess)
    points = max(-workspace.total, min(points, workspace.total))
    value = _end(workspace, int(points < 0), workspace.unsung, (workspace.total + points) >> 1)
    return choose(side == 0, value, -value)
