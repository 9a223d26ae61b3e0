"""How the values of a strategy's parameters are searched: candidates play the same deals, the better half plays on.

One parameter changes at a time, and all of them again until nothing changes. The values to try are few and geometric:
those next to the present one, and others at growing distance, up to the ends of the range. All play the same deals
against the reference, with the seats changed over; the better half plays on, on twice as many deals, until one is left
(successive halving: Jamieson and Talwalkar 2016, "Non-stochastic best arm identification").
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial

from bazas.analyses.duels import duel_spec, no_duels, tally_duels
from bazas.sim.contest import Contest
from bazas.sim.errors import UsageError
from bazas.sim.player import Parameter, Player
from bazas.sim.runner import Progress, run
from bazas.sim.spec import parameters_of
from bazas.sim.switches import RuleSet
from bazas.sim.tally import Tally

PASSES = 3
"""How often the search goes over all parameters at most."""

EACH_WAY = 7
"""Values that are tried on each side of the present one, at most."""

Values = tuple[int, ...]


@dataclass
class Arena:
    """Plays candidates against the reference, and counts what that costs."""

    given: Player
    reference: Player
    by: str
    rules: RuleSet
    seed: int
    threads: int | None
    executor: Executor | None
    progress: Callable[[Progress], None] | None
    total: int = 0
    games: int = 0
    hands: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0

    @property
    def contest(self) -> Contest:
        """How the game is counted."""
        return self.rules.GAME.contest

    @property
    def start(self) -> Values:
        """The values of the strategy as it is given."""
        return tuple(parameters_of(self.given).values())

    def candidate(self, values: Values) -> Player:
        """The strategy with other values."""
        names = parameters_of(self.given)
        return self.given.with_values(dict(zip(names, values, strict=True)))

    def is_reference(self, values: Values) -> bool:
        """Whether a candidate would play itself: what comes of that is known."""
        one, other = self.candidate(values), self.reference
        return (one.decisions, one.words) == (other.decisions, other.words)

    def play(self, candidates: Sequence[Player], first: int, deals: int) -> Tally:
        """The sums of these candidates against the reference on deals `first` and on."""
        spec = duel_spec("strategy tune", self.rules, self.seed, [(one, self.reference) for one in candidates])
        before, began = self.games, time.perf_counter()

        def forward(now: Progress) -> None:
            if self.progress is not None:
                done = min(self.total, before + now.units * len(spec.arms))
                seconds = self.seconds + time.perf_counter() - began
                self.progress(Progress(self.rules.GAME, done, self.total, self.hands + now.hands, seconds, Tally()))

        outcome = run(
            spec,
            deals,
            tally=partial(tally_duels, contest=self.contest),
            first=first,
            threads=self.threads,
            executor=self.executor,
            progress=forward,
        )
        if outcome.interrupted:
            raise KeyboardInterrupt
        self.games += deals * len(spec.arms)
        self.hands += outcome.hands
        self.seconds += outcome.seconds
        self.compile_seconds += outcome.compile_seconds
        return no_duels(len(candidates), self.contest) + outcome.tally

    def held_out(self, best: Values, first: int, deals: int) -> Tally | None:
        """What was found, and where the reference is another strategy the given one too, on other deals."""
        if best == self.start:
            return None
        both = [best] if self.is_reference(self.start) else [best, self.start]
        return self.play([self.candidate(values) for values in both], first, deals)


@dataclass
class Line:
    """One step of the search: a parameter, the values tried, the one kept."""

    parameter: str
    tried: list[int]
    kept: int


@dataclass
class Search:
    """Coordinate search with successive halving. `sums` of each candidate: at each level of deals, how much it made."""

    arena: Arena
    ranges: list[tuple[int, Parameter]]
    games: int
    lines: list[Line] = field(default_factory=list)
    sums: dict[Values, list[tuple[int, int]]] = field(default_factory=dict)
    best: Values = ()
    least: int = 0

    def run(self) -> None:
        """Go over the parameters until nothing changes."""
        most = min(2 * EACH_WAY, max(parameter.high - parameter.low for _, parameter in self.ranges)) + 1
        halvings = _halvings(most)
        parts = PASSES * len(self.ranges) * (most * (halvings + 1) + (4 << halvings))
        self.least = self.games // parts
        if self.least < 1:
            raise UsageError(
                f"{self.games} games are too few to search {len(self.ranges)} parameters: choose {parts} or more"
            )
        self.best = self.arena.start
        for _ in range(PASSES):
            before = self.best
            for place, parameter in self.ranges:
                self._line(place, parameter)
            if self.best == before:
                break

    def deals(self, level: int) -> int:
        """Deals up to a level."""
        return self.least << level

    def _line(self, place: int, parameter: Parameter) -> None:
        """Choose a value for one parameter: what wins among the others must be better than the present one, too."""
        now = self.best[place]
        values = values_to_try(now, parameter.low, parameter.high)
        rivals = [(*self.best[:place], value, *self.best[place + 1 :]) for value in values if value != now]
        level = 0
        while len(rivals) > 1:
            self._extend(rivals, level)
            rivals.sort(key=lambda one: (-self._total(one, level), abs(one[place] - now)))
            rivals = rivals[: (len(rivals) + 1) // 2]
            level += 1
        self._extend([self.best, *rivals], level)
        if rivals and self._total(rivals[0], level) > self._total(self.best, level):
            self.best = rivals[0]
        self.lines.append(Line(parameter.name, values, self.best[place]))

    def _total(self, candidate: Values, level: int) -> int:
        return self.sums[candidate][level][0]

    def _extend(self, candidates: Sequence[Values], level: int) -> None:
        """Play those that have not come so far, up to a level of deals, each on what it has not played."""
        for upto in range(level + 1):
            fresh = [one for one in candidates if len(self.sums.setdefault(one, [])) == upto]
            known = [one for one in fresh if self.arena.is_reference(one)]
            for one in known:
                self.sums[one].append((0, 0))
            fresh = [one for one in fresh if one not in known]
            if not fresh:
                continue
            first = self.deals(upto - 1) if upto else 0
            tally = self.arena.play([self.arena.candidate(one) for one in fresh], first, self.deals(upto) - first)
            for pair, one in enumerate(fresh):
                total, squares = self.sums[one][-1] if upto else (0, 0)
                name = self.arena.by
                squares += int(tally[f"{name}_products"][pair, pair])
                self.sums[one].append((total + tally.at(name, pair), squares))


def _halvings(count: int) -> int:
    """Rounds of halving until one of so many is left."""
    return (count - 1).bit_length()


def values_to_try(now: int, low: int, high: int) -> list[int]:
    """The present value and at most `EACH_WAY` on each side of it, at geometric distances, within the range."""
    found = {now}
    for end, way in ((low, -1), (high, 1)):
        reach = way * (end - now)
        if reach > 0:
            growth = max(1.0, reach ** (1 / (EACH_WAY - 1)))
            steps = range(1, reach + 1) if reach <= EACH_WAY else [round(growth**power) for power in range(EACH_WAY)]
            found |= {now + way * min(step, reach) for step in steps}
    return sorted(found)
