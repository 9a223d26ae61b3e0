"""The parameters of a strategy, searched by paired play on some deals, and tried on others.

The search (`bazas.analyses.tune_search`) plays many candidates on some deals. The best of many looks better than it is,
on the deals that chose it. So what was found is played once more, on deals that the search has not seen, as many as
were fixed before: only those say whether it is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from bazas.analyses.duels import WINS_REACH, Duel
from bazas.analyses.tune_search import Arena, Search
from bazas.kernels.compiling import package_version
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, mean_interval
from bazas.sim.player import Parameter, Player
from bazas.sim.runner import Progress, speed
from bazas.sim.sheets import rules_name, rules_of
from bazas.sim.spec import parameters_of
from bazas.sim.strategy import strategy
from bazas.sim.switches import RuleSet
from bazas.sim.tally import Tally

GOALS = ("points", "wins")
"""What is to become more: points a hand, or the share of games won."""
UNIT = 2
"""Differences are those of two games on a deal."""


def tune(
    chosen: str | Player,
    parameters: Sequence[str] = (),
    vs: str | Player | None = None,
    *,
    by: str = "points",
    games: int = defaults.TUNE_GAMES,
    held_out: int = defaults.HELD_OUT,
    rules: str | RuleSet = defaults.RULES,
    rule: Sequence[str] = (),
    seed: int = defaults.SEED,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Tuned:
    """Search the values of a strategy's parameters in at most `games` games; try what is found on `held_out` deals.

    `parameters`: names, as "draw_from", or with a range, as "draw_from=1..5"; all where there are none. `vs`: whom the
    candidates play; the strategy itself as it is given, where it is None. `by`: "points" or "wins". The deals of the
    search are numbered from 0, those held out from `games` on.

    Raises what `bazas.sim.simulate` raises, and UsageError for parameters that there are not and for too few games.
    """
    sheet = rules_of(rules, rule)
    kind = sheet.GAME.strategies
    given = strategy(chosen, kind) if isinstance(chosen, str) else chosen
    if by not in GOALS:
        raise UsageError(f"cannot tune by {by!r}: choose points or wins")
    if held_out < 2:
        raise UsageError(f"{held_out} deals held out say nothing: choose 2 or more")
    ranges = _ranges(given, parameters)
    reference = given if vs is None else strategy(vs, kind) if isinstance(vs, str) else vs
    arena = Arena(given, reference, by, sheet, seed, threads, executor, progress)
    arena.total = games + 2 * held_out * (1 if vs is None else 2)
    search = Search(arena, ranges, games)
    search.run()
    tally = arena.held_out(search.best, games, held_out)
    return Tuned(chosen if isinstance(chosen, str) else given.label, arena, search, games, held_out, tally)


def _ranges(given: Player, texts: Sequence[str]) -> list[tuple[int, Parameter]]:
    """The parameters to search, with their places among all, cut to the ranges that were asked for."""
    if not given.parameters:
        raise UsageError(f"strategy {given.name} has no parameters: there is nothing to tune")
    names = [parameter.name for parameter in given.parameters]
    found: dict[int, Parameter] = {}
    for text in texts or names:
        name, equals, span = text.partition("=")
        parameter = given.parameter(name)
        found[names.index(name)] = _cut(parameter, text, span) if equals else parameter
    return sorted(found.items())


def _cut(parameter: Parameter, text: str, span: str) -> Parameter:
    low, high = (parameter.parse(end) for end in span.partition("..")[::2])
    if low is None or high is None or not parameter.low <= low < high <= parameter.high:
        raise UsageError(f"{text!r} is no range of {parameter.name}, which is {parameter.range}: write it as NAME=1..5")
    return Parameter(parameter.name, parameter.default, low, high, parameter.meaning)


@dataclass(frozen=True)
class Tuned:
    """The result of `tune`. `held`: the sums on the deals held out, None where the search changed nothing."""

    name: str
    arena: Arena
    search: Search
    games: int
    held_out: int
    held: Tally | None

    @property
    def start(self) -> dict[str, int]:
        """The values as they were given."""
        return parameters_of(self.arena.given)

    @property
    def found(self) -> dict[str, int]:
        """The values that the search has found."""
        return dict(zip(self.start, self.search.best, strict=True))

    @property
    def label(self) -> str:
        """The strategy with the values found, as one would type it."""
        base = self.name if self.name.endswith(".py") else _without_values(self.name)
        values = self.arena.candidate(self.search.best).label.partition(":")[2]
        return f"{base}:{values}" if values else base

    @property
    def deals(self) -> int:
        """Deals of the search: their numbers are below this."""
        return max((self.search.deals(len(sums) - 1) for sums in self.search.sums.values() if sums), default=0)

    @property
    def searched(self) -> Estimate:
        """What the values found seemed to gain on the deals of the search: too much, as these chose them."""
        known = self.search.sums[self.search.best]
        reach = self.reach(self.arena.by)
        return _scaled(mean_interval(self.search.deals(len(known) - 1), *known[-1], -reach, reach), UNIT)

    def reach(self, by: str) -> int:
        """The differences of two games on a deal lie between minus this and this."""
        return self.arena.contest.reach if by == "points" else WINS_REACH

    def gain(self, by: str) -> Estimate | None:
        """What the values found gain over the given ones on the deals held out, by "points" a hand or "wins".

        Wins as a share of the games: 0.01 is one game in a hundred. None where nothing was found.
        """
        if self.held is None:
            return None
        if self.held[by].size == 1:
            duel = Duel(self.held, sequential=False, contest=self.arena.contest)
            return duel.points if by == "points" else _scaled(duel.wins, 2)
        products, totals = self.held[f"{by}_products"], self.held[by]
        squares = int(products[0, 0] - 2 * products[0, 1] + products[1, 1])
        reach = 2 * self.reach(by)
        return _scaled(mean_interval(self.held_out, int(totals[0] - totals[1]), squares, -reach, reach), UNIT)

    @property
    def better(self) -> bool:
        """Whether the values found are better than the given ones: the held-out interval is above 0."""
        gain = self.gain(self.arena.by)
        return gain is not None and gain.low > 0

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas strategy tune --json`."""
        arena = self.arena
        gains = {name: gain and gain.as_dict() for name in GOALS for gain in [self.gain(name)]}
        return {
            "command": "strategy tune",
            "rules": rules_name(arena.rules),
            "strategy": self.name,
            "vs": arena.reference.label,
            "by": arena.by,
            "seed": arena.seed,
            "version": package_version(),
            "games_played": arena.games,
            f"{arena.rules.GAME.hands}_per_second": round(speed(arena.hands, arena.seconds), 1),
            "seconds": round(arena.seconds, 3),
            "compile_seconds": round(arena.compile_seconds, 3),
            "start": self.start,
            "found": self.found,
            "label": self.label,
            "better": self.better,
            "searched": self.searched.as_dict(),
            "held_out": {"first": self.games, "deals": self.held_out, **gains},
            "lines": [vars(line) for line in self.search.lines],
        }


def _without_values(name: str) -> str:
    """`careful:draw_from=3` is of `careful`, `./mine.py:name:keep=3` of `./mine.py:name`."""
    base, _, last = name.rpartition(":")
    return base if "=" in last else name


def _scaled(found: Estimate, unit: float) -> Estimate:
    return Estimate(found.mean / unit, found.low / unit, found.high / unit, found.n)
