"""The figures of a run of Tarneeb: shares with Wilson's intervals, points, bids and tricks as means.

All but games won and their length are of first rounds: one a game, all played at no points to none.
"""

from __future__ import annotations

import numpy as np

from bazas.kernels.tarneeb.cards import TRICKS
from bazas.kernels.tarneeb.records import HIGHEST_BID, LOWEST_BID, MOST_ROUNDS
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.playing import Chunk
from bazas.sim.tally import Tally
from bazas.sim.tarneeb.sums import LENGTHS, PLACES, add_up

MOST_POINTS = TRICKS
"""Points of a side in one round lie between minus this and this."""

SHOWN_SHARE = 0.002
"""What is rarer among the deals is left out of tables and figures; `--json` has all of it."""

NUMBERS = range(LOWEST_BID, HIGHEST_BID + 1)


def tally_rounds(chunk: Chunk) -> Tally:
    """The sums of `bazas.sim.tarneeb.sums`, of all arms of a chunk together."""
    sums = np.sum([add_up(arm[0]) for arm in chunk.arms], axis=0)
    return Tally({name: sums[place : place + LENGTHS[name]] for name, place in PLACES.items()})


def figures(tally: Tally) -> dict[str, Estimate | None]:
    """The estimates of a tally of `tally_rounds`, by their keys."""
    games = tally.total("games")

    def share(name: str, index: int = 0) -> Estimate:
        return wilson(tally.at(name, index), games)

    def mean(name: str, low: int, high: int, index: int = 0, n: int = games) -> Estimate:
        return mean_interval(n, tally.at(name, index), tally.at(f"{name}_squared", index), low, high)

    def margin() -> Estimate:
        difference = tally.at("points", 0) - tally.at("points", 1)
        return mean_interval(games, difference, tally.at("margin_squared", 0), -2 * MOST_POINTS, 2 * MOST_POINTS)

    return {
        "wins_a": share("wins", 0),
        "wins_b": share("wins", 1),
        "wins_opener": share("wins_of_opener"),
        "rounds_per_game": mean("hands", 1, MOST_ROUNDS),
        "points_a": mean("points", -MOST_POINTS, MOST_POINTS, 0),
        "points_b": mean("points", -MOST_POINTS, MOST_POINTS, 1),
        "margin": margin(),
        "declares_a": share("declared", 0),
        "declares_b": share("declared", 1),
        "made_a": wilson(tally.at("made", 0), tally.at("declared", 0)),
        "made_b": wilson(tally.at("made", 1), tally.at("declared", 1)),
        "forced": share("forced"),
        "bid": mean("bid", LOWEST_BID, HIGHEST_BID),
        **{f"bid_{bid}": share("bids", bid) for bid in NUMBERS},
        **{f"made_{bid}": wilson(tally.at("bids_made", bid), tally.at("bids", bid)) for bid in NUMBERS},
        **{f"tricks_{bid}": mean("bids_tricks", 0, TRICKS, bid, tally.at("bids", bid)) for bid in NUMBERS},
    }
