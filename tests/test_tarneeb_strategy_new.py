"""`bazas strategy new --rules cardems`: a file that works; and `strategy list --rules cardems`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bazas.kernels.compiling import JIT
from bazas.sim.errors import UsageError
from bazas.sim.playing import play_chunk
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.strategy import Strategy, names, spelled_out, strategy
from bazas.sim.strategy_new import new_strategy
from bazas.sim.tarneeb.contest import TARNEEB_CONTEST
from bazas.sim.tarneeb.strategy import TarneebStrategy
from commands import Ran
from test_strategy_new import in_good_form
from test_words import OF_GUINOTE, OF_TARNEEB, foreign

RULES = rules_of("cardems")


def test_a_new_file_has_a_strategy_that_plays(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = tmp_path / "mine.py"
    status, out, err = bazas("strategy new --rules cardems", path)
    assert (status, err) == (0, "")
    assert f"  bazas strategy check {path}\n" in out
    assert f"  bazas simulate --rules cardems --strategy {path}:mine --vs " in out
    assert f"  bazas show --rules cardems --strategy {path}:mine --game 0\n" in out
    assert foreign(OF_GUINOTE, out + path.read_text("utf-8")) == set()
    assert spelled_out(str(path), TarneebStrategy) == [f"{path}:mine"]
    mine = strategy(f"{path}:mine", TarneebStrategy)
    assert [parameter.name for parameter in mine.parameters] == ["daring"]
    games = 500 if JIT else 2
    spec = Spec("simulate", RULES, 1, (Arm(players_at(RULES, mine, "random")), Arm(players_at(RULES, mine))))
    assert [len(np.unique(arm[0]["unit"])) for arm in play_chunk(spec, 0, games).arms] == [games, games]


def test_the_next_steps_are_those_of_the_rules(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    """They can be typed as they are."""
    path = tmp_path / "mine.py"
    _, out, _ = bazas("strategy new --rules cardems", path)
    steps = [line.split()[1:] for line in out.splitlines() if line.startswith("  bazas ")]
    assert [step[0] for step in steps] == ["strategy", "simulate", "show"]
    for step in steps[1:]:
        status, shown, _ = bazas("", *step, *(["--games", "20"] if step[0] == "simulate" else []))
        assert status == 0
        assert "cardems" in shown
        assert foreign(OF_GUINOTE, shown) == set()


@pytest.mark.skipif(not JIT, reason="thousands of rounds")
def test_a_new_strategy_is_better_than_the_simplest(tmp_path: Path) -> None:
    path, name = new_strategy(tmp_path / "mine.py", rules="cardems")
    mine = strategy(f"{path}:{name}", TarneebStrategy)
    arms = tuple(Arm(players_at(RULES, *sides)) for sides in ((mine, "random"), ("random", mine)))
    chunk = play_chunk(Spec("simulate", RULES, 1, arms, deals=True), 0, 2000)
    twice = TARNEEB_CONTEST.margins(chunk.arms[0]) - TARNEEB_CONTEST.margins(chunk.arms[1])
    assert twice.mean() / 2 > 8


@pytest.mark.skipif(not JIT, reason="thousands of rounds")
def test_its_parameter_is_at_a_good_value(tmp_path: Path) -> None:
    """With both ends of its range it scores less against itself."""
    path, name = new_strategy(tmp_path / "mine.py", rules="cardems")
    mine = strategy(f"{path}:{name}", TarneebStrategy)
    (parameter,) = mine.parameters
    for value in (parameter.low, parameter.high):
        other = mine.with_values({parameter.name: value})
        arms = tuple(Arm(players_at(RULES, *sides)) for sides in ((mine, other), (other, mine)))
        chunk = play_chunk(Spec("simulate", RULES, 1, arms, deals=True), 0, 5000)
        twice = TARNEEB_CONTEST.margins(chunk.arms[0]) - TARNEEB_CONTEST.margins(chunk.arms[1])
        assert twice.mean() > 3 * twice.std() / np.sqrt(len(twice))


@pytest.mark.parametrize("more", [["--isolated"], []])
def test_a_new_file_is_in_good_form(more: list[str], tmp_path: Path) -> None:
    """By ruff's own rules, and by those of this project."""
    in_good_form(new_strategy(tmp_path / "a_strategy.py", "a_name_of_thirty_letters_atmos", "cardems")[0], more)


def test_the_name_is_chosen(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = tmp_path / "mine.py"
    status, out, _ = bazas("strategy new --name lista --rules cardems --json", path)
    assert (status, json.loads(out)) == (0, {"file": str(path), "name": "lista"})
    assert "./mine.py:lista" in path.read_text("utf-8")
    assert strategy(f"{path}:lista", TarneebStrategy).name == "lista"
    text = new_strategy(tmp_path / "zorra.py", rules="cardems")[0].read_text("utf-8")
    assert "mine" not in text
    assert "./zorra.py:zorra" in text


@pytest.mark.parametrize(
    ("file", "name", "told"),
    [
        ("mine.txt", None, "is no Python file"),
        ("mine.py", "random", "random is a built-in strategy"),
        ("mine.py", "TarneebStrategy", "TarneebStrategy has a meaning in the file"),
        ("bid.py", None, "bid has a meaning in the file"),
    ],
)
def test_what_cannot_be_written_is_told(file: str, name: str | None, told: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=told):
        new_strategy(tmp_path / file, name, "cardems")
    assert list(tmp_path.iterdir()) == []


def test_names_of_another_game_are_free(tmp_path: Path) -> None:
    name = next(name for name in Strategy.BUILT_IN if name not in TarneebStrategy.BUILT_IN)
    assert new_strategy(tmp_path / f"{name}.py", rules="cardems")[1] == name


def test_the_list_has_the_strategies_of_the_game(bazas: Callable[..., Ran]) -> None:
    _, out, _ = bazas("strategy list --rules cardems --json")
    assert [one["name"] for one in json.loads(out)["strategies"]] == names(TarneebStrategy)
    _, out, _ = bazas("strategy list --rules cardems")
    assert foreign(OF_GUINOTE, out) == set()
    _, out, _ = bazas("strategy list --json")
    assert [one["name"] for one in json.loads(out)["strategies"]] == names()
    assert foreign(OF_TARNEEB, out) == set()
    status, out, err = bazas("strategy list --rules nobody")
    assert (status, out) == (2, "")
    assert "no rules named 'nobody'" in err
