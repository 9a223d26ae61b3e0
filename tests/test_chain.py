"""The chain over who is mano: against formulas, a recursion backwards, games by hand, and matches of the kernel."""

from __future__ import annotations

from dataclasses import astuple, replace
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from bazas.sim.chain import MatchOdds, match_odds
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.spec import Arm, Spec, seats_of

Array = npt.NDArray[np.float64]
Players = tuple[str, str]

GOALS = [(3, 1), (3, 2), (4, 1), (5, 3), (1, 1), (1, 4)]


def random_rates(players: int, seed: int) -> Array:
    return np.random.default_rng(seed).dirichlet(np.ones(2 * players), players).reshape(players, 2, players)


# By other routes


def negative_binomial(p: float, goal: int) -> tuple[float, float]:
    """Probability that the side that wins each step with p wins `goal` of them first, and the expected steps."""
    wins, steps = 0.0, 0.0
    for lost in range(goal):
        ways = comb(goal - 1 + lost, lost)
        for chance, own in ((p, True), (1 - p, False)):
            probability = ways * chance**goal * (1 - chance) ** lost
            wins += probability * own
            steps += probability * (goal + lost)
    return wins, steps


@pytest.mark.parametrize("p", [0.5, 0.53, 0.9, 1.0, 0.0])
@pytest.mark.parametrize(("coto_games", "match_cotos"), GOALS)
def test_where_the_mano_does_not_matter(p: float, coto_games: int, match_cotos: int) -> None:
    next_mano = np.random.default_rng(1).dirichlet(np.ones(4), (4, 2))
    odds = match_odds(next_mano * np.array([p, 1 - p])[:, None], coto_games, match_cotos)
    coto, games = negative_binomial(p, coto_games)
    match, cotos = negative_binomial(coto, match_cotos)
    expected = (coto, games, match, cotos * games, cotos * games * p, cotos, cotos * coto)
    for found in (*odds.manos, odds.equal):
        assert astuple(found) == pytest.approx(expected)
        assert (found.coto_a, found.game_a, found.games_per_coto) == pytest.approx((coto, p, games))


def backwards(rates: Array, coto_games: int, match_cotos: int, mano: int) -> tuple[float, ...]:
    """The figures of `MatchOdds`, each as a value that depends on the standing: what is won now and what follows."""
    players = range(len(rates))

    @cache
    def follows(mano: int, games: tuple[int, int], cotos: tuple[int, int]) -> Array:
        figures = np.zeros(7)
        for side in (0, 1):
            for after in players:
                now = np.zeros(7)
                now[3:5] = 1, side == 0
                won = games[0] + (side == 0), games[1] + (side == 1)
                first = cotos == (0, 0)
                now[1] = first
                standing = cotos
                if won[side] == coto_games:
                    now[0] = first and side == 0
                    now[5:7] = 1, side == 0
                    won, standing = (0, 0), (cotos[0] + (side == 0), cotos[1] + (side == 1))
                if standing[side] == match_cotos:
                    now[2] = side == 0
                else:
                    now += follows(after, won, standing)
                figures += rates[mano, side, after] * now
        return figures

    return tuple(follows(mano, (0, 0), (0, 0)))


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize(("coto_games", "match_cotos"), GOALS)
def test_against_a_recursion_backwards(players: int, coto_games: int, match_cotos: int) -> None:
    rates = random_rates(players, 10 * coto_games + match_cotos)
    odds = match_odds(rates, coto_games, match_cotos)
    expected = [backwards(rates, coto_games, match_cotos, mano) for mano in range(players)]
    for found, figures in zip(odds.manos, expected, strict=True):
        assert astuple(found) == pytest.approx(figures)
    assert astuple(odds.equal) == pytest.approx(tuple(np.mean(expected, axis=0)))


def test_two_players_by_hand() -> None:
    """Whoever is mano wins, and the mano alternates: with mano 0 the cotos are a (3-2), b (3-2), a (3-2)."""
    rates = np.zeros((2, 2, 2))
    rates[0, 0, 1] = rates[1, 1, 0] = 1
    odds = match_odds(rates, 3, 2)
    assert odds.manos == (MatchOdds(1, 5, 1, 15, 8, 3, 2), MatchOdds(0, 5, 0, 15, 7, 3, 1))
    assert odds.equal == MatchOdds(0.5, 5, 0.5, 15, 7.5, 3, 1.5)
    assert odds.manos[0].coto_a == pytest.approx(2 / 3)


def test_shares_of_a_run_are_weighted_by_its_length() -> None:
    """Mano 0 always wins and stays; mano 1's side always loses its first coto, and then mano 0 leads."""
    rates = np.zeros((2, 2, 2))
    rates[0, 0, 0] = 1
    rates[1, 1, 0] = 1
    odds = match_odds(rates, 1, 2)
    assert [found.cotos for found in odds.manos] == [2, 3]
    assert odds.equal.coto_a == pytest.approx(4 / 5)
    assert np.mean([found.coto_a for found in odds.manos]) == pytest.approx(5 / 6)


def moved(rates: Array, seats: int) -> Array:
    """The rates with everybody moved on by some seats; an odd number exchanges the sides."""
    sides = rates[:, ::-1] if seats % 2 else rates
    return np.roll(sides, (seats, seats), axis=(0, 2))


