"""Ratings: what they are, their intervals, what they leave of the table."""

import math
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import approx_fprime, minimize

from bazas.analyses.pair_sums import PairSums, pairs_of
from bazas.analyses.rating import (
    ABOVE,
    BELOW,
    BOTH,
    SCALE,
    chances,
    design,
    open_ends,
    rate_points,
    rate_wins,
    strengths,
)
from bazas.sim.estimates import FLOOR, bernstein_interval
from bazas.sim.sequential import TUNED, asymptotic_boundary
from contests import Array, counts, played, sums_of, tally_of

SHARES = st.integers(2, 6).flatmap(
    lambda players: st.lists(
        st.floats(0.001, 0.999), min_size=len(pairs_of(players)), max_size=len(pairs_of(players))
    ).map(lambda shares: (players, np.array(shares)))
)


def renamed(wins: Array, order: Any) -> Array:
    """The table of the same games, player `order[i]` being called i."""
    players = len(order)
    place = {pair: p for p, pair in enumerate(pairs_of(players))}
    rows = []
    for a, b in pairs_of(players):
        one, other = order[a], order[b]
        rows.append(wins[place[one, other]] if one < other else -wins[place[other, one]])
    return np.array(rows)


# Ratings


def test_two_players_have_the_odds_of_their_games() -> None:
    """900 deals, of 1800 games A wins 1350: odds of 3 to 1, but for the credited half deal."""
    sums = sums_of(counts((600, 150, 150)))
    rating = rate_wins(sums)
    share = (1350 + 0.5) / (1800 + 1)
    assert rating.values[0] - rating.values[1] == pytest.approx(400 * math.log10(share / (1 - share)))
    assert rating.values[0] - rating.values[1] == pytest.approx(400 * math.log10(3), abs=0.3)
    assert rating.values.sum() == pytest.approx(0)
    w = counts((600, 150, 150))[0]
    error = w.std(ddof=1) / math.sqrt(900) / 2 / (share * (1 - share)) * 400 / math.log(10)
    (estimate, other) = rating.estimates()
    assert estimate.high - estimate.low == pytest.approx(error * stats.t.ppf(0.975, 899), rel=2e-3)  # half, and twice
    assert (estimate.mean, estimate.low) == pytest.approx((-other.mean, -other.high))
    assert rating.expected[0] == pytest.approx(share)
    assert rating.fit.degrees == 0
    assert rating.fit.p_value is None


def test_chances_of_the_model_are_found_again() -> None:
    true = np.array([0.9, 0.2, -0.1, -1.0])
    assert strengths(chances(design(4) @ true), 4) == pytest.approx(true)
    assert strengths(chances(design(4) @ (10 * true)), 4) == pytest.approx(10 * true)


@given(SHARES)
def test_everybody_is_expected_to_win_what_it_does(case: tuple[int, Array]) -> None:
    """Which is what the likelihood is greatest for."""
    players, shares = case
    x = design(players)
    found = strengths(shares, players)
    assert x.T @ chances(x @ found) == pytest.approx(x.T @ shares, abs=1e-9)
    assert found.mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_strengths_have_the_greatest_likelihood(seed: int) -> None:
    """By another optimiser."""
    x, shares = design(4), np.random.default_rng(seed).uniform(0.02, 0.98, 6)
    found = strengths(shares, 4)

    def loss(values: Array) -> float:
        return float(-np.sum(shares * np.log(chances(x @ values)) + (1 - shares) * np.log(chances(-x @ values))))

    assert loss(found) <= (best := minimize(loss, np.zeros(4))).fun + 1e-9
    assert best.x - best.x.mean() == pytest.approx(found, abs=1e-3)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_nothing_is_infinitely_strong(share: float) -> None:
    with pytest.raises(ValueError, match="no finite strengths"):
        strengths(np.array([0.5, share, 0.5]), 3)


