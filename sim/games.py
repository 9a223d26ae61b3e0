"""What the laboratory must know of a card game: the one place that tells the games apart.

Everything else, the runner, the storage, comparisons, the command line, asks the `Game` of a run's rules. Here nothing
heavy is imported: a game loads its parts when they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bazas.sim.columns import Column
    from bazas.sim.contest import Contest
    from bazas.sim.estimates import Estimate
    from bazas.sim.player import Player
    from bazas.sim.playing import Arrays, Chunk, Driver
    from bazas.sim.simulate import Simulation
    from bazas.sim.simulate_report import Row
    from bazas.sim.spec import Arm, Spec
    from bazas.sim.tally import Tally
    from bazas.sim.workshop import Workshop


class Game(ABC):
    """A card game.

    `name`: in files; `title`: for people; `hand`: what a deal and the play of its cards is called.
    """

    name: str
    title: str
    hand: str

    @property
    def hands(self) -> str:
        """The plural of `hand`."""
        return f"{self.hand}s"

    @property
    @abstractmethod
    def strategies(self) -> type[Player]:
        """The class of its strategies."""

    @property
    @abstractmethod
    def contest(self) -> Contest:
        """How comparisons of strategies count it."""

    @property
    @abstractmethod
    def workshop(self) -> Workshop:
        """What people who write strategies need of it."""

    @abstractmethod
    def ready(self) -> bool:
        """Whether its kernel is compiled, so that the first games start at once."""

    @abstractmethod
    def compile(self) -> None:
        """Compile its kernel, or load it from disk."""

    @abstractmethod
    def driver(self, spec: Spec, arm: Arm) -> Driver:
        """What plays the games of one arm."""

    @abstractmethod
    def hands_in(self, arm: Arrays) -> int:
        """How many hands there are in an arm of a chunk."""

    @abstractmethod
    def columns(self, spec: Spec) -> tuple[Column, ...]:
        """The columns that a run stores, in their order."""

    @property
    @abstractmethod
    def all_columns(self) -> tuple[Column, ...]:
        """Every column that a run may have, in the order of the rows."""

    @abstractmethod
    def to_table(self, spec: Spec, chunk: Chunk) -> Any:
        """The rows of a chunk as a pyarrow.Table."""

    @abstractmethod
    def deal_again(self, about: dict[str, Any], table: Any, name: str) -> Any:
        """The column `name` of hands as dealt (pyarrow.Array), for rows of a run that did not keep them.

        `about`: the content of run.json. Raises KeyError for a name that is no such column.
        """

    @property
    @abstractmethod
    def hand_columns(self) -> dict[str, str]:
        """Name of each column of hands as dealt, and of the column that it needs besides the key; "" for none."""

    @abstractmethod
    def tally(self, spec: Spec) -> Callable[[Chunk], Tally]:
        """What adds up a chunk for `figures`; among its sums are `games` and `wins` (2)."""

    @abstractmethod
    def figures(self, spec: Spec, tally: Tally) -> dict[str, Estimate | None]:
        """The estimates of a run, by their keys in the JSON object; None where the table has no such seat."""

    @abstractmethod
    def sections(self, simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
        """The figures as they are shown: titles, each with its rows."""

    def notes(self, simulation: Simulation) -> Iterator[str]:
        """What is to be said below them."""
        yield from ()
