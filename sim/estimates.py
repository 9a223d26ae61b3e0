"""Estimates with 95 % intervals: Wilson's for proportions, Student's for means, from exact sums."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval in standard errors, 1.96."""


@dataclass(frozen=True)
class Estimate:
    """A figure, its interval, and the number of independent observations behind it. NaN: not known."""

    mean: float
    low: float
    high: float
    n: int

    def as_dict(self) -> dict[str, float | int | None]:
        """The object of `--json`; what is not known is null."""
        known = {name: None if math.isnan(v) else v for name, v in vars(self).items() if name != "n"}
        return {**known, "n": self.n}


def wilson(successes: int, n: int) -> Estimate:
    """A proportion with Wilson's score interval (Wilson 1927), at 95 %.

    It keeps inside 0 and 1 and is honest near both ends. With n = 0 nothing is known.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes out of {n} are impossible")
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    share, square = successes / n, Z95 * Z95 / n
    middle = (share + square / 2) / (1 + square)
    half = Z95 * math.sqrt(share * (1 - share) / n + square / n / 4) / (1 + square)
    low = 0.0 if successes == 0 else max(0.0, middle - half)
    high = 1.0 if successes == n else min(1.0, middle + half)
    return Estimate(share, low, high, n)


def mean_interval(n: int, total: int, squares: int) -> Estimate:
    """A mean with its 95 % interval, from the sum and the sum of squares of n whole numbers.

    The variance is exact: whole numbers do not round. With n = 1 there is a mean and no interval.
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = total / n
    if n == 1:
        return Estimate(mean, math.nan, math.nan, 1)
    half = student(n - 1) * math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)
    return Estimate(mean, mean - half, mean + half, n)


def student(degrees: int) -> float:
    """The 97.5 % quantile of Student's t, within 0.001 from 5 degrees of freedom on.

    Exact for 1 and 2; else the expansion about the normal quantile (Abramowitz and Stegun, 26.7.5).
    """
    if degrees == 1:
        return math.tan(math.pi * 0.475)
    if degrees == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    z, v = Z95, degrees
    terms = (
        (z**3 + z) / (4 * v),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3),
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4),
    )
    return z + sum(terms)
