"""The sums of one measure over all pairs of players that meet on the same deals, and what they tell of the pairs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bazas.analyses.duels import WINS_REACH, points_of, wins_of
from bazas.sim.contest import Contest
from bazas.sim.estimates import FLOOR, Estimate, holm, p_value, student, too_few, wilson
from bazas.sim.guinote_contest import GUINOTE_CONTEST
from bazas.sim.sequential import ERROR, mean_sequence, sequential_p_value, standard_errors

if TYPE_CHECKING:
    from bazas.analyses.paired import Differences
    from bazas.sim.tally import Tally

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MEASURES = {"points": points_of, "wins": wins_of}
"""Of each measure, how the differences of a pair are read from a tally."""


def pairs_of(players: int) -> list[tuple[int, int]]:
    """All pairs of players, in the order of every array of pairs: (0, 1), (0, 2) ... (1, 2) ..."""
    return list(combinations(range(players), 2))


@dataclass(frozen=True)
class PairSums:
    """The sums of `points` or `wins` in a tally of `bazas.analyses.duels`, of P pairs: a whole number for each deal.

    `always`: the run may be stopped for what it shows, so that intervals and p-values have to be valid at every look
    (`bazas.sim.sequential`); else the number of deals was chosen before. `contest`: that of the game.
    """

    tally: Tally
    measure: str
    always: bool = False
    contest: Contest = GUINOTE_CONTEST

    @property
    def reach(self) -> int:
        """The differences lie between minus this and this."""
        return self.contest.reach if self.measure == "points" else WINS_REACH

    @property
    def n(self) -> int:
        """Deals."""
        return self.tally.total("pairs")

    @property
    def totals(self) -> Ints:
        """Sum of each pair."""
        return self.tally[self.measure]

    @property
    def differing(self) -> Ints:
        """Of each pair, how many numbers are not 0."""
        return self.tally[f"{self.measure}_differing"]

    @property
    def players(self) -> int:
        """How many players have so many pairs."""
        return (1 + math.isqrt(1 + 8 * len(self.totals))) // 2

    @property
    def means(self) -> Floats:
        """Mean of each pair."""
        return self.totals / self.n

    @property
    def errors(self) -> float:
        """Half the width of a 95 % interval in standard errors; at every look, of the pair for which it is widest."""
        if not self.always:
            return student(self.n - 1)
        differing = [self.pair(pair).differing for pair in range(len(self.totals))]
        return float(np.max(standard_errors(np.maximum(FLOOR, differing))))

    def pair(self, pair: int) -> Differences:
        """The sums of one pair."""
        return MEASURES[self.measure](self.tally, pair)

    def estimate(self, pair: int, error: float = ERROR) -> Estimate:
        """Mean of a pair with its interval of 95 %; where it has to hold at every look, of 1 less `error`."""
        sums, reach = self.pair(pair), self.reach
        if not self.always:
            return sums.estimate(reach) or wilson(0, 0)
        return mean_sequence(sums.n, sums.total, sums.squares, reach, differing=sums.differing, error=error)

    def p_value(self, pair: int) -> float:
        """Of the mean of a pair being 0; for a chosen number of deals 1 where too few of them differ from 0."""
        sums = self.pair(pair)
        if self.always:
            reach = self.reach
            return sequential_p_value(sums.n, sums.total, sums.squares, reach, differing=sums.differing)
        return 1.0 if too_few(int(self.differing[pair])) else p_value(sums.n, sums.total, sums.squares)

    def holm(self) -> list[bool]:
        """Of each pair, whether its mean differs from 0 when all pairs are tested together, at 5 %."""
        return holm([self.p_value(pair) for pair in range(len(self.totals))])

    @property
    def bounded(self) -> list[int]:
        """The pairs of which so few deals differ that their intervals are bounded ones."""
        return [pair for pair in range(len(self.totals)) if self.pair(pair).bounded]

    def covariance(self, widened: Sequence[int]) -> Floats:
        """Of the means (P by P), from exact sums; needs two deals.

        The variance of the pairs `widened` is so large that a normal interval of theirs is as wide as their own one.
        """
        n, totals = self.n, self.totals.astype(object)  # Python's whole numbers do not overflow
        scatter = n * self.tally[f"{self.measure}_products"].astype(object) - np.outer(totals, totals)
        found = scatter.astype(np.float64) / (float(n) ** 2 * (n - 1))
        for pair in widened:
            own = self.estimate(pair)
            half = max(own.high - own.mean, own.mean - own.low)
            found[pair, pair] = max(found[pair, pair], (half / self.errors) ** 2)
        return found

    def combined(self, weights: Floats) -> Estimate:
        """A weighted sum of the means, with its 95 % interval; nothing is known of fewer than two deals."""
        if self.n < 2:
            return Estimate(math.nan, math.nan, math.nan, self.n)
        mean = float(weights @ self.means)
        half = self.errors * math.sqrt(max(0.0, float(weights @ self.covariance(self.bounded) @ weights)))
        return Estimate(mean, mean - half, mean + half, self.n)
