"""A script told as a game: under its title, up to its end, and without options for what it says by itself."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.notation import card_short
from bazas.sim.show import Story, show
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


LEFT_OUT = "── the script ends here; --rest shows how lowest plays on ──"
ENDS = "── the script ends here, lowest plays on ──"
FIRST, VUELTAS = "── First hand: ", "── Vueltas: "


def outline(told: Story, **options: Any) -> list[str]:
    """A page's headings and tricks, and where the script ends."""
    text = drawn(told, **options)
    return [
        number or re.sub("──+$", "──", re.sub("mano .*", "", heading))
        for heading, number in re.findall(r"^(── .*)$|^ ?([0-9]+) +[+][0-9]+ ", text, re.MULTILINE)
    ]


def tricks(first: int, last: int) -> list[str]:
    return [str(number) for number in range(first, last + 1)]


@pytest.mark.parametrize(
    ("script", "page", "with_rest"),
    [
        ("", [FIRST, *tricks(1, 10), VUELTAS, "1"], None),
        ("[first hand]", [FIRST, LEFT_OUT], [FIRST, ENDS, *tricks(1, 10), VUELTAS, "1"]),
        (
            "[first hand]\ntrick 2:",
            [FIRST, "1", "2", LEFT_OUT],
            [FIRST, "1", "2", ENDS, *tricks(3, 10), VUELTAS, "1"],
        ),
        (
            "[first hand]\ntrick 10:",
            [FIRST, *tricks(1, 10), LEFT_OUT],
            [FIRST, *tricks(1, 10), ENDS, VUELTAS, "1"],
        ),
        (
            "[first hand]\ntrick 3:\nend: nobody",
            [FIRST, *tricks(1, 10), LEFT_OUT],
            [FIRST, *tricks(1, 10), ENDS, VUELTAS, "1"],
        ),
        (
            "[first hand]\ntrick 3:\n[vueltas]",
            [FIRST, *tricks(1, 10), VUELTAS, LEFT_OUT],
            [FIRST, *tricks(1, 10), VUELTAS, ENDS, "1"],
        ),
        ("[vueltas]", [VUELTAS, LEFT_OUT], [FIRST, *tricks(1, 10), VUELTAS, ENDS, "1"]),
        ("[vueltas]\ntrick:", [VUELTAS, "1"], [FIRST, *tricks(1, 10), VUELTAS, "1"]),
        ("[vueltas]\nend: side b, vueltas", [VUELTAS, "1"], [FIRST, *tricks(1, 10), VUELTAS, "1"]),
    ],
)
def test_the_page_stops_where_the_script_does(
    tmp_path: Path, script: str, page: list[str], with_rest: list[str] | None
) -> None:
    """The game has ten tricks and vueltas of one."""
    file = tmp_path / "short.txt"
    file.write_text(f"title: Short\nseed: 6\n{script}\n", "utf-8")
    assert outline(show(script=file)) == page
    assert outline(show(script=file), rest=True) == (with_rest or page)


def test_hands_that_are_asked_for(tmp_path: Path) -> None:
    """To the script's end where it has a section for them, to their own end where it has none."""
    file = tmp_path / "short.txt"
    file.write_text("title: Short\nseed: 6\n[first hand]\ntrick 2:\n", "utf-8")
    assert outline(show(script=file), hand="first") == [FIRST, "1", "2", LEFT_OUT]
    assert outline(show(script=file), hand="first", rest=True) == [FIRST, "1", "2", ENDS, *tricks(3, 10)]
    assert outline(show(script=file), hand="vueltas") == [VUELTAS, "1"]
    file.write_text("title: Short\nseed: 6\n[vueltas]\n", "utf-8")
    assert outline(show(script=file), hand="first") == [FIRST, *tricks(1, 10)]
    assert outline(show(script=file), hand="vueltas") == [VUELTAS, LEFT_OUT]
    file.write_text("title: Short\nseed: 6\n[first hand]\nend: nobody\n", "utf-8")
    assert outline(show(script=file), hand="first") == [FIRST, *tricks(1, 10)]  # --rest would not add the vueltas


def test_a_deal_without_tricks_is_drawn(scene: Path) -> None:
    text = scene.read_text("utf-8")
    scene.write_text(text[: text.index("trick:")], "utf-8")
    (dealt,) = [line for line in drawn(show(script=scene)).splitlines() if line.startswith("dealt")]
    assert [set(cell.split()) & {"7o", "1c", "2c", "4c", "5c"} for cell in dealt.split("│")[1:]] == [
        {"7o", "1c"}, {"2c"}, {"4c"}, {"5c"},
    ]  # fmt: skip
    assert "dealt " not in drawn(show(script=scene), rest=True)


@pytest.mark.parametrize(
    ("statements", "last"),
    [
        ("trick:\nscore: 11 0\nswap 0: no\nwins 0: 11", "All 3 statements of the script hold."),
        ("muestra: 3o\nscore: 0 0", "The one statement of the script holds."),
        ("muestra: 3o", f"{LEFT_OUT}{'─' * 20}"),
    ],
)
def test_the_last_line_says_that_the_script_holds(tmp_path: Path, statements: str, last: str) -> None:
    """Checks and answers count: cards and draws are what they hold for."""
    file = tmp_path / "short.txt"
    deal = "seat 0: 7o 1c\nseat 1: 2c\nseat 2: 4c\nseat 3: 5c\nmuestra: 3o\n"
    statements = statements.replace("muestra: 3o", deal).replace("trick:", f"{deal}trick: 1c 2c 4c 5c")
    file.write_text(f"title: Short\n[first hand]\n{statements}\n", "utf-8")
    text = drawn(show(script=file))
    assert text.splitlines()[-1][:80] == last[:80]


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
    ("name", "value"),
    [("game", 0), ("seed", 1), ("rules", "lascuarenta"), ("vs", "lowest"), ("rule", ["deck=48"]), ("seats", "lowest")],
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
        ("--rule deck=48", "rule"),
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
