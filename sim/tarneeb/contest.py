"""How two games of Tarneeb are held against each other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bazas.sim.contest import Contest, Ints
from bazas.sim.playing import Array, Arrays
from bazas.sim.tarneeb.figures import MOST_POINTS
from bazas.sim.tarneeb.game import TARNEEB
from bazas.sim.tarneeb.sums import PLACES, SIZE, add_up


class TarneebContest(Contest):
    """By points of the first round and by games won: both games begin with the same deal, at no points to none."""

    hand = TARNEEB.hand
    most_points = 2 * MOST_POINTS
    places = PLACES
    size = SIZE
    facts = (("contracts", "contracts", "declared"), ("contracts made", "contracts_made", "made"))
    shares = {"forced": "forced"}  # noqa: RUF012 - it is not changed
    apart = "With other bids, tricks or points in some round"
    meaning = "Points: those scored in the first round of each game. Games: played to their end."

    def margins(self, arm: Arrays) -> Ints:
        """Of the first rounds."""
        points = _first(arm[0])["points"].astype(np.int64)
        return points[:, 0] - points[:, 1]

    def won(self, arm: Arrays) -> Ints:
        """1 for each game that side a wins, else 0."""
        return (_first(arm[0])["winner"] == 0).astype(np.int64)

    def add_up(self, arm: Arrays) -> Ints:
        """The sums of `bazas.sim.tarneeb.sums`."""
        return add_up(arm[0])

    def divergent(self, one: Arrays, other: Arrays) -> int:
        """Games that differ in their number of rounds, or in any of these."""
        longer = _first(one[0])["rounds"] != _first(other[0])["rounds"]
        shared = [arm[0][np.repeat(~longer, _first(arm[0])["rounds"])] for arm in (one, other)]
        differs = shared[0] != shared[1]
        return int(np.count_nonzero(longer)) + len(np.unique(shared[0]["unit"][differs]))

    def told(self, shares: Mapping[str, float]) -> str:
        """Contracts forced by three passes."""
        return f"First rounds with three opening passes: {100 * shares['forced']:.2f} %."


def _first(rounds: Array) -> Array:
    """The first round of each game."""
    return rounds[rounds["number"] == 0]


TARNEEB_CONTEST = TarneebContest()
