"""Statistics of paired play: the same deals played twice, and the differences kept as sums of whole numbers.

A difference d belongs to one pair of games of one number: what the game of one arm brings less that of another; which
is which, the study says. Pairs are sorted into cells; of each cell four sums are kept: pairs, pairs that differ (d is
not 0), the sum of d, the sum of d squared. They are exact, so that sums of chunks, of parts and of machines add up to
those of one pass.

Which interval a mean has, `bazas.sim.estimates` decides by the number of differing pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.sim.estimates import Estimate, mean_interval, p_value, too_few

Ints = npt.NDArray[np.int64]
Whole = npt.NDArray[np.signedinteger[Any]]


def sums_by_cell(differences: Whole, cells: Whole, count: int) -> Ints:
    """Sums of each cell: int64, `count` by 4 (pairs, differing pairs, sum of d, sum of d squared).

    `differences` (n whole numbers) and `cells` (n numbers from 0 to count - 1) belong together. The sums are exact as
    long as each stays below 2**53, far above what one chunk can reach.
    """
    squares = differences * differences
    columns = (None, differences != 0, differences, squares)
    sums = [np.bincount(cells, weights=column, minlength=count) for column in columns]
    return np.stack(sums, axis=1).astype(np.int64)


@dataclass(frozen=True)
class Differences:
    """The sums of one cell."""

    n: int
    differing: int
    total: int
    squares: int

    @classmethod
    def of(cls, sums: Ints) -> Differences:
        """The sums of all cells of an array that `sums_by_cell` gave, or of a part of one: any shape by 4."""
        n, differing, total, squares = sums.reshape(-1, 4).sum(axis=0).tolist()
        return cls(n, differing, total, squares)

    def among(self, pairs: int) -> Differences:
        """The same differences seen among more pairs, the others being 0."""
        if pairs < self.n:
            raise ValueError(f"{self.n} pairs cannot be among {pairs}")
        return Differences(pairs, self.differing, self.total, self.squares)

    @property
    def bounded(self) -> bool:
        """Whether there are too few differing pairs for a normal interval."""
        return too_few(self.differing)

    def estimate(self, reach: float) -> Estimate | None:
        """Mean difference with its interval; None of no pairs.

        `reach`: every difference lies between -reach and +reach, by the rules of the game.
        """
        if self.n == 0:
            return None
        return mean_interval(self.n, self.total, self.squares, -reach, reach, differing=self.differing)

    @property
    def p_value(self) -> float:
        """Of the mean difference being 0, by Student's test; 1 where there are too few differing pairs for it."""
        return 1.0 if self.bounded else p_value(self.n, self.total, self.squares)