@pytest.mark.parametrize("players", [4, 2])
def test_symmetry(players: int) -> None:
    rates = random_rates(players, 3)
    before, after = match_odds(rates, 3, 2), match_odds(moved(rates, 1), 3, 2)
    for mano in range(players):
        one, other = before.manos[mano], after.manos[(mano + 1) % players]
        assert (other.match_a, other.coto_a, other.game_a) == pytest.approx(
            (1 - one.match_a, 1 - one.coto_a, 1 - one.game_a)
        )
        assert (other.games, other.cotos) == pytest.approx((one.games, one.cotos))
    fair = match_odds(np.mean([moved(rates, seats) for seats in range(players)], axis=0), 4, 2).equal
    assert (fair.match_a, fair.coto_a, fair.game_a) == pytest.approx((0.5, 0.5, 0.5))


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        (np.full((4, 2, 2), 0.25), "players by 2 by players"),
        (np.full((2, 2, 2), 0.3), "add up to 1"),
        (np.array([[[1.5, -0.5], [0, 0]], [[1, 0], [0, 0]]]), "add up to 1"),
        (np.full((2, 2, 2), np.nan), "add up to 1"),
        (0.5, "players by 2 by players"),
    ],
)
def test_what_is_no_probability_is_refused(rates: Array, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        match_odds(rates, 3, 1)


# Against matches of the kernel. The rates are measured in single games, dealt by another seed.

FIGURES = ("match_a", "games", "cotos", "coto_a", "game_a", "games_per_coto")
CHUNK = 20_000


def single_games(rules: Rules, players: Players, games: int) -> Array:
    """How often each mano (players) saw each winner and each next mano (players by 2 by players)."""
    counts = np.zeros((rules.players, 2, rules.players))
    for first in range(0, games, CHUNK):
        found, hands = play_chunk(spec(rules, players, 1), first, CHUNK).arms[0]
        after = hands["next_mano"][np.arange(CHUNK), found["hands"] - 1]
        np.add.at(counts, (hands["mano"][:, 0], found["winner"], after), 1)
    return counts


def matches(rules: Rules, players: Players, count: int) -> Array:
    """Of each match: mano, won by a, games, games of a, cotos, cotos of a (count by 6)."""
    found = []
    for first in range(0, count, CHUNK):
        games, hands = play_chunk(spec(rules, players, 2, matches=True), first, CHUNK).arms[0]
        starts = np.flatnonzero(games["game"] == 0)
        ends = np.append(starts[1:], len(games)) - 1
        a = games["winner"] == 0
        ends_coto = np.append(games["game_of_coto"][1:] == 0, True)
        sums = [np.add.reduceat(column.astype(float), starts) for column in (a, ends_coto, ends_coto & a)]
        found.append(np.stack([hands["mano"][starts, 0], a[ends], 1 + ends - starts, *sums], axis=1))
    return np.concatenate(found)


def spec(rules: Rules, players: Players, seed: int, matches: bool = False) -> Spec:
    return Spec("simulate", rules, seed, (Arm(seats_of(rules.players, *players)),), matches=matches)


def means_and_variances(counted: Array) -> tuple[Array, Array]:
    """The FIGURES of some matches, and the variances of these means and ratios."""
    _, won, games, games_a, cotos, cotos_a = counted.T
    one = np.ones_like(won)
    pairs = [(won, one), (games, one), (cotos, one), (cotos_a, cotos), (games_a, games), (games, cotos)]
    ratios = np.array([above.mean() / below.mean() for above, below in pairs])
    left = [(above - ratio * below) / below.mean() for (above, below), ratio in zip(pairs, ratios, strict=True)]
    return ratios, np.var(left, axis=1) / len(won)


def figures(rules: Rules, rates: Array) -> Array:
    """The FIGURES by the chain, of each mano and of all (players + 1 by figures)."""
    odds = match_odds(rates, rules.coto_games, rules.match_cotos)
    return np.array([[getattr(found, name) for name in FIGURES] for found in (*odds.manos, odds.equal)])


def variances_of_chain(rules: Rules, counts: Array) -> Array:
    """How far the figures of the chain vary with the rates that it is fed: counts of as many games drawn again."""
    rng, shape = np.random.default_rng(4), counts.shape
    of_mano = counts.reshape(len(counts), -1)
    drawn = [[rng.multinomial(int(row.sum()), row / row.sum()) / row.sum() for row in of_mano] for _ in range(200)]
    return np.var([figures(rules, np.reshape(rates, shape)) for rates in drawn], axis=0)


def compare(rules: Rules, players: Players, count: int, games: int) -> None:
    counts = single_games(rules, players, games)
    counted = matches(rules, players, count)
    expected = figures(rules, counts / counts.sum(axis=(1, 2), keepdims=True))
    uncertain = variances_of_chain(rules, counts)
    groups = [counted[counted[:, 0] == mano] for mano in range(rules.players)]
    for row, group in enumerate([*groups, counted]):
        found, variances = means_and_variances(group)
        share = expected[row][0]  # next to 1 no match is lost, and the sample alone shows no variance
        variances[0] = max(variances[0], share * (1 - share) / len(group))
        errors = np.sqrt(variances + uncertain[row])
        assert (errors < 0.05 * expected[row]).all()
        assert (abs(found - expected[row]) < 4.5 * errors + 1e-9).all(), (row, found, expected[row], errors)


@pytest.mark.parametrize("players", [("highest", "lowest"), ("random", "lowest")])
@pytest.mark.parametrize("seats", [4, 2])
@pytest.mark.parametrize("sheet", PRESETS)
def test_matches_of_the_kernel(sheet: str, seats: int, players: Players) -> None:
    compare(replace(PRESETS[sheet].rules, players=seats), players, 40_000, 400_000)


@pytest.mark.verify
@pytest.mark.parametrize("players", [("highest", "lowest"), ("careful", "random")])
@pytest.mark.parametrize("seats", [4, 2])
@pytest.mark.parametrize("sheet", PRESETS)
def test_matches_of_the_kernel_at_length(sheet: str, seats: int, players: Players) -> None:
    compare(replace(PRESETS[sheet].rules, players=seats, match_cotos=3), players, 400_000, 4_000_000)
