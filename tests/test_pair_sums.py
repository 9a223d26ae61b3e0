"""The sums of pairs behind a table: they merge, do not overflow, have the intervals and the tests of each pair."""

import math

import numpy as np
import pytest
from scipy import stats

from bazas.analyses.pair_sums import PairSums
from bazas.analyses.rating import rate_wins
from bazas.sim.estimates import FLOOR, p_value
from bazas.sim.sequential import mean_sequence, sequential_p_value, standard_errors
from contests import counts, played, sums_of, tally_of
from reporting import scaled


def test_sums_merge() -> None:
    wins = played([0.7, 0.2, 0.0], 900, np.random.default_rng(4))
    parts = [tally_of(wins[:, first : first + 300]) for first in (0, 300, 600)]
    merged = PairSums(sum(parts[1:], parts[0]), "wins")
    assert rate_wins(merged).values == pytest.approx(rate_wins(sums_of(wins)).values)
    assert merged.covariance([]) == pytest.approx(np.cov(wins) / 900)


def test_large_sums_do_not_overflow() -> None:
    tally = tally_of(played([0.7, 0.2, 0.0], 900, np.random.default_rng(4)))
    small, large = (PairSums(t, "points").covariance([]) for t in (tally, scaled(tally, 10**12)))
    assert 10**12 * large == pytest.approx(small, rel=2e-3)  # but for the divisors n and n - 1
    assert rate_wins(PairSums(scaled(tally, 10**12), "wins")).estimates()[0].high < 1e3


@pytest.mark.parametrize("measure", ["points", "wins"])
def test_p_values_are_those_of_the_estimates(measure: str) -> None:
    wins = np.concatenate([played([0.3, 0.0], 900, np.random.default_rng(4)), counts((FLOOR - 1, 700, 1), (0, 900, 0))])
    tally = tally_of(wins)
    plain, always = PairSums(tally, measure), PairSums(tally, measure, always=True)
    factor = 100 if measure == "points" else 1
    reach = 460 if measure == "points" else 1
    for pair, d in enumerate(factor * wins):
        n, total, squares, differing = 900, int(d.sum()), int(d @ d), int(np.count_nonzero(d))
        found = always.estimate(pair, 0.01)
        assert found == mean_sequence(n, total, squares, reach, differing=differing, error=0.01)
        assert always.p_value(pair) == sequential_p_value(n, total, squares, reach, differing=differing)
        expected = p_value(n, total, squares) if differing >= FLOOR else 1
        assert plain.p_value(pair) == expected
    assert plain.holm() == [True, True, False]  # FLOOR deals differ in the second pair


def test_looked_at_a_pair_alone_has_its_own_interval() -> None:
    """The sum of one mean is this mean: by way of the covariance, and by that of the sequence."""
    sums = sums_of(played([0.3, 0.0], 900, np.random.default_rng(4)), always=True)
    own, combined = sums.estimate(0), sums.combined(np.ones(1))
    assert (combined.low, combined.high) == pytest.approx((own.low, own.high))


def test_looked_at_the_pair_with_the_widest_interval_counts() -> None:
    wins = np.zeros((3, 300_000), np.int64)
    for pair, differing in enumerate((2000, 2200, 250_000)):
        wins[pair, :differing] = np.resize([1, -1], differing)
    assert sums_of(wins, always=True).errors == standard_errors(250_000)
    assert standard_errors(250_000) > standard_errors(2000)


def test_who_wins_everything_differs() -> None:
    sums = PairSums(tally_of(counts((500, 0, 0))), "wins")
    assert sums.holm() == [True]
    assert sums.bounded == [0]
    assert sums.estimate(0).low < 0.97


def test_combined_means_have_the_interval_of_their_sum() -> None:
    wins = played([0.7, 0.2, 0.0], 900, np.random.default_rng(4))
    found = sums_of(wins).combined(np.array([0.5, 0.5, 0]))
    z = (wins[0] + wins[1]) / 2
    half = stats.t.ppf(0.975, 899) * z.std(ddof=1) / 30
    assert (found.mean, found.high) == pytest.approx((z.mean(), z.mean() + half))
    assert math.isnan(sums_of(wins[:, :1]).combined(np.ones(3)).mean)
