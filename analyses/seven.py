"""What swapping the seven is worth: every deal played twice, with the exchanges of side a allowed and withheld.

Arm 0: side a swaps as its strategy wishes. Arm 1: the same deals, the same mano, the same noise, but exchanges of the
seven by side a are ignored, in both hands of the game: the strategy is asked, its answer changes nothing, and it cannot
see that. The 2 may still be given for the 7. The difference between the arms is what the exchange was worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bazas.analyses.paired import Differences, Ints
from bazas.analyses.partings import NOBODY, SIDE_A, SIDE_B, no_partings, tally_partings
from bazas.kernels.cards import AS, CABALLO, EIGHT, NINE, REY, SOTA, TRES
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, wilson
from bazas.sim.guinote_figures import MOST_POINTS
from bazas.sim.rules import Rules
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import guinote_rules
from bazas.sim.spec import Arm, Spec, players_at

if TYPE_CHECKING:
    from bazas.sim.strategy import Strategy

MUESTRAS = {"as": AS, "tres": TRES, "rey": REY, "sota": SOTA, "caballo": CABALLO, "9": NINE, "8": EIGHT}
"""Ranks of muestra that a seven may be exchanged for, and their strengths."""

WITHHOLD = ("every", "first")

POINTS_REACH = 2 * MOST_POINTS
"""A margin of points lies within the most points of a side on both sides of 0, a difference within twice that."""
WINS_REACH = 1

CAPTION = (
    "Who wins the last free trick of the first hand, in the deals whose arms part in that hand. "
    "Most of them have parted before it: a description of both arms, not a cause."
)


def seven(
    strategy: str | Strategy | None = None,
    vs: str | Strategy | None = None,
    seats: str | Sequence[str | Strategy] | None = None,
    rules: str | Rules = defaults.RULES,
    *,
    rule: Sequence[str] = (),
    games: int = defaults.STUDY_GAMES,
    seed: int = defaults.SEED,
    withhold: str = "every",
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Seven:
    """Play `games` deals twice and value the exchanges of the seven by side a.

    `strategy` plays as side a, `vs` (else the same) as side b; or `seats` names every player. `rule`: changes of the
    rules, as "deck=48". `withhold`: "every" exchange of side a, or its "first" in each game only. The other arguments
    are those of `bazas.sim.simulate`; `out` stores the rows of both arms.

    Raises what `simulate` raises, and BazasError where the arms differ before they part.
    """
    if withhold not in WITHHOLD:
        raise UsageError(f"withhold cannot be {withhold!r}: choose one of {', '.join(WITHHOLD)}")
    sheet = guinote_rules(rules, rule, "no seven is swapped")
    players = players_at(sheet, defaults.chosen(strategy, seats), vs, seats)
    spec = Spec("seven", sheet, seed, (Arm(players), Arm(players, withhold)))
    free = sheet.free_tricks
    outcome = run(
        spec,
        games,
        tally=partial(tally_partings, free=free),
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
    )
    return Seven(spec, replace(outcome, tally=no_partings(free) + outcome.tally))


@dataclass(frozen=True)
class Value:
    """The difference between the arms, mean with 95 % interval: per deal of the run (zeros included), per exchange."""

    per_deal: Estimate | None
    per_swap: Estimate | None
    differing: int
    bounded: bool

    @classmethod
    def of(cls, sums: Ints, deals: int, reach: float) -> Value:
        """From the sums of one or more cells; `deals` is the number of all deals, `reach` the bound of a difference."""
        parted = Differences.of(sums)
        return cls(parted.among(deals).estimate(reach), parted.estimate(reach), parted.differing, parted.bounded)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object; `interval` says how both intervals were found."""
        return {
            "per_deal": self.per_deal and self.per_deal.as_dict(),
            "per_swap": self.per_swap and self.per_swap.as_dict(),
            "differing": self.differing,
            "interval": "bounded" if self.bounded else "normal",
        }


@dataclass(frozen=True)
class Cell:
    """A part of the deals that part: points about partings in the first hand, wins about partings in either hand."""

    points: Value
    wins: Value
    chance_first: Estimate

    def as_dict(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "points": self.points.as_dict(),
            "wins": self.wins.as_dict(),
            "chance_first": self.chance_first.as_dict(),
        }


