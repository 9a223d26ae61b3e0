"""Intervals: against hand-computed values, and by how often they hold the truth."""

import math
from random import Random

import pytest
from scipy import stats

from bazas.sim.estimates import Estimate, mean_interval, student, wilson


def test_wilson_by_hand() -> None:
    # 10 of 50: centre (0.2 + 1.9208 / 50) / (1 + 3.8416 / 50), as in textbooks.
    found = wilson(10, 50)
    assert found.mean == 0.2
    assert (round(found.low, 4), round(found.high, 4)) == (0.1124, 0.3304)


@pytest.mark.parametrize(("successes", "n"), [(0, 7), (7, 7), (1, 1), (3, 1000), (499, 1000)])
def test_wilson_is_scipys(successes: int, n: int) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
    found = wilson(successes, n)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5])
@pytest.mark.parametrize("n", [60, 400])
def test_wilson_holds_the_truth_95_times_of_100(n: int, share: float) -> None:
    """The exact coverage, summed over all outcomes."""
    covered = sum(
        stats.binom.pmf(successes, n, share)
        for successes in range(n + 1)
        if wilson(successes, n).low <= share <= wilson(successes, n).high
    )
    assert 0.925 < covered < 0.98


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="3 successes out of 2"):
        wilson(3, 2)


def test_nothing_is_known_of_nothing() -> None:
    for found in (wilson(0, 0), mean_interval(0, 0, 0)):
        assert found.as_dict() == {"mean": None, "low": None, "high": None, "n": 0}
    assert mean_interval(1, 7, 49).as_dict() == {"mean": 7.0, "low": None, "high": None, "n": 1}


def test_mean_by_hand() -> None:
    # 1, 2, 3, 4: variance 5/3, standard error 0.6455, t with 3 degrees of freedom 3.1824.
    found = mean_interval(4, 10, 30)
    assert found.mean == 2.5
    assert found.high - 2.5 == pytest.approx(3.1824 * math.sqrt(5 / 12), rel=2e-3)
    assert mean_interval(5, 15, 45) == Estimate(3.0, 3.0, 3.0, 5)


def test_variance_of_huge_sums_is_exact() -> None:
    """In floats the squares of 10**15 values near 70 would swallow the variance."""
    n = 2 * 10**15
    found = mean_interval(n, 70 * n + n // 2, (70 * 70 + 71 * 71) * n // 2)
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * 0.5 / math.sqrt(n), rel=1e-6)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 10, 30, 1000])
def test_students_quantile(degrees: int) -> None:
    assert student(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=0.004 if degrees == 3 else 5e-4)


@pytest.mark.parametrize("n", [8, 50])
def test_mean_holds_the_truth_95_times_of_100(n: int) -> None:
    rng = Random(5)
    held = 0
    for _ in range(4000):
        values = [sum(rng.randrange(10) for _ in range(4)) for _ in range(n)]
        found = mean_interval(n, sum(values), sum(value * value for value in values))
        held += found.low <= 18 <= found.high
    assert 0.938 < held / 4000 < 0.962
