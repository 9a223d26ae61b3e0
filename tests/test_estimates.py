"""Intervals: against hand-computed values, and by how often they hold the truth."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bazas.sim.estimates import (
    FLOOR,
    bernstein_interval,
    holm,
    mean_interval,
    p_value,
    sample_variance,
    student,
    wilson,
)


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
    for found in (wilson(0, 0), mean_interval(0, 0, 0, 0, 9)):
        assert found.as_dict() == {"mean": None, "low": None, "high": None, "n": 0}


def test_one_observation_says_no_more_than_the_range() -> None:
    assert mean_interval(1, 7, 49, 0, 9).as_dict() == {"mean": 7.0, "low": 0, "high": 9, "n": 1}


def test_mean_by_hand() -> None:
    # 1, 2, 3, 4, a hundred times each: variance 500/399, t with 399 degrees of freedom 1.965927.
    found = mean_interval(400, 1000, 3000, 0, 9)
    assert found.mean == 2.5
    assert (found.high - 2.5, 2.5 - found.low) == pytest.approx([1.965927 * math.sqrt(500 / 399 / 400)] * 2, abs=1e-6)


@pytest.mark.parametrize("n", [2, 3, FLOOR - 1, FLOOR, 10_000])
def test_equal_observations_leave_a_doubt(n: int) -> None:
    found = mean_interval(n, 3 * n, 9 * n, 0, 9)
    assert found.low < found.mean == 3 < found.high
    assert (found.low, found.high) == bernstein_interval(n, 3 * n, 9 * n, 0, 9)


@pytest.mark.parametrize("others", [1, FLOOR - 1, FLOOR])
def test_floor_counts_observations_that_differ(others: int) -> None:
    """A few 4s among 3s."""
    n = 10_000
    sums = n, 3 * n + others, 9 * n + 7 * others
    found = mean_interval(*sums, 0, 9)
    assert ((found.low, found.high) == bernstein_interval(*sums, 0, 9)) == (others < FLOOR)
    counted = [mean_interval(*sums, 0, 9, differing=differing) for differing in (FLOOR - 1, FLOOR)]
    assert counted[0].high > counted[1].high


def test_variance_of_huge_sums_is_exact() -> None:
    """In floats the squares of 10**15 values near 70 would swallow the variance."""
    n = 2 * 10**15
    found = mean_interval(n, 70 * n + n // 2, (70 * 70 + 71 * 71) * n // 2, 0, 230)
    assert (found.high - found.low) / 2 == pytest.approx(1.959964 * 0.5 / math.sqrt(n), rel=1e-6)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 10, 30, 1000])
def test_students_quantile(degrees: int) -> None:
    assert student(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-12)


def test_mean_holds_the_truth_95_times_of_100() -> None:
    rng, n = Random(5), 250
    held = 0
    for _ in range(4000):
        values = [sum(rng.randrange(10) for _ in range(4)) for _ in range(n)]
        found = mean_interval(n, sum(values), sum(value * value for value in values), 0, 36)
        held += found.low <= 18 <= found.high
    assert 0.938 < held / 4000 < 0.962


@pytest.mark.parametrize("n", [2, 3, 20, 199])
def test_mean_of_few_holds_the_truth(n: int) -> None:
    """Mostly 0, as the number of 20s is: Student's interval is often of no width."""
    rng = Random(7)
    held = 0
    for _ in range(1000):
        values = [int(rng.random() < 0.1) for _ in range(n)]
        found = mean_interval(n, sum(values), sum(values), 0, 3)
        held += found.low <= 0.1 <= found.high
    assert held >= 950


@given(st.lists(st.integers(-460, 460), min_size=2, max_size=40))
def test_variance_is_numpys(values: list[int]) -> None:
    n, total, squares = len(values), sum(values), sum(v * v for v in values)
    assert sample_variance(n, total, squares) == pytest.approx(np.var(values, ddof=1), abs=1e-9)


def test_variance_survives_cancellation() -> None:
    """A billion pairs whose differences are all 460, but for one of 459."""
    n = 10**9
    total, squares = 460 * n - 1, 460**2 * n - 460**2 + 459**2
    assert sample_variance(n, total, squares) == pytest.approx(1 / n, rel=1e-6)


