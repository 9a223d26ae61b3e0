"""How the figures of a run of Tarneeb are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bazas.sim.simulate_report import Row, side_labels
from bazas.sim.tarneeb.figures import NUMBERS, SHOWN_SHARE
from bazas.sim.tarneeb.notation import SIDES
from bazas.sim.terminal import percent, plain

if TYPE_CHECKING:
    from bazas.sim.simulate import Simulation


def sections(simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
    """Games, points, contracts, and of each bid how often it is reached and made, and the tricks taken."""
    found = {name: estimate for name, estimate in simulation.figures.items() if estimate is not None}
    labels = side_labels(simulation)
    sides = {side: f"{labels[side]}, {seats}" for side, seats in zip("ab", SIDES, strict=True)}
    yield (
        "games won",
        [
            *((sides[side], percent(found[f"wins_{side}"])) for side in "ab"),
            ("the side that opened the bidding first", percent(found["wins_opener"])),
            ("rounds per game", plain(found["rounds_per_game"])),
        ],
    )
    yield (
        "points, first round",
        [
            *((sides[side], plain(found[f"points_{side}"], least=2)) for side in "ab"),
            ("a less b", plain(found["margin"], least=2)),
        ],
    )
    yield (
        "contracts, first round",
        [
            *((f"declared by {sides[side]}", percent(found[f"declares_{side}"])) for side in "ab"),
            *((f"of these made by side {side}", percent(found[f"made_{side}"])) for side in "ab"),
            ("forced by three passes", percent(found["forced"])),
            ("bid", plain(found["bid"])),
        ],
    )
    reached = [bid for bid in NUMBERS if found[f"bid_{bid}"].mean >= SHOWN_SHARE]
    yield "contracts by their bid, first round", [(f"{bid}", percent(found[f"bid_{bid}"])) for bid in reached]
    yield "of these made", [(f"{bid}", percent(found[f"made_{bid}"])) for bid in reached]
    yield "tricks of the declarer's side", [(f"{bid}", plain(found[f"tricks_{bid}"], least=2)) for bid in reached]
