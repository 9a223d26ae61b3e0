"""What bids are worth in Tarneeb: how often each is reached and made, what one more costs, what opening is worth.

Every deal is one round at no points to none, played three times with the same cards and noise:

- arm 0: as it is;
- arm 1, raised: the declarer has to take one more trick than it bid (13 stays 13). Everybody sees the higher contract.
  Up to the end of the auction both arms are one, and this is checked;
- arm 2, turned: the next seat deals, so that the other side opens the bidding.

A difference of a deal is one of margins: points of the declaring side (or of the side that opens in arm 0) less those
of the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bazas.analyses.paired import Differences, sums_by_cell
from bazas.kernels.tarneeb.cards import TRICKS
from bazas.kernels.tarneeb.records import HIGHEST_BID
from bazas.sim import defaults
from bazas.sim.errors import BazasError, UsageError
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import rules_name, rules_of
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.tally import Tally
from bazas.sim.tarneeb.contest import TARNEEB_CONTEST
from bazas.sim.tarneeb.figures import NUMBERS
from bazas.sim.tarneeb.rules import PRESETS, TarneebRules

if TYPE_CHECKING:
    from bazas.sim.player import Player
    from bazas.sim.playing import Array, Chunk
    from bazas.sim.switches import RuleSet

Ints = npt.NDArray[np.int64]

PLAIN, RAISED, TURNED = range(3)
BIDS = HIGHEST_BID + 1
LENGTHS, HONOURS = TRICKS + 1, 5
"""Trumps and honours that a declarer can hold, from 0 on."""
REACH = 2 * TARNEEB_CONTEST.most_points
"""The differences of a deal lie between minus this and this."""


def contracts(
    strategy: str | Player | None = None,
    vs: str | Player | None = None,
    seats: str | Sequence[str | Player] | None = None,
    rules: str | RuleSet = defaults.TARNEEB_RULES,
    *,
    rule: Sequence[str] = (),
    games: int = defaults.STUDY_GAMES,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Contracts:
    """Play the first rounds of `games` games three times, and say what their bids are worth.

    `strategy` plays as side a, `vs` (else the same) as side b; or `seats` names every player. Where the sides are not
    alike, the contracts counted are those of side a, and opening is what it brings side a. The other arguments are
    those of `bazas.sim.simulate`; `out` stores the rows of all three arms.

    Raises what `simulate` raises, UsageError for rules without bids, BazasError where the arms differ before they may.
    """
    sheet = rules_of(rules, rule)
    if not isinstance(sheet, TarneebRules):
        raise UsageError(f"nobody bids by {rules_name(sheet)}: choose {' or '.join(PRESETS)}")
    players = players_at(sheet, defaults.chosen(strategy, seats), vs, seats)
    arms = tuple(Arm(players, variation) for variation in TarneebRules.VARIATIONS)
    spec = Spec("contracts", sheet, seed, arms, deals=True)
    outcome = run(
        spec,
        games,
        tally=partial(tally_contracts, alike=alike(players)),
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
    )
    return Contracts(spec, outcome)


def alike(players: Sequence[Player]) -> bool:
    """Whether both sides have the same strategies."""
    a, b = (sorted(player.label for player in players[side::2]) for side in (0, 1))
    return a == b


def tally_contracts(chunk: Chunk, alike: bool = True) -> Tally:
    """Sums of a chunk of the three arms; BazasError where arms 0 and 1 differ before the contract.

    `alike`: contracts of both sides are counted, else those of side a.

    - `games` (1): deals. `bids` (14 by 7), `trumps` (14 by 5 by 7): of contracts by their bid, and by trumps and
      honours of the declarer: number, made, tricks and their squares, margins and their squares, forced ones.
      `forced` (7): the same of contracts that three passes gave; they are among the others, too.
    - `raised` (14 by 4): by bid, margins of arm 1 less arm 0 (see `bazas.analyses.paired`), of contracts that were bid.
    - `opening` (1 by 4): margins of the side that opens in arm 0, arm 0 less arm 2.
    """
    plain, raised, _ = (arm[0] for arm in chunk.arms)
    _check(chunk.first, plain, raised)
    declaring = (plain["declarer"] & 1).astype(np.int64)
    bid = plain["bid"].astype(np.int64)
    margins = [TARNEEB_CONTEST.margins(arm) for arm in chunk.arms]
    own = [(1 - 2 * declaring) * margin for margin in margins]
    counted = np.ones(len(plain), bool) if alike else declaring == 0
    facts = _facts(plain, declaring, own[PLAIN]) * counted[:, None]
    could = counted & (bid < HIGHEST_BID) & (plain["forced"] == 0)
    opener = (plain["dealer"].astype(np.int64) + 1) & 1
    opening = (1 - 2 * opener) * (margins[PLAIN] - margins[TURNED])
    cells = plain["declarer_trumps"].astype(np.int64) * HONOURS + plain["declarer_honours"]
    return Tally(
        {
            "games": len(plain),
            "bids": _by_cell(facts, bid, BIDS),
            "trumps": _by_cell(facts, cells, LENGTHS * HONOURS).reshape(LENGTHS, HONOURS, -1),
            "forced": facts[plain["forced"] == 1].sum(axis=0),
            "raised": sums_by_cell((own[RAISED] - own[PLAIN])[could], bid[could], BIDS),
            "opening": sums_by_cell(opening, np.zeros(len(opening), np.int64), 1),
        }
    )


def _facts(rounds: Array, declaring: Ints, margin: Ints) -> Ints:
    """Of each round (n by 7): 1, made, tricks of the declaring side, squared, its margin, squared, forced."""
    tricks = rounds["tricks"][np.arange(len(rounds)), declaring].astype(np.int64)
    made = tricks >= rounds["bid"]
    return np.stack(
        [np.ones_like(tricks), made, tricks, tricks * tricks, margin, margin * margin, rounds["forced"]], axis=1
    ).astype(np.int64)


def _by_cell(facts: Ints, cells: Ints, count: int) -> Ints:
    sums = np.zeros((count, facts.shape[1]), np.int64)
    np.add.at(sums, cells, facts)
    return sums


def _check(first: int, plain: Array, raised: Array) -> None:
    """Raise BazasError unless the auctions of both arms are one."""
    differs = (plain["calls"] != raised["calls"]).any(axis=1) | (plain["declarer"] != raised["declarer"])
    if differs.any():
        deal = first + int(np.argmax(differs))
        raise BazasError(
            f"deal {deal} has another auction where only the contract is raised: a strategy answers the same view in "
            "two ways, which `bazas strategy check` looks for"
        )


@dataclass(frozen=True)
class Group:
    """Some contracts: what they brought the declaring side. `n`: how many.

    `points`: of the declaring side less those of the other side; `forced`: how many three passes gave.
    """

    n: int
    share: Estimate
    made: Estimate
    tricks: Estimate
    points: Estimate
    forced: int

    @classmethod
    def of(cls, sums: Ints, deals: int) -> Group:
        """From the seven sums of `tally_contracts`."""
        n, made, tricks, tricks_squared, margin, margin_squared, forced = map(int, sums)
        return cls(
            n,
            wilson(n, deals),
            wilson(made, n),
            mean_interval(n, tricks, tricks_squared, 0, TRICKS),
            mean_interval(n, margin, margin_squared, -TARNEEB_CONTEST.most_points, TARNEEB_CONTEST.most_points),
            forced,
        )

    def as_dict(self) -> dict[str, Any]:
        """The JSON object."""
        found = {name: getattr(self, name).as_dict() for name in ("share", "made", "tricks", "points")}
        return {"n": self.n, "forced": self.forced, **found}


@dataclass(frozen=True)
class Paired:
    """A mean difference of the same deals played in two ways; `bounded`: too few differ for a normal interval."""

    estimate: Estimate
    differing: int
    bounded: bool

    @classmethod
    def of(cls, sums: Ints) -> Paired:
        """From the four sums of `bazas.analyses.paired`."""
        found = Differences.of(sums)
        return cls(found.estimate(REACH) or wilson(0, 0), found.differing, found.bounded)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object."""
        interval = "bounded" if self.bounded else "normal"
        return {**self.estimate.as_dict(), "differing": self.differing, "interval": interval}


