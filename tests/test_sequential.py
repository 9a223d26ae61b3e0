"""Intervals that are valid at every look: against the papers' formulas, and by how often they leave out the truth."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import minimize_scalar

from bazas.sim.estimates import FLOOR, mean_interval, sample_variance
from bazas.sim.sequential import (
    BOUNDED_PART,
    ERROR,
    TUNED,
    asymptotic_boundary,
    bounded_boundary,
    log_gamma_mixture,
    mean_sequence,
    narrowest,
    next_look,
    sequential_p_value,
    standard_errors,
)
from looking import Pairs, ever_wrong, left_out

# Looks


def test_looks_grow_by_a_tenth() -> None:
    looks = [next_look(0)]
    while len(looks) < 6:
        looks.append(next_look(looks[-1]))
    assert looks == [200, 220, 242, 266, 292, 321]


@given(st.integers(0, 10**9))
def test_the_next_look_depends_on_the_number_alone(units: int) -> None:
    look = next_look(units)
    assert look > units
    assert next_look(look - 1) == look
    assert look <= max(200, units * 1.1 + 1)


# The asymptotic sequence


def test_the_asymptotic_interval_is_the_papers() -> None:
    """Theorem 2.2 of Waudby-Smith et al., typed again: all of 3,000 observations differ."""
    t, total, squares = 3000, 700, 90_000
    r2 = narrowest() / TUNED
    a = 0.05 * (1 - BOUNDED_PART)
    s = math.sqrt(sample_variance(t, total, squares))
    half = s * math.sqrt(2 * (t * r2 + 1) / (t**2 * r2) * math.log(math.sqrt(t * r2 + 1) / a))
    found = mean_sequence(t, total, squares, 460, differing=t)
    assert found.mean == total / t
    assert (found.high - found.mean, found.mean - found.low) == pytest.approx((half, half), rel=1e-12)


def test_zeros_do_not_move_its_clock() -> None:
    """The same differences among more zeros: the interval of the sum stays as it is, but for the spread of the mean."""
    dense = mean_sequence(5000, 900, 400_000, 460, differing=5000)
    sparse = mean_sequence(5_000_000, 900, 400_000, 460, differing=5000)
    assert 5_000_000 * (sparse.high - sparse.mean) == pytest.approx(5000 * (dense.high - dense.mean), rel=1e-3)


def test_it_is_narrowest_where_it_is_tuned() -> None:
    found = minimize_scalar(lambda n: asymptotic_boundary(n, ERROR), bounds=(100, 100_000), method="bounded")
    assert found.x == pytest.approx(TUNED, rel=1e-3)
    assert found.fun == pytest.approx(3.0351, abs=1e-4)
    # The paper's approximation of the best x, -2 log a + log(-2 log a) + 1.
    assert narrowest() == pytest.approx(5.9915 + math.log(5.9915) + 1, rel=0.1)


@pytest.mark.parametrize(("differing", "errors"), [(FLOOR, 3.823), (TUNED, 3.035), (100_000, 3.470), (10**6, 3.784)])
def test_half_widths_in_standard_errors(differing: int, errors: float) -> None:
    assert asymptotic_boundary(differing, ERROR) == pytest.approx(errors, abs=1e-3)


@pytest.mark.parametrize(("differing", "errors"), [(FLOOR, 3.88), (TUNED, 3.07), (100_000, 3.50), (10**6, 3.81)])
def test_half_widths_are_those_of_its_part_of_the_error(differing: int, errors: float) -> None:
    n, squares = 2 * differing, 9 * differing
    found = mean_sequence(n, 0, squares, 9, differing=differing)
    assert found.high == pytest.approx(errors * math.sqrt(sample_variance(n, 0, squares) / n), rel=2e-3)
    assert standard_errors(differing) == pytest.approx(errors, abs=0.005)


# The bounded sequence


@pytest.mark.parametrize("s", [0, 0.5, 7, 60])
@pytest.mark.parametrize("v", [0, 1, 20, 200])
def test_the_mixture_is_the_papers(s: float, v: float) -> None:
    """Proposition 9 of Howard et al. by quadrature: exp(l s - psi(l) v) over a density as exp(l)."""

    def integrand(u: float) -> float:  # u = 1 - l, and exp(psi(l)) = exp(-l) / u
        return math.exp((1 - u) * s + (1 - u) * v + v * math.log(u) - u) if u else float(v == 0) * math.exp(s)

    mixed, _ = quad(integrand, 0, 1, epsabs=0, epsrel=1e-10, limit=500)
    density, _ = quad(lambda u: math.exp(-u), 0, 1)
    assert log_gamma_mixture(s, v) == pytest.approx(math.log(mixed / density), abs=1e-7)


def test_the_mixture_begins_at_1() -> None:
    assert log_gamma_mixture(0, 0) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("v", "boundary"), [(0, 8.475), (1, 10.235), (10, 18.260), (200, 66.125)])
def test_boundaries(v: float, boundary: float) -> None:
    found = bounded_boundary(v, 0.00125)
    assert found == pytest.approx(boundary, abs=1e-3)
    assert log_gamma_mixture(found, v) == pytest.approx(math.log(800), abs=1e-6)


def test_the_bounded_interval_is_the_papers() -> None:
    """Theorem 4: |sum - n truth| < u(sum of squares), here with u for values within 460 of 0."""
    found = mean_sequence(5000, 300, 9000, 460, differing=40)
    half = 460 * bounded_boundary(9000 / 460**2, ERROR * BOUNDED_PART / 2) / 5000
    assert (found.low, found.high) == pytest.approx((0.06 - half, 0.06 + half))


# The two together


def test_nothing_is_known_of_nothing() -> None:
    assert mean_sequence(0, 0, 0, 9, differing=0).as_dict() == {"mean": None, "low": None, "high": None, "n": 0}
    assert sequential_p_value(0, 0, 0, 9, differing=0) == 1


def test_one_observation_says_no_more_than_the_range() -> None:
    assert mean_sequence(1, 7, 49, 9, differing=1).as_dict() == {"mean": 7.0, "low": -9, "high": 9, "n": 1}


def test_zeros_say_more_the_more_there_are() -> None:
    widths = [mean_sequence(n, 0, 0, 460, differing=0).high for n in (100, 10_000, 1_000_000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[1] == pytest.approx(100 * widths[2])
    assert 0 < widths[2] < 0.01


def test_a_mean_next_to_the_end_of_the_range_is_not_taken_for_certain() -> None:
    """Every one of 1,000 games won: they differ from 0, but not from each other, so the spread is not known."""
    found = mean_sequence(1000, 1000, 1000, 1, differing=1000)
    assert found.high == 1
    assert 0.7 < found.low < 0.99
    some = mean_sequence(1000, 900, 900, 1, differing=900)  # 100 not won: fewer than the floor, 0.04 by the spread
    assert some.low < 0.9 - 0.12
    more = mean_sequence(3000, 2500, 2500, 1, differing=2500)  # 500 not won
    assert more.low == pytest.approx(5 / 6 - asymptotic_boundary(500, 0.045) * math.sqrt(5 / 36 / 2999))


@pytest.mark.parametrize("differing", [10, FLOOR - 1, FLOOR, 5000])
def test_it_is_wider_than_an_interval_for_one_look(differing: int) -> None:
    sums = 20_000, 3 * differing, 900 * differing
    found, usual = mean_sequence(*sums, 460, differing=differing), mean_interval(*sums, -460, 460, differing=FLOOR)
    assert found.low < usual.low < usual.high < found.high


@given(
    st.integers(1, 4000), st.integers(0, 4000), st.floats(-1, 1), st.sampled_from([0.05, 0.025, 0.001, 0.2])
)  # fmt: skip
def test_p_values_say_what_intervals_say(n: int, differing: int, lean: float, error: float) -> None:
    differing = min(n, differing)
    total, squares = round(3 * lean * differing), 9 * differing
    found = mean_sequence(n, total, squares, 9, differing=differing, error=error)
    p = sequential_p_value(n, total, squares, 9, differing=differing)
    assert 0 <= p <= 1
    if abs(p / error - 1) > 1e-6:
        assert (p < error) == (found.low > 0 or found.high < 0)


# What they promise

EVEN = [(-120, -1), (-60, -1), (-30, 0), (-5, 0), (5, 0), (30, 0), (60, 1), (120, 1)]
RUNS = 4000


def test_looking_again_and_again_at_a_usual_interval_is_wrong_often() -> None:
    wrong = ever_wrong(Pairs(EVEN, [1] * 8), 1000, 100_000, ERROR, 1, naive=True)
    assert (wrong.mean(axis=0) > 0.3).all()


@pytest.mark.parametrize(("share", "deals"), [(1.0, 100_000), (0.1, 200_000), (0.001, 2_000_000)])
def test_false_stops_where_there_is_no_difference(share: float, deals: int) -> None:
    """With `ERROR` for each of the two; and for both together with half of it for each, as comparisons have it.

    Rare differences lead from bounded intervals, over the floor, to asymptotic ones.
    """
    each = ever_wrong(Pairs(EVEN, [1] * 8, share), RUNS, deals, ERROR, 2)
    assert (each.mean(axis=0) < ERROR).all()
    both = ever_wrong(Pairs(EVEN, [1] * 8, share), RUNS, deals, ERROR / 2, 3).any(axis=1)
    assert both.mean() < ERROR - 0.015
    assert share < 0.01 or both.any()  # else nothing was tested


@pytest.mark.parametrize("share", [1.0, 0.01])
@pytest.mark.parametrize(
    "pairs",
    [
        Pairs([(100, 1), (200, 1), (-50, 0), (-100, -1)], [50, 45, 4, 1]),  # A is far better
        Pairs([(-20, 0), (40, 1), (150, 1)], [30, 8, 3]),  # and here by a few large swings
        Pairs([(-1, 0), (1, 0), (2, 1)], [5, 4, 1]),
    ],
)
def test_the_truth_is_held_where_there_is_a_difference(pairs: Pairs, share: float) -> None:
    deals = 50_000 if share == 1 else 300_000
    wrong = ever_wrong(Pairs(pairs.kinds, pairs.weights, share), RUNS, deals, ERROR, 4)
    assert (wrong.mean(axis=0) < ERROR).all()


def test_below_the_floor_it_holds_whatever_comes() -> None:
    """One large difference in 1,000 deals: the spread that was seen so far says nothing."""
    wrong = ever_wrong(Pairs([(460, 1)], [1], 0.001), RUNS, 150_000, ERROR, 5)
    assert (wrong.mean(axis=0) <= ERROR * BOUNDED_PART).all()


@pytest.mark.parametrize("seed", range(30))
def test_many_runs_at_once_are_judged_as_one_is(seed: int) -> None:
    """`looking` is a twin of `mean_sequence`: both say the same of any sums."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(200, 4000))
    values = rng.choice([0, 0, *rng.integers(-460, 461, 3)], n)
    total, squares, differing = int(values.sum()), int((values**2).sum()), int((values != 0).sum())
    found = mean_sequence(n, total, squares, 460, differing=differing)
    for truth in (found.low - 0.01, found.low + 0.01, found.high - 0.01, found.high + 0.01):
        (outside,) = left_out(n, np.array([[total], [squares], [differing]], float), truth, 460, ERROR)
        assert outside == (not found.low <= truth <= found.high)
