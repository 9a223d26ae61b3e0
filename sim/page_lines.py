"""What the pages of told games share: lines that fit the screen, colours of suits, the frame of a script."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

LABEL = 8
SHORT_CELL = 18  # a line, a mark, a name without its little word ("caballo espadas", "queen diamonds"), a mark
LONG_CELL = 22  # the same with "caballo de espadas" or "queen of diamonds", and a space


class Told(Protocol):
    """What a page says of a story of any game."""

    @property
    def seed(self) -> int:
        """Of the deals."""

    @property
    def rules(self) -> str:
        """What the rules are called."""

    @property
    def strategies(self) -> tuple[str, ...]:
        """A label per seat."""


def to_ascii(text: str) -> str:
    """The text in ASCII: accents dropped, lines drawn with hyphens, `?` for what has no plain form."""
    plain = unicodedata.normalize("NFKD", text.translate(str.maketrans("─│", "-|")))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return kept.encode("ascii", "replace").decode("ascii")


def all_hold(statements: int) -> str:
    """What a script's reader wants to know in the end: that what it says is true."""
    if statements < 2:
        return "The one statement of the script holds." if statements else ""
    return f"All {statements} statements of the script hold."


def print_lines(console: Console, lines: Iterable[Text], ascii: bool) -> None:
    """Print a page; in plain characters too on a console that cannot show others."""
    for line in lines:
        if ascii or console.options.ascii_only:
            line = type(line)(to_ascii(line.plain))
        line.rstrip()
        console.print(line, soft_wrap=True)


class PageLines:
    """The layout of a page: a label, then a column per seat.

    `TITLE` of the game; `SUITS`: what names of suits look like (as regular expressions), with their colours. `width`:
    of the screen; the page takes 80 columns or more. `rest`: also what a script leaves out.
    """

    TITLE: ClassVar[str]
    SUITS: ClassVar[dict[str, str]]

    def __init__(self, story: Told, width: int, rest: bool) -> None:
        from rich.text import Text

        self.text: type[Text] = Text
        self.about, self.rest = story, rest
        self.long = width >= LABEL + 4 * LONG_CELL
        self.cell = LONG_CELL if self.long else SHORT_CELL
        self.width = min(max(width, 40), LABEL + 4 * self.cell)

    def scenario(self, title: str, explanation: str) -> Iterator[Text]:
        """Title and explanation of a script, and who decides what it leaves open."""
        story = self.about
        yield from self.wrapped(title, "bold")
        for paragraph in filter(None, explanation.split("\n\n")):
            yield self.text()
            yield from map(self.text, textwrap.wrap(paragraph, self.width))
        yield self.text()
        left = f"what the script leaves open: seed {story.seed}, strategy {story.strategies[0]}"
        yield from self.wrapped(f"{self.TITLE} by {story.rules}; {left}")

    def script_end(self) -> Iterator[Text]:
        """The line that marks where a script ends."""
        player = self.about.strategies[0]
        goes_on = f", {player} plays on" if self.rest else f"; --rest shows how {player} plays on"
        return self.wrapped(f"── the script ends here{goes_on} ".ljust(self.width, "─"), "dim")

    def row(self, label: str, cells: Sequence[Text]) -> Text:
        """A line of the table: a label and a cell for each seat."""
        line = self.text().append(label.ljust(LABEL), "dim")
        for cell in cells:
            cell.pad_right(self.cell - 1 - len(cell))
            line.append("│", "dim").append_text(cell)
        return line

    def wrapped(self, sentence: str, style: str = "", indent: int = 0, further: str = "  ") -> Iterator[Text]:
        """A sentence in as many lines as it needs."""
        lines = textwrap.wrap(sentence, self.width - indent, subsequent_indent=further)
        return (self.coloured(" " * indent + line, style) for line in lines)

    def coloured(self, sentence: str, style: str) -> Text:
        """A sentence with the names of cards and suits in their colours."""
        line = self.text(sentence, style)
        for suit, colour in self.SUITS.items():
            line.highlight_regex(suit, colour)
        return line
