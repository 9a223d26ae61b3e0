"""Estimates with two-sided 95 % intervals from exact sums of whole numbers.

Proportions have Wilson's interval. Means have Student's from `FLOOR` differing observations on. With fewer the estimate
of the variance is not to be trusted (in the worst case it is 0), and the interval is the empirical Bernstein bound of
Maurer and Pontil (2009, theorem 4), which holds for every number of observations and every distribution in the range:

    |mean - truth| <= sqrt(2 V ln(4 / 0.05) / n) + 7 R ln(4 / 0.05) / (3 (n - 1))

with V the sample variance (divisor n - 1), R the width of the range, and 0.05 halved because both sides are bounded.

Which of many means differ from 0 when all are tested together, `holm` says from their `p_value`s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval in standard errors, 1.96."""

FLOOR = 200
"""Fewer differing observations than this, and the interval of a mean is a bounded one."""

_BOTH_SIDES = math.log(4 / 0.05)


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


def too_few(differing: int) -> bool:
    """Whether so few observations differ that the interval of their mean is a bounded one."""
    return differing < FLOOR


def mean_interval(
    n: int, total: int, squares: int, low: float, high: float, *, differing: int | None = None
) -> Estimate:
    """A mean with its interval, from the sum and the sum of squares of n whole numbers from `low` to `high`.

    `differing`: how many of them differ from the usual value, as far as that was counted. Else it is taken to be n, or
    the sum of squared distances to the whole number next to the mean where that is less: each of those that differ adds
    1 or more to it. So constant observations get a bounded interval, however many they are.
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = total / n
    if too_few(unusual(n, total, squares) if differing is None else differing):
        return Estimate(mean, *bernstein_interval(n, total, squares, low, high), n)
    half = student(n - 1) * math.sqrt(sample_variance(n, total, squares) / n)
    return Estimate(mean, max(low, mean - half), min(high, mean + half), n)


def unusual(n: int, total: int, squares: int) -> int:
    """How many of n whole numbers differ from the one next to their mean, as far as their sums tell: not more."""
    usual = round(total / n)
    return min(n, squares - 2 * usual * total + n * usual * usual)


def sample_variance(n: int, total: int, squares: int) -> float:
    """Variance (divisor n - 1) from exact sums, without loss by cancellation; needs n of 2 or more."""
    return (n * squares - total * total) / (n * (n - 1))


def bernstein_interval(n: int, total: int, squares: int, low: float, high: float) -> tuple[float, float]:
    """Empirical Bernstein interval of the mean of n values between `low` and `high`; the whole range for n below 2."""
    if n < 2:
        return low, high
    mean = total / n
    spread = math.sqrt(2 * sample_variance(n, total, squares) * _BOTH_SIDES / n)
    half = spread + 7 * (high - low) * _BOTH_SIDES / (3 * (n - 1))
    return max(low, mean - half), min(high, mean + half)


def student(degrees: int) -> float:
    """The 97.5 % quantile of Student's t."""
    from scipy.special import stdtrit  # imported here, as it takes a while

    return float(stdtrit(degrees, 0.975))


def p_value(n: int, total: int, squares: int) -> float:
    """Of a mean of 0, by Student's two-sided test, from exact sums: below 0.05 where an interval of 95 % leaves 0 out.

    1 where nothing speaks against it: a mean of 0, or fewer than two observations.
    """
    if total == 0 or n < 2:
        return 1.0
    from scipy.special import stdtr

    error = math.sqrt(sample_variance(n, total, squares) / n)
    return 2 * float(stdtr(n - 1, -abs(total / n) / error)) if error else 0.0


def holm(p_values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of several hypotheses are rejected, so that a true one is among them with a probability of `level` at most.

    The step-down procedure of Holm (1979), "A simple sequentially rejective multiple test procedure": from the
    smallest p-value on, each is held against `level` divided by the number of those not yet rejected; the first one
    above it, and all after it, are kept. It holds however the p-values depend on each other.
    """
    rejected = [False] * len(p_values)
    for done, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[place] > level / (len(p_values) - done):
            break
        rejected[place] = True
    return rejected
