"""Tournaments: what is played, the table, the tests of all pairs together, runs that stop early or go on."""

import json
import math
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bazas.analyses.compare import compare
from bazas.analyses.pair_sums import PairSums
from bazas.analyses.tournament import MOST_PLAYERS, Tournament, enter, tournament
from bazas.analyses.tournament_report import notes
from bazas.sim import load
from bazas.sim.errors import UsageError
from bazas.sim.estimates import holm
from bazas.sim.sequential import ERROR, mean_sequence, next_look
from bazas.sim.strategy import strategy
from commands import Ran
from contests import played, tally_of
from reporting import untimed

PLAYERS = ("lowest", "random", "careful", "highest")
GAMES = 1000


@cache
def held(*players: str, **options: Any) -> Tournament:
    return tournament(players, **{"games": GAMES, **options})


# What is played


def test_every_pair_has_two_arms_on_the_same_deals() -> None:
    result = held(*PLAYERS)
    arms = [[player.label for player in arm.strategies] for arm in result.spec.arms]
    pairs = [(a, b) for place, a in enumerate(PLAYERS) for b in PLAYERS[place + 1 :]]
    assert arms == [[*sides, *sides] for a, b in pairs for sides in ((a, b), (b, a))]
    assert [(pair.a, pair.b) for pair in result.table.pairs] == pairs


def test_a_pair_is_what_compare_finds() -> None:
    """Of the same deals: to the last digit."""
    result = held(*PLAYERS)
    for a, b in (("lowest", "careful"), ("careful", "highest"), ("highest", "random")):
        alone = compare(a, b, games=GAMES)
        pair = result.table.pair(a, b)
        assert pair.points == alone.points
        assert pair.wins_a == alone.wins_a
        assert pair.divergent == alone.divergent


def test_the_rows_tell_the_same(tmp_path: Path) -> None:
    result = tournament(PLAYERS[:3], games=300, out=tmp_path / "run")
    rows = load(tmp_path / "run").set_index(["game", "arm"])
    points = rows["cards_a"] + rows["cantes_a"] - rows["cards_b"] - rows["cantes_b"]
    last = (10 * (1 - 2 * (rows["last_trick"] % 2))).fillna(0)  # a tute leaves no last trick
    margin = (points + last).unstack("arm")
    won = (rows["winner"] == 0).unstack("arm")
    for p, pair in enumerate(result.table.pairs):
        assert pair.points.mean == pytest.approx((margin[2 * p] - margin[2 * p + 1]).mean() / 2)
        assert pair.wins_a.mean == pytest.approx((won[2 * p].mean() + 1 - won[2 * p + 1].mean()) / 2)
        assert pair.points.n == 300


def test_the_order_of_names_does_not_matter() -> None:
    one, other = held(*PLAYERS), held(*reversed(PLAYERS))
    assert [player.name for player in one.table.ranking] == [player.name for player in other.table.ranking]
    for pair in one.table.pairs:
        turned = other.table.pair(pair.a, pair.b)
        assert turned.points.low == pytest.approx(pair.points.low)
        assert (turned.wins_a.mean, turned.wins_expected) == pytest.approx((pair.wins_a.mean, pair.wins_expected))
        assert (turned.points_differ, turned.wins_differ) == (pair.points_differ, pair.wins_differ)
    assert one.as_dict()["rating"]["chi_square"] == pytest.approx(other.as_dict()["rating"]["chi_square"])


def test_other_rules_and_two_players() -> None:
    result = tournament(["random", "lowest"], "ludoteka", rule=["players=2"], games=100)
    assert result.spec.rules.players == 2
    assert [len(arm.strategies) for arm in result.spec.arms] == [2, 2]


def test_a_strategy_does_not_differ_from_itself_by_another_name() -> None:
    twin = replace(strategy("careful"), name="twin")
    result = tournament(["careful", twin, "random"], games=GAMES)
    pair = result.table.pair("careful", "twin")
    assert pair.divergent == pair.points.mean == 0
    assert pair.wins_a.mean == 0.5
    assert not pair.points_differ
    assert not pair.wins_differ
    ratings = {player.name: player.rating.mean for player in result.table.ranking}
    assert ratings["careful"] == pytest.approx(ratings["twin"])
    both = (result.table.pair(name, "random") for name in ("careful", "twin"))
    assert next(both).points == next(both).points


# The table


def test_players_stand_in_the_order_of_their_ratings() -> None:
    table = held(*PLAYERS).table
    assert [player.rank for player in table.ranking] == [1, 2, 3, 4]
    means = [player.rating.mean for player in table.ranking]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0, abs=1e-6)
    assert table.ranking[0].name == "careful"
    shares = [player.wins.mean for player in table.ranking]
    assert shares == sorted(shares, reverse=True)  # everybody has met everybody
    of_first = [table.pair("careful", name).wins_a.mean for name in PLAYERS if name != "careful"]
    assert shares[0] == pytest.approx(sum(of_first) / 3)


