"""Paired statistics: exact sums, and intervals that hold what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bazas.analyses.paired import Differences, sums_by_cell
from bazas.sim.estimates import FLOOR, bernstein_interval

CELLS = 5


@st.composite
def pairs(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    n = draw(st.integers(0, 60))
    values = draw(st.lists(st.integers(-460, 460), min_size=n, max_size=n))
    cells = draw(st.lists(st.integers(0, CELLS - 1), min_size=n, max_size=n))
    return np.array(values, np.int64), np.array(cells, np.int64)


# Sums


@given(pairs())
def test_sums_are_those_of_a_loop(drawn: tuple[np.ndarray, np.ndarray]) -> None:
    expected = [[0, 0, 0, 0] for _ in range(CELLS)]
    for value, cell in zip(drawn[0].tolist(), drawn[1].tolist(), strict=True):
        row = expected[cell]
        row[0] += 1
        row[1] += value != 0
        row[2] += value
        row[3] += value * value
    found = sums_by_cell(*drawn, CELLS)
    assert found.dtype == np.int64
    assert found.tolist() == expected


@given(pairs(), st.integers(0, 60))
def test_sums_of_two_parts_are_those_of_one_pass(drawn: tuple[np.ndarray, np.ndarray], cut: int) -> None:
    values, cells = drawn
    parts = sums_by_cell(values[:cut], cells[:cut], CELLS) + sums_by_cell(values[cut:], cells[cut:], CELLS)
    assert (parts == sums_by_cell(values, cells, CELLS)).all()


def test_large_sums_stay_exact() -> None:
    values = np.full(200_000, 460, np.int64)
    ((n, differing, total, squares),) = sums_by_cell(values, np.zeros_like(values), 1).tolist()
    assert (n, differing, total, squares) == (200_000, 200_000, 460 * 200_000, 460**2 * 200_000)


def test_cells_add_up_over_any_axes() -> None:
    rng = np.random.default_rng(1)
    values, cells = rng.integers(-3, 4, 500), rng.integers(0, 6, 500)
    sums = sums_by_cell(values, cells, 6).reshape(2, 3, 4)
    everything = Differences.of(sums)
    assert everything == Differences(500, int((values != 0).sum()), int(values.sum()), int((values * values).sum()))
    assert Differences.of(sums[1]).n == int((cells >= 3).sum())


def test_among_more_pairs_adds_zeros() -> None:
    values = np.array([3, -1, 0, 7], np.int64)
    padded = np.concatenate([values, np.zeros(6, np.int64)])
    seen = Differences.of(sums_by_cell(values, np.zeros_like(values), 1)).among(10)
    assert seen == Differences.of(sums_by_cell(padded, np.zeros_like(padded), 1))
    with pytest.raises(ValueError, match="4 pairs cannot be among 3"):
        Differences(4, 3, 9, 59).among(3)


# Intervals


def differences(values: np.ndarray) -> Differences:
    return Differences.of(sums_by_cell(values.astype(np.int64), np.zeros(values.size, np.int64), 1))


def coverage(draws: np.ndarray, truth: float, reach: float) -> float:
    """The share of rows whose interval holds the truth."""
    found = [differences(row).estimate(reach) for row in draws]
    return float(np.mean([e is not None and e.low <= truth <= e.high for e in found]))


def test_no_pairs_no_estimate() -> None:
    assert Differences(0, 0, 0, 0).estimate(1) is None


def test_one_pair_says_no_more_than_the_range() -> None:
    found = Differences(1, 1, 12, 144).estimate(460)
    assert found is not None
    assert (found.mean, found.low, found.high, found.n) == (12, -460, 460, 1)


def test_normal_interval_by_hand() -> None:
    """400 pairs, 300 of them +1 and 100 of them -1: mean 0.5, variance (400 - 100) / 399."""
    found = Differences(400, 400, 200, 400).estimate(1)
    half = 1.965927 * math.sqrt(300 / 399 / 400)  # Student's t for 399 degrees of freedom
    assert found is not None
    assert (found.mean, found.n) == (0.5, 400)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-6)


@pytest.mark.parametrize("differing", [0, 1, FLOOR - 1, FLOOR])
def test_floor_counts_pairs_that_differ(differing: int) -> None:
    """Not pairs: with a million pairs and few differences the variance is not known."""
    sums = Differences(1_000_000, differing, differing, differing)
    found = sums.estimate(1)
    assert found is not None
    assert sums.bounded == (differing < FLOOR)
    expected = bernstein_interval(1_000_000, differing, differing, -1, 1)
    assert ((found.low, found.high) == expected) == (differing < FLOOR)


def test_normal_interval_covers() -> None:
    """Skewed like points: mostly 0, sometimes a little, now and then a lot."""
    rng = np.random.default_rng(2)
    outcomes, chances = np.array([0, 5, -12, 90]), np.array([0.6, 0.2, 0.15, 0.05])
    draws = rng.choice(outcomes, p=chances, size=(3000, 1200))
    assert coverage(draws, float(outcomes @ chances), 460) == pytest.approx(0.95, abs=0.012)


@pytest.mark.parametrize("n", [12, 60, 199])
def test_bounded_interval_covers_in_small_cells(n: int) -> None:
    rng = np.random.default_rng(3)
    draws = rng.choice([-1, 0, 1], p=[0.2, 0.5, 0.3], size=(1500, n))
    assert coverage(draws, 0.1, 1) >= 0.95


def test_bounded_interval_covers_where_the_normal_one_fails() -> None:
    """Two in a thousand pairs differ: most samples are all zeros, and their variance too."""
    rng = np.random.default_rng(4)
    draws = (rng.random((1500, 300)) < 0.002).astype(np.int64)
    assert coverage(draws, 0.002, 1) >= 0.95
    means = draws.mean(axis=1)
    halves = 1.96 * draws.std(axis=1, ddof=1) / math.sqrt(300)
    assert np.mean(abs(means - 0.002) <= halves) < 0.6
