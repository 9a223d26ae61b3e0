"""Ratings: one number for each player, out of the duels of all pairs on the same deals.

By games won: the model of Bradley and Terry (1952), on the scale of Elo. A wins against B with the chance
1 / (1 + 10 ** ((B - A) / 400)); the ratings are those of maximum likelihood. By points: A makes A - B points a hand
more than B; the ratings are those of least squares, so that a player's is its mean difference to all players, itself
included. What a rating means does not depend on how true the model is: both are smooth functions of the table, which is
a mean over the deals, and the delta method gives their covariance (the "sandwich"). In it is that one deal is played by
all pairs: what two games of it have in common, the sums of products know.

Ratings are differences: their mean is 0, or one of the players is.

- A strategy that wins every game would be infinitely strong. So half a deal, shared equally, is credited to each pair
  (as Haldane, 1956, and Anscombe, 1956, add halves to counts), and the interval of whoever never lost to weaker ones,
  or never won, has an open end (`open_ends`).
- Where fewer than `FLOOR` deals differ between two strategies, their variance is not to be trusted; it is taken so
  large that 1.96 standard errors are half of the bounded interval that such a difference has (`bazas.sim.estimates`).

How well one number a player describes the table, the residuals say: what a pair does beyond its ratings. With them at
0 (no rock, paper, scissors) their quadratic form in the inverse of their covariance is a chi-square, and by Hotelling's
(1931) factor an F, as the covariance is estimated.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bazas.analyses.pair_sums import Floats, PairSums, pairs_of
from bazas.sim.estimates import FLOOR, Estimate

SCALE = 400 / math.log(10)
"""Points of rating for each unit of log odds: 400 are odds of ten to one."""


def design(players: int) -> Floats:
    """Pairs by players: 1 for the first of a pair, -1 for the second."""
    first, second = np.array(pairs_of(players)).T
    one = np.eye(players)
    return one[first] - one[second]


@dataclass(frozen=True)
class Fit:
    """How well one number a player describes the table of all pairs.

    `residuals` (P): what each pair does beyond its ratings, in the unit of the table. `chi_square` with its `degrees`
    of freedom, and `p_value`: of all residuals being 0. None for two players, who are always described, and where there
    are not more deals than degrees. `p_value` is None also of fewer than `FLOOR` deals, whose means are not normal yet,
    and where the number of deals was not chosen before, as the test is for one look. `explained`: which part of the
    squares of the table the ratings explain.
    """

    residuals: Floats
    degrees: int
    chi_square: float | None
    p_value: float | None
    explained: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON object. Residuals are not in it: a pair less what is expected of it."""
        return {
            "chi_square": self.chi_square,
            "degrees": self.degrees,
            "p_value": self.p_value,
            "explained": self.explained,
            "spread": self.spread,
        }

    @property
    def spread(self) -> float:
        """The root of the mean square of the residuals."""
        return float(np.sqrt(np.mean(self.residuals**2)))

    @property
    def worst(self) -> int:
        """The pair that the ratings describe worst."""
        return int(np.argmax(np.abs(self.residuals)))


@dataclass(frozen=True)
class Rating:
    """Ratings of all players with their covariance (players by players), and what they leave of the table.

    `expected` (P): what the ratings alone tell of each pair. `n`: deals. `errors`: half the width of 95 % intervals of
    ratings, in standard errors.
    """

    n: int
    errors: float
    values: Floats
    covariance: Floats
    expected: Floats
    fit: Fit

    def scaled(self, factor: float) -> Rating:
        """The same ratings of points in another unit, of which one is `factor` of this one."""
        fit = replace(self.fit, residuals=factor * self.fit.residuals)
        values, covariance, expected = factor * self.values, factor**2 * self.covariance, factor * self.expected
        return replace(self, values=values, covariance=covariance, expected=expected, fit=fit)

    def anchored(self, player: int | None) -> Rating:
        """The same ratings with this player at 0, or the mean of all where it is None."""
        players = len(self.values)
        weights = np.full(players, 1 / players) if player is None else np.eye(players)[player]
        shift = np.eye(players) - weights
        return replace(self, values=shift @ self.values, covariance=shift @ self.covariance @ shift.T)

    def estimates(self) -> list[Estimate]:
        """Each rating with its 95 % interval."""
        halves = self.errors * np.sqrt(np.maximum(np.diag(self.covariance), 0))
        return [
            Estimate(value, value - half, value + half, self.n)
            for value, half in zip(self.values.tolist(), halves.tolist(), strict=True)
        ]


def rate_points(sums: PairSums) -> Rating:
    """Ratings by a measure itself: least squares, mean 0. Needs two deals."""
    x = design(sums.players)
    solve = x.T / sums.players  # the pseudo-inverse of x where everybody meets everybody
    values = solve @ sums.means
    covariance = sums.covariance(sums.bounded)
    expected = x @ values
    fit = _fit(sums, sums.means - expected, np.eye(len(x)) - x @ solve, covariance, sums.means)
    return Rating(sums.n, sums.errors, values, solve @ covariance @ solve.T, expected, fit)