def test_ratings_tell_the_pairs_that_they_expect() -> None:
    table = held(*PLAYERS).table
    players = {player.name: player for player in table.ranking}
    for pair in table.pairs:
        a, b = players[pair.a], players[pair.b]
        odds = 10 ** ((b.rating.mean - a.rating.mean) / 400)
        assert pair.wins_expected == pytest.approx(1 / (1 + odds))
        assert pair.points_expected == pytest.approx(a.points.mean - b.points.mean)


def test_two_families_are_tested_by_holm() -> None:
    table = held("careful", "careful:draw_from=3", "careful:draw_all=0", "random").table
    for measure in ("points", "wins"):
        sums = PairSums(table.tally, measure)
        found = [getattr(pair, f"{measure}_differ") for pair in table.pairs]
        assert found == holm([sums.p_value(p) for p in range(6)])
        assert 3 <= sum(found) < 6


def test_an_anchor_is_zero() -> None:
    plain, anchored = held(*PLAYERS), held(*PLAYERS, anchor="random")
    zero = {p.name: p for p in plain.table.ranking}["random"].rating.mean
    for one, other in zip(plain.table.ranking, anchored.table.ranking, strict=True):
        assert other.rating.mean == pytest.approx(one.rating.mean - zero)
    last = {p.name: p for p in anchored.table.ranking}["random"]
    assert (last.rating.mean, last.points.mean) == (0, 0)
    assert anchored.as_dict()["rating"]["anchor"] == "random"
    assert plain.as_dict()["rating"]["anchor"] is None


def test_an_anchor_is_found_as_it_was_named() -> None:
    assert enter(["random", "careful:draw_all=4,draw_from=3"], "careful:draw_all=4,draw_from=3")[1].anchor == 1
    assert enter(["random", "careful:draw_all=4,draw_from=3"], "careful:draw_from=3")[1].anchor == 1


def test_one_deal_and_none() -> None:
    one = tournament(PLAYERS[:3], games=1)
    found = json.loads(json.dumps(one.as_dict(), allow_nan=False))
    assert found["rating"] is None
    assert found["players"][0]["rating"]["mean"] is None
    assert found["pairs"][0]["points"]["low"] == -230
    none = replace(one, table=enter(PLAYERS[:3])[1])
    assert json.loads(json.dumps(none.as_dict(), allow_nan=False))["pairs"][0]["points"]["mean"] is None
    assert [player.name for player in none.table.ranking] == list(PLAYERS[:3])


def test_keys_of_the_json_object() -> None:
    found = untimed(held(*PLAYERS).as_dict())
    assert {
        "command",
        "rules",
        "seed",
        "games",
        "strategies",
        "interval",
        "until",
        "players",
        "pairs",
        "rating",
    } <= set(found)
    assert found["strategies"] == list(PLAYERS)
    assert (found["interval"], found["until"]) == ("fixed", None)
    assert set(found["players"][0]) == {"name", "rank", "rating", "open", "points_rating", "wins"}
    assert {"a", "b", "points", "wins", "wins_a", "divergent", "points_differ", "wins_differ"} <= set(found["pairs"][0])
    pair = found["pairs"][0]
    assert pair["wins"]["mean"] == pytest.approx(2 * pair["wins_a"]["mean"] - 1)
    assert set(found["rating"]) == {
        "anchor", "chi_square", "degrees", "p_value", "explained", "spread", "worst"
    } == set(found["points_rating"])  # fmt: skip


# Runs


def test_it_ends_at_the_first_look_at_which_all_are_narrow_enough() -> None:
    result = held("lowest", "random", "highest", games=50_000, until=8.0)
    assert next_look(result.games - 1) == result.games
    assert result.games < 50_000
    sums = PairSums(result.table.tally, "points")
    for p, pair in enumerate(result.table.pairs):
        d = sums.pair(p)
        found = mean_sequence(d.n, d.total, d.squares, 460, differing=d.differing, error=ERROR / 6)
        assert (pair.points.low, pair.points.high) == (found.low / 2, found.high / 2)
        assert pair.points.high - pair.points.low <= 8
    before = max(n for n in (200, *_looks(result.games)) if n < result.games)
    assert tournament(["lowest", "random", "highest"], games=before, until=8.0).table.width > 8
    assert result.as_dict()["interval"] == "sequence"


def _looks(end: int) -> list[int]:
    found = [200]
    while found[-1] < end:
        found.append(next_look(found[-1]))
    return found


def test_of_two_it_ends_as_compare_does() -> None:
    one, other = held("lowest", "random", games=50_000, until=6.0), compare("lowest", "random", until=6.0)
    assert one.games == other.pairs
    assert one.table.pairs[0].points == other.points
    assert one.table.pairs[0].wins_a == other.wins_a


