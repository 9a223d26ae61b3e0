"""The sums of duels: those of a plain loop over the games, and what must cancel cancels."""

import math
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bazas.analyses.duels import Duel, duel_spec, no_duels, points_of, tally_duels, wins_of
from bazas.kernels.compiling import JIT
from bazas.sim.estimates import wilson
from bazas.sim.guinote_contest import GUINOTE_CONTEST
from bazas.sim.playing import Chunk, play_chunk
from bazas.sim.rules import PRESETS, Rules, guinote
from bazas.sim.sequential import mean_sequence
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Spec
from bazas.sim.strategy import BUILT_IN, strategy
from bazas.sim.tally import Tally, tally_games
from quick import quick
from running import same
from switching import player

DEALS = 600 if JIT else 30
THREE = [("careful", "lowest"), ("random", "random:salt=1"), ("lowest", "lowest")]


@cache
def chunk_of(*pairs: tuple[str, str], rules: Rules | None = None, deals: int = DEALS) -> tuple[Spec, Chunk]:
    spec = duel_spec("compare", rules or Rules(), 3, [(player(a), player(b)) for a, b in pairs])
    return spec, play_chunk(spec, 0, deals)


def by_hand(chunk: Chunk, arm: int, deal: int) -> tuple[int, int, tuple[bytes, ...]]:
    """Margin of side a in the first hand, whether it wins the game, and all that is known of the game."""
    games, hands = chunk.arms[arm]
    game, hand = games[deal], hands[deal, 0]
    points = [int(hand["cards"][side]) + int(hand["cantes"][side]) for side in range(2)]
    if hand["last_trick"] >= 0:
        points[hand["last_trick"] % 2] += 10
    played = [hands[deal, i].tobytes() for i in range(game["hands"])]
    facts = *played, bytes([game["winner"], game["decided"], game["hands"]])
    return points[0] - points[1], int(game["winner"] == 0), facts


@pytest.mark.parametrize("rules", ["lascuarenta", "ludoteka"])
def test_sums_are_those_of_a_loop(rules: str) -> None:
    _, chunk = chunk_of(*THREE, ("chaos", "careful"), rules=PRESETS[rules].rules)
    tally = tally_duels(chunk)
    d, w, divergent = (np.zeros((4, DEALS), np.int64) for _ in range(3))
    for pair in range(4):
        for deal in range(DEALS):
            one, other = (by_hand(chunk, arm, deal) for arm in (2 * pair, 2 * pair + 1))
            d[pair, deal] = one[0] - other[0]
            w[pair, deal] = one[1] + (1 - other[1]) - 1
            divergent[pair, deal] = one[2] != other[2]
    assert tally["pairs"].tolist() == [DEALS]
    assert tally["divergent"].tolist() == divergent.sum(axis=1).tolist()
    for name, values in (("points", d), ("wins", w)):
        assert tally[name].tolist() == values.sum(axis=1).tolist()
        assert tally[f"{name}_differing"].tolist() == (values != 0).sum(axis=1).tolist()
        assert tally[f"{name}_products"].tolist() == (values @ values.T).tolist()
    for arm in range(8):
        alone = tally_games(Chunk(0, DEALS, [chunk.arms[arm]]))
        assert tally["arms"][arm].tolist() == np.concatenate(list(alone.values())).tolist()


def test_chunks_add_up() -> None:
    spec, chunk = chunk_of(*THREE)
    half = DEALS // 2
    parts = [tally_duels(play_chunk(spec, first, half)) for first in (0, half)]
    assert same(no_duels(3) + parts[1] + parts[0], tally_duels(chunk))
    assert same(Tally.from_json(parts[0].to_json()), parts[0])
    assert same(no_duels(3) + Tally(), no_duels(3))


def test_arms_are_the_same_deals_with_the_seats_changed_over() -> None:
    spec, chunk = chunk_of(*THREE)
    assert [[s.label for s in arm.strategies[:2]] for arm in spec.arms[:3]] == [
        ["careful", "lowest"], ["lowest", "careful"], ["random", "random:salt=1"],
    ]  # fmt: skip
    for name in ("mano", "muestra"):
        first = [hands[:, 0][name].tolist() for _, hands in chunk.arms]
        assert all(values == first[0] for values in first)


def must_tie(label: str, rules: Rules, deals: int) -> None:
    """A strategy against itself: both games are one game, so that nothing is left over."""
    _, chunk = chunk_of((label, label), rules=rules, deals=deals)
    tally = tally_duels(chunk)
    for name in ("divergent", "points", "points_differing", "points_products", "wins", "wins_differing"):
        assert not tally[name].any()
    duel = Duel(tally, sequential=False)
    assert (duel.divergent, duel.points.mean, duel.wins.mean, duel.wins_a.mean) == (0, 0, 0, 0.5)
    assert duel.points.low < 0 < duel.points.high
    assert math.isnan(duel.efficiency["points"])


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_strategy_ties_with_itself(name: str) -> None:
    chosen = quick(name)
    must_tie(chosen.label, Rules(), DEALS if chosen is strategy(name) else 4)


