"""Tuning: finds a planted optimum, does not fool itself where there is nothing to find, tells what it did."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bazas.analyses.compare import compare
from bazas.analyses.tune import tune
from bazas.analyses.tune_report import headline, notes, print_tuned
from bazas.analyses.tune_search import EACH_WAY, values_to_try
from bazas.kernels.compiling import JIT
from bazas.sim.errors import UsageError
from bazas.sim.runner import Progress
from bazas.sim.strategy import strategy
from bazas.sim.terminal import console
from commands import Ran
from toys import BEST, toy

needs_games = pytest.mark.skipif(not JIT, reason="thousands of games")


@needs_games
@pytest.mark.parametrize("by", ["points", "wins"])
def test_a_planted_optimum_is_found(by: str) -> None:
    found = tune(toy, ["x"], by=by, games=200_000, held_out=5000)
    assert abs(found.found["x"] - BEST) <= 1
    assert found.found["y"] == 0
    assert found.better
    gain = found.gain(by)
    assert gain is not None
    assert gain.n == 5000
    assert headline(found).startswith(f"toy:x={found.found['x']} {'makes' if by == 'points' else 'wins'} ")


@needs_games
def test_what_makes_no_difference_stays_as_it_is() -> None:
    found = tune(toy, ["y"], games=2000, held_out=100)
    assert found.found == found.start
    assert found.held is None
    assert not found.better
    assert headline(found) == "The search has found nothing better: the values of toy stand."
    assert found.arena.games <= 2000


@needs_games
def test_under_the_null_the_interval_covers_nothing_at_its_rate() -> None:
    """A salt of random choices makes no player better, however much the search believes it."""
    seemed, gained, better = [], [], 0
    for seed in range(24):
        found = tune("random", games=2000, held_out=400, seed=seed, threads=1)
        gain = found.gain("points")
        if gain is not None:  # else the search has found nothing
            seemed.append(found.searched)
            gained.append(gain)
            better += found.better
    assert len(gained) > 15
    assert all(estimate.mean > 0 for estimate in seemed), "the best of many looks better than it is"
    assert sum(estimate.mean for estimate in seemed) > 3 * sum(estimate.mean for estimate in gained)
    assert sum(not estimate.low <= 0 <= estimate.high for estimate in gained) <= 4  # 1 is to be expected
    assert better <= 2


@needs_games
def test_held_out_deals_are_those_of_other_numbers() -> None:
    found = tune(toy, ["x"], games=50_000, held_out=2000)
    assert found.deals <= found.games == 50_000
    assert found.as_dict()["held_out"]["first"] == 50_000
    tally = found.arena.held_out(found.search.best, 50_000, 2000)
    assert tally is not None
    assert found.held is not None
    assert tally.to_json() == found.held.to_json()
    other = found.arena.held_out(found.search.best, 0, 2000)
    assert other is not None
    assert other.to_json() != found.held.to_json()
    direct = compare(toy.with_values(found.found), toy, games=2000)
    assert direct.points.mean == other.at("points", 0) / 4000


@needs_games
def test_another_opponent() -> None:
    found = tune(toy, ["x"], "careful", games=100_000, held_out=4000)
    gain = found.gain("points")
    assert gain is not None
    assert found.better
    best, start = (compare(toy.with_values({"x": x}), "careful", games=4000) for x in (found.found["x"], 3))
    assert gain.mean == pytest.approx(best.points.mean - start.points.mean, abs=2)
    assert "against careful" in headline(found)
    assert found.searched.mean < 0, "of careful it cannot make more"


@needs_games
def test_neither_threads_nor_executors_matter() -> None:
    def told(**options: object) -> object:
        found = tune(toy, ["x"], games=20_000, held_out=500, **options).as_dict()  # type: ignore[arg-type]
        return [found[name] for name in ("found", "searched", "held_out", "lines", "games_played")]

    with ThreadPoolExecutor(3) as executor:
        assert told(threads=1) == told(threads=2) == told(executor=executor)


def test_few_values_near_and_far() -> None:
    assert values_to_try(5, 0, 10) == list(range(11))
    assert values_to_try(0, 0, 3) == [0, 1, 2, 3]
    far = values_to_try(50, 0, 10**6)
    assert {50, 49, 51, 0, 10**6} <= set(far)
    assert len(far) <= 2 * EACH_WAY + 1
    assert all(0 <= value <= 10**6 for value in far)
    assert len(values_to_try(0, 0, 2**62)) == EACH_WAY + 1


@needs_games
def test_a_range_is_kept_to() -> None:
    found = tune(toy, ["x=2..8"], games=20_000, held_out=200)
    assert {value for line in found.search.lines for value in line.tried} == set(range(2, 9))
    assert found.found["x"] == 8


@needs_games
def test_games_are_those_counted_and_within_the_budget() -> None:
    seen: list[Progress] = []
    found = tune(toy, games=30_000, held_out=300, progress=seen.append)
    assert found.arena.games <= 30_000 + 2 * 300
    assert seen[-1].total == 30_000 + 600
    assert [now.units for now in seen] == sorted(now.units for now in seen)
    assert seen[-1].units == found.arena.games


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lowest", "strategy lowest has no parameters"),
        ("careful --parameter patience", "has no parameter 'patience'"),
        ("careful --parameter draw_from=0..5", "'draw_from=0..5' is no range of draw_from, which is 1 to 7"),
        ("careful --parameter draw_from=5..2", "is no range of draw_from"),
        ("careful --parameter draw_from=3", "is no range of draw_from"),
        ("careful --by luck", "cannot tune by 'luck': choose points or wins"),
        ("careful --games 10", "10 games are too few to search 4 parameters: choose "),
        ("careful --held-out 1", "1 deals held out say nothing"),
        ("careful --vs nobody", "no strategy named 'nobody'"),
        ("careful:draw_from=2 --rules mus", "no rules named 'mus'"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, told: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"strategy tune {line}")
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


@needs_games
def test_the_command(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    line = "strategy tune random:salt=90 --parameter salt=0..99 --games 2000 --held-out 400 --threads 2 --seed 3"
    status, out, _ = bazas(line + " --json")
    found = json.loads(out)
    assert status == 0
    assert list(found) == [
        "command", "rules", "strategy", "vs", "by", "seed", "version", "games_played", "hands_per_second", "seconds",
        "compile_seconds", "start", "found", "label", "better", "searched", "held_out", "lines",
    ]  # fmt: skip
    assert found["start"] == {"salt": 90}
    assert found["label"] == strategy("random").with_values(found["found"]).label
    assert set(found["held_out"]["points"]) == {"mean", "low", "high", "n"}
    status, out, _ = bazas(line)
    assert status == 0
    assert found["label"] in out
    assert max(map(len, out.partition("Search:")[0].splitlines()[3:])) <= 80


@needs_games
def test_the_report_says_what_not_to_believe(capsys: pytest.CaptureFixture[str]) -> None:
    found = tune("random", games=2000, held_out=400, seed=3)
    assert "the values of random stand" in headline(found)
    assert "the best of many looks better than it is" in notes(found)[0]
    assert found.searched.n == found.deals > 0
    print_tuned(found, console())
    assert "Held out: deals 2,000 to 2,399" in capsys.readouterr().out


def test_a_strategy_of_other_name_is_tuned_as_it_is_typed(tmp_path: Path) -> None:
    if not JIT:
        pytest.skip("thousands of games")
    found = tune(replace(toy, name="own"), ["x"], games=20_000, held_out=100)
    assert found.label == f"own:x={found.found['x']}"
    with pytest.raises(UsageError, match="no parameter"):
        tune(toy, ["z"])
