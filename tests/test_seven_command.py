"""`bazas seven`: what it prints, writes and refuses."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from bazas.analyses import seven
from bazas.analyses.seven import CAPTION
from bazas.analyses.seven_report import chart_data, value_tables
from bazas.sim.estimates import Estimate
from bazas.sim.terminal import PLACES, decimals_for, players, shown
from commands import Ran
from reporting import printed, scaled, untimed

FEW = "seven --strategy random --games 6_000"


def test_the_finding_is_a_sentence_with_its_intervals(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(FEW)
    assert status == 0
    number = r"-?\d+\.\d\d \(-?\d+\.\d\d to -?\d+\.\d\d\)"
    assert re.search(
        rf"Swapping the seven is worth {number} points of the first hand and {number} percentage points of games won"
        r" each time, with random \(95 % intervals\); side a does it in 2\d\.\d\d % of the deals\.",
        out,
    )
    assert CAPTION in out
    assert out.splitlines()[0] == "6,000 deals, each played twice, by lascuarenta, seed 1"


def test_tables_have_every_cell_and_mark_the_small_ones(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(FEW)
    assert status == 0
    labels = [line.split()[0] for line in out.splitlines() if line.startswith("  ") and line[2:3] not in " │"]
    assert labels == ["as", "tres", "rey", "sota", "caballo", "1", "2", "3", "4", "side", "side"]
    assert re.search(r"^  4 +\d+ +\d+\.\d\d \* ", out, re.MULTILINE)
    assert "* Fewer than 200 deals differ" in out
    widest = max(len(line) for line in out.splitlines() if re.match("all|  [a-z1-4]", line))
    assert widest <= 80


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("factor", [1, 100, 10_000])
def test_no_cell_is_cut(width: int, factor: int) -> None:
    """Of many games, too: their counts are long and their intervals need more decimals."""
    found = seven("random", games=6000)
    tally = scaled(found.outcome.tally, factor)
    many = replace(found, outcome=replace(found.outcome, units=6000 * factor, tally=tally))
    tables = value_tables(many, Console(width=width))
    assert len(tables) == (2 if factor == 10_000 and width == 80 else 1)
    text = printed(tables, width)
    assert "…" not in text
    assert f"{many.total.wins.per_swap.n:,} " in text  # type: ignore[union-attr]
    assert shown(many.by_trick[4].wins.per_deal, 100, many.by_trick[4].wins.bounded) in text
    assert max(map(len, text.splitlines())) <= width


def test_json_is_what_the_function_returns(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --seed 3 --withhold first --json")
    assert status == 0
    expected = seven("random", games=6000, seed=3, withhold="first").as_dict()
    assert untimed(json.loads(out)) == untimed(expected)


def test_figure_stands_beside_its_data(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = bazas(f"{FEW} --json --figure", tmp_path / "new" / "seven")
    assert status == 0
    assert json.loads(out)["games"] == 6000
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["seven.csv", "seven.png", "seven.svg"]
    drawn = pd.read_csv(tmp_path / "new" / "seven.csv")
    pd.testing.assert_frame_equal(drawn, chart_data(seven("random", games=6000)))
    assert list(drawn["label"].unique()) == ["as", "tres", "rey", "sota", "caballo", "all"]
    assert str(tmp_path / "new" / "seven.png") in err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--withhold none", "withhold cannot be 'none': choose one of every, first"),
        ("--rules poker", "no rules named 'poker'"),
        ("--games many", "is not a whole number"),
        ("--figure .", "is a folder: name the figure's files"),
    ],
)
def test_wrong_use_is_one_sentence(options: str, sentence: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"seven --strategy random {options}")
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_rows_of_both_arms_are_kept_and_a_run_goes_on(tmp_path: Path) -> None:
    seven("random", games=300, out=tmp_path / "run")
    longer = seven("random", games=500, out=tmp_path / "run", resume=True)
    whole = seven("random", games=500)
    assert longer.games == 500
    assert longer.total == whole.total
    assert longer.last_free() == whole.last_free()
    rows = pd.read_parquet(tmp_path / "run" / "games")
    assert rows.groupby("arm")["game"].nunique().to_dict() == {0: 500, 1: 500}
    without = rows[rows["arm"] == 1]
    assert int(without["withheld_seat"].notna().sum()) == round(whole.chance(0).mean * 500)


def test_players_are_named_shortly() -> None:
    assert players(seven("random", games=10).spec) == "random"
    assert players(seven("random", "lowest", games=10).spec) == "random against lowest"
    assert players(seven(seats="random,lowest,highest,lowest", games=10).spec) == "random, lowest, highest, lowest"


@pytest.mark.parametrize(
    ("estimate", "bounded", "expected"),
    [
        (Estimate(11.296, 11.163, 11.429, 9), False, "11.30 ±0.13"),
        (Estimate(0.0123, 0.0113, 0.0133, 9), False, "0.012 ±0.001"),
        (Estimate(-3.0, -80.0, 74.0, 9), True, "-3.00 *"),
        (None, False, "-"),
    ],
)
def test_values_are_rounded_sensibly(estimate: Estimate | None, bounded: bool, expected: str) -> None:
    assert shown(estimate, bounded=bounded) == expected


def test_decimals_follow_the_interval() -> None:
    assert [decimals_for(half, *PLACES) for half in (30, 0.11, 0.06, 0.004, 0.0004, 0)] == [2, 2, 2, 3, 4, 3]