def test_points_are_those_of_least_squares() -> None:
    rng = np.random.default_rng(3)
    points = rng.integers(-200, 250, (6, 500))
    rating = rate_points(PairSums(tally_of(np.sign(points), points), "points"))
    means = points.mean(axis=1)
    fitted = np.linalg.lstsq(design(4), means, rcond=None)[0]
    assert rating.values == pytest.approx(fitted - fitted.mean())
    assert rating.values[0] == pytest.approx(means[:3].sum() / 4)
    assert rating.fit.residuals == pytest.approx(means - design(4) @ rating.values)
    z = np.array([1, 1, 1, 0, 0, 0]) / 4 @ points  # of every deal by itself
    half = stats.t.ppf(0.975, 499) * z.std(ddof=1) / math.sqrt(500)
    estimate = rating.estimates()[0]
    assert (estimate.mean, estimate.high - estimate.mean) == pytest.approx((z.mean(), half))
    assert rating.scaled(0.5).estimates()[0].low == pytest.approx(estimate.low / 2)


@pytest.mark.parametrize("order", list(permutations(range(4)))[1::5])
def test_names_do_not_matter(order: tuple[int, ...]) -> None:
    wins = played([0.8, 0.1, 0.0, -0.9], 400, np.random.default_rng(1))
    pick = np.ix_(order, order)
    for rate in (rate_wins, rate_points):
        plain, other = rate(sums_of(wins)), rate(sums_of(renamed(wins, order)))
        assert other.values == pytest.approx(plain.values[list(order)])
        assert other.covariance == pytest.approx(plain.covariance[pick])
        assert other.fit.chi_square == pytest.approx(plain.fit.chi_square)
        assert (other.fit.p_value, other.fit.explained) == pytest.approx((plain.fit.p_value, plain.fit.explained))


# Intervals


def test_the_covariance_is_that_of_the_derivative() -> None:
    wins = played([0.8, 0.0, -0.9], 5000, np.random.default_rng(2))
    shares = 0.5 + wins.mean(axis=1) / 2
    slope = np.array([approx_fprime(shares, lambda s, i=i: strengths(s, 3)[i], 1e-7) for i in range(3)])
    expected = SCALE**2 * slope @ (np.cov(wins) / 4 / 5000) @ slope.T
    assert rate_wins(sums_of(wins)).covariance == pytest.approx(expected, rel=1e-2)


def test_the_covariance_is_that_of_the_jackknife() -> None:
    """Every deal left out in turn, with all pairs that played it."""
    deals = 600
    wins = played([0.5, 0.0, -0.2], deals, np.random.default_rng(5), shared=0.9)
    without = [rate_wins(sums_of(np.delete(wins, deal, axis=1))).values for deal in range(deals)]
    jackknife = np.cov(np.array(without).T, ddof=0) * (deals - 1)
    assert rate_wins(sums_of(wins)).covariance == pytest.approx(jackknife, rel=0.02, abs=0.02)


def test_games_of_one_deal_are_not_independent() -> None:
    """B and C do the same in every deal against A: luck that is not between them."""
    wins = counts((400, 300, 200))[0]
    swapped = np.tile((1, -1), 450)
    rating = rate_wins(sums_of([wins, wins, swapped]))
    between = np.array([0, 1, -1])
    alone = rate_wins(sums_of([wins, np.random.default_rng(1).permutation(wins), swapped]))
    assert between @ rating.covariance @ between < 0.8 * (between @ alone.covariance @ between)
    assert rating.covariance[0, 0] > 1.5 * alone.covariance[0, 0]


def covered(true: Array, deals: int, trials: int, seed: int) -> Array:
    """How often the intervals of the ratings hold the truth, of each player."""
    rng, hits = np.random.default_rng(seed), np.zeros(len(true))
    true = true - true.mean()
    for _ in range(trials):
        sums = sums_of(played(true, deals, rng))
        for player, (found, end) in enumerate(zip(rate_wins(sums).estimates(), open_ends(sums), strict=True)):
            low = -math.inf if end in (BELOW, BOTH) else found.low
            high = math.inf if end in (ABOVE, BOTH) else found.high
            hits[player] += low <= SCALE * true[player] <= high
    return hits


