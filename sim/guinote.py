"""Guiñote, as the laboratory sees it."""

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


class Guinote(Game):
    """Guiñote, by any of its sheets."""

    name = "guinote"
    title = "Guiñote"
    hand = "hand"

    @property
    def strategies(self) -> type[Player]:
        """`bazas.sim.Strategy`."""
        from bazas.sim.strategy import Strategy

        return Strategy

    @property
    def contest(self) -> Contest:
        """By points of first hands, and games won."""
        from bazas.sim.guinote_contest import GUINOTE_CONTEST

        return GUINOTE_CONTEST

    @property
    def workshop(self) -> Workshop:
        """Its tables are of two and of four players."""
        from bazas.sim.guinote_workshop import GUINOTE_WORKSHOP

        return GUINOTE_WORKSHOP

    def ready(self) -> bool:
        """Whether `play_games` is compiled."""
        from bazas.kernels.game import play_games

        return play_games.ready()

    def compile(self) -> None:
        """Compile `play_games`."""
        from bazas.kernels.game import play_games

        play_games.compile()

    def driver(self, spec: Spec, arm: Arm) -> Driver:
        """What plays games, or matches, of one arm: arrays of games (GAME, n) and hands (HAND, n by 2)."""
        from bazas.sim.tracing import GuinoteDriver

        return GuinoteDriver(spec, arm)

    def hands_in(self, arm: Arrays) -> int:
        """First hands and vueltas."""
        return int(arm[0]["hands"].sum(dtype=int))

    def columns(self, spec: Spec) -> tuple[Column, ...]:
        """One row a game."""
        from bazas.sim.columns import columns_of

        return columns_of(spec)

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """Those of games and of both hands."""
        from bazas.sim.columns import COLUMNS

        return COLUMNS

    def to_table(self, spec: Spec, chunk: Chunk) -> Any:
        """One row a game."""
        from bazas.sim.columns import to_table

        return to_table(spec, chunk)

    def deal_again(self, about: dict[str, Any], table: Any, name: str) -> Any:
        """The hands of the first hand, or of the vueltas where they were played."""
        from bazas.sim.dealt import deal_again

        return deal_again(about, table, name)

    @property
    def hand_columns(self) -> dict[str, str]:
        """Those of both hands of a game."""
        return {"hands": "", "v_hands": "vueltas"}

    def tally(self, spec: Spec) -> Callable[[Chunk], Tally]:
        """Sums of games, and of cotos and matches where they are played."""
        from bazas.sim.matches import tally_matches
        from bazas.sim.tally import tally_games

        return tally_matches if spec.matches else tally_games

    def figures(self, spec: Spec, tally: Tally) -> dict[str, Estimate | None]:
        """Those of games, and of cotos and matches."""
        from bazas.sim.guinote_figures import all_figures

        return all_figures(spec, tally)

    def sections(self, simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
        """Games, points, cantes, swaps, ways of ending."""
        from bazas.sim.guinote_report import sections

        return sections(simulation)

    def notes(self, simulation: Simulation) -> Iterator[str]:
        """Games lost by an illegal answer."""
        from bazas.sim.guinote_report import notes

        return notes(simulation)


GUINOTE = Guinote()