@pytest.mark.parametrize("name", ["careful", "random:salt=7"])
@pytest.mark.parametrize("rules", ["ludoteka", "two"])
def test_a_strategy_ties_with_itself_by_other_rules(name: str, rules: str) -> None:
    must_tie(name, guinote(rules_of("lascuarenta", ["players=2"])) if rules == "two" else PRESETS[rules].rules, DEALS)


@pytest.mark.parametrize("rules", [(), ("players=2",)])
def test_who_is_named_first_does_not_matter(rules: tuple[str, ...]) -> None:
    sheet = guinote(rules_of("lascuarenta", rules))
    ab, ba = (
        Duel(tally_duels(chunk_of(pair, rules=sheet)[1]), True)
        for pair in (("careful", "lowest"), ("lowest", "careful"))
    )
    assert (ab.points.mean, ab.points.low, ab.points.high) == (-ba.points.mean, -ba.points.high, -ba.points.low)
    assert ab.wins.mean == -ba.wins.mean
    assert ab.wins_a.mean == pytest.approx(1 - ba.wins_a.mean)
    assert (ab.divergent, ab.efficiency) == (ba.divergent, ba.efficiency)
    assert ab.of_sides("forty").tolist() == ba.of_sides("forty")[::-1, ::-1].tolist()
    assert ab.points.mean > 20


def test_figures_are_those_of_the_sums() -> None:
    _, chunk = chunk_of(*THREE)
    tally = tally_duels(chunk)
    duel, looked = Duel(tally, False, 1), Duel(tally, True, 1)
    d, w = points_of(tally, 1), wins_of(tally, 1)
    usual, always = (
        d.estimate(GUINOTE_CONTEST.reach),
        mean_sequence(*vars_of(d), GUINOTE_CONTEST.reach, differing=d.differing, error=0.025),
    )
    assert usual is not None
    assert (duel.points.mean, duel.points.low) == (d.total / DEALS / 2, usual.low / 2)
    assert (looked.points.low, looked.points.high) == (always.low / 2, always.high / 2)
    assert looked.points.low < duel.points.low
    assert duel.wins.mean == w.total / DEALS
    won = int(duel.of_sides("wins")[:, 0].sum())
    assert duel.wins_a.mean == pytest.approx(won / (2 * DEALS)) == pytest.approx(wilson(won, 2 * DEALS).mean)
    assert duel.of_sides("wins").sum() == 2 * DEALS


def vars_of(sums: Any) -> tuple[int, int, int]:
    return sums.n, sums.total, sums.squares


def test_efficiency_is_the_gain_over_other_deals() -> None:
    """The variance of the mean difference between two halves of as many games, each with a deal of its own."""
    _, chunk = chunk_of(*THREE)
    found = Duel(tally_duels(chunk), False).efficiency
    margins, won = (
        np.array([[by_hand(chunk, arm, deal)[i] for deal in range(DEALS)] for arm in range(2)]) for i in range(2)
    )
    for name, values in (("points", margins), ("wins", won)):
        alone = np.var(values[0], ddof=1) + np.var(values[1], ddof=1)
        paired = np.var(values[0] - values[1], ddof=1)
        assert found[name] == pytest.approx(alone / paired)
    assert found["points"] > 1.2
    assert all(math.isnan(value) for value in Duel(no_duels(1), False).efficiency.values())


def test_where_a_wins_nearly_all_the_interval_of_games_is_bounded() -> None:
    """All but a few w are 1: those that are not are the ones that differ."""
    n, lost = 5000, 40
    sums = Tally({"pairs": n, "wins": n - lost, "wins_differing": n - lost, "wins_products": [[n - lost]]})
    usual, looked = Duel(no_duels(1) + sums, False), Duel(no_duels(1) + sums, True)
    assert usual.bounded["wins"]
    assert usual.wins.low < 0.985
    assert looked.wins.low < 0.95


def test_pairs_of_three_strategies_share_their_deals() -> None:
    """As in a tournament: what A makes more than B, and B than C, is correlated through B."""
    trio = ("careful", "lowest", "random")
    _, chunk = chunk_of(*combinations(trio, 2))
    tally = tally_duels(chunk)
    assert tally["points_products"].shape == (3, 3)
    assert (tally["points_products"] == tally["points_products"].T).all()
    alone = tally_duels(chunk_of(("careful", "random"))[1])
    assert tally["points"][1] == alone["points"][0]
    assert tally["arms"][2:4].tolist() == alone["arms"].tolist()