def test_intervals_hold_the_truth() -> None:
    """At 95 % fewer than 361 of 400 in one of 25,000 trials."""
    hits = covered(np.array([0.6, 0.1, 0.0, -0.4]), 600, 400, 1)
    assert (hits >= 361).all()
    assert hits.mean() <= 392


def test_intervals_hold_for_the_far_too_strong() -> None:
    """Who loses some 20 games of 2,000 or of 4,000."""
    assert (covered(np.array([4.5, 0.5, 0.0]), 1000, 200, 2) >= 178).all()


@pytest.mark.verify
def test_intervals_hold_the_truth_of_many() -> None:
    for true, deals in (([0.6, 0.1, 0.0, -0.4], 600), ([0.2, 0.1, 0.0], 300), ([5, 0.5, 0.0], 2000)):
        hits = covered(np.array(true), deals, 4000, 3)
        assert (hits >= 0.935 * 4000).all()


def test_few_differing_deals_have_the_bounded_interval() -> None:
    """Of two strategies that are nearly one."""
    sums = sums_of(counts((30, 9950, 20)))
    low, high = bernstein_interval(10_000, 10, 50, -1, 1)
    a = rate_wins(sums).estimates()[0]
    assert (a.low, a.high) == pytest.approx((SCALE * low, SCALE * high), rel=1e-3)  # the slope at even chances
    assert sums.bounded == [0]
    even = rate_wins(sums_of(counts((0, 10_000, 0)))).estimates()
    assert even[0].mean == 0
    assert even[0].high == pytest.approx(SCALE * bernstein_interval(10_000, 0, 0, -1, 1)[1], rel=1e-3)


def test_intervals_at_every_look_are_wider() -> None:
    wins = played([0.5, 0.0, -0.2], 3000, np.random.default_rng(5))
    plain, always = (rate_wins(sums_of(wins, looked)).estimates() for looked in (False, True))
    few = int(sums_of(wins).differing.min())  # all differ less often than where the sequence is narrowest
    assert sums_of(wins).differing.max() < TUNED
    ratio = float(asymptotic_boundary(few, 0.045)) / stats.t.ppf(0.975, 2999)
    for one, other in zip(plain, always, strict=True):
        assert one.mean == other.mean
        assert other.high - other.low == pytest.approx(ratio * (one.high - one.low))


def test_an_anchor_moves_all_and_has_no_interval() -> None:
    plain = rate_wins(sums_of(played([0.5, 0.0, -0.2], 500, np.random.default_rng(5))))
    anchored = plain.anchored(2)
    assert anchored.values == pytest.approx(plain.values - plain.values[2])
    assert anchored.estimates()[2].high == pytest.approx(0, abs=1e-6)
    between = np.array([1, -1, 0])
    assert between @ anchored.covariance @ between == pytest.approx(between @ plain.covariance @ between)
    assert anchored.anchored(None).covariance == pytest.approx(plain.covariance)


# One number a player, or not


def test_rock_paper_scissors() -> None:
    """A beats B, B beats C, C beats A: all ratings are 0, they explain nothing, and the test says so."""
    fit = (rating := rate_wins(sums_of(counts((300, 100, 100), (100, 100, 300), (300, 100, 100))))).fit
    assert rating.values == pytest.approx([0, 0, 0])
    assert fit.explained == pytest.approx(0)
    assert fit.spread == pytest.approx(0.2, abs=0.001)
    assert fit.degrees == 1
    assert fit.p_value is not None
    assert fit.p_value < 1e-6


