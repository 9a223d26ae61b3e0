"""What each rule changes: the same deals by two sets of rules, and by the first with one switch at a time changed.

Arm 0 plays the first rules, arm 1 the second, and each arm after them the first with one switch changed; where only
one switch differs, arm 1 is that arm. An effect is the mean over the deals of what a game brings in its arm less what
it brings in arm 0; `bazas.analyses.rule_sums` says what is compared, and adds it up. With another deck, or at another
table, games of one number are no longer the same deal: they are compared all the same, but not by who wins them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bazas.analyses.paired import Differences, Ints
from bazas.analyses.rule_sums import MEASURES, no_effects, tally_effects
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, holm, mean_interval, wilson
from bazas.sim.rules import Rules, guinote
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import differing, guinote_rules, rules_name
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.switches import Switch

if TYPE_CHECKING:
    from bazas.sim.strategy import Strategy

OTHER_WINNER = "other_winner"
"""What is compared besides the measures, of the same deals only: whether another side wins than by the first rules."""

DEAL_SWITCHES = ("players", "deck")
"""Where one of these differs, so do the deals."""

FIRST, SECOND = 0, 1
"""The arms of the two sets of rules."""


def compare_rules(
    first: str | Rules,
    second: str | Rules,
    strategy: str | Strategy | None = None,
    vs: str | Strategy | None = None,
    seats: str | Sequence[str | Strategy] | None = None,
    *,
    rule: Sequence[str] = (),
    games: int = defaults.STUDY_GAMES,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> RuleEffects:
    """Play `games` deals by `first`, by `second`, and by `first` with each switch in turn set as in `second`.

    `first` and `second` are sheets' names, TOML files or rules, as `bazas.sim.rules_of` takes them; `rule`: changes of
    both, as "deck=48". The other arguments are those of `bazas.sim.simulate`; `out` stores the rows of all arms.

    Raises what `simulate` raises, and UsageError for rules between which no single game can differ.
    """
    one, other = (guinote_rules(chosen, rule, "no switches can be compared") for chosen in (first, second))
    switches = _compared(one, other)
    changed = [replace(one, **{switch.name: getattr(other, switch.name)}) for switch in switches]
    arms = [
        Arm(players_at(rules, defaults.chosen(strategy, seats), vs, seats), rules=rules)
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
    played = [switch for switch in found if not switch.of_match]
    if not played:
        names = " and ".join(switch.name for switch in found)
        raise UsageError(f"these rules differ in {names} only, which no single game can show: choose others to compare")
    return played


@dataclass(frozen=True)
class Effect:
    """A mean difference with its 95 % interval and how it was found, and the number of deals that differ.

    `p_value`: of the mean being 0; None where there is nothing to be tested, as one deal that differs tells it.
    """

    estimate: Estimate
    differing: int
    interval: str
    p_value: float | None = None

    @classmethod
    def of(cls, sums: Ints, reach: int) -> Effect:
        """From four sums; `reach` is the bound of a difference."""
        found = Differences.of(sums)
        interval = "bounded" if found.bounded else "normal"
        return cls(found.estimate(reach) or wilson(0, 0), found.differing, interval, found.p_value)

    @property
    def few(self) -> bool:
        """Whether there are some deals that differ, but too few for a normal interval."""
        return self.interval == "bounded" and self.differing > 0

    def as_dict(self) -> dict[str, Any]:
        """The JSON object: the estimate, the number of deals that differ, and how the interval was found."""
        return {**self.estimate.as_dict(), "differing": self.differing, "interval": self.interval}


Effects = dict[str, Effect]
"""What a change of the rules does to each measure; and to the winners (`OTHER_WINNER`), of the same deals only."""


def _as_dict(effects: Effects) -> dict[str, dict[str, Any] | None]:
    names = (*MEASURES, OTHER_WINNER)
    return {name: effects[name].as_dict() if name in effects else None for name in names}


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
        return guinote(self.spec.rules_of(self.spec.arms[arm]))

    @property
    def names(self) -> tuple[str, str]:
        """What the two sets of rules are called."""
        return rules_name(self.rules(FIRST)), rules_name(self.rules(SECOND))

    def change(self, switch: Switch) -> str:
        """`yes → no`."""
        return " → ".join(switch.word(getattr(self.rules(arm), switch.name)) for arm in (FIRST, SECOND))

    @property
    def switches(self) -> list[Switch]:
        """The switches compared, in the order of `bazas.sim.rules.SWITCHES`."""
        return [switch for switch in self._differing if not switch.of_match]

    @property
    def not_played(self) -> list[Switch]:
        """Switches that differ, but change no single game."""
        return [switch for switch in self._differing if switch.of_match]

    @property
    def unpaired(self) -> list[Switch]:
        """Switches that differ, and with them the deals."""
        return self._unpaired(SECOND)

    @property
    def sides_differ(self) -> bool:
        """Whether side a plays otherwise than side b; else nothing is to be learnt from its wins."""
        labels = [strategy.label for strategy in self.spec.arms[FIRST].strategies]
        return labels[::2] != labels[1::2]

    @property
    def _differing(self) -> list[Switch]:
        return differing(self.rules(FIRST), self.rules(SECOND))

    def _unpaired(self, arm: int) -> list[Switch]:
        return [switch for switch in differing(self.rules(FIRST), self.rules(arm)) if switch.name in DEAL_SWITCHES]

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

    @property
    def holm(self) -> dict[tuple[str, str], bool]:
        """Of each switch and measure, whether the effect differs from 0 when all of them are tested together, at 5 %.

        Of the wins of side a only where the sides differ.
        """
        tested = {
            (switch, measure): effect.p_value
            for switch, effects in self.effects.items()
            for measure, effect in effects.items()
            if effect.p_value is not None and (measure != "wins_a" or self.sides_differ)
        }
        return dict(zip(tested, holm(list(tested.values())), strict=True))

    def _effects(self, arm: int) -> Effects:
        found = self._line(arm - 1)
        if self._unpaired(arm):
            return found
        changed = found["wins_a"].differing
        return {**found, OTHER_WINNER: Effect(wilson(changed, self.games), changed, "wilson")}

    def _line(self, line: int, reach: int = 1) -> Effects:
        sums = self.outcome.tally["effects"][line]
        return {name: Effect.of(sums[i], reach * most) for i, (name, most) in enumerate(MEASURES.items())}

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas rules compare --json`; shares are fractions, differences second less first."""
        first, second = self.rules(FIRST), self.rules(SECOND)
        return {
            **self.outcome.header(self.spec),
            "first": {"rules": rules_name(first), **self._levels_as_dict(FIRST)},
            "second": {"rules": rules_name(second), **self._levels_as_dict(SECOND)},
            "difference": _as_dict(self.difference),
            "switches": {
                name: {"first": getattr(first, name), "second": getattr(second, name), **effects}
                for name, effects in self._switches_as_dict().items()
            },
            "interplay": self.interplay and _as_dict(self.interplay),
            "not_played": [switch.name for switch in self.not_played],
            "unpaired": [switch.name for switch in self.unpaired],
            "spec": self.spec.identity(),
        }

    def _levels_as_dict(self, arm: int) -> dict[str, Any]:
        return {name: level.as_dict() for name, level in self.levels(arm).items()}

    def _switches_as_dict(self) -> dict[str, dict[str, Any]]:
        tested = self.holm
        return {
            switch: {
                name: effect and {**effect, "holm": tested.get((switch, name))}
                for name, effect in _as_dict(effects).items()
            }
            for switch, effects in self.effects.items()
        }
