"""What the measurements share: medians with their spread, tables in Markdown, progress on stderr."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Table:
    """A table of results: texts in rows, and a note on how they were measured."""

    title: str
    heads: Sequence[str]
    note: str
    rows: list[Sequence[str]] = field(default_factory=list)

    def markdown(self) -> str:
        """The table under its title, columns of equal width, numbers to the right."""
        lines = [list(self.heads), *map(list, self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.heads))]

        def row(cells: Sequence[str]) -> str:
            first, *rest = (cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in
                            enumerate(zip(cells, widths, strict=True)))  # fmt: skip
            return "| " + " | ".join((first, *rest)) + " |"

        rule = (
            "|" + "|".join("-" * (widths[0] + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
        )
        return "\n".join([f"### {self.title}", "", row(lines[0]), rule, *map(row, lines[1:]), "", self.note])


def spread(values: Sequence[float], digits: int = 2, unit: str = "") -> str:
    """Median, lowest and highest: `0.71 (0.69 to 0.73)`."""
    low, middle, high = (f"{value:,.{digits}f}" for value in (min(values), statistics.median(values), max(values)))
    return f"{middle}{unit} ({low} to {high})"


def say(text: str) -> None:
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)
