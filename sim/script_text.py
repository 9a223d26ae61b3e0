"""What scripted scenarios of all games share: lines, comments, the header, statements, sections with their cards."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, TypeVar

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.games import Game
from bazas.sim.rule_files import read_some
from bazas.sim.sheets import SHEETS, is_rule_file, preset, rules_of
from bazas.sim.spec import MAX_SEED

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_USUAL = preset(defaults.RULES).GAME

Cards = tuple[int | None, ...]
"""Cards in their order; None for one that is left open."""


@dataclass(frozen=True)
class Statement:
    """A line of a section."""

    line: int


@dataclass(frozen=True)
class Lay(Statement):
    """The cards of trick `number` (from 1) of the hand or round, from its leader on."""

    number: int
    cards: Cards


@dataclass(frozen=True)
class Legal(Statement):
    """All the cards (a mask) that a seat could have laid in the trick just played."""

    seat: int
    cards: int


class Kind(NamedTuple):
    """A kind of statement: its reader, how many numbers may follow its name, and how it looks.

    The reader takes what reads the text, the numbers, and the words after the colon.
    """

    reader: Callable[..., None]
    least: int
    most: int
    example: str


def wrong(path: Path, line: int, what: str) -> UsageError:
    """The error in a line of a script."""
    return UsageError(f"{path}, line {line}: {what}")


def game_of(file: Path, content: bytes) -> Game:
    """The game of the rules that a script names, else that of its first section, else the one that is usual."""
    for line in content.decode("utf-8-sig", "replace").splitlines():
        head, _, rest = _bare(line).partition(":")
        if head.startswith("["):
            section = head.strip("[]").strip().casefold()
            return next((sheet.rules.GAME for sheet in SHEETS.values() if sheet.rules.GAME.hand == section), _USUAL)
        if head.strip().casefold() == "rules" and rest.split():
            name = rest.split()[0]
            try:
                return rules_of(str(file.parent / name) if is_rule_file(name) else name.lower()).GAME
            except UsageError:  # which is told where the script is read
                return _USUAL
    return _USUAL


def number(name: str, text: str) -> int:
    """A whole number; raises UsageError for any other text."""
    if not re.fullmatch("[0-9]{1,30}", text):
        raise UsageError(f"{name} cannot be {text!r}: write a whole number")
    return int(text)


def split(
    text: str, kinds: Mapping[str, Kind], elsewhere: Mapping[str, str], example: str
) -> tuple[Kind, Sequence[int | str]]:
    """The kind of a statement, and what its reader takes: the numbers, and the words after the colon.

    `elsewhere`: names of statements that cannot stand here, and where they can. `example` of a statement. Raises
    UsageError for what is no statement.
    """
    head, colon, rest = text.partition(":")
    name, *more = head.casefold().split() or [""]
    if not colon:
        raise UsageError(f"{text!r} is no statement: write a name, a colon and what it says, as `{example}`")
    if name not in kinds:
        if name in elsewhere:
            raise UsageError(f"{name} cannot stand here: it belongs {elsewhere[name]}")
        raise UsageError(f"{name!r} is no statement: here stand {', '.join(kinds)}")
    kind = kinds[name]
    numbers = [int(word) for word in more if re.fullmatch("[0-9]{1,3}", word)]
    if len(numbers) != len(more) or not kind.least <= len(numbers) <= kind.most:
        raise UsageError(f"{head.strip()!r} is no statement: write as in `{kind.example}`")
    return kind, [*numbers, rest.strip()]


def _bare(line: str) -> str:
    """A line without its comment."""
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()


def _paragraphs(comments: list[str]) -> str:
    """Lines of comments as paragraphs, an empty line between two."""
    parts = re.split(r"\n{2,}", "\n".join(comments))
    return "\n\n".join(" ".join(part.split()) for part in parts if part.strip())


class SectionText(ABC):
    """Takes the statements of a section; `line` is the one that is read, which its UsageErrors do not name.

    `HAND`: what a section is about; `HAND_CARDS`: cards of a hand.
    """

    HAND: ClassVar[str]
    HAND_CARDS: ClassVar[int]

    def __init__(self, line: int) -> None:
        self.begin = self.line = line
        self.statements: list[Statement] = []
        self.tricks = 0
        self.named: dict[int, int] = {}  # in which line each card got its place in the deck
        self.seen: set[str] = set()

    @abstractmethod
    def card(self, word: str) -> int:
        """The card that a word means; raises UsageError for another word."""

    @abstractmethod
    def short(self, card: int) -> str:
        """The short code of a card."""

    def _add(self, statement: Statement) -> None:
        """Keep a statement."""
        self.statements.append(statement)

    def _once(self, name: str) -> None:
        """Raise UsageError if this was said before."""
        if name in self.seen:
            raise UsageError(f"{name} stands twice in this section: write it once")
        self.seen.add(name)

    def _before_play(self, name: str) -> None:
        """Raise UsageError after a trick."""
        if self.tricks:
            raise UsageError(f"{name} comes too late: the deal stands before the first trick")

    def _placed(self, cards: Cards) -> Cards:
        """Note that these cards have their place in the deck."""
        for card in cards:
            if card is not None and card in self.named:
                raise UsageError(f"{self.short(card)} has its place by line {self.named[card]}: name each card once")
            if card is not None:
                self.named[card] = self.line
        return cards

    def next_trick(self, told: Sequence[int | str], last: int) -> int:
        """The number of a trick, which may be said, or is the next one."""
        number = int(told[0]) if len(told) == 2 else self.tricks + 1
        if number > last:
            raise UsageError(f"there is no trick {number}: the {self.HAND} has {last} tricks")
        if number <= self.tricks:
            raise UsageError(f"trick {number} is past: tricks are told in their order, after {self.tricks}")
        self.tricks = number
        return number

    def _cards(self, text: str, most: int, what: str) -> Cards:
        """The cards of a line, `-` for those that are left open."""
        cards = tuple(None if word == "-" else self.card(word) for word in text.split())
        if len(cards) > most:
            raise UsageError(f"{len(cards)} cards are too many: {what} has {most}")
        twice = [card for card in cards if card is not None and cards.count(card) > 1]
        if twice:
            raise UsageError(f"{self.short(twice[0])} stands twice in this line: name each card once")
        return cards

    def _set_of(self, text: str, name: str) -> int:
        """A mask of cards of one hand."""
        cards = self._cards(text, self.HAND_CARDS, "a hand")
        if None in cards:
            raise UsageError(f"{name} names every card: write them all, without `-`")
        return sum(1 << card for card in cards if card is not None)


S = TypeVar("S", bound=SectionText)
T = TypeVar("T")


class Parser(ABC, Generic[S, T]):
    """Takes the lines of a script one by one; `line` is the number of the one to which its UsageErrors belong.

    `S` reads a section, `T` is the script. `HEADER` and `STATEMENTS`: the statements before and in sections;
    `EXAMPLE` of a statement; `SECTIONS`: how a section may begin.
    """

    HEADER: ClassVar[Mapping[str, Kind]]
    STATEMENTS: ClassVar[Mapping[str, Kind]]
    EXAMPLE: ClassVar[str]
    SECTIONS: ClassVar[str]

    def __init__(self, file: Path) -> None:
        self.file = file
        self.line = 0
        self.comments: list[str] = []
        self.words: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.seed = defaults.SEED
        self.sections: list[S] = []

    @abstractmethod
    def open(self, text: str) -> None:
        """A section begins."""

    @abstractmethod
    def script(self) -> T:
        """The whole, after the last line."""

    def read(self, content: bytes | None) -> T:
        """The script in the file, or in its content; raises UsageError that names file, line and what was expected."""
        if content is None:
            content = read_some(self.file)
        try:
            for line in self.text(content):
                self.take(line)
            return self.script()
        except UsageError as error:
            raise wrong(self.file, max(1, self.line), str(error)) from None

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
        statement = _bare(text)
        if not statement:
            if not self.lines and not self.sections:
                self.comments.append(text.strip().lstrip("#").strip())
        elif statement.startswith("["):
            self.open(statement)
        elif self.sections:
            elsewhere = dict.fromkeys(self.HEADER, "before the first section")
            kind, told = split(self.plain(statement), self.STATEMENTS, elsewhere, self.EXAMPLE)
            self.sections[-1].line = self.line
            kind.reader(self.sections[-1], *told)
        else:
            elsewhere = dict.fromkeys(self.STATEMENTS, f"in a section, after {self.SECTIONS}")
            kind, told = split(self.plain(statement), self.HEADER, elsewhere, self.EXAMPLE)
            kind.reader(self, *told)

    def plain(self, statement: str) -> str:
        """A statement with numbers for the names that a game has for them."""
        return statement

    @property
    def explanation(self) -> str:
        """The comments before the first statement as paragraphs."""
        return _paragraphs(self.comments)

    # The header

    def check_title(self) -> None:
        """Raise UsageError for want of a title."""
        if "title" not in self.words:
            example = self.HEADER["title"].example
            raise UsageError(f"the title is missing: write it before the first section, as `{example}`")

    def head(self, name: str, text: str) -> str:
        """Keep what a word of the header says."""
        if name in self.lines:
            raise UsageError(f"{name} stands twice, here and in line {self.lines[name]}: write it once")
        if not text:
            raise UsageError(f"{name} is empty: write as in `{self.HEADER[name].example}`")
        self.lines[name] = self.line
        self.words[name] = " ".join(text.split())
        return self.words[name]

    def rules_words(self, text: str) -> tuple[str, list[str]]:
        """What the rules start from, a sheet or a file beside the script, and their changes."""
        name, *changes = self.head("rules", text).split()
        return self.beside(name) if is_rule_file(name) else name.lower(), [change.lower() for change in changes]

    def beside(self, name: str) -> str:
        """A file that a script names is found from the script's folder."""
        return str(self.file.parent / name)


def read_title(parser: Parser[S, T], text: str) -> None:
    """`title: The seven is given`."""
    parser.head("title", text)


def read_strategy(parser: Parser[S, T], text: str) -> None:
    """`strategy: lowest`."""
    path, of_file, name = parser.head("strategy", text).rpartition(".py:")
    if of_file:
        parser.words["strategy"] = f"{parser.beside(path)}{of_file}{name}"


def read_seed(parser: Parser[S, T], text: str) -> None:
    """`seed: 1`."""
    parser.seed = number("seed", parser.head("seed", text))
    if parser.seed > MAX_SEED:
        raise UsageError(f"seed {parser.seed} is out of range: choose 0 to {MAX_SEED}")
