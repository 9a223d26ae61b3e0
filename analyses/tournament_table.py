"""The table of a tournament: its pairs, its ranking, and the tests, out of the sums of `bazas.analyses.duels`.

Two families of hypotheses are tested, each by Holm at 5 %: that two players make the same points a hand, and that they
win as many games. Where a run may be stopped for what it shows, intervals and p-values are valid at every look, and
intervals of pairs all together: the error of 5 % is split evenly over all of them, points and games (Bonferroni).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bazas.analyses.duels import no_duels
from bazas.analyses.pair_sums import Floats, PairSums, pairs_of
from bazas.analyses.rating import Rating, open_ends, rate_points, rate_wins
from bazas.sim.estimates import Estimate
from bazas.sim.guinote_contest import GUINOTE_CONTEST
from bazas.sim.sequential import ERROR

if TYPE_CHECKING:
    from bazas.sim.contest import Contest
    from bazas.sim.tally import Tally


@dataclass(frozen=True)
class Pair:
    """Two players: what A makes a hand more than B, and the share of their games that A wins.

    `few_points`, `few_wins`: whether the interval is a bounded one, as too few deals differ. `points_differ`,
    `wins_differ`: whether the two players differ, when all pairs are tested together (Holm). `divergent`: the share of
    the deals whose two games are not the same, sides exchanged. `points_expected`, `wins_expected`: what the ratings
    alone tell.
    """

    a: str
    b: str
    points: Estimate
    wins_a: Estimate
    few_points: bool
    few_wins: bool
    points_differ: bool
    wins_differ: bool
    divergent: float
    points_expected: float
    wins_expected: float

    def turned(self) -> Pair:
        """The same, seen by the second player."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            points=scaled(self.points, -1),
            wins_a=scaled(self.wins_a, -1, 1),
            points_expected=-self.points_expected,
            wins_expected=1 - self.wins_expected,
        )

    def as_dict(self) -> dict[str, Any]:
        """The JSON object; `wins` are games won, A less B, as a share of the games."""
        return {
            "a": self.a,
            "b": self.b,
            "points": self.points.as_dict(),
            "wins": scaled(self.wins_a, 2, -1).as_dict(),
            "wins_a": self.wins_a.as_dict(),
            "divergent": known(self.divergent),
            "points_differ": self.points_differ,
            "wins_differ": self.wins_differ,
            "points_interval": "bounded" if self.few_points else "normal",
            "wins_interval": "bounded" if self.few_wins else "normal",
            "points_expected": known(self.points_expected),
            "wins_expected": known(self.wins_expected),
        }


def known(value: float) -> float | None:
    """A number, None for what is not known."""
    return None if math.isnan(value) else value


def scaled(estimate: Estimate, factor: float, shift: float = 0.0) -> Estimate:
    """An estimate times a factor, plus a shift."""
    ends = sorted(shift + factor * end for end in (estimate.low, estimate.high))
    return Estimate(shift + factor * estimate.mean, ends[0], ends[-1], estimate.n)


@dataclass(frozen=True)
class Player:
    """A player in the ranking: rating by games won and by points, and games won against all others.

    `open`: the end of the interval of `rating` that nothing bounds, as `bazas.analyses.rating.open_ends` says.
    """

    name: str
    rank: int
    rating: Estimate
    open: str | None
    points: Estimate
    wins: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "name": self.name,
            "rank": self.rank,
            "rating": self.rating.as_dict(),
            "open": self.open,
            "points_rating": self.points.as_dict(),
            "wins": self.wins.as_dict(),
        }