def test_bernstein_interval_by_hand() -> None:
    """Maurer and Pontil (2009), theorem 4, at 0.025 for each side: 100 values of which 10 are 1 and the others 0."""
    variance = (10 - 10**2 / 100) / 99
    log = math.log(2 / 0.025)
    half = math.sqrt(2 * variance * log / 100) + 7 * 2 * log / (3 * 99)
    assert bernstein_interval(100, 10, 10, -1, 1) == pytest.approx((0.1 - half, 0.1 + half))


def test_bernstein_interval_stays_in_the_range() -> None:
    assert bernstein_interval(3, 3, 3, -1, 1) == (-1, 1)


# Tests of means


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=40))
def test_p_values_are_scipys(values: list[int]) -> None:
    n, total, squares = len(values), sum(values), sum(v * v for v in values)
    found = p_value(n, total, squares)
    if len(set(values)) > 1:
        assert found == pytest.approx(stats.ttest_1samp(values, 0).pvalue, rel=1e-6)
    else:
        assert found == (1 if values[0] == 0 else 0)


def test_a_test_rejects_where_the_interval_leaves_0_out() -> None:
    for total in range(0, 120, 3):
        sums = 1000, total, 1000
        interval = mean_interval(*sums, -9, 9)
        assert (p_value(*sums) < 0.05) == (interval.low > 0)
        assert p_value(*sums) == p_value(1000, -total, 1000)


@pytest.mark.parametrize("sums", [(0, 0, 0), (1, 5, 25), (100, 0, 40)])
def test_nothing_speaks_against_0(sums: tuple[int, int, int]) -> None:
    assert p_value(*sums) == 1


@pytest.mark.parametrize(
    ("p_values", "rejected"),
    [
        ([], ""),
        ([0.05], "x"),
        ([0.051], "-"),
        ([0.01, 0.04, 0.03, 0.005], "x--x"),  # 0.005 < 0.05/4, 0.01 < 0.05/3, 0.03 > 0.05/2: 0.04 is kept, too
        ([0.01, 0.04, 0.025, 0.005], "xxxx"),  # 0.025 = 0.05/2, then 0.04 < 0.05
        ([0.02, 0.02, 0.02], "---"),  # each would do alone, and none does among three
        ([0.02, 0.001, 0.02], "xxx"),  # once one is rejected, 0.05/2 is enough
        ([0.3, 0.001, 1, 1], "-x--"),
        ([0, 0, 1], "xx-"),
    ],
)
def test_holm_by_hand(p_values: list[float], rejected: str) -> None:
    assert holm(p_values) == [mark == "x" for mark in rejected]


@given(st.lists(st.floats(0, 1), max_size=12), st.sampled_from([0.01, 0.05, 0.3]))
def test_holm_lies_between_bonferroni_and_each_alone(p_values: list[float], level: float) -> None:
    found = holm(p_values, level)
    assert all(one for one, p in zip(found, p_values, strict=True) if p <= level / len(p_values))
    assert not any(one for one, p in zip(found, p_values, strict=True) if p > level)
    assert max((p for one, p in zip(found, p_values, strict=True) if one), default=0) <= min(
        (p for one, p in zip(found, p_values, strict=True) if not one), default=1
    )


@pytest.mark.parametrize("real", [0, 5, 19])
def test_holm_seldom_rejects_what_is_true(real: int) -> None:
    """20 means, `real` of them not 0: a false alarm anywhere among the others in 5 % of the families at most."""
    rng, families = np.random.default_rng(8), 2000
    errors = rng.standard_normal((families, 20)) + 0.7 * rng.standard_normal((families, 1))  # they hang together
    scores = errors / math.sqrt(1.49) + np.where(np.arange(20) < real, 4.0, 0.0)
    p_values = 2 * stats.norm.sf(abs(scores))
    found = np.array([holm(family) for family in p_values.tolist()])
    assert found[:, real:].any(axis=1).mean() <= 0.05 + 0.015  # three standard errors
    if real < 10:
        assert (p_values[:, real:] < 0.05).any(axis=1).mean() > 0.3  # each by itself
    if real:
        assert found[:, :real].mean() > 0.7
