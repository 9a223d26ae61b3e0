"""Does a strategy play like a person? What it does in the situations that players talk about, counted in many games.

Every name is an arm of one run: all play the same deals, each against itself or against `vs`. The figures are of first
hands, one a game, and of the sides that the strategy plays: both against itself, else side a. What happens in the
middle of a hand is read off the cards as they were played (`bazas.kernels.habits`), not asked of the strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.analyses.profile_lines import SECTIONS, Line, Sums, lines_for
from bazas.kernels import records
from bazas.kernels.compiling import JIT
from bazas.kernels.habits import FACTS, PLACES, count_habits
from bazas.kernels.records import EVENT
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate
from bazas.sim.playing import Chunk
from bazas.sim.rules import Rules, guinote
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import guinote_rules
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.strategy import Strategy
from bazas.sim.tally import Tally

Ints = npt.NDArray[np.int64]

GAMES, HEAVY_GAMES = 20_000, 1_000
"""Games where their number is not given; the second where a strategy looks ahead."""

MOST_COLUMNS = 6


def profile(
    names: Sequence[str | Strategy],
    vs: str | Strategy | None = None,
    rules: str | Rules = defaults.RULES,
    *,
    rule: Sequence[str] = (),
    games: int | None = None,
    seed: int = defaults.SEED,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Profile:
    """Play `games` games with each of some strategies, against itself or all against `vs`, and count what they do.

    The other arguments are those of `bazas.sim.simulate`. Raises UsageError for wrong use, StrategyError for a strategy
    that breaks the rules.
    """
    if not 1 <= len(names) <= MOST_COLUMNS:
        raise UsageError(f"{len(names)} strategies cannot be shown side by side: name one to {MOST_COLUMNS}")
    sheet = guinote_rules(rules, rule, "no habits are counted")
    arms = tuple(Arm(players_at(sheet, name, vs)) for name in names)
    spec = Spec("strategy profile", sheet, seed, arms, plays=True)
    if games is None:
        heavy = any(player.looks_ahead for arm in arms for player in arm.strategies)
        games = HEAVY_GAMES if heavy else GAMES
    sides = (0,) if vs is not None else (0, 1)
    tally = Counting(spec, sides)
    outcome = run(spec, games, tally=tally, threads=threads, executor=executor, progress=progress)
    return Profile(spec, outcome, sides)


def facts_of(rules: Rules, seed: int, games: Any, hands: Any, plays: Any, decks: Any = None) -> Ints:
    """What is counted of both sides in each game (n by 2 by `FACTS`), from the arrays of `Chunk`.

    `decks` (n by cards, int8): the decks of first hands that were not dealt by the seed.
    """
    found = np.zeros((len(games), 2, len(FACTS)), np.int64)
    state, view, score = (records.blank(dtype) for dtype in (records.STATE, records.VIEW, records.HAND))
    given = np.zeros((0, 0), np.int8) if decks is None else np.ascontiguousarray(decks, np.int8)
    games, hands = (array if JIT else array.view(np.recarray) for array in (games, hands))
    count_habits(rules.record(), seed, games, hands, plays, given, state, view, score, records.blanks(0, EVENT), found)
    return found


@dataclass(frozen=True)
class Counting:
    """Turns chunks into sums: of each arm and fact the total and the sum of squares, over games, of `sides` together.

    The names are those of `FACTS` with the arm's number before them, as `0 thrown`; arrays of two numbers.
    """

    spec: Spec
    sides: tuple[int, ...]

    def __call__(self, chunk: Chunk) -> Tally:
        """The sums of one chunk."""
        assert chunk.plays is not None
        sums = {"games": np.array([chunk.games * len(chunk.arms)])}
        for number, ((games, hands), plays) in enumerate(zip(chunk.arms, chunk.plays, strict=True)):
            rules = guinote(self.spec.rules_of(self.spec.arms[number]))
            found = facts_of(rules, self.spec.seed, games, hands, plays)[:, list(self.sides)].sum(axis=1)
            totals, squares = found.sum(axis=0), (found * found).sum(axis=0)
            for name, place in PLACES.items():
                sums[f"{number} {name}"] = np.array([totals[place], squares[place]])
        return Tally(sums)


@dataclass(frozen=True)
class Profile:
    """What was played, and the figures of each strategy: `profiles` in their order."""

    spec: Spec
    outcome: Outcome
    sides: tuple[int, ...]

    @property
    def labels(self) -> list[str]:
        """The strategies, as they are written on a command line."""
        return [arm.strategies[0].label for arm in self.spec.arms]

    @property
    def lines(self) -> dict[str, list[Line]]:
        """The figures that say something, by section."""
        return lines_for(guinote(self.spec.rules), len(self.sides) == 2)

    @property
    def profiles(self) -> list[dict[str, Estimate]]:
        """Of each strategy its figures by their keys; empty where no game was played."""
        return [self._figures(number) for number in range(len(self.spec.arms))] if self.outcome.units else []

    def _figures(self, number: int) -> dict[str, Estimate]:
        sums = Sums(self.outcome.tally, number, self.outcome.units, len(self.sides), self.spec.rules.players)
        return {line.key: line.find(sums) for lines in self.lines.values() for line in lines}

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas strategy profile --json`; figures that say nothing here are null."""
        keys = [line.key for lines in SECTIONS.values() for line in lines]
        return {
            **self.outcome.header(self.spec),
            "against": None if len(self.sides) == 2 else self.spec.arms[0].strategies[1].label,
            "profiles": [
                {"strategy": label, **{key: found[key].as_dict() if key in found else None for key in keys}}
                for label, found in zip(self.labels, self.profiles, strict=False)
            ],
            "spec": self.spec.identity(),
        }
