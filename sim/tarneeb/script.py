"""Scripted scenarios of Tarneeb: a text that says how rounds were dealt, bid and played, and what must be true of them.

    # Hearts are void in East's hand: it may lay any card.
    title: Who is void may lay any card
    rules: cardems goal=41            # a sheet or a TOML file, then switches
    dealer: North                     # of the first round
    points: 29 30                     # before it

    [round]
    East: As Ks 4h - -                # `-`: any card, from the shuffled deck of the seed
    bids: 7 pass 8 pass pass          # from the opener on; `-`: as the strategy bids
    declarer West: 8
    trumps: spades
    trick: 2h 3h - 5h                 # from its leader on
    wins: South
    legal North: 2h Ah
    score: 9 0

Here the text becomes the records of `bazas.sim.tarneeb.script_statements`, which `script_player` plays.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from bazas.kernels.tarneeb.records import MOST_ROUNDS
from bazas.sim.errors import UsageError
from bazas.sim.script_text import Kind, Parser, read_seed, read_strategy, read_title
from bazas.sim.sheets import rules_of
from bazas.sim.tarneeb.notation import SEATS, SIDES
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.script_sections import STATEMENTS, SectionReader, pair, seat_named
from bazas.sim.tarneeb.script_statements import Script

STRATEGY = "random"
"""The strategy that answers what a script leaves open, unless it names another."""


def read_script(path: str | Path, content: bytes | None = None) -> Script:
    """The scenario in a file; raises UsageError that names file and line, what was wrong and what was expected.

    `content` of the file, where it was read before.
    """
    return _Parser(Path(path)).read(content)


class _Parser(Parser[SectionReader, Script]):
    STATEMENTS = STATEMENTS
    EXAMPLE = "trick: As 2s"
    SECTIONS = "[round]"

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.rules = TarneebRules()
        self.dealer = 0
        self.points = (0, 0)

    def script(self) -> Script:
        """The whole, after the last line."""
        self.check_title()
        there = [side for side in (0, 1) if self.points[side] >= self.rules.goal]
        if len(there) == 1:
            self.line = self.lines["points"]
            raise UsageError(f"no round follows: {SIDES[there[0]]} has won the game with these points")
        return Script(
            self.file, self.words["title"], self.explanation, self.rules, self.dealer, self.points, self.seed,
            self.words.get("strategy", STRATEGY), tuple(reader.section() for reader in self.sections), self.lines,
        )  # fmt: skip

    def open(self, text: str) -> None:
        """A round begins."""
        if text.strip("[]").strip().casefold() != "round" or not text.endswith("]"):
            raise UsageError(f"{text} is no section: write [round] before the statements of each round")
        self.check_title()
        if len(self.sections) == MOST_ROUNDS:
            raise UsageError(f"a script has at most {MOST_ROUNDS} rounds: write another one")
        self.sections.append(SectionReader(self.line))

    def plain(self, statement: str) -> str:
        """Seats before the colon by their numbers; the name of a seat alone stands for its hand."""
        head, colon, rest = statement.partition(":")
        words = head.split()
        numbers = {name.casefold(): str(seat) for seat, name in enumerate(SEATS)}
        if len(words) == 1 and words[0].casefold() in numbers:
            words.insert(0, "seat")
        words[1:] = [numbers.get(word.casefold(), word) for word in words[1:]]
        return f"{' '.join(words)}{colon}{rest}"

    def sheet(self, text: str) -> None:
        rules = rules_of(*self.rules_words(text))
        assert isinstance(rules, TarneebRules)  # by `script_text.game_of`
        self.rules = rules

    def deals(self, text: str) -> None:
        self.dealer = seat_named("dealer", self.head("dealer", text))

    def before(self, text: str) -> None:
        self.points = pair("points", self.head("points", text), "points: 29 30")
        if max(map(abs, self.points)) > MOST_POINTS:
            raise UsageError(f"points of more than {MOST_POINTS}, or less than minus that, are not counted here")

    HEADER: ClassVar = {
        "title": Kind(read_title, 0, 0, "title: The highest trump wins"),
        "rules": Kind(sheet, 0, 0, "rules: cardems goal=41"),
        "dealer": Kind(deals, 0, 0, "dealer: North"),
        "points": Kind(before, 0, 0, "points: 29 30"),
        "seed": Kind(read_seed, 0, 0, "seed: 1"),
        "strategy": Kind(read_strategy, 0, 0, "strategy: random"),
    }


MOST_POINTS = 10_000
"""A side has no more points than this, or less than minus this, before the rounds of a script."""
