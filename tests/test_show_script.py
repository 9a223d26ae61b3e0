"""A script told as a game: under its title, up to its end, and without options for what it says by itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.notation import card_short
from bazas.sim.show import show
from commands import Ran
from telling import drawn, sentences

SCENE = """# Why the seven matters: {long}
#
# And a second thought.
title: The seven is given
rules: ludoteka deck=48
seed: 3

[first hand]
seat 0: 7o 1c
seat 1: 2c
seat 2: 4c
seat 3: 5c
muestra: 3o
trick: 1c 2c 4c 5c
swap 0: yes
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    file = tmp_path / "scene.txt"
    file.write_text(SCENE.format(long="long words " * 20), "utf-8")
    return file


def test_a_script_is_told_under_its_title(scene: Path) -> None:
    told = show(script=scene)
    assert (told.title, told.game, told.seed, told.rules) == ("The seven is given", None, 3, "ludoteka with deck=48")
    assert told.strategies == ("lowest",) * 4
    lines = drawn(told).splitlines()
    assert lines[:2] == ["The seven is given", ""]
    assert lines[2].startswith("Why the seven matters: long words long")
    assert lines[lines.index("And a second thought.") - 1] == ""
    assert "seed 3, strategy lowest" in sentences(told)
    assert "seat 0 may give the 7 de oros for the tres de oros: swaps" in sentences(told)
    assert max(map(len, lines)) <= 80
    as_dict = told.as_dict()
    assert (as_dict["title"], as_dict["game"]) == (told.title, None)
    assert as_dict["explanation"].endswith("\n\nAnd a second thought.")


def test_a_script_may_explain_nothing(tmp_path: Path) -> None:
    file = tmp_path / "scene.txt"
    file.write_text("title: Short\nrules: ludoteka", "utf-8")
    told = show(script=file)
    assert told.explanation == ""
    assert [line.split()[:1] for line in drawn(told).splitlines()[:3]] == [["Short"], [], ["Guiñote"]]


def test_where_a_script_ends_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    ends = "── the script ends here, lowest plays on ─"
    file.write_text("title: Two tricks\n[first hand]\ntrick 2:\n", "utf-8")
    assert drawn(show(script=file)).splitlines()[-1].startswith(ends)
    lines = drawn(show(script=file), rest=True).splitlines()
    (place,) = [number for number, line in enumerate(lines) if line.startswith(ends)]
    assert lines[place + 1].startswith(" 3 ")
    assert lines[-1].endswith((".", ":"))
    file.write_text("title: A whole hand\n[first hand]\ntrick 10:\n", "utf-8")
    assert ends not in drawn(show(script=file))


def test_vueltas_that_a_script_has_not(tmp_path: Path) -> None:
    file = tmp_path / "scene.txt"
    file.write_text("title: Short\nseed: 3", "utf-8")
    with pytest.raises(UsageError, match="'Short' has no vueltas"):
        drawn(show(script=file), hand="vueltas")


def test_another_strategy_may_answer_what_a_script_leaves_open(scene: Path) -> None:
    told = show("highest", script=scene)
    assert told.strategies == ("highest",) * 4
    first, second = told.hands[0].tricks[:2]
    assert [card_short(play.card) for play in first.plays] == ["1c", "2c", "4c", "5c"]
    assert second.plays != show(script=scene).hands[0].tricks[1].plays


@pytest.mark.parametrize(
    ("name", "value"), [("game", 0), ("seed", 1), ("rules", "lascuarenta"), ("vs", "lowest"), ("seats", "lowest")]
)
def test_a_script_says_the_rest_by_itself(scene: Path, name: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"a script says by itself what is played: give it without {name}$"):
        show(script=scene, **{name: value})


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("--game 0", "game"),
        ("--seed 1", "seed"),
        ("--rules lascuarenta", "rules"),
        ("--rule deck=48", "rules"),
        ("--vs random", "vs"),
        ("--seats random,random,random,random", "seats"),
        ("--seed 1 --game 2", "game and seed"),
    ],
)
def test_options_that_make_no_sense_beside_a_script(
    scene: Path, options: str, name: str, bazas: Callable[..., Ran]
) -> None:
    """Also with the values that they have by default."""
    told = f"bazas: a script says by itself what is played: give it without {name}\n"
    assert bazas(f"show {options} --script", scene) == (2, "", told)


def test_the_command_shows_scripts(scene: Path, bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("show --ascii --hand first --strategy highest --script", scene)
    assert status == 0
    assert "strategy highest" in " ".join(out.split())
    status, out, _ = bazas("show --json --script", scene)
    assert status == 0
    assert json.loads(out)["title"] == "The seven is given"
    scene.write_text(scene.read_text("utf-8") + "score: 0 0\n", "utf-8")
    status, _, err = bazas("show --script", scene)
    assert status == 2
    assert re.fullmatch(r"bazas: \S+scene\.txt, line 16: the score is .*\n", err)
