"""What people who write strategies need of a game: a file to begin with, tables at which strategies are checked."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from bazas.sim.playing import Array, Arrays
from bazas.sim.sheets import rules_name, rules_of
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import strategy
from bazas.sim.switches import RuleSet

if TYPE_CHECKING:
    from bazas.sim.games import Game
    from bazas.sim.player import Player

SELF = ""
"""In an arrangement of names: the strategy that is checked."""


@dataclass(frozen=True)
class Table:
    """Rules (a sheet and what differs from it, as for --rule), and who sits where.

    `seats`: names of strategies, `SELF` for the one that is checked.
    """

    sheet: str
    changes: tuple[str, ...]
    seats: tuple[str, ...]

    @cached_property
    def rules(self) -> RuleSet:
        """The rules in full."""
        return rules_of(self.sheet, self.changes)

    def spec(self, checked: Player, seed: int) -> Spec:
        """The run of games at this table; the cards are kept."""
        kind = self.rules.GAME.strategies
        arm = Arm(tuple(checked if name == SELF else strategy(name, kind) for name in self.seats))
        return Spec("strategy check", self.rules, seed, (arm,), plays=True)

    def command(self, spelled: str, seed: int, unit: int) -> str:
        """The command that shows a game at this table."""
        seats = ",".join(name or spelled for name in self.seats)
        rules = [word for change in self.changes for word in ("--rule", change)]
        return shlex.join(
            ["bazas", "show", "--rules", self.sheet, *rules, "--seats", seats, "--seed", str(seed), "--game", str(unit)]
        )

    def place(self, spelled: str, unit: int) -> str:
        """Where a game is, in words."""
        seats = ", ".join(name or spelled for name in self.seats)
        return f"game {unit} by {rules_name(self.rules)}, with {seats}"


class Watched(Protocol):
    """What plays games, and leaves the view as it stood where it was stopped."""

    view: Any

    def play(self, first: int, count: int) -> Arrays:
        """Play some units; raises `bazas.sim.playing.Unfinished`."""


class Workshop(ABC):
    """A game, for people who write strategies for it.

    `sheet`: the rules of measures. `template`: the file to begin with, in the package `bazas.sim`. `unsaid`: fields of
    the view of which a part, or all, means nothing, and how a strategy that looks there is told.
    """

    game: Game
    sheet: str
    template: str
    unsaid: Mapping[str, str]

    @property
    @abstractmethod
    def opponents(self) -> tuple[str, ...]:
        """The strategies that strength is measured against, the weakest first."""

    @property
    @abstractmethod
    def yardstick(self) -> str:
        """The strategy that speed is compared with, and against which a new one is played."""

    @abstractmethod
    def all_tables(self) -> Iterator[Table]:
        """Every kind of rules; the strategy on each side, in one seat, in all."""

    @abstractmethod
    def order_tables(self) -> list[Table]:
        """Where the order of games is changed: few tables, with others in between."""

    @abstractmethod
    def parameter_tables(self) -> list[Table]:
        """Where parameters are set to their ends."""

    @abstractmethod
    def view_tables(self, count: int) -> list[Table]:
        """Where others play games out of which views are taken: `count` tables."""

    @abstractmethod
    def answers(self, spec: Spec, unit: int) -> list[int]:
        """The answers of game number `unit` in the first arm of `spec`, in the order of the questions."""

    @abstractmethod
    def watched(self, spec: Spec, arm: Arm, script: Array) -> Watched:
        """What plays games of an arm with a script (int16) that answers the first questions."""

    @abstractmethod
    def place(self, view: Any) -> str:
        """The moment of a view, in words."""

    @abstractmethod
    def disturb(self, view: Any, field: str, noise: np.random.Generator) -> None:
        """Fill what says nothing of a field of `unsaid` with what might stand there."""


def tables_with(
    arrangements: Mapping[int, tuple[str, ...]], rules: Iterable[tuple[str, tuple[str, ...]]], others: Sequence[str]
) -> Iterator[Table]:
    """Tables by some rules, each a sheet and its changes.

    `arrangements`: by the number of players; `s` stands for the checked strategy, x, y and z for `others`, by turns.
    """
    turn = 0
    for sheet, changes in rules:
        for arrangement in arrangements[rules_of(sheet, changes).players]:
            names = {letter: others[(turn + i) % len(others)] for i, letter in enumerate("xyz")}
            yield Table(sheet, changes, tuple(names.get(letter, SELF) for letter in arrangement))
            turn += 1
