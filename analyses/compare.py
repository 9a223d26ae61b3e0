"""Which of two strategies is better, and by how much: the same deals by both, with the seats changed over.

Every deal is played twice, with the same mano and the same noise: once A is side a and B side b, once the other way
round. `bazas.analyses.duels` says what is added up; docs/compare.md what it means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bazas.analyses.duels import Duel, duel_spec, most_deals, no_duels, tally_duels
from bazas.sim import defaults
from bazas.sim.guinote_contest import GUINOTE_CONTEST
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Spec
from bazas.sim.switches import RuleSet

if TYPE_CHECKING:
    from bazas.sim.contest import Contest
    from bazas.sim.estimates import Estimate
    from bazas.sim.player import Player
    from bazas.sim.tally import Tally

MEASURES = ("points", "wins")
"""What the strategies are compared by."""


def compare(
    a: str | Player,
    b: str | Player,
    rules: str | RuleSet = defaults.RULES,
    *,
    rule: Sequence[str] = (),
    games: int | None = None,
    until: float | None = None,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """Play `games` deals (a million unless given) twice each, strategies `a` and `b` with the seats changed over.

    `until`: stop as soon as the interval of the difference in points a hand is so wide at most, from its low to its
    high end, of intervals that are valid at every look; then `games` is the most (a billion unless given). The other
    arguments are those of `bazas.sim.simulate`; `out` stores the rows of both games of every deal.

    Raises what `simulate` raises.
    """
    most = most_deals(games, until)
    sheet = rules_of(rules, rule)
    contest = sheet.GAME.contest
    spec = duel_spec("compare", sheet, seed, [(a, b)])
    outcome = run(
        spec,
        most,
        tally=partial(tally_duels, contest=contest),
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
        enough=None if until is None else partial(narrow_enough, until=until, contest=contest),
    )
    return Comparison(spec, replace(outcome, tally=no_duels(1, contest) + outcome.tally), until)


def narrow_enough(tally: Tally, until: float, contest: Contest = GUINOTE_CONTEST) -> bool:
    """Whether the interval of the points a hand is `until` wide at most, of those that are valid at every look."""
    points = Duel(tally, sequential=True, contest=contest).points
    return points.high - points.low <= until


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`: exact sums, and the estimates drawn from them.

    The intervals are the usual ones of 95 % where the number of deals was chosen before. They are valid at every look
    with `until`, and where somebody who may have seen how the run stood interrupted it, or resumed it with another
    number of deals than was planned at first.
    """

    spec: Spec
    outcome: Outcome
    until: float | None = None

    @property
    def duel(self) -> Duel:
        """All that was found."""
        return Duel(self.outcome.tally, not self.outcome.chosen, contest=self.spec.game.contest)

    @property
    def names(self) -> tuple[str, str]:
        """What A and B are called."""
        first, second = self.spec.arms[0].strategies[:2]
        return first.label, second.label

    @property
    def pairs(self) -> int:
        """Deals, each of which was played twice."""
        return self.duel.pairs

    @property
    def divergent(self) -> float:
        """Share of the deals that A and B play differently."""
        return self.duel.divergent

    @property
    def points(self) -> Estimate:
        """Points a hand, A less B."""
        return self.duel.points

    @property
    def wins(self) -> Estimate:
        """Games won, A less B, as a share of the games."""
        return self.duel.wins

    @property
    def wins_a(self) -> Estimate:
        """Share of the games won by A."""
        return self.duel.wins_a

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas compare --json`; shares are fractions, differences A less B."""
        duel = self.duel
        gain = {name: None if math.isnan(value) else value for name, value in duel.efficiency.items()}
        claims = better(duel)
        return {
            **self.outcome.header(self.spec),
            "strategies": list(self.names),
            "pairs": duel.pairs,
            "divergent": duel.divergent,
            "points": duel.points.as_dict(),
            "wins": duel.wins.as_dict(),
            "wins_a": duel.wins_a.as_dict(),
            "efficiency": gain["points"],
            "efficiency_wins": gain["wins"],
            "until": self.until,
            "interval": "sequence" if duel.sequential else "fixed",
            **{f"{name}_interval": "bounded" if few else "normal" for name, few in duel.bounded.items()},
            **{f"{name}_differing": self.outcome.tally.at(f"{name}_differing", 0) for name in MEASURES},
            **{f"{name}_better": claims[name] for name in MEASURES},
            **{name: dict(zip("ab", values, strict=True)) for name, values in by_strategy(duel).items()},
            **{name: value for name, value in of_games(duel).items()},
            "spec": self.spec.identity(),
        }


def better(duel: Duel) -> dict[str, str | None]:
    """Who makes more points and who wins more games, "a" or "b"; None where the interval is not clear of 0."""
    return {name: _clear(estimate) for name, estimate in (("points", duel.points), ("wins", duel.wins))}


def _clear(estimate: Estimate) -> str | None:
    return "a" if estimate.low > 0 else "b" if estimate.high < 0 else None


def by_strategy(duel: Duel) -> dict[str, tuple[float, float]]:
    """What A and B do: points a hand, share of games won, and the facts of the contest a hand, all of first hands."""
    facts = {name: key for _, key, name in duel.contest.facts}
    names = {"points": f"{duel.contest.hand}_points", "wins": "games_won", **facts}
    games = 2 * duel.pairs
    found = {}
    for name, told in names.items():
        a, b = duel.of_sides(name).sum(axis=0).tolist()
        found[told] = (a / games, b / games) if games else (0.0, 0.0)
    return found


def of_games(duel: Duel) -> dict[str, float]:
    """The shares of all games that the contest tells of."""
    games, shares = 2 * duel.pairs, duel.contest.shares
    return {key: float(duel.of_games(name).sum()) / games if games else 0.0 for key, name in shares.items()}
