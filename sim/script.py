"""Scripted scenarios: a text that says how a game was dealt, played and answered, and what must be true of it.

    # An exchange is made before the draw; everybody sees the card that is taken.
    title: The seven is given for the tres
    rules: lascuarenta deck=40        # a sheet or a TOML file, then switches
    mano: 0

    [first hand]
    seat 0: 7o 1c 4c 5b - -           # `-`: any card, from the shuffled deck of the seed
    muestra: 3o
    trick: 1c 2c - 5e                 # from its leader on; `-`: as the strategy plays
    wins 0: 11
    swap 0: yes
    score: 11 0
    end: nobody

Here the text becomes the records of `bazas.sim.script_statements`; `bazas.sim.script_player` plays them.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from bazas.sim.errors import UsageError
from bazas.sim.rules import Rules
from bazas.sim.script_sections import EXAMPLE, STATEMENTS, SectionReader, seats
from bazas.sim.script_statements import Script, Section
from bazas.sim.script_text import Kind, Parser, number, read_seed, read_strategy, read_title
from bazas.sim.sheets import guinote_rules

STRATEGY = "lowest"
"""The strategy that answers what a script leaves open, unless it names another."""

_SECTIONS = ("first hand", "vueltas")


def read_script(path: str | Path, content: bytes | None = None) -> Script:
    """The scenario in a file; raises UsageError that names file and line, what was wrong and what was expected.

    `content` of the file, where it was read before.
    """
    return _Parser(Path(path)).read(content)


class _Parser(Parser[SectionReader, Script]):
    STATEMENTS = STATEMENTS
    EXAMPLE = EXAMPLE
    SECTIONS = "[first hand] or [vueltas]"

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.rules = Rules()
        self.mano = 0

    def script(self) -> Script:
        """The whole, after the last line."""
        self.check_header()
        sections: list[Section | None] = [None, None]
        for reader in self.sections:
            sections[reader.vueltas] = reader.section()
        return Script(
            self.file, self.words["title"], self.explanation, self.rules, self.mano, self.seed,
            self.words.get("strategy", STRATEGY), (sections[0], sections[1]), self.lines,
        )  # fmt: skip

    def open(self, text: str) -> None:
        """A section begins."""
        name = " ".join(text.strip("[]").casefold().split())
        if name not in _SECTIONS or not text.endswith("]"):
            raise UsageError(f"{text} is no section: write {self.SECTIONS}")
        vueltas = name == "vueltas"
        if any(section.vueltas >= vueltas for section in self.sections):
            raise UsageError(f"[{name}] cannot follow here: [first hand] comes once, then [vueltas] once")
        self.check_header()
        self.sections.append(SectionReader(self.line, vueltas, self.rules))

    def check_header(self) -> None:
        self.check_title()
        if self.mano >= self.rules.players:
            self.line = self.lines["mano"]
            raise UsageError(f"mano cannot be seat {self.mano}: {seats(self.rules)}")

    def sheet(self, text: str) -> None:
        self.rules = guinote_rules(*self.rules_words(text), "no such hand is played")

    def leader(self, text: str) -> None:
        self.mano = number("mano", self.head("mano", text))

    HEADER: ClassVar = {
        "title": Kind(read_title, 0, 0, "title: What the scenario shows"),
        "rules": Kind(sheet, 0, 0, "rules: lascuarenta deck=48"),
        "mano": Kind(leader, 0, 0, "mano: 0"),
        "seed": Kind(read_seed, 0, 0, "seed: 1"),
        "strategy": Kind(read_strategy, 0, 0, "strategy: lowest"),
    }
