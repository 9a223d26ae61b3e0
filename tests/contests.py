"""Tables of tournaments: of a few games, and from made-up differences, deal by deal."""

import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from bazas.analyses.duels import no_duels
from bazas.analyses.pair_sums import PairSums
from bazas.analyses.rating import chances, design
from bazas.analyses.tournament import Tournament, tournament
from bazas.analyses.tournament_table import Table
from bazas.sim.tally import Tally

NAMES = ("careful", "lowest", "random")
"""From the strongest to the weakest."""

Array = npt.NDArray[Any]


def tally_of(wins: Any, points: Any = None) -> Tally:
    """Sums of differences, pairs by deals: of games won, -1 to 1, and of points (else 100 times those of games)."""
    wins = np.asarray(wins, np.int64)
    points = 100 * wins if points is None else np.asarray(points, np.int64)
    sums = {"pairs": [wins.shape[1]], "divergent": np.count_nonzero(points, axis=1)}
    for name, values in (("wins", wins), ("points", points)):
        sums[name], sums[f"{name}_products"] = values.sum(axis=1), values @ values.T
        sums[f"{name}_differing"] = np.count_nonzero(values, axis=1)
    return no_duels(len(wins)) + Tally(sums)


def sums_of(wins: Any, always: bool = False) -> PairSums:
    return PairSums(tally_of(wins), "wins", always)


def counts(*pairs: tuple[int, int, int]) -> Array:
    """Of each pair, deals with both games won by the first, with one game each, with both won by the second."""
    return np.array([np.repeat((1, 0, -1), pair) for pair in pairs])


def played(strengths: Any, deals: int, rng: np.random.Generator, shared: float = 0.5) -> Array:
    """Differences of games won between players of such strengths in log odds, pairs by deals.

    `shared`: how much of the luck of a game all pairs have in common, the deal being the same.
    """
    x = design(len(strengths))
    limits = ndtri(chances(x @ np.asarray(strengths)))[:, None]
    games = [
        np.sqrt(shared) * rng.normal(size=(1, deals)) + np.sqrt(1 - shared) * rng.normal(size=(len(x), deals)) < limits
        for _ in range(2)
    ]
    return games[0].astype(np.int64) + games[1] - 1


@cache
def result(*players: str) -> Tournament:
    return tournament(players or NAMES, games=600)


def table_of(wins: Any, **options: Any) -> Table:
    """A table of made-up games; players are called P0, P1 ..."""
    players = (1 + math.isqrt(1 + 8 * len(wins))) // 2
    labels = tuple(f"P{i}" for i in range(players))
    return Table(labels, tally_of(wins), **{"always": False, "anchor": None, **options})


def told(table: Table, until: float | None = None) -> Tournament:
    """As the result of a tournament."""
    one = result()
    return replace(one, table=table, outcome=replace(one.outcome, units=table.deals), until=until)


EIGHT = [0.9, 0.7, 0.65, 0.2, 0.0, -0.1, -0.8, -1.2]


def eight() -> Table:
    return table_of(played(EIGHT, 400, np.random.default_rng(1)))
