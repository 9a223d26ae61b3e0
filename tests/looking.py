"""Many runs at once that are looked at again and again: what confidence sequences promise, put to the test."""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from bazas.sim.estimates import FLOOR
from bazas.sim.sequential import BOUNDED_PART, asymptotic_boundary, log_gamma_mixture, next_look

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass
class Pairs:
    """How the pairs of two strategies differ: kinds of deals (points d, games w), and how likely each is.

    `share`: of the deals, those that are of one of these kinds; in the others nothing differs.
    """

    kinds: list[tuple[int, int]]
    weights: list[float]
    share: float = 1.0
    every: npt.NDArray[np.int64] = field(init=False)
    chances: Floats = field(init=False)

    def __post_init__(self) -> None:
        total = sum(self.weights)
        self.every = np.array([*self.kinds, (0, 0)])
        self.chances = np.array([*(self.share * weight / total for weight in self.weights), 1 - self.share])

    @property
    def truth(self) -> Floats:
        """The means of d and w."""
        return self.chances @ self.every


def ever_wrong(pairs: Pairs, runs: int, deals: int, error: float, seed: int, naive: bool = False) -> Bools:
    """Which of so many runs have an interval that leaves out the truth, at any look: runs by 2 (d, w).

    `naive`: by 1.96 standard errors at every look, instead of the sequence.
    """
    rng = np.random.default_rng(seed)
    sums = np.zeros((3, runs, 2))
    wrong = np.zeros((runs, 2), bool)
    n = 0
    while n < deals:
        more, n = next_look(n) - n, next_look(n)
        counts = rng.multinomial(more, pairs.chances, runs)
        sums += np.stack([counts @ part for part in (pairs.every, pairs.every**2, pairs.every != 0)])
        for measure, reach in enumerate((460, 1)):
            found = sums[:, :, measure]
            if naive:
                away = abs(found[0] / n - pairs.truth[measure])
                wrong[:, measure] |= away > 1.96 * _errors(n, found[0], found[1])
            else:
                wrong[:, measure] |= left_out(n, found, pairs.truth[measure], reach, error)
    return wrong


def left_out(n: int, sums: Floats, truth: float, reach: int, error: float) -> Bools:
    """Whether the truth lies outside the interval of `mean_sequence`, by totals, squares, differing of many runs."""
    totals, squares, differing = sums
    usual = np.round(totals / n)
    fitting = np.minimum(differing, squares - 2 * usual * totals + n * usual * usual)
    away = abs(totals - n * truth)
    few = fitting < FLOOR
    mixture = log_gamma_mixture(away / reach, squares / reach**2)
    enough = np.maximum(fitting, FLOOR)
    half = asymptotic_boundary(enough, error * (1 - BOUNDED_PART)) * _errors(n, totals, squares)
    return np.where(few, mixture >= math.log(2 / (error * BOUNDED_PART)), away / n > half)


def _errors(n: int, totals: Floats, squares: Floats) -> Floats:
    return np.sqrt((squares - totals**2 / n) / (n - 1) / n)
