"""`bazas strategy new`: a file that works, refusals in one sentence; and `strategy list`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bazas.kernels.compiling import JIT
from bazas.sim.errors import UsageError
from bazas.sim.playing import play_chunk
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import spelled_out, strategy
from bazas.sim.strategy_new import new_strategy
from commands import Ran


def test_a_new_file_has_a_strategy_that_plays(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = tmp_path / "mine.py"
    status, out, err = bazas("strategy new", path)
    assert (status, err) == (0, "")
    assert f"bazas strategy check {path}" in out
    assert f"--strategy {path}:mine" in out
    assert spelled_out(str(path)) == [f"{path}:mine"]
    mine = strategy(f"{path}:mine")
    assert [parameter.name for parameter in mine.parameters] == ["worth"]
    games = 500 if JIT else 5
    spec = Spec("simulate", Rules(), 1, (Arm(seats_of(4, mine, "random")),))
    assert play_chunk(spec, 0, games).games == games


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_a_new_strategy_is_better_than_the_simplest(tmp_path: Path) -> None:
    path, name = new_strategy(tmp_path / "mine.py")
    mine, wins = strategy(f"{path}:{name}"), 0
    for sides in ((mine, "lowest"), ("lowest", mine)):
        spec = Spec("simulate", Rules(), 1, (Arm(seats_of(4, *sides)),))
        games, _ = play_chunk(spec, 0, 2000).arms[0]
        wins += int((games["winner"] == (sides[0] != mine)).sum())
    assert wins > 2200


@pytest.mark.parametrize("more", [["--isolated"], []])
def test_a_new_file_is_in_good_form(more: list[str], tmp_path: Path) -> None:
    """By ruff's own rules, and by those of this project."""
    in_good_form(new_strategy(tmp_path / "a_strategy.py", "a_name_of_thirty_letters_atmos")[0], more)


def in_good_form(path: Path, more: list[str]) -> None:
    options = more or ["--config", str(Path(__file__).parent.parent / "pyproject.toml")]
    for command in (["check", "--no-cache"], ["format", "--check", "--no-cache"]):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "ruff", *command, *options, path], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_name_is_chosen(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = tmp_path / "mine.py"
    status, out, _ = bazas("strategy new --name lista --json", path)
    assert (status, json.loads(out)) == (0, {"file": str(path), "name": "lista"})
    text = path.read_text("utf-8")
    assert "./mine.py:lista" in text
    assert "bazas strategy check mine.py" in text
    assert strategy(f"{path}:lista").name == "lista"


def test_other_files_have_their_own_name(tmp_path: Path) -> None:
    text = new_strategy(tmp_path / "zorra.py")[0].read_text("utf-8")
    assert "mine" not in text
    assert "./zorra.py:zorra" in text


def test_nothing_is_overwritten(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = tmp_path / "mine.py"
    path.write_text("all my work")
    status, out, err = bazas("strategy new", path)
    assert (status, out) == (2, "")
    assert "exists and is left as it is" in err
    assert path.read_text() == "all my work"


@pytest.mark.parametrize(
    ("file", "name", "told"),
    [
        ("mine.txt", None, "is no Python file"),
        ("mine", None, "is no Python file"),
        ("none/mine.py", None, "there is no folder"),
        ("my-file.py", None, "'my-file' cannot name a strategy in Python: give another one with --name"),
        ("class.py", None, "'class' cannot name a strategy"),
        ("mine.py", "", "'' cannot name a strategy"),
        ("mine.py", "a b", "'a b' cannot name a strategy"),
        ("mine.py", "x" * 31, "is too long"),
        ("careful.py", None, "careful is a built-in strategy"),
        ("play.py", None, "play has a meaning in the file"),
        ("mine.py", "Strategy", "Strategy has a meaning in the file"),
        ("mine.py", "view", "view has a meaning in the file"),
        ("mine.py", "int", "int has a meaning in the file"),
    ],
)
def test_what_cannot_be_written_is_told(file: str, name: str | None, told: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=told):
        new_strategy(tmp_path / file, name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas("strategy new /proc/mine.py")
    assert (status, out) == (1, "")
    assert "/proc/mine.py cannot be written" in err
    assert err.count("\n") == 1
