"""How two games of Guiñote are held against each other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from bazas.kernels.cards import LAST_TRICK
from bazas.kernels.sums import PLACES, SIZE, add_up
from bazas.sim.contest import Contest, Ints
from bazas.sim.guinote import GUINOTE
from bazas.sim.guinote_figures import MOST_POINTS
from bazas.sim.playing import Array, Arrays


class GuinoteContest(Contest):
    """By points of the first hand (cards, últimas, cantes) and by games won."""

    hand = GUINOTE.hand
    most_points = MOST_POINTS
    places = PLACES
    size = SIZE
    facts = (("40s", "forties", "forty"), ("20s", "twenties", "twenties"), ("first swaps", "swaps", "swap"))
    shares = {"vueltas": "vueltas", "tute": "tute"}  # noqa: RUF012 - it is not changed
    apart = "Played differently"
    meaning = "Points: cards, últimas and cantes of the first hand. Games: first hand and vueltas."

    def margins(self, arm: Arrays) -> Ints:
        """Of the first hands."""
        return margin(arm[1][:, 0])

    def won(self, arm: Arrays) -> Ints:
        """1 for each game that side a wins, else 0."""
        return (arm[0]["winner"] == 0).astype(np.int64)

    def add_up(self, arm: Arrays) -> Ints:
        """The sums of `bazas.kernels.sums`."""
        sums = np.zeros(SIZE, np.int64)
        add_up(*arm, sums)
        return sums

    def divergent(self, one: Arrays, other: Arrays) -> int:
        """What is stored of a vueltas hand that was not played is the same everywhere."""
        (games, hands), (games_other, hands_other) = one, other
        differs = (_bytes(hands) != _bytes(hands_other)).any(axis=1)
        for name in games.dtype.names or ():
            differs |= games[name] != games_other[name]
        return int(np.count_nonzero(differs))

    def told(self, shares: Mapping[str, float]) -> str:
        """Vueltas and tutes."""
        return f"Games gone to vueltas: {100 * shares['vueltas']:.2f} %; won by a tute: {100 * shares['tute']:.2f} %."


def margin(hands: Array) -> Ints:
    """Points of side a less those of side b (n) in hands (HAND, n): cards, últimas, cantes."""
    last = hands["last_trick"].astype(np.int64)
    ultimas = LAST_TRICK * ((last >= 0) * (1 - 2 * (last & 1)))
    points = hands["cards"].astype(np.int64) + hands["cantes"]
    return points[:, 0] - points[:, 1] + ultimas


def _bytes(hands: Array) -> npt.NDArray[np.uint8]:
    return hands.reshape(-1).view(np.uint8).reshape(len(hands), -1)


GUINOTE_CONTEST = GuinoteContest()
