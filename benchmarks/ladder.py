"""The tables of the ladders on the pages of both games: each built-in strategy against the one below it. `make ladder`.

The fast ones take a minute, those that look ahead some ten on two cores. `make ladder LADDER=tarneeb` plays that
game alone.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tables import say

from bazas.analyses.compare import Comparison, compare
from bazas.sim.sheets import SHEETS
from bazas.sim.strategy import strategy
from bazas.sim.terminal import plain

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"guinote": "strategies.md", "tarneeb": "tarneeb.md"}
BEGIN, END = "<!-- ladder: `make ladder` writes this table -->", "<!-- end of the ladder -->"
SEED = 1
DEALS, FEW_DEALS = 1_000_000, 4000
"""Deals of a rung; the second of the strategies that look ahead, which play by the first sheet of a game only."""


@dataclass(frozen=True)
class Rung:
    """A strategy and the one that it has to beat."""

    better: str
    worse: str
    rules: str

    @property
    def deals(self) -> int:
        """How many are played, each of them twice."""
        return FEW_DEALS if self.slow else DEALS

    @property
    def slow(self) -> bool:
        """Whether the better one looks ahead."""
        return strategy(self.better, SHEETS[self.rules].rules.GAME.strategies).looks_ahead

    @property
    def command(self) -> str:
        """What one types to see the same figures."""
        rules = "" if self.rules == "lascuarenta" else f" --rules {self.rules}"
        return f"bazas compare {self.better} {self.worse}{rules} --games {self.deals:_} --seed {SEED}"

    def play(self) -> Comparison:
        """The comparison."""
        return compare(self.better, self.worse, self.rules, games=self.deals, seed=SEED)

    def row(self) -> str:
        """The line of the table."""
        say(self.command)
        found = self.play()
        points, games = plain(found.points, 1, 2, 3), plain(found.wins, 100, 2, 3)
        cells = (self.better, self.worse, f"{found.pairs:,}", *(f"{mean} ({ends})" for mean, ends in (points, games)))
        return f"| {' | '.join(cells)} | `{self.command}` |"


def ladder(rules: str) -> list[str]:
    """The lines of the table of a sheet."""
    game = SHEETS[rules].rules.GAME
    first = rules == next(name for name, sheet in SHEETS.items() if sheet.rules.GAME is game)
    rungs = [Rung(better, worse, rules) for worse, better in pairwise(game.strategies.BUILT_IN)]
    return [
        f"By {rules}:",
        "",
        f"| strategy | against | deals | points a {game.hand} | games, pp | command |",
        "|---|---|---:|---:|---:|---|",
        *(rung.row() for rung in rungs if first or not rung.slow),
        "",
    ]


def write(page: Path, lines: list[str]) -> None:
    """Put tables between the two comments of a page."""
    before, begin, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name} has lost the two comments around the table: put them back")
    page.write_text("\n".join([before.rstrip("\n"), "", BEGIN, "", *lines, END]) + after, "utf-8")


def main() -> None:
    """Play the rungs of the games that were asked for, or of all, and write their tables."""
    for game in sys.argv[1:] or PAGES:
        sheets = [name for name, sheet in SHEETS.items() if sheet.rules.GAME.name == game]
        if not sheets:
            raise SystemExit(f"there is no game {game}: choose {' or '.join(PAGES)}")
        write(DOCS / PAGES[game], [line for name in sheets for line in ladder(name)])


if __name__ == "__main__":
    main()
