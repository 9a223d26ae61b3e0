"""`bazas rules compare`: what it prints, draws and refuses."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import RuleEffects
from bazas.analyses.rule_effects_figure import chart_data
from bazas.analyses.rule_effects_report import effect_tables, headline
from bazas.analyses.rule_sums import MEASURES, no_effects
from bazas.sim.runner import Outcome
from bazas.sim.spec import Spec
from commands import Ran
from reporting import printed, scaled, untimed
from switching import FIRST, SECOND, effects_of

FEW = "rules compare lascuarenta ludoteka --strategy random --games 2_000"


def test_the_finding_is_a_sentence_with_its_intervals(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(FEW)
    assert status == 0
    number = r"-?\d+\.\d\d \(-?\d+\.\d\d to -?\d+\.\d\d\)"
    assert re.search(
        rf"^By ludoteka instead of lascuarenta, with random, another side wins {number} % of the deals; vueltas change "
        rf"by {number} and wins of the mano's side by {number} percentage points of the games, swaps by {number} and "
        rf"cantes by {number} per 100 first hands \(95 % intervals\)\.$",
        out,
        re.MULTILINE,
    )
    assert out.startswith("2,000 deals, each played 15 times: by lascuarenta; by ludoteka; by the first with one")
    assert "Not played, as single games cannot show it: match_cotos 1 → 2." in out
    assert "their effects need not add up" in out


def test_tables_have_a_row_for_each_switch(bazas: Callable[..., Ran]) -> None:
    _, out, _ = bazas(FEW)
    for title in ("whole games", "first hands"):
        table = out.partition(f"\n{title} ")[2].split("\n\n")[0]
        rows = [line.split()[0] for line in table.splitlines() if re.match(r"  [a-z]", line)]
        assert rows == [switch.name for switch in effects_of("random").switches]
        assert re.search(r"^ludoteka +-?\d+\.\d\d ±", table, re.MULTILINE)
    assert re.search(r"^  renuncio error → loses +0 +0 +0$", out, re.MULTILINE)
    assert re.search(r"^  cantes_per_trick 1 → any .* \*", out, re.MULTILINE)
    assert "* Fewer than 200 deals differ" in out


@pytest.mark.parametrize("factor", [1, 100, 10_000])
@pytest.mark.parametrize("vs", [None, "lowest"])
def test_no_cell_is_cut(vs: str | None, factor: int) -> None:
    """Of many games, too, whose intervals need more decimals, and where a column for side a comes in."""
    found = compare_rules(FIRST, SECOND, "random", vs, games=2000)
    tally = scaled(found.outcome.tally, factor)
    many = replace(found, outcome=replace(found.outcome, units=2000 * factor, tally=tally))
    text = printed(effect_tables(many))
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert text.count(" ±") > 20
    assert bool(re.search(r"side a\s*$", text, re.MULTILINE)) == (vs is not None)


def test_a_run_broken_off_at_once_knows_nothing() -> None:
    spec: Spec = effects_of("random").spec
    nothing = RuleEffects(spec, Outcome(no_effects(15), 0, 0, 0.0, 0.0, True, None))
    found = json.loads(json.dumps(nothing.as_dict(), allow_nan=False))
    assert found["games"] == 0
    assert found["difference"]["swaps"]["mean"] is found["first"]["vueltas"]["mean"] is None
    assert headline(nothing) == "No deal was played."
    assert "-" in printed(effect_tables(nothing))


def test_json_is_what_the_function_returns(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --seed 3 --json")
    assert status == 0
    found = untimed(json.loads(out))
    assert found == untimed(compare_rules("lascuarenta", "ludoteka", "random", games=2000, seed=3).as_dict())
    assert {"first", "second", "difference", "switches", "interplay", "not_played", "unpaired", "spec"} <= set(found)
    assert set(found["first"]) == {"rules", *MEASURES}
    assert set(found["first"]["vueltas"]) == {"mean", "low", "high", "n"}
    tute = found["switches"]["tute"]
    assert (tute["first"], tute["second"]) == (True, False)
    assert set(tute) == {"first", "second", *MEASURES, "other_winner"}
    assert set(tute["swaps"]) == {"mean", "low", "high", "n", "differing", "interval", "holm"}


def test_rules_of_ones_own_and_changes_of_both(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('base = "lascuarenta"\ntute = false\n')
    line = f"rules compare {file} ludoteka --strategy random --games 100 --rule deck=36 --rule players=2 --json"
    status, out, _ = bazas(line)
    assert status == 0
    found = json.loads(out)
    assert found["first"]["rules"] == "lascuarenta with players=2, deck=36, tute=no"
    assert found["second"]["rules"] == "ludoteka with players=2, deck=36"
    assert found["unpaired"] == []
    assert "tute" not in found["switches"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lascuarenta", "Missing argument 'SECOND'"),
        ("lascuarenta lascuarenta", "nothing to compare"),
        ("lascuarenta poker", "no rules named 'poker'"),
        ("lascuarenta none.toml", "none.toml cannot be read"),
        ("lascuarenta ludoteka --rule luck=9", "no rule named 'luck'"),
        ("lascuarenta ludoteka --games 0", "cannot play 0 games"),
        ("lascuarenta ludoteka --strategy luck", "luck"),
        ("lascuarenta ludoteka --seats random,random", "seats name 2 strategies for a table of 4"),
        ("lascuarenta ludoteka --figure .", "is a folder: name the figure's files"),
        ("lascuarenta ludoteka --resume", "nothing to resume"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, sentence: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"rules compare {line}")
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_figure_stands_beside_its_data(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, err = bazas(f"{FEW} --json --figure", tmp_path / "new" / "rules")
    assert status == 0
    assert json.loads(out)["games"] == 2000
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["rules.csv", "rules.png", "rules.svg"]
    assert str(tmp_path / "new" / "rules.png") in err
    drawn = pd.read_csv(tmp_path / "new" / "rules.csv", keep_default_na=False)
    expected = chart_data(compare_rules("lascuarenta", "ludoteka", "random", games=2000))
    pd.testing.assert_frame_equal(drawn, expected)