@dataclass(frozen=True)
class Table:
    """All that the sums of a tournament tell, also of one that is still played.

    `always`: intervals have to be valid at every look. `anchor`: number of the player whose ratings are 0.
    `contest`: that of the game.
    """

    labels: tuple[str, ...]
    tally: Tally
    always: bool
    anchor: int | None
    contest: Contest = GUINOTE_CONTEST

    def of(self, tally: Tally, always: bool) -> Table:
        """The same players with other sums."""
        return replace(self, tally=no_duels(len(self.duels), self.contest) + tally, always=always)

    @property
    def duels(self) -> list[tuple[int, int]]:
        """The pairs, as numbers of players."""
        return pairs_of(len(self.labels))

    @property
    def deals(self) -> int:
        """Deals played by all pairs."""
        return self.tally.total("pairs")

    @property
    def hands(self) -> int:
        """Hands played by all pairs."""
        return int(self.tally["arms"][:, self.contest.places["hands"]].sum())

    @cached_property
    def points(self) -> PairSums:
        """The sums of points: twice what a player makes a hand more than another."""
        return PairSums(self.tally, "points", self.always, self.contest)

    @cached_property
    def wins(self) -> PairSums:
        """The sums of games won: twice what the share of a player is more than one half."""
        return PairSums(self.tally, "wins", self.always, self.contest)

    @property
    def width(self) -> float:
        """Of the widest interval of points a hand."""
        return max(pair.points.high - pair.points.low for pair in self.pairs) if self.deals else math.inf

    @cached_property
    def rating(self) -> Rating | None:
        """By games won; None of fewer than two deals."""
        return rate_wins(self.wins).anchored(self.anchor) if self.deals > 1 else None

    @cached_property
    def points_rating(self) -> Rating | None:
        """By points a hand; None of fewer than two deals."""
        return rate_points(self.points).scaled(0.5).anchored(self.anchor) if self.deals > 1 else None

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every pair, in the order of `duels`."""
        points_differ, wins_differ = self.points.holm(), self.wins.holm()
        error = ERROR / 2 / len(self.duels)
        few_points, few_wins = self.points.bounded, self.wins.bounded
        unknown = [math.nan] * len(self.duels)
        ratings = (self.points_rating, self.rating)
        expected = [unknown if rating is None else rating.expected.tolist() for rating in ratings]
        return [
            Pair(
                self.labels[a],
                self.labels[b],
                scaled(self.points.estimate(p, error), 0.5),
                scaled(self.wins.estimate(p, error), 0.5, 0.5),
                p in few_points,
                p in few_wins,
                points_differ[p],
                wins_differ[p],
                self.tally.at("divergent", p) / self.deals if self.deals else math.nan,
                expected[0][p],
                expected[1][p],
            )
            for p, (a, b) in enumerate(self.duels)
        ]

    def pair(self, a: str, b: str) -> Pair:
        """Two players by their labels, seen by the first."""
        for pair in self.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.a, pair.b) == (b, a):
                return pair.turned()
        raise KeyError((a, b))

    @cached_property
    def ranking(self) -> list[Player]:
        """The players, the strongest by games won first; of equal ones, who was named first."""
        unknown = [Estimate(math.nan, math.nan, math.nan, self.deals)] * len(self.labels)
        ratings = unknown if self.rating is None else self.rating.estimates()
        by_points = unknown if self.points_rating is None else self.points_rating.estimates()
        ends = open_ends(self.wins) if self.deals else [None] * len(self.labels)
        order = sorted(
            range(len(self.labels)), key=lambda i: (-round(ratings[i].mean, 9), i) if self.deals > 1 else (0, i)
        )
        return [
            Player(self.labels[i], rank, _opened(ratings[i], ends[i]), ends[i], by_points[i], self._won(i))
            for rank, i in enumerate(order, 1)
        ]

    def _won(self, player: int) -> Estimate:
        """The share of games that a player wins against all others together."""
        return scaled(self.wins.combined(self._against_all(player)), 0.5, 0.5)

    def _against_all(self, player: int) -> Floats:
        """How the pairs of a player count towards its mean against all others."""
        others = len(self.labels) - 1
        return np.array([((a == player) - (b == player)) / others for a, b in self.duels])


def _opened(rating: Estimate, end: str | None) -> Estimate:
    """The rating without the ends of its interval that nothing bounds."""
    low = math.nan if end in ("below", "both") else rating.low
    high = math.nan if end in ("above", "both") else rating.high
    return Estimate(rating.mean, low, high, rating.n)