def rate_wins(sums: PairSums) -> Rating:
    """Ratings by games won, where a deal's number is games won of two, less 1: mean 0. Needs two deals.

    The residuals are shares of games.
    """
    x, n = design(sums.players), sums.n
    credited = n / (n + 0.5)
    shares = 0.5 + credited * sums.means / 2
    values = strengths(shares, sums.players)
    expected = chances(x @ values)
    weights = (expected * (1 - expected))[:, None]
    solve = np.linalg.solve(x.T @ (weights * x) + 1 / sums.players, x.T)  # the derivative of the values by the shares
    own = sums.means**2 / ((2 * n + 1) * (n - 1))  # what the credited half deal adds to the variance
    rare = np.flatnonzero(sums.differing < FLOOR).tolist()
    covariance = (sums.covariance(rare) + np.diag(own)) * credited**2 / 4
    fit = _fit(sums, shares - expected, np.eye(len(x)) - weights * x @ solve, covariance, shares - 0.5)
    return Rating(n, sums.errors, SCALE * values, SCALE**2 * solve @ covariance @ solve.T, expected, fit)


def chances(log_odds: Floats) -> Floats:
    """Chances from their log odds."""
    return np.exp(-np.logaddexp(0, -log_odds))


def strengths(shares: Floats, players: int) -> Floats:
    """Strengths of maximum likelihood, in log odds and with mean 0.

    `shares` (P): games won by the first of each pair, of as many for every pair. Raises ValueError where a share is not
    between 0 and 1.
    """
    if not ((shares > 0) & (shares < 1)).all():
        raise ValueError("shares of 0 and 1 have no finite strengths")
    x = design(players)
    values = np.zeros(players)
    for _ in range(_MOST_STEPS):
        expected = chances(x @ values)
        slope = x.T @ (shares - expected)
        curvature = x.T @ ((expected * (1 - expected))[:, None] * x) + 1 / players
        newton = np.asarray(np.linalg.solve(curvature, slope), np.float64)
        step = _shortened(newton, values, lambda at: _likelihood(x @ at, shares))
        values = values + step
        if np.abs(step).max() < 1e-11:
            break
    return values - values.mean()


_MOST_STEPS = 200
"""Newton's method takes about ten, and one for each unit of log odds where a share is next to 0 or 1."""


def _likelihood(log_odds: Floats, shares: Floats) -> float:
    """The logarithm of the likelihood, for each game that a pair has played."""
    return float(np.sum(shares * log_odds - np.logaddexp(0, log_odds)))


def _shortened(step: Floats, values: Floats, height: Callable[[Floats], float]) -> Floats:
    """The step halved until it does not lead down, but for rounding; on a concave likelihood it then leads up."""
    lowest = height(values) - 1e-12
    for _ in range(60):
        if height(values + step) >= lowest:
            return step
        step = step / 2
    return np.zeros_like(step)


def _fit(sums: PairSums, residuals: Floats, left: Floats, covariance: Floats, table: Floats) -> Fit:
    """The test of the residuals. `left` (P by P): how they follow from the table, whose means have this covariance.

    Residuals have no part that ratings could explain. Where all pairs have met equally often that part of a table is
    spanned by the columns of the design, and of what is left any basis does.
    """
    players = sums.players
    degrees = (players - 1) * (players - 2) // 2
    squares = float(table @ table)
    explained = 1 - float(residuals @ residuals) / squares if squares else 1.0
    if degrees == 0:
        return Fit(residuals, 0, None, None, 1.0)
    if sums.n <= degrees:
        return Fit(residuals, degrees, None, None, explained)
    left_over = np.linalg.svd(design(players))[0][:, players - 1 :].T
    found, spread = left_over @ residuals, left_over @ left
    chi_square = float(found @ np.linalg.pinv(spread @ covariance @ spread.T, hermitian=True) @ found)
    if sums.always or sums.n < FLOOR:
        return Fit(residuals, degrees, chi_square, None, explained)
    from scipy.special import fdtrc

    factor = (sums.n - degrees) / (degrees * (sums.n - 1))
    return Fit(residuals, degrees, chi_square, float(fdtrc(degrees, sums.n - degrees, factor * chi_square)), explained)


ABOVE, BELOW, BOTH = "above", "below", "both"


def open_ends(sums: PairSums) -> list[str | None]:
    """Of each player, which end of its rating by games won nothing bounds: ABOVE, BELOW, BOTH or None.

    Ratings have finite values of maximum likelihood if and only if there is no way to split the players so that one
    part has won every game against the other (Ford 1957). Parts of which one has always beaten the other stand in one
    order, as everybody met everybody: the first is open above, the last below, one between them at both ends.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    won = np.zeros((sums.players, sums.players), bool)
    for (a, b), total in zip(pairs_of(sums.players), sums.totals.tolist(), strict=True):
        won[a, b], won[b, a] = total > -sums.n, total < sums.n
    count, part = connected_components(csr_array(won), connection="strong")
    found: list[str | None] = []
    for player in range(sums.players):
        others = part != part[player]
        above, below = bool((won[player] & others).any()), bool((won[:, player] & others).any())
        found.append(BOTH if above and below else ABOVE if above else BELOW if below else None)
    return found if count > 1 else [None] * sums.players
