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

import re
from pathlib import Path

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.rule_files import read_some
from bazas.sim.rules import Rules
from bazas.sim.script_sections import STATEMENTS, Kind, SectionReader, number, seats, split_statement
from bazas.sim.script_statements import Script, Section, wrong
from bazas.sim.sheets import guinote_rules, is_rule_file
from bazas.sim.spec import MAX_SEED

STRATEGY = "lowest"
"""The strategy that answers what a script leaves open, unless it names another."""

_SECTIONS = ("first hand", "vueltas")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def read_script(path: str | Path) -> Script:
    """The scenario in a file; raises UsageError that names file and line, what was wrong and what was expected."""
    file = Path(path)
    content = read_some(file)
    parser = _Parser(file)
    try:
        for line in parser.text(content):
            parser.take(line)
        return parser.script()
    except UsageError as error:
        raise wrong(file, max(1, parser.line), str(error)) from None


class _Parser:
    """Takes the lines one by one; `line` is the number of the one to which its UsageErrors belong."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.line = 0
        self.comments: list[str] = []
        self.words: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.rules = Rules()
        self.mano, self.seed = 0, defaults.SEED
        self.sections: list[SectionReader] = []

    def text(self, content: bytes) -> list[str]:
        """The lines of the file."""
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.line = content[: error.start].count(b"\n") + 1
            raise UsageError("this is no text in UTF-8: write the scenario as plain text") from None
        return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")

    def take(self, text: str) -> None:
        """The next line."""
        self.line += 1
        odd = _CONTROL.search(text)
        if odd:
            raise UsageError(f"{odd[0]!r} is a control character: write the scenario as plain text")
        statement = re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()
        if not statement:
            if not self.lines and not self.sections:
                self.comments.append(text.strip().lstrip("#").strip())
        elif statement.startswith("["):
            self.open(statement)
        elif self.sections:
            kind, told = split_statement(statement, STATEMENTS, dict.fromkeys(HEADER, "before the first section"))
            self.sections[-1].line = self.line
            kind.reader(self.sections[-1], *told)
        else:
            where = "in a section, after [first hand] or [vueltas]"
            kind, told = split_statement(statement, HEADER, dict.fromkeys(STATEMENTS, where))
            kind.reader(self, *told)

    def script(self) -> Script:
        """The whole, after the last line."""
        self.check_header()
        sections: list[Section | None] = [None, None]
        for reader in self.sections:
            sections[reader.vueltas] = reader.section()
        return Script(
            self.file, self.words["title"], _paragraphs(self.comments), self.rules, self.mano, self.seed,
            self.words.get("strategy", STRATEGY), (sections[0], sections[1]), self.lines,
        )  # fmt: skip

    def open(self, text: str) -> None:
        """A section begins."""
        name = " ".join(text.strip("[]").casefold().split())
        if name not in _SECTIONS or not text.endswith("]"):
            raise UsageError(f"{text} is no section: write [first hand] or [vueltas]")
        vueltas = name == "vueltas"
        if any(section.vueltas >= vueltas for section in self.sections):
            raise UsageError(f"[{name}] cannot follow here: [first hand] comes once, then [vueltas] once")
        self.check_header()
        self.sections.append(SectionReader(self.line, vueltas, self.rules))

    def check_header(self) -> None:
        if "title" not in self.words:
            raise UsageError(
                "the title is missing: write it before the first section, as `title: Caballo loses to sota`"
            )
        if self.mano >= self.rules.players:
            self.line = self.lines["mano"]
            raise UsageError(f"mano cannot be seat {self.mano}: {seats(self.rules)}")

    # The header

    def head(self, name: str, text: str) -> str:
        if name in self.lines:
            raise UsageError(f"{name} stands twice, here and in line {self.lines[name]}: write it once")
        if not text:
            raise UsageError(f"{name} is empty: write as in `{HEADER[name].example}`")
        self.lines[name] = self.line
        self.words[name] = " ".join(text.split())
        return self.words[name]

    def title(self, text: str) -> None:
        self.head("title", text)

    def sheet(self, text: str) -> None:
        name, *changes = self.head("rules", text).split()
        own = is_rule_file(name)
        chosen = self.beside(name) if own else name.lower()
        self.rules = guinote_rules(chosen, [change.lower() for change in changes], "no such hand is played")

    def strategy(self, text: str) -> None:
        path, of_file, name = self.head("strategy", text).rpartition(".py:")
        if of_file:
            self.words["strategy"] = f"{self.beside(path)}{of_file}{name}"

    def beside(self, name: str) -> str:
        """A file that a script names is found from the script's folder."""
        return str(self.file.parent / name)

    def leader(self, text: str) -> None:
        self.mano = number("mano", self.head("mano", text))

    def deals(self, text: str) -> None:
        self.seed = number("seed", self.head("seed", text))
        if self.seed > MAX_SEED:
            raise UsageError(f"seed {self.seed} is out of range: choose 0 to {MAX_SEED}")


HEADER = {
    "title": Kind(_Parser.title, 0, 0, "title: The seven is given for the tres"),
    "rules": Kind(_Parser.sheet, 0, 0, "rules: lascuarenta deck=48"),
    "mano": Kind(_Parser.leader, 0, 0, "mano: 0"),
    "seed": Kind(_Parser.deals, 0, 0, "seed: 1"),
    "strategy": Kind(_Parser.strategy, 0, 0, "strategy: lowest"),
}
"""The statements before the first section by their names."""


def _paragraphs(comments: list[str]) -> str:
    """Lines of comments as paragraphs, an empty line between two."""
    parts = re.split(r"\n{2,}", "\n".join(comments))
    return "\n\n".join(" ".join(part.split()) for part in parts if part.strip())
