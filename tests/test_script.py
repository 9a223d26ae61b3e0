"""Scripted scenarios as text: what it becomes, and that every wrong word is told with file and line."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.notation import parse_card
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.script import STRATEGY, read_script
from bazas.sim.script_sections import STATEMENTS
from bazas.sim.script_statements import (
    Answer,
    Asked,
    Draw,
    End,
    Holds,
    Lay,
    Legal,
    Mano,
    Score,
    Script,
    Wins,
)


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Script]:
    def read(text: str) -> Script:
        file = tmp_path / "scene.txt"
        file.write_text(text, "utf-8")
        return read_script(file)

    return read


def cards(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


# What the text becomes


def test_a_whole_script(read: Callable[[str], Script]) -> None:
    script = read(
        "# Why it is so,\n# in two lines.\n#\n# And more.\n\n"
        "Title:  Both   hands # they are short\n"
        "rules: Ludoteka DECK=48 players=4\nmano: 2\n# no explanation\nseed: 7\nstrategy: random:salt=3\n\n"
        "[ First  Hand ]\nseat 0: 1O - cc\nMuestra: 9b\ntrick: - 8c\nwins 1: 0\ntrick 3:\nlegal 0: 1o 2c\n"
        "asked: swap 0, Sing 2\ndraw: 3o\nswap 0: YES\nsing 2: no\nsing 2: Copas\nend: nobody\n"
        "[VUELTAS]\nmano: 3\nholds 1:\nscore: 60 101\nclaim 1: no\ntute 3: yes\nend: side B, last trick\n"
    )
    assert script.title == "Both hands"
    assert script.explanation == "Why it is so, in two lines.\n\nAnd more."
    assert script.rules == replace(PRESETS["ludoteka"].rules, deck=48)
    assert (script.mano, script.seed, script.strategy) == (2, 7, "random:salt=3")
    first, vueltas = script.sections
    assert first is not None
    assert vueltas is not None
    assert first.hands == ((parse_card("1o"), None, parse_card("cc")), (), (), ())
    assert (first.line, first.muestra) == (13, parse_card("9b"))
    assert first.statements == (
        Lay(16, 1, (None, parse_card("8c"))),
        Wins(17, 1, 0),
        Lay(18, 3, ()),
        Legal(19, 0, cards("1o 2c")),
        Asked(20, (("swap", 0), ("sing", 2))),
        Draw(21, 3, (parse_card("3o"),)),
        Answer(22, "swap", 0, 1),
        Answer(23, "sing", 2, -1),
        Answer(24, "sing", 2, 1),
        End(25, None, None),
    )
    assert (vueltas.line, vueltas.hands, vueltas.muestra) == (26, ((), (), (), ()), None)
    assert vueltas.statements == (
        Mano(27, 3),
        Holds(28, 1, 0),
        Score(29, (60, 101)),
        Answer(30, "claim", 1, 0),
        Answer(31, "tute", 3, 1),
        End(32, 1, "last_trick"),
    )


def test_what_a_script_need_not_say(read: Callable[[str], Script]) -> None:
    script = read("title: Nothing more")
    assert (script.explanation, script.rules, script.mano, script.seed) == ("", Rules(), 0, 1)
    assert (script.strategy, script.sections) == (STRATEGY, (None, None))


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_end_as_the_editor_likes(tmp_path: Path, end: str) -> None:
    file = tmp_path / "scene.txt"
    file.write_bytes("\ufefftitle: One\n\n[vueltas]\nmano: 1\n".replace("\n", end).encode())
    script = read_script(file)
    assert script.title == "One"
    assert script.sections[1] is not None
    assert script.sections[1].statements == (Mano(4, 1),)


def test_files_beside_the_script(read: Callable[[str], Script], tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('base = "ludoteka"\ndeck = 36\n', "utf-8")
    with pytest.raises(UsageError, match=r"scene\.txt, line 2: .*none\.toml cannot be read"):
        read("title: Own rules\nrules: none.toml")
    (tmp_path / "OWN.TOML").write_text('base = "ludoteka"\ndeck = 48\n', "utf-8")
    assert read("title: Own rules\nrules: OWN.TOML").rules.deck in (36, 48)  # 36 where a folder ignores the case
    script = read("title: Own rules\nrules: own.toml players=2\nstrategy: mine.py:bold:keep=2")
    assert script.rules == replace(PRESETS["ludoteka"].rules, deck=36, players=2)
    assert script.strategy == f"{tmp_path / 'mine'}.py:bold:keep=2"


WRONG_TEXT = [
    ("", 1, "the title is missing: write it before the first section"),
    ("# only words", 1, "the title is missing"),
    ("[first hand]", 1, "the title is missing"),
    ("rules: lascuarenta", 1, "the title is missing"),
    ("title:", 1, "title is empty: write as in `title: "),
    ("title: one\n\ntitle: two", 3, "title stands twice, here and in line 1: write it once"),
    ("title: one\nrules: mus", 2, "no rules named 'mus'"),
    ("title: one\nrules: lascuarenta deck=39", 2, "rule deck cannot be '39'"),
    ("title: one\nrules: lascuarenta 48", 2, "'48' changes no rule"),
    ("title: one\nmano: 4", 2, "mano cannot be seat 4: seats are 0 to 3"),
    ("title: one\nmano: 2\nrules: lascuarenta players=2\n[first hand]", 2, "mano cannot be seat 2: seats are 0 to 1"),
    ("title: one\nmano: the first", 2, "mano cannot be 'the first': write a whole number"),
    ("title: one\nseed: -1", 2, "seed cannot be '-1': write a whole number"),
    ("title: one\nseed: 9223372036854775808", 2, "seed 9223372036854775808 is out of range: choose 0 to"),
    ("title: one\nseed: " + "9" * 31, 2, "seed cannot be"),
    ("title: one\ncolour: red", 2, "'colour' is no statement: here stand title, rules, mano, seed, strategy"),
    ("title: one\ntrick: 1c", 2, "trick cannot stand here: it belongs in a section, after [first hand] or [vueltas]"),
    ("title: one\n[third hand]", 2, "[third hand] is no section: write [first hand] or [vueltas]"),
    ("title: one\n[vueltas", 2, "[vueltas is no section"),
    ("title: one\n[vueltas]\n[first hand]", 3, "[first hand] cannot follow here"),
    ("title: one\n[vueltas]\n\n[vueltas]", 4, "[vueltas] cannot follow here"),
    ("title: one\x1b[1m", 1, r"'\x1b' is a control character"),
]

WRONG_SECTION = [
    ("1c 2c", "'1c 2c' is no statement: write a name, a colon and what it says"),
    (": 1c", "'' is no statement: here stand seat, muestra,"),
    ("tricks: 1c", "'tricks' is no statement: here stand seat, muestra, trick, draw,"),
    ("seed: 1", "seed cannot stand here: it belongs before the first section"),
    ("trick 1 2: 1c", "'trick 1 2' is no statement: write as in `trick: 1c 2c - 5e`"),
    ("wins: 1c", "'wins' is no statement: write as in `wins 0: 11`"),
    ("wins all: 1c", "'wins all' is no statement: write as in `wins 0: 11`"),
    ("muestra 0: 1c", "'muestra 0' is no statement: write as in `muestra: 3o`"),
    ("seat 4: 1c", "there is no seat 4: seats are 0 to 3"),
    ("seat 0: 1c 2c 4c 5c 6c 7c sc", "7 cards are too many: a hand has 6"),
    ("seat 0: 1c 1x", "'1x' is not a card: write a rank"),
    ("seat 0: rey de bastos", "'rey' is not a card: write a rank"),
    ("seat 0: 1c 9c", "9c is not in the deck of 40 cards"),
    ("seat 0: 1c 2c 1C", "1c stands twice in this line: name each card once"),
    ("seat 0: 1c\nseat 1: 2c 1c", "1c has its place by line 3: name each card once"),
    ("seat 0: 1c\nseat 0: 2c", "seat 0 stands twice in this section: write it once"),
    ("seat 0: 1c\nmuestra: 1c", "1c has its place by line 3"),
    ("muestra: 1c\nmuestra: 2c", "muestra stands twice in this section"),
    ("muestra: -", "muestra names no card"),
    ("muestra:", "muestra names no card"),
    ("muestra: 1c 2c", "2 cards are too many: the muestra has 1"),
    ("trick:\nseat 0: 1c", "seat comes too late: the deal stands before the first trick"),
    ("trick:\nmuestra: 1c", "muestra comes too late"),
    ("trick: 1c 2c 3c 4c 5c", "5 cards are too many: a trick has 4"),
    ("trick: 1c 1c", "1c stands twice in this line"),
    ("trick 11:", "there is no trick 11: the hand has 10 tricks"),
    ("trick 0:", "trick 0 is past: tricks are told in their order, after 0"),
    ("trick 4:\ntrick 4:", "trick 4 is past: tricks are told in their order, after 4"),
    ("trick 10:\ntrick:", "there is no trick 11: the hand has 10 tricks"),
    ("draw:", "nothing is drawn here: a draw follows each of the tricks 1 to 4"),
    ("trick 5:\ndraw:", "nothing is drawn here: a draw follows each of the tricks 1 to 4"),
    ("trick:\ndraw:\ndraw:", "the draw after trick 1 stands twice in this section"),
    ("trick:\ndraw: 1c 2c 4c 5c 6c", "5 cards are too many: a draw has 4"),
    ("seat 0: 1c\ntrick:\ndraw: 1c", "1c has its place by line 3"),
    ("trick:\ndraw: 1c\ntrick:\ndraw: - 1c", "1c has its place by line 4"),
    ("swap 0: perhaps", "swap cannot be 'perhaps': write yes or no"),
    ("sing 0: yes", "sing cannot be 'yes': write oros, copas, espadas, bastos or no"),
    ("tute 0:", "tute cannot be '': write yes or no"),
    ("claim 9: yes", "there is no seat 9"),
    ("wins 0: many", "points cannot be 'many': write a whole number"),
    ("legal 0: 1c -", "legal names every card: write them all, without `-`"),
    ("holds 0: - -", "holds names every card"),
    ("holds 0: 1c 2c 4c 5c 6c 7c sc", "7 cards are too many: a hand has 6"),
    ("asked: 0", "'0' is no question: write as in `asked: swap 0, sing 2`, or nobody"),
    ("asked: swap 0, play 1", "'play 1' is no question"),
    ("asked:", "'' is no question"),
    ("asked: swap 4", "there is no seat 4"),
    ("score: 10", "'10' is no score: write the points of side a and of side b"),
    ("score: 10 20 30", "'10 20 30' is no score"),
    ("mano: 1", "mano stands in the header for the first hand: only in [vueltas] it is checked"),
    ("end: side c, hand", "'side c, hand' is no end: write nobody, or as `side a, hand` a side and one of hand, last"),
    ("end: side a, luck", "'side a, luck' is no end"),
    ("end: everybody", "'everybody' is no end"),
    ("end: nobody\nend: nobody", "end stands twice in this section"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG_TEXT)
def test_wrong_text(read: Callable[[str], Script], text: str, line: int, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        read(text)
    assert re.match(rf"\S*scene.txt, line {line}: {re.escape(sentence)}", str(error.value)), error.value
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("text", "sentence"), WRONG_SECTION)
def test_wrong_statements(read: Callable[[str], Script], text: str, sentence: str) -> None:
    """The last line is the wrong one."""
    test_wrong_text(read, f"title: One\n[first hand]\n{text}", 3 + text.count("\n"), sentence)


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        ("players=2", "seat 2: 1c", "there is no seat 2: seats are 0 to 1"),
        ("players=2", "trick: 1c 2c 4c", "3 cards are too many: a trick has 2"),
        ("players=2", "trick 21:", "there is no trick 21: the hand has 20 tricks"),
        ("players=2", "trick 15:\ndraw:", "a draw follows each of the tricks 1 to 14"),
        ("players=2 deck=36", "trick 19:", "there is no trick 19: the hand has 18 tricks"),
        ("deck=36", "trick 10:", "there is no trick 10: the hand has 9 tricks"),
        ("deck=36", "muestra: 2c", "2c is not in the deck of 36 cards"),
        ("deck=48", "trick 13:", "there is no trick 13: the hand has 12 tricks"),
    ],
)
def test_the_table_and_the_deck_count(read: Callable[[str], Script], rules: str, text: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=re.escape(sentence)):
        read(f"title: One\nrules: lascuarenta {rules}\n[vueltas]\n{text}")


def test_every_statement_has_an_example(read: Callable[[str], Script]) -> None:
    for name, kind in STATEMENTS.items():
        assert kind.example.startswith(name)
        before = "trick:\n" if name == "draw" else ""
        section = "[vueltas]" if name == "mano" else "[first hand]"
        read(f"title: One\n{section}\n{before}{kind.example}")


def test_files_that_are_no_scripts(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.txt cannot be read: No such file or directory$"):
        read_script(tmp_path / "none.txt")
    with pytest.raises(UsageError, match=rf"^{re.escape(str(tmp_path))} cannot be read: Is a directory$"):
        read_script(tmp_path)
    (tmp_path / "latin.txt").write_bytes("title: One\nstrategy: Guiñote\n".encode("latin-1"))
    with pytest.raises(UsageError, match="line 2: this is no text in UTF-8"):
        read_script(tmp_path / "latin.txt")
