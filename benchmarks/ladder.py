"""The table of the ladder in docs/strategies.md: each built-in strategy against the one below it. `make ladder`.

The fast ones take a minute, `rollout` and `exact` some five on two cores.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tables import say

from bazas.analyses.compare import Comparison, compare
from bazas.sim.rules import PRESETS
from bazas.sim.strategy import BUILT_IN, strategy
from bazas.sim.terminal import plain

PAGE = Path(__file__).resolve().parent.parent / "docs" / "strategies.md"
BEGIN, END = "<!-- ladder: `make ladder` writes this table -->", "<!-- end of the ladder -->"
SEED = 1
DEALS, FEW_DEALS = 1_000_000, 4000
"""Deals of a rung; the second of the strategies that look ahead, which play by the first sheet only."""


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
        return strategy(self.better).looks_ahead

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


def main() -> None:
    """Play all rungs, and write the table."""
    lines = [BEGIN, ""]
    for rules in PRESETS:
        lines += [f"By {rules}:", "", "| strategy | against | deals | points a hand | games, pp | command |"]
        lines += ["|---|---|---:|---:|---:|---|"]
        rungs = [Rung(better, worse, rules) for worse, better in pairwise(BUILT_IN)]
        lines += [rung.row() for rung in rungs if rules == next(iter(PRESETS)) or not rung.slow]
        lines += [""]
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE.name} has lost the two comments around the table: put them back")
    PAGE.write_text("\n".join([before.rstrip("\n"), "", *lines, END]) + after, "utf-8")


if __name__ == "__main__":
    main()
