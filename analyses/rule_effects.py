"""What each rule changes: the same deals by two sets of rules, and by the first with one switch at a time changed.

Arm 0 plays the first rules, arm 1 the second, and each arm after them the first with one switch changed; where only
one switch differs, arm 1 is that arm. An effect is the mean over the deals of what a game brings in its arm less what
it brings in arm 0. Of every deal whole numbers are compared, so the sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bazas.analyses.paired import Differences, Ints
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.rules import Rules, Switch, differing, rules_name, rules_of
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    from bazas.sim.playing import Chunk
    from bazas.sim.strategy import Strategy

MEASURES = {"vueltas": 1, "mano": 1, "wins_a": 1, "swaps": 2, "cantes": 4, "cante_points": 100}
"""What is compared of every game, and the most that it can be; 1: a share of the games.

`vueltas`: whether there were any. `mano`: whether the side of the first hand's mano won. `wins_a`: whether side a did.
Of first hands, one a game and all played under the same conditions: `swaps` (for the muestra), `cantes`, their points.
"""

MATCH_SWITCHES = ("coto_games", "match_cotos")
"""They count games, and change none."""
DEAL_SWITCHES = ("players", "deck")
"""Where one of these differs, so do the deals. Games of one number are compared all the same; the intervals hold."""

FIRST, SECOND = 0, 1
"""The arms of the two sets of rules."""


def compare_rules(
    first: str | Rules,
    second: str | Rules,
    strategy: str | Strategy | None = None,
    vs: str | Strategy | None = None,
    seats: str | Sequence[str | Strategy] | None = None,
    *,
    games: int = defaults.STUDY_GAMES,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> RuleEffects:
    """Play `games` deals by `first`, by `second`, and by `first` with each switch in turn set as in `second`.

    `first` and `second` are sheets' names, TOML files or rules, as `bazas.sim.rules_of` takes them. The other arguments
    are those of `bazas.sim.simulate`; `out` stores the rows of all arms.

    Raises what `simulate` raises, and UsageError for rules between which no single game can differ.
    """
    one, other = rules_of(first), rules_of(second)
    switches = _compared(one, other)
    changed = [replace(one, **{switch.name: getattr(other, switch.name)}) for switch in switches]
    arms = [
        Arm(seats_of(rules.players, defaults.chosen(strategy, seats), vs, seats), rules=rules)
        for rules in (one, other, *(changed if len(changed) > 1 else ()))
    ]
    spec = Spec("rules compare", one, seed, tuple(arms))
    outcome = run(
        spec,
        games,
        tally=tally_effects,
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
    )
    return RuleEffects(spec, replace(outcome, tally=no_effects(len(arms)) + outcome.tally))


def _compared(first: Rules, second: Rules) -> list[Switch]:
    """The switches that differ and can be seen in single games; raises UsageError for none."""
    found = differing(first, second)
    if not found:
        name = rules_name(first)
        raise UsageError(
            f"nothing to compare: both are the rules {name}; choose two that `bazas rules list` tells apart"
        )
    played = [switch for switch in found if switch.name not in MATCH_SWITCHES]
    if not played:
        names = " and ".join(switch.name for switch in found)
        raise UsageError(f"these rules differ in {names} only, which no single game can show: choose others to compare")
    return played


# Sums of a chunk


def tally_effects(chunk: Chunk) -> Tally:
    """Sums of a chunk of two arms or more.

    - `games`: [deals].
    - `levels` (arm, measure, 2): sums of x and of x squared.
    - `effects` (arm - 1, measure, 4 sums as in `bazas.analyses.paired`): x in the arm less x in arm 0. After the last
      arm, where there are more than two, one line more: the interplay, which is the line of arm 1 less all the others.
    """
    values = np.stack([measured(games, hands) for games, hands in chunk.arms])
    changes = values[1:] - values[0]
    if len(changes) > 1:
        changes = np.concatenate([changes, changes[:1] - changes[1:].sum(axis=0, keepdims=True)])
    games = np.full(changes.shape[:2], values.shape[2])
    return Tally(
        {
            "games": [values.shape[2]],
            "levels": _stacked(values.sum(axis=2), (values * values).sum(axis=2)),
            "effects": _stacked(
                games, (changes != 0).sum(axis=2), changes.sum(axis=2), (changes * changes).sum(axis=2)
            ),
        }
    )


def _stacked(*sums: Ints) -> Ints:
    return np.stack(sums, axis=-1)


def no_effects(arms: int) -> Tally:
    """The sums of no deals."""
    lines, measures = (arms if arms > 2 else 1), len(MEASURES)
    shapes = {"games": (1,), "levels": (arms, measures, 2), "effects": (lines, measures, 4)}
    return Tally({name: np.zeros(shape) for name, shape in shapes.items()})


def measured(games: Any, hands: Any) -> Ints:
    """The measures of games (GAME, n) with their hands (HAND, n by 2): int64, measures by n, in their order."""
    first = hands[:, 0]
    values = {
        "vueltas": games["hands"] == 2,
        "mano": (games["winner"] ^ first["mano"]) & 1 == 0,
        "wins_a": games["winner"] == 0,
        "swaps": np.add(first["swap_seat"] >= 0, first["swap2_seat"] >= 0, dtype=np.int64),
        "cantes": (first["forty_seat"] >= 0) + first["twenties"].sum(axis=1, dtype=np.int64),
        "cante_points": first["cantes"].sum(axis=1, dtype=np.int64),
    }
    return np.stack([values[name] for name in MEASURES]).astype(np.int64)


# The result


@dataclass(frozen=True)
class Effect:
    """A mean difference with its 95 % interval and how it was found, and the number of deals that differ."""

    estimate: Estimate
    differing: int
    interval: str

    @classmethod
    def of(cls, sums: Ints, reach: int) -> Effect:
        """From four sums; `reach` is the bound of a difference."""
        found = Differences.of(sums)
        interval = "bounded" if found.bounded else "normal"
        return cls(found.estimate(reach) or wilson(0, 0), found.differing, interval)

    @property
    def few(self) -> bool:
        """Whether there are some deals that differ, but too few for a normal interval."""
        return self.interval == "bounded" and self.differing > 0

    def as_dict(self) -> dict[str, Any]:
        """The JSON object: the estimate, the number of deals that differ, and how the interval was found."""
        return {**self.estimate.as_dict(), "differing": self.differing, "interval": self.interval}


Effects = dict[str, Effect]
"""What a change of the rules does to each measure, and as `other_winner` the share of deals that another side wins."""


def _as_dict(figures: Mapping[str, Effect | Estimate]) -> dict[str, Any]:
    return {name: figure.as_dict() for name, figure in figures.items()}


@dataclass(frozen=True)
class RuleEffects:
    """The result of `compare_rules`: exact sums, and the estimates drawn from them."""

    spec: Spec
    outcome: Outcome

    @property
    def games(self) -> int:
        """Deals, each of which was played once in every arm."""
        return self.outcome.units

    def rules(self, arm: int) -> Rules:
        """The rules of an arm."""
        return self.spec.rules_of(self.spec.arms[arm])

    @property
    def switches(self) -> list[Switch]:
        """The switches compared, in the order of `bazas.sim.rules.SWITCHES`."""
        return [switch for switch in self._differing if switch.name not in MATCH_SWITCHES]

    @property
    def not_played(self) -> list[Switch]:
        """Switches that differ, but change no single game."""
        return [switch for switch in self._differing if switch.name in MATCH_SWITCHES]

    @property
    def unpaired(self) -> list[Switch]:
        """Switches that differ, and with them the deals."""
        return [switch for switch in self._differing if switch.name in DEAL_SWITCHES]

    @property
    def _differing(self) -> list[Switch]:
        return differing(self.rules(FIRST), self.rules(SECOND))

    def levels(self, arm: int) -> dict[str, Estimate]:
        """The measures of an arm: shares with Wilson's intervals, means of the others."""
        sums = self.outcome.tally["levels"][arm].tolist()
        return {
            name: wilson(total, self.games) if most == 1 else mean_interval(self.games, total, squares, 0, most)
            for (name, most), (total, squares) in zip(MEASURES.items(), sums, strict=True)
        }

    @property
    def difference(self) -> Effects:
        """All switches at once: the second rules less the first."""
        return self._effects(SECOND)

    @property
    def effects(self) -> dict[str, Effects]:
        """Of each switch by its name: the first rules with this switch changed, less the first rules."""
        names = [switch.name for switch in self.switches]
        if len(names) == 1:
            return {names[0]: self.difference}
        return {name: self._effects(arm) for arm, name in enumerate(names, SECOND + 1)}

    @property
    def interplay(self) -> Effects | None:
        """What all switches at once do beyond the sum of what each does alone; None where one switch differs."""
        if len(self.switches) == 1:
            return None
        return self._line(-1, reach=len(self.switches) + 1)

    def _effects(self, arm: int) -> Effects:
        found = self._line(arm - 1)
        changed = found["wins_a"].differing
        return {**found, "other_winner": Effect(wilson(changed, self.games), changed, "wilson")}

    def _line(self, line: int, reach: int = 1) -> Effects:
        sums = self.outcome.tally["effects"][line]
        return {name: Effect.of(sums[i], reach * most) for i, (name, most) in enumerate(MEASURES.items())}

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas rules compare --json`; shares are fractions, differences second less first."""
        first, second = self.rules(FIRST), self.rules(SECOND)
        return {
            **self.outcome.header(self.spec),
            "first": {"rules": rules_name(first), **_as_dict(self.levels(FIRST))},
            "second": {"rules": rules_name(second), **_as_dict(self.levels(SECOND))},
            "difference": _as_dict(self.difference),
            "switches": {
                name: {"first": getattr(first, name), "second": getattr(second, name), **_as_dict(effects)}
                for name, effects in self.effects.items()
            },
            "interplay": self.interplay and _as_dict(self.interplay),
            "not_played": [switch.name for switch in self.not_played],
            "unpaired": [switch.name for switch in self.unpaired],
            "spec": self.spec.identity(),
        }