def test_the_test_of_three_players_is_that_of_the_round() -> None:
    """With one degree of freedom: Student's test of the margins of A over B, B over C and C over A, added up."""
    rng = np.random.default_rng(8)
    points = rng.integers(-200, 230, (3, 400))
    fit = rate_points(PairSums(tally_of(np.sign(points), points), "points")).fit
    t, p = stats.ttest_1samp(points[0] + points[2] - points[1], 0)
    assert (fit.chi_square, fit.p_value) == pytest.approx((t**2, p))


def test_transitive_tables_are_rarely_called_otherwise() -> None:
    rng = np.random.default_rng(4)
    p_values = [rate_wins(sums_of(played([0.7, 0.2, 0.0, -0.5], 700, rng))).fit.p_value for _ in range(400)]
    assert None not in p_values
    assert 8 <= sum(p < 0.05 for p in p_values if p is not None) <= 34  # 20 are expected
    assert stats.kstest([p for p in p_values if p is not None], "uniform").pvalue > 0.001


def test_without_deals_enough_there_is_no_test() -> None:
    fit = rate_wins(sums_of(played([0.7, 0.2, 0.0, -0.5, 0.0], 6, np.random.default_rng(4)))).fit
    assert (fit.degrees, fit.chi_square, fit.p_value) == (6, None, None)


@pytest.mark.parametrize(
    ("deals", "always", "tested"), [(FLOOR, False, True), (FLOOR - 1, False, False), (600, True, False)]
)
def test_the_test_is_for_deals_enough_in_a_number_chosen_before(deals: int, always: bool, tested: bool) -> None:
    wins = played([0.7, 0.2, 0.0], deals, np.random.default_rng(4))
    for rating in (rate_wins(sums_of(wins, always)), rate_points(PairSums(tally_of(wins), "points", always))):
        assert rating.fit.chi_square is not None
        assert (rating.fit.p_value is not None) == tested


# Who wins everything


def test_the_unbeaten_have_a_rating() -> None:
    """400 log10 of the odds 4 n + 1, as half a deal was credited."""
    sums = sums_of(counts((500, 0, 0)))
    rating = rate_wins(sums)
    assert rating.values[0] - rating.values[1] == pytest.approx(400 * math.log10(2001))
    assert open_ends(sums) == [ABOVE, BELOW]
    low = 2 * rating.estimates()[0].low  # one game lost in 24 to one in 120 are as likely as nothing to be seen
    assert 400 * math.log10(24) < low < 400 * math.log10(2001)


@pytest.mark.parametrize(
    ("pairs", "ends"),
    [
        (((1, 0, 0), (1, 0, 0), (0, 1, 0)), [ABOVE, BELOW, BELOW]),
        (((1, 0, 0), (1, 0, 0), (1, 0, 0)), [ABOVE, BOTH, BELOW]),
        (((1, 0, 0), (0, 0, 1), (1, 0, 0)), [None, None, None]),  # in a circle
        (((0, 1, 0), (1, 0, 0), (1, 0, 0)), [ABOVE, ABOVE, BELOW]),
        (((1, 0, 0), (0, 1, 0), (0, 1, 0)), [None, None, None]),
        (((0, 1, 0), (0, 0, 1), (0, 1, 0)), [None, None, None]),
    ],
)
def test_ends_that_nothing_bounds(pairs: Any, ends: list[str | None]) -> None:
    sums = sums_of(counts(*(tuple(300 * count for count in pair) for pair in pairs)))
    assert open_ends(sums) == ends
    assert np.isfinite(rate_wins(sums).values).all()
    assert np.isfinite(rate_wins(sums).covariance).all()


def test_one_game_won_by_the_weak_bounds_the_strong() -> None:
    assert open_ends(sums_of(counts((499, 1, 0)))) == [None, None]


def test_nobody_differs() -> None:
    sums = sums_of(np.zeros((3, 500)))
    for rating in (rate_wins(sums), rate_points(sums)):
        assert rating.values == pytest.approx([0, 0, 0])
        assert rating.fit.explained == 1
        assert rating.fit.p_value == pytest.approx(1)