@dataclass(frozen=True)
class Seven:
    """The result of `seven`: exact sums, and the estimates drawn from them.

    Per deal of a cell means: of all deals of the run, so that the cells of a table add up to the total. `chance_first`
    of a cell is the share of the first hands with this muestra, or with this mano, in which the arms part.
    """

    spec: Spec
    outcome: Outcome

    @property
    def withhold(self) -> str:
        """Which exchanges of side a arm 1 withholds."""
        return self.spec.arms[1].variation

    @property
    def games(self) -> int:
        """Deals, each of which was played twice."""
        return self.outcome.units

    def _sums(self, name: str) -> Ints:
        return np.asarray(self.outcome.tally[name])

    def _cell(self, points: Ints, wins: Ints, hands: int) -> Cell:
        return Cell(
            Value.of(points, self.games, POINTS_REACH),
            Value.of(wins, self.games, WINS_REACH),
            wilson(Differences.of(points).n, hands),
        )

    def chance(self, hand: int | None = None) -> Estimate:
        """Share of the deals whose arms part: in the first hand (0), in the vueltas (1), or in either (None)."""
        wins = self._sums("wins")
        return wilson(Differences.of(wins if hand is None else wins[hand]).n, self.games)

    @property
    def total(self) -> Cell:
        """All partings."""
        return self._cell(self._sums("points"), self._sums("wins"), self.games)

    @property
    def by_muestra(self) -> dict[str, Cell]:
        """By rank of the muestra of the hand in which the arms part; ranks without a parting are left out."""
        points, wins, deals = self._sums("points"), self._sums("wins"), self._sums("deals")
        return {
            name: self._cell(points[rank], wins[:, rank], int(deals[rank].sum()))
            for name, rank in MUESTRAS.items()
            if wins[:, rank, ..., 0].any()
        }

    @property
    def by_trick(self) -> dict[int, Cell]:
        """By the trick, from 1, after which the first exchange is made."""
        points, wins = self._sums("points"), self._sums("wins")
        return {
            trick + 1: self._cell(points[:, trick], wins[:, :, trick], self.games)
            for trick in range(points.shape[1])
            if wins[:, :, trick, :, 0].any()
        }

    @property
    def by_mano(self) -> dict[str, Cell]:
        """By side a being the mano's side, or not, in the hand in which the arms part."""
        points, wins, deals = self._sums("points"), self._sums("wins"), self._sums("deals")
        return {
            name: self._cell(points[:, :, side], wins[:, :, :, side], int(deals[:, side].sum()))
            for side, name in enumerate(("mano", "not_mano"))
            if wins[:, :, :, side, 0].any()
        }

    def wins_a(self, arm: int) -> Estimate:
        """Share of all games won by side a in arm 0 (swaps allowed) or 1 (withheld)."""
        return wilson(int(self._sums("won")[arm]), self.games)

    def last_free(self) -> dict[str, Any]:
        """Who wins the last free trick in both arms: counts, shares of the deals that have both, and the caption."""
        table = self._sums("last_free")
        played = table[:NOBODY, :NOBODY]
        n = int(played.sum())
        sides = {"a": SIDE_A, "b": SIDE_B}
        counts = {x: {y: int(played[i, j]) for y, j in sides.items()} for x, i in sides.items()}
        shares = {x: {y: count / n if n else None for y, count in row.items()} for x, row in counts.items()}
        return {
            "caption": CAPTION,
            "counts": counts,
            "shares": shares,
            "allowed_a": wilson(int(played[SIDE_A].sum()), n).as_dict() if n else None,
            "withheld_a": wilson(int(played[:, SIDE_A].sum()), n).as_dict() if n else None,
            "not_played": int(table.sum()) - n,
        }

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas seven --json`; in `last_free` the first key is the winner in arm 0."""

        def cells(table: Mapping[Any, Cell]) -> dict[str, Any]:
            return {str(name): cell.as_dict() for name, cell in table.items()}

        return {
            **self.outcome.header(self.spec),
            "withhold": self.withhold,
            "chance": self.chance().as_dict(),
            "chance_first": self.chance(0).as_dict(),
            "chance_vueltas": self.chance(1).as_dict(),
            "wins_a": {"allowed": self.wins_a(0).as_dict(), "withheld": self.wins_a(1).as_dict()},
            "total": self.total.as_dict(),
            "by_muestra": cells(self.by_muestra),
            "by_trick": cells(self.by_trick),
            "by_mano": cells(self.by_mano),
            "last_free": self.last_free(),
            "spec": self.spec.identity(),
        }
