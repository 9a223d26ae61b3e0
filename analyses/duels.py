"""Duels: pairs of strategies on the same deals, with the seats changed over. The sums behind `compare` and tournaments.

Arms 2p and 2p + 1 of a run belong to pair p. In arm 2p strategy A is side a and B side b; in arm 2p + 1 they have
changed seats, and everything else is equal: deal, mano, noise of every seat. The unit is the deal, played twice by
each pair of strategies. Of the deal two differences are kept, whole numbers in which luck with the cards cancels:

- d, of points: the margin of A in one game plus that in the other, in points of the first hand. Half of it is what A
  makes a hand more than B.
- w, of games: games won by A, less 1: -1, 0 or 1. A wins 1/2 + w/2 of the two games.

Where the strategies are one, both games are the same game: d and w are 0, and the pair does not diverge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bazas.analyses.paired import Differences
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, sample_variance, unusual, wilson
from bazas.sim.guinote_contest import GUINOTE_CONTEST
from bazas.sim.sequential import ERROR, mean_sequence
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    from bazas.sim.contest import Contest
    from bazas.sim.player import Player
    from bazas.sim.playing import Chunk
    from bazas.sim.switches import RuleSet

Records = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]

WINS_REACH = 1

MOST_DEALS = 1_000_000_000
"""Where an interval is to become narrow: deals at most, unless another number is asked for."""


def most_deals(games: int | None, until: float | None) -> int:
    """How many deals are to be played at most: `games`, else a million, or `MOST_DEALS` with a width `until`.

    Raises UsageError for a width that no interval can have.
    """
    if until is not None and not 0 < until < math.inf:
        raise UsageError(f"an interval cannot become {until} wide: choose a width of more than 0 points")
    if games is not None:
        return games
    return defaults.STUDY_GAMES if until is None else MOST_DEALS


def duel_spec(command: str, rules: RuleSet, seed: int, pairs: Sequence[tuple[str | Player, str | Player]]) -> Spec:
    """The run in which these pairs of strategies play each other, two arms for each pair.

    Raises UsageError and StrategyError for strategies that there are not.
    """
    arms = [Arm(players_at(rules, *sides)) for a, b in pairs for sides in ((a, b), (b, a))]
    return Spec(command, rules, seed, tuple(arms))


def tally_duels(chunk: Chunk, contest: Contest = GUINOTE_CONTEST) -> Tally:
    """Sums of a chunk with the arms of P pairs, over its deals; of pair p at index p. `contest`: that of its game.

    - `pairs` (1): deals. `divergent` (P): deals whose two games are not the same in all that is stored of them.
    - `points`, `wins` (P): sums of d and of w; `points_differing`, `wins_differing` (P): how many are not 0;
      `points_products`, `wins_products` (P by P): sums of d d' and of w w' of two pairs of strategies.
    - `arms` (2P by `contest.size`): sums of each arm by itself, read by `Duel`.
    """
    duels = list(zip(chunk.arms[::2], chunk.arms[1::2], strict=True))
    points = np.stack([contest.margins(one) - contest.margins(other) for one, other in duels])
    wins = np.stack([contest.won(one) - contest.won(other) for one, other in duels])
    return Tally(
        {
            "pairs": chunk.count,
            "divergent": [contest.divergent(one, other) for one, other in duels],
            "points": points.sum(axis=1),
            "points_differing": np.count_nonzero(points, axis=1),
            "points_products": points @ points.T,
            "wins": wins.sum(axis=1),
            "wins_differing": np.count_nonzero(wins, axis=1),
            "wins_products": wins @ wins.T,
            "arms": np.stack([contest.add_up(arm) for arm in chunk.arms]),
        }
    )


def no_duels(pairs: int, contest: Contest = GUINOTE_CONTEST) -> Tally:
    """The sums of no deals, of so many pairs of strategies."""
    shapes: dict[str, tuple[int, ...]] = {"pairs": (1,), "divergent": (pairs,)}
    for name in ("points", "wins"):
        shapes |= {name: (pairs,), f"{name}_differing": (pairs,), f"{name}_products": (pairs, pairs)}
    shapes["arms"] = (2 * pairs, contest.size)
    return Tally({name: np.zeros(shape, np.int64) for name, shape in shapes.items()})


@dataclass(frozen=True)
class Duel:
    """What a pair of strategies, number `pair` of a tally, has shown so far.

    `sequential`: intervals are valid at every look, those of points and of games together in 95 % of the runs; else
    they are the usual ones of 95 % each, for a number of deals that was chosen before. `contest`: that of the game.
    """

    tally: Tally
    sequential: bool
    pair: int = 0
    contest: Contest = GUINOTE_CONTEST

    @property
    def pairs(self) -> int:
        """Deals, each played twice."""
        return self.tally.total("pairs")

    @property
    def divergent(self) -> float:
        """Share of the deals whose two games differ in anything that is stored; 0 of none."""
        return self._share(self.tally.at("divergent", self.pair))

    @property
    def points(self) -> Estimate:
        """Points a hand, A less B: of the first hand of each game."""
        return self._estimate(points_of(self.tally, self.pair), self.contest.reach, 2)

    @property
    def wins(self) -> Estimate:
        """Games won, A less B, as a share of the games played: -1 to 1."""
        return self._estimate(wins_of(self.tally, self.pair), WINS_REACH, 1)

    @property
    def wins_a(self) -> Estimate:
        """Share of the games won by A."""
        wins = self.wins
        return Estimate((1 + wins.mean) / 2, (1 + wins.low) / 2, (1 + wins.high) / 2, wins.n)

    @property
    def bounded(self) -> dict[str, bool]:
        """Of points and wins, whether so few deals differ that the interval is a bounded one."""
        return {"points": points_of(self.tally, self.pair).bounded, "wins": wins_of(self.tally, self.pair).bounded}

    @property
    def efficiency(self) -> dict[str, float]:
        """Of points and wins: games for the same interval with a deal of its own for each, over games played.

        NaN where no deal differs, or there are fewer than two.
        """
        if self.pairs < 2:
            return {"points": math.nan, "wins": math.nan}
        margins = self.of_sides("points") @ (1, -1)
        alone = zip(margins.tolist(), self.of_games("margin_squared").tolist(), strict=True)
        won = self.of_sides("wins")[:, 0].tolist()
        return {
            "points": self._gain([sample_variance(self.pairs, *sums) for sums in alone], points_of),
            "wins": self._gain([sample_variance(self.pairs, count, count) for count in won], wins_of),
        }

    def _gain(self, alone: list[float], paired: Callable[[Tally, int], Differences]) -> float:
        """By the variances of single games of both arms: of independent ones the difference has the sum of them."""
        found = paired(self.tally, self.pair)
        variance = sample_variance(found.n, found.total, found.squares)
        return sum(alone) / variance if variance else math.nan

    def of_sides(self, name: str) -> Ints:
        """One of the sums of the contest by game and strategy: int64, 2 by 2.

        The first row is the game in which A is side a, the second that in which it is side b; the columns are A and B.
        """
        place = self.contest.places[name]
        sums = self._arms[:, place : place + 2]
        return np.stack([sums[0], sums[1, ::-1]])

    def of_games(self, name: str) -> Ints:
        """One of the sums of the contest that are one number, by game: int64, 2."""
        return np.array(self._arms[:, self.contest.places[name]])

    @property
    def _arms(self) -> Ints:
        return self.tally["arms"][2 * self.pair : 2 * self.pair + 2]

    def _share(self, count: int) -> float:
        return count / self.pairs if self.pairs else 0.0

    def _estimate(self, sums: Differences, reach: int, unit: int) -> Estimate:
        """The mean in units of `unit`."""
        if self.sequential:
            found = mean_sequence(sums.n, sums.total, sums.squares, reach, differing=sums.differing, error=ERROR / 2)
        else:
            found = sums.estimate(reach) or wilson(0, 0)
        return Estimate(found.mean / unit, found.low / unit, found.high / unit, found.n)


def points_of(tally: Tally, pair: int = 0) -> Differences:
    """The sums of d of a pair of strategies; half their mean is the difference of points a hand."""
    return _differences(tally, "points", pair)


def wins_of(tally: Tally, pair: int = 0) -> Differences:
    """The sums of w of a pair of strategies; 1/2 plus half their mean is the share of games won by A."""
    return _differences(tally, "wins", pair)


def _differences(tally: Tally, name: str, pair: int) -> Differences:
    """Where A wins nearly all, the deals that differ are those that it does not win: the ones that tell the spread."""
    n, total, squares = tally.total("pairs"), tally.at(name, pair), int(tally[f"{name}_products"][pair, pair])
    differing = tally.at(f"{name}_differing", pair)
    return Differences(n, min(differing, unusual(n, total, squares)) if n else 0, total, squares)
