"""The records of a scripted scenario: what each of its statements says, and in which line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bazas.sim.rules import Rules
from bazas.sim.script_text import Cards as Cards
from bazas.sim.script_text import Lay as Lay
from bazas.sim.script_text import Legal as Legal
from bazas.sim.script_text import Statement as Statement
from bazas.sim.script_text import wrong as wrong

HAND_CARDS = 6

ANSWERS = ("swap", "tute", "sing", "claim")
"""The questions between two tricks, as events of the trace are called."""


@dataclass(frozen=True)
class Answer(Statement):
    """The answer of a seat to a question between two tricks: 1 or 0, or for `sing` a suit or -1."""

    question: str
    seat: int
    value: int


@dataclass(frozen=True)
class Draw(Statement):
    """What is drawn after trick `number`, the winner first."""

    number: int
    cards: Cards


@dataclass(frozen=True)
class Wins(Statement):
    """A seat won the trick just played, with these points of cards."""

    seat: int
    points: int


@dataclass(frozen=True)
class Holds(Statement):
    """All the cards (a mask) that a seat holds."""

    seat: int
    cards: int


@dataclass(frozen=True)
class Asked(Statement):
    """Questions and seats between the trick just played and the next lead, in their order."""

    questions: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Score(Statement):
    """The points of both sides in the game."""

    points: tuple[int, int]


@dataclass(frozen=True)
class Mano(Statement):
    """Who leads the first trick of the hand."""

    seat: int


@dataclass(frozen=True)
class End(Statement):
    """Which side wins the game in this hand, and how (a word of `bazas.kernels.records.DECIDED`); None: nobody."""

    side: int | None
    decided: str | None


Told = tuple[int | None, int | None]
"""The tricks that a script tells of the first hand and of the vueltas; None where it has no section for them."""

CHECKS = (Wins, Legal, Holds, Asked, Score, Mano, End)
"""The statements that only check."""


@dataclass(frozen=True)
class Section:
    """One hand: what each seat is dealt (a tuple per seat), the muestra, and the statements in their order."""

    line: int
    hands: tuple[Cards, ...]
    muestra: int | None
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Script:
    """A scenario. `sections`: of the first hand and of the vueltas, None where the text has none.

    `explanation`: paragraphs with an empty line between two. `strategy` answers what the script leaves open; `lines`
    says where each word of the header stands.
    """

    path: Path
    title: str
    explanation: str
    rules: Rules
    mano: int
    seed: int
    strategy: str
    sections: tuple[Section | None, Section | None]
    lines: dict[str, int]

    @property
    def told(self) -> Told:
        """What the script tells of each hand; a first hand before vueltas that it tells is told to its end."""
        first, vueltas = (None if section is None else self._told(section) for section in self.sections)
        return first if first is None or vueltas is None else self.tricks, vueltas

    def _told(self, section: Section) -> int:
        if any(isinstance(statement, End) for statement in section.statements):
            return self.tricks
        return max((said.number for said in section.statements if isinstance(said, Lay | Draw)), default=0)

    @property
    def tricks(self) -> int:
        """Tricks of a hand."""
        return self.rules.deck // self.rules.players

    @property
    def checked(self) -> int:
        """Statements that the game has to follow beside its cards: checks and answers."""
        sections = [section for section in self.sections if section is not None]
        return sum(isinstance(said, (Answer, *CHECKS)) for section in sections for said in section.statements)
