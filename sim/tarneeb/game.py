"""Tarneeb, as the laboratory sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bazas.sim.games import Game

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


class Tarneeb(Game):
    """Tarneeb, by any of its sheets."""

    name = "tarneeb"
    title = "Tarneeb"
    hand = "round"

    @property
    def strategies(self) -> type[Player]:
        """`bazas.sim.TarneebStrategy`."""
        from bazas.sim.tarneeb.strategy import TarneebStrategy

        return TarneebStrategy

    @property
    def contest(self) -> Contest:
        """By points of first rounds, and games won."""
        from bazas.sim.tarneeb.contest import TARNEEB_CONTEST

        return TARNEEB_CONTEST

    @property
    def workshop(self) -> Workshop:
        """Its tables are of four players, for every goal."""
        from bazas.sim.tarneeb.workshop import TARNEEB_WORKSHOP

        return TARNEEB_WORKSHOP

    def ready(self) -> bool:
        """Whether `play_rounds` is compiled."""
        from bazas.kernels.tarneeb.game import play_rounds

        return play_rounds.ready()

    def compile(self) -> None:
        """Compile `play_rounds`."""
        from bazas.kernels.tarneeb.game import play_rounds

        play_rounds.compile()

    def driver(self, spec: Spec, arm: Arm) -> Driver:
        """What plays the games of one arm: an array of rounds (ROUND, n)."""
        from bazas.sim.tarneeb.playing import TarneebDriver

        return TarneebDriver(spec, arm)

    def hands_in(self, arm: Arrays) -> int:
        """Rounds."""
        return len(arm[0])

    def columns(self, spec: Spec) -> tuple[Column, ...]:
        """One row a round."""
        from bazas.sim.tarneeb.columns import columns_of

        return columns_of(spec)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """Those of rounds and of the games that they belong to."""
        from bazas.sim.tarneeb.columns import COLUMNS

        return COLUMNS

    def to_table(self, spec: Spec, chunk: Chunk) -> Any:
        """One row a round."""
        from bazas.sim.tarneeb.columns import to_table

        return to_table(spec, chunk)

    def deal_again(self, about: dict[str, Any], table: Any, name: str) -> Any:
        """The hands of every round."""
        from bazas.sim.tarneeb.columns import deal_again

        return deal_again(about, table)

    @property
    def hand_columns(self) -> dict[str, str]:
        """That of a round."""
        return {"hands": ""}

    def tally(self, spec: Spec) -> Callable[[Chunk], Tally]:
        """Sums of games and of rounds."""
        from bazas.sim.tarneeb.figures import tally_rounds

        return tally_rounds

    def figures(self, spec: Spec, tally: Tally) -> dict[str, Estimate | None]:
        """Those of games and of rounds."""
        from bazas.sim.tarneeb.figures import figures

        return figures(tally)

    def sections(self, simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
        """Games, points, contracts, bids."""
        from bazas.sim.tarneeb.report import sections

        return sections(simulation)


TARNEEB = Tarneeb()