@dataclass(frozen=True)
class Contracts:
    """The result of `contracts`: exact sums, and what they tell."""

    spec: Spec
    outcome: Outcome

    @property
    def games(self) -> int:
        """Deals, each of which was played three times."""
        return self.outcome.tally.total("games")

    @property
    def alike(self) -> bool:
        """Whether the contracts of both sides are counted, not those of side a alone."""
        return alike(self.spec.arms[0].strategies)

    @property
    def total(self) -> Group:
        """All contracts."""
        return self._group(self._sums("bids", (BIDS, 7)).sum(axis=0))

    @property
    def by_bid(self) -> dict[int, Group]:
        """Contracts by their bid, those that were reached."""
        sums = self._sums("bids", (BIDS, 7))
        return {bid: self._group(sums[bid]) for bid in NUMBERS if sums[bid, 0]}

    @property
    def by_hand(self) -> dict[tuple[int, int], Group]:
        """Contracts by trumps and by honours of trumps in the declarer's hand, those that there were."""
        sums = self._sums("trumps", (LENGTHS, HONOURS, 7))
        found = np.argwhere(sums[..., 0]).tolist()
        return {(trumps, honours): self._group(sums[trumps, honours]) for trumps, honours in found}

    @property
    def forced(self) -> Group:
        """Contracts at 7 that three opening passes gave to the fourth seat."""
        return self._group(self._sums("forced", (7,)))

    @property
    def one_more(self) -> dict[int, Paired]:
        """What it brings the declaring side to have bid one more on the same deals, by the bid that was made."""
        sums = self._sums("raised", (BIDS, 4))
        return {bid: Paired.of(sums[bid]) for bid in NUMBERS if sums[bid, 0]}

    @property
    def opening(self) -> Paired:
        """What it brings a side to open the bidding instead of the other side, on the same deals."""
        return Paired.of(self._sums("opening", (1, 4))[0])

    def _sums(self, name: str, shape: tuple[int, ...]) -> Ints:
        return self.outcome.tally.get(name, np.zeros(shape, np.int64))

    def _group(self, sums: Ints) -> Group:
        return Group.of(sums, self.games)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas contracts --json`; shares are fractions, points those of the declaring side less
        those of the other side."""
        return {
            **self.outcome.header(self.spec),
            "side": None if self.alike else "a",
            "total": self.total.as_dict(),
            "by_bid": {str(bid): group.as_dict() for bid, group in self.by_bid.items()},
            "one_more": {str(bid): paired.as_dict() for bid, paired in self.one_more.items()},
            "by_hand": [
                {"trumps": trumps, "honours": honours, **group.as_dict()}
                for (trumps, honours), group in self.by_hand.items()
            ],
            "forced": self.forced.as_dict(),
            "opening": self.opening.as_dict(),
            "spec": self.spec.identity(),
        }
