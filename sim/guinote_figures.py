"""The figures of a run of Guiñote: shares of games with Wilson's intervals, points as means.

Points, cantes and swaps are those of first hands: one a game, all played under the same conditions (in matches, but
for the mano). Games count as independent of each other; those of a match are tied by the mano alone.
"""

from __future__ import annotations

from bazas.kernels.records import DECIDED
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.matches import match_figures
from bazas.sim.rules import guinote
from bazas.sim.spec import Spec
from bazas.sim.tally import Tally

MOST_POINTS = 230
"""Of a side in one hand: 120 in cards, 10 for the last trick, a 40 and three 20s."""
MOST_TWENTIES = 3

OF_ANY_MANO = ("wins_mano", "points_mano")
"""Figures that runs of matches do not give: there the side that loses more may be mano more often."""


def all_figures(spec: Spec, tally: Tally) -> dict[str, Estimate | None]:
    """Those of games, and of cotos and matches where they are played."""
    rules = guinote(spec.rules)
    found = figures(tally, rules.players)
    if not spec.matches:
        return found
    return {
        **{name: estimate for name, estimate in found.items() if name not in OF_ANY_MANO},
        **match_figures(tally, rules),
    }


def figures(tally: Tally, players: int) -> dict[str, Estimate | None]:
    """The estimates of a tally of `tally_games`, by their keys."""
    games = tally.total("games")

    def share(name: str, index: int | None = None) -> Estimate:
        return wilson(tally.total(name) if index is None else tally.at(name, index), games)

    def mean(name: str, most: int, index: int = 0) -> Estimate:
        return mean_interval(games, tally.at(name, index), tally.at(f"{name}_squared", index), 0, most)

    def margin() -> Estimate:
        difference = tally.at("points", 0) - tally.at("points", 1)
        return mean_interval(games, difference, tally.at("margin_squared", 0), -MOST_POINTS, MOST_POINTS)

    def of_mano(seat: int) -> Estimate | None:
        return wilson(tally.at("wins_of_manos", seat), tally.at("manos", seat)) if seat < players else None

    return {
        "wins_a": share("wins", 0),
        "wins_b": share("wins", 1),
        "wins_mano": share("wins_of_manos"),
        **{f"wins_mano_{seat}": of_mano(seat) for seat in range(4)},
        "points_a": mean("points", MOST_POINTS, 0),
        "points_b": mean("points", MOST_POINTS, 1),
        "points_mano": mean("points_of_mano", MOST_POINTS),
        "margin": margin(),
        "forty_a": share("forty", 0),
        "forty_b": share("forty", 1),
        "twenties_a": mean("twenties", MOST_TWENTIES, 0),
        "twenties_b": mean("twenties", MOST_TWENTIES, 1),
        "swaps": share("swap"),
        "swaps_a": share("swap", 0),
        "swaps_b": share("swap", 1),
        "swaps_chained": share("chained"),
        "vueltas": share("vueltas"),
        "tute": share("tute"),
        **{f"decided_{name}": share("decided", code) for code, name in enumerate(DECIDED)},
    }
