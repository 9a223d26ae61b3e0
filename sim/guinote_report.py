"""How the figures of a run of Guiñote are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bazas.sim.simulate_report import Row, Show, side_labels
from bazas.sim.terminal import percent, plain

if TYPE_CHECKING:
    from bazas.sim.estimates import Estimate
    from bazas.sim.simulate import Simulation

Both = Callable[[str, Show], list[Row]]


def sections(simulation: Simulation) -> Iterator[tuple[str, list[Row]]]:
    """Matches where they are played, games, points, cantes, swaps, ways of ending."""
    found = {name: estimate for name, estimate in simulation.figures.items() if estimate is not None}
    sides = side_labels(simulation)

    def both(name: str, show: Show, label: str = "{}") -> list[Row]:
        return [(label.format(sides[side]), show(found[f"{name}_{side}"])) for side in "ab"]

    def shares(**labels: str) -> list[Row]:
        return [(label, percent(found[name])) for name, label in labels.items()]

    if simulation.matches is not None:
        yield from _of_matches(found, simulation.chain or {}, both)
    seats = [(f"mano's side, mano in seat {i}", found[f"wins_mano_{i}"]) for i in range(4) if f"wins_mano_{i}" in found]
    yield (
        "games won",
        [
            *both("wins", percent),
            *([] if "wins_mano" not in found else shares(wins_mano="mano's side")),
            *((label, percent(share)) for label, share in seats),
        ],
    )
    yield (
        "points, first hand",
        [
            *both("points", plain),
            *([("mano's side", plain(found["points_mano"]))] if "points_mano" in found else []),
            ("a less b", plain(found["margin"])),
        ],
    )
    yield (
        "cantes, first hand",
        [
            *both("forty", percent, "the 40, {}"),
            *both("twenties", plain, "number of 20s, {}"),
        ],
    )
    yield (
        "swaps, first hand",
        [
            *shares(swaps="any"),
            *both("swaps", percent, "first by {}"),
            *shares(swaps_chained="chained"),
        ],
    )
    yield "games with", shares(vueltas="vueltas", tute="tute")
    yield (
        "games decided by",
        [
            (name.removeprefix("decided_").replace("_", " "), percent(share))
            for name, share in found.items()
            if name.startswith("decided_") and share.mean > 0
        ],
    )


def _of_matches(found: dict[str, Estimate], chain: dict[str, Estimate], both: Both) -> Iterator[tuple[str, list[Row]]]:
    """Cotos and matches, and below a figure what the chain over the mano implies."""

    def implied(name: str, show: Show, what: str) -> list[Row]:
        return [(f"{what}by the chain", show(chain[name]))] if name in chain else []

    yield "matches won", [*both("match_wins", percent), *implied("match_wins_a", percent, "side a ")]
    yield "cotos won", [*both("coto_wins", percent), *implied("coto_wins_a", percent, "side a ")]
    lengths = [name for name in found if name.startswith("cotos_of_")]
    yield (
        "cotos and matches",
        [
            ("games per coto", plain(found["games_per_coto"])),
            *implied("games_per_coto", plain, "the same "),
            *((f"cotos of {name.split('_')[2]} games", percent(found[name])) for name in lengths),
            ("games per match", plain(found["games_per_match"])),
            *implied("games_per_match", plain, "the same "),
            ("hands per match", plain(found["hands_per_match"])),
        ],
    )


def notes(simulation: Simulation) -> Iterator[str]:
    """How many games an illegal answer has lost."""
    lost = simulation.figures["decided_renuncio"]
    if lost is not None and lost.mean > 0:
        yield (
            f"{percent(lost)[0]} of the games were lost by an illegal answer of a strategy, as these rules have it. "
            "--rule renuncio=error stops at the first one and says what it was."
        )