def test_the_result_depends_on_the_deals_alone() -> None:
    one, two = (tournament(PLAYERS, games=500, threads=threads) for threads in (1, 2))
    assert untimed(one.as_dict()) == untimed(two.as_dict())


@pytest.mark.parametrize("until", [None, 12.0])
def test_an_interrupted_run_goes_on(until: float | None, tmp_path: Path) -> None:
    def interrupt(progress: Any) -> None:
        if progress.units >= 5:
            signal.raise_signal(signal.SIGINT)

    players = PLAYERS[:3]
    broken = tournament(players, games=600, until=until, out=tmp_path, progress=interrupt)
    assert broken.outcome.interrupted
    assert broken.games < 600
    assert broken.table.always
    whole = tournament(players, games=600, until=until)
    again = tournament(players, games=600, until=until, out=tmp_path, resume=True)
    assert (whole.games < 600) == (until is not None)
    found, expected = ({**untimed(r.as_dict()), "out": None, "hands_played": 0} for r in (again, whole))
    assert found == expected
    assert load(tmp_path).groupby("arm")["game"].nunique().to_dict() == dict.fromkeys(range(6), whole.games)


def test_a_number_of_deals_chosen_later_is_not_a_fixed_one(tmp_path: Path) -> None:
    players = PLAYERS[:3]
    assert tournament(players, games=300, out=tmp_path).as_dict()["interval"] == "fixed"
    more = tournament(players, games=350, out=tmp_path, resume=True)
    assert more.as_dict()["interval"] == "sequence"
    at_once = tournament(players, games=350).table
    assert more.table.pairs == at_once.of(at_once.tally, always=True).pairs
    assert more.as_dict()["rating"]["p_value"] is None
    assert notes(more)[0].startswith("Resumed with another number of deals")


def claims(always: bool, runs: int) -> int:
    """In how many tournaments of three equals a difference is claimed at any look up to 4,000 deals."""
    rng, found = np.random.default_rng(12), 0
    for _ in range(runs):
        wins = played([0, 0, 0], 4000, rng)
        found += any(any(PairSums(tally_of(wins[:, :n]), "wins", always).holm()) for n in _looks(4000)[::3])
    return found


def test_false_claims_are_rare_at_every_look() -> None:
    """Fewer than 5 % of the runs; by p-values for one look, far more."""
    assert claims(always=True, runs=120) <= 6
    assert claims(always=False, runs=120) >= 12


@pytest.mark.verify
def test_false_claims_are_rare_in_many_runs() -> None:
    assert claims(always=True, runs=2000) <= 100


# Wrong use


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        ([], {}, "a tournament needs two players or more"),
        (["random"], {}, "a tournament needs two players or more"),
        ("random", {}, "a tournament needs two players or more"),
        (["random", "lowest", "random"], {}, "random is named twice: name each player once"),
        (["careful:draw_from=2", "careful"], {}, "careful is named twice"),
        (["random", "luck"], {}, "no strategy named 'luck'"),
        (["random", "careful:luck=1"], {}, "has no parameter 'luck'"),
        (["random"] * 12, {}, "12 players are too many for one tournament: name 11 at most"),
        (["random", "lowest"], {"until": 0.0}, "an interval cannot become 0.0 wide"),
        (["random", "lowest"], {"until": math.nan}, "an interval cannot become nan wide"),
        (["random", "lowest"], {"games": 0}, "cannot play 0 games"),
        (["random", "lowest"], {"anchor": "careful"}, "careful does not play, and cannot be the anchor: choose"),
    ],
)  # fmt: skip
def test_wrong_use(players: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        tournament(players, **options)


def test_two_strategies_of_one_name() -> None:
    impostor = replace(strategy("careful"), name="random")
    with pytest.raises(UsageError, match="random is the name of two strategies: rename one"):
        tournament(["random", impostor])


def test_as_many_play_as_their_arms_can_be_numbered() -> None:
    """The column `arm` is an int8."""
    players = [replace(strategy("random"), name=f"player{i}") for i in range(MOST_PLAYERS)]
    result = tournament(players, games=1)
    assert len(result.spec.arms) == 110 <= 127 < (MOST_PLAYERS + 1) * MOST_PLAYERS


# The command


def test_the_command(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = bazas("tournament lowest random careful --games 300 --json")
    assert (status, err) == (0, "")
    assert untimed(json.loads(out)) == untimed(tournament(["lowest", "random", "careful"], games=300).as_dict())
    status, out, err = bazas(
        "tournament lowest random careful --games 300 --anchor random --figure", tmp_path / "table"
    )
    assert status == 0, err
    assert "careful comes first" in out
    assert "figure in" in err
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".png", ".svg"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("tournament random", "needs two players"),
        ("tournament", "Missing argument"),
        ("tournament random random", "named twice"),
        ("tournament random lowest --until nothing", "until"),
        ("tournament random lowest --resume", "nothing to resume"),
    ],
)
def test_wrong_lines_are_one_sentence(line: str, sentence: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(line)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
