"""Intervals that hold at every look: whoever stops when it pleases them is still wrong in 5 % of the runs at most.

An interval for a fixed number of observations says nothing of a run that is stopped because of what it shows. A
confidence sequence does: with a probability of 95 % *all* its intervals hold the truth, however often one looks. Those
here are for the mean of whole numbers between -reach and +reach of which many may be 0, as the differences between two
games of one deal are. They need no more than exact sums: how many, sum, sum of squares, how many differ from 0.

From `FLOOR` differing observations on: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
Ramdas (2024), "Time-uniform central limit theory and asymptotic confidence sequences", with the Gaussian mixture
(theorem 2.2), s being the sample's standard deviation and a the error:

    |mean - truth| < s sqrt(2 (t r^2 + 1) / (t^2 r^2) log(sqrt(t r^2 + 1) / a))

Zeros move neither the sum nor what is known of its spread: it is tuned, by r, not to a number of observations but to
`TUNED` differing ones. So x = t r^2 is a multiple of their number, and s^2 / t the variance of the mean of all.

With fewer nothing can be said of the spread. The interval is the empirical Bernstein one of Howard, Ramdas, McAuliffe
and Sekhon (2021), "Time-uniform, nonparametric, nonasymptotic confidence sequences", theorem 4, which holds for every
distribution in the range: |sum - n truth| < u(V), V being the sum of squares (the prediction of every observation is
0, from which none is further away than reach: that is the scale) and u the gamma-exponential mixture of proposition 9.

The two are joined by a part of the error for each (`BOUNDED_PART`): the union of both errors is 5 %, or what is asked.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import numpy.typing as npt

from bazas.sim.estimates import Estimate, sample_variance, too_few, unusual

ERROR = 0.05
"""What a sequence may be wrong with, at any look: 1 less its level."""

TUNED = 2000
"""Differing observations at which the asymptotic sequence is narrowest: with its part of an error of 5 %, 3.07 standard
errors to each side. It is 3.88 at `FLOOR`, 3.50 at 100,000 and 3.81 at a million."""

BOUNDED_PART = 0.1
"""Of the error, the part that is spent where few observations differ; the rest is for where more do."""

FIRST_LOOK = 200
GROWTH = 10
"""A look follows after a tenth of the observations so far."""

Floats = npt.NDArray[np.float64]


def next_look(units: int) -> int:
    """The first number of units above `units` at which a run looks whether it has enough: 200, 220, 242, ...

    Looks depend on nothing but their numbers, so that what is stopped at them does not either.
    """
    look = FIRST_LOOK
    while look <= units:
        look += look // GROWTH
    return look


def mean_sequence(n: int, total: int, squares: int, reach: float, *, differing: int, error: float = ERROR) -> Estimate:
    """A mean with an interval that is valid at every look, from the sums of n whole numbers from -reach to reach.

    `total` and `squares`: their sum and the sum of their squares; `differing`: how many are not 0. With a probability
    of `error` at most any of the intervals for all n leaves the truth out. With n = 0 nothing is known.
    """
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean, differing = total / n, min(differing, unusual(n, total, squares))
    if too_few(differing):
        half = reach / n * float(bounded_boundary(squares / reach**2, error * BOUNDED_PART / 2))
    else:
        half = float(standard_errors(differing, error)) * math.sqrt(sample_variance(n, total, squares) / n)
    return Estimate(mean, max(-reach, mean - half), min(reach, mean + half), n)


def sequential_p_value(n: int, total: int, squares: int, reach: float, *, differing: int) -> float:
    """Of a mean of 0, valid at every look: below `error` where the interval of `mean_sequence` leaves 0 out.

    Of a true mean of 0 the least of the values at all looks is below p with a probability of p at most. 1 where
    nothing speaks against it.
    """
    if n == 0 or total == 0:
        return 1.0
    differing = min(differing, unusual(n, total, squares))
    if too_few(differing):
        spent = 2 * math.exp(-float(log_gamma_mixture(abs(total) / reach, squares / reach**2))) / BOUNDED_PART
    else:
        x = clock(differing)
        score = total * total / (n * sample_variance(n, total, squares))
        spent = math.sqrt(x + 1) * math.exp(-score * x / (x + 1) / 2) / (1 - BOUNDED_PART)
    return min(1.0, spent)


# The asymptotic sequence


def standard_errors(differing: float | Floats, error: float = ERROR) -> float | Floats:
    """Half the width of an interval from `FLOOR` differing observations on, with its part of `error`."""
    return asymptotic_boundary(differing, error * (1 - BOUNDED_PART))


def asymptotic_boundary(differing: float | Floats, error: float) -> float | Floats:
    """Half the width of the interval in standard errors of the mean, where all of `error` is spent on it."""
    x = clock(differing)
    return np.sqrt((x + 1) / x * np.log((x + 1) / error**2))


def clock(differing: float | Floats) -> float | Floats:
    """x = t r^2 after so many differing observations."""
    return differing / TUNED * narrowest()


@cache
def narrowest() -> float:
    """The x at which the boundary of an error of 0.05 is least: -1 - W(-a^2 / e), W being the lower branch of Lambert.

    The source, appendix B.2; one tuning serves all errors, so that intervals of other levels hold each other.
    """
    from scipy.special import lambertw  # imported here, as it takes a while

    return float(-1 - lambertw(-(ERROR**2) / math.e, -1).real)


# The bounded sequence, with a reach of 1


def bounded_boundary(v: float, error: float) -> float:
    """What the sum of values within 1 of 0 never exceeds, their mean being 0, but with a probability of `error`.

    `v`: the sum of their squares so far. By halving, to a relative 1e-9: `log_gamma_mixture` grows with the sum.
    """
    goal, low, high = -math.log(error), 0.0, 1.0
    while log_gamma_mixture(high, v) < goal:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if log_gamma_mixture(middle, v) < goal else (low, middle)
    return high


def log_gamma_mixture(s: float | Floats, v: float | Floats) -> float | Floats:
    """The logarithm of the mixture supermartingale at the sum s of 0 or more and the sum of squares v (arrays, too).

    Proposition 9 of the source with scale and rho 1: the mean of exp(l s - psi(l) v), psi(l) = -log(1 - l) - l, over
    1 - l in 0 to 1 with a density in proportion to exp(l). It ever exceeds 1 / a with a probability of a at most.
    """
    from scipy.special import gammainc, gammaln

    shape, rate = v + 1, s + v + 1
    start = -math.log(-math.expm1(-1))  # the density's own integral
    return start + gammaln(shape) + np.log(gammainc(shape, rate)) - shape * np.log(rate) + s + v
