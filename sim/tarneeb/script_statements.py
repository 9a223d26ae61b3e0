"""The records of a scripted scenario of Tarneeb: what each of its statements says, and in which line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bazas.sim.script_text import Cards, Statement
from bazas.sim.script_text import Lay as Lay
from bazas.sim.script_text import Legal as Legal
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tricks import Pair

Calls = tuple[int | None, ...]
"""Bids in their order, 0 for a pass; None for one that is left open."""


@dataclass(frozen=True)
class Bids(Statement):
    """The first bids of the auction, from the opener on."""

    calls: Calls


@dataclass(frozen=True)
class Trumps(Statement):
    """The suit that the declarer names."""

    suit: int


@dataclass(frozen=True)
class Dealer(Statement):
    """Who dealt the round."""

    seat: int


@dataclass(frozen=True)
class Asked(Statement):
    """The seats that were asked for a bid, in their order."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class May(Statement):
    """All that a seat could have bid (a mask, bit 0 for the pass) when it was asked last."""

    seat: int
    bids: int


@dataclass(frozen=True)
class Declarer(Statement):
    """Who has the contract, at which bid, and whether three passes have forced it."""

    seat: int
    bid: int
    forced: bool


@dataclass(frozen=True)
class Wins(Statement):
    """A seat won the trick just played."""

    seat: int


@dataclass(frozen=True)
class Tricks(Statement):
    """The tricks of both sides so far."""

    won: Pair


@dataclass(frozen=True)
class Score(Statement):
    """What both sides score in the round."""

    points: Pair


@dataclass(frozen=True)
class Totals(Statement):
    """The points of both sides after the round."""

    points: Pair


@dataclass(frozen=True)
class End(Statement):
    """Which side wins the game with this round; None: nobody."""

    side: int | None


CHECKS = (Dealer, Asked, May, Declarer, Wins, Legal, Tricks, Score, Totals, End)
"""The statements that only check."""


@dataclass(frozen=True)
class Section:
    """One round: what each seat is dealt (a tuple per seat), and the statements in their order."""

    line: int
    hands: tuple[Cards, ...]
    statements: tuple[Statement, ...]

    @property
    def told(self) -> int | None:
        """The trick after which it says no more; None where it tells of the round's end."""
        if any(isinstance(said, Score | Totals | End) for said in self.statements):
            return None
        return max((said.number for said in self.statements if isinstance(said, Lay)), default=0)


@dataclass(frozen=True)
class Script:
    """A scenario. `dealer` of the first round, `points` of both sides before it; `sections`: one for each round.

    `explanation`: paragraphs with an empty line between two. `strategy` answers what the script leaves open; `lines`
    says where each word of the header stands.
    """

    path: Path
    title: str
    explanation: str
    rules: TarneebRules
    dealer: int
    points: Pair
    seed: int
    strategy: str
    sections: tuple[Section, ...]
    lines: dict[str, int]

    @property
    def rounds(self) -> int:
        """The rounds that are played."""
        return max(1, len(self.sections))

    @property
    def checked(self) -> int:
        """Statements that only check."""
        return sum(isinstance(said, CHECKS) for section in self.sections for said in section.statements)
