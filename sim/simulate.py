"""Simulate: play many games or matches, say who wins, by how much, and what happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate
from bazas.sim.player import Player
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.switches import RuleSet


def simulate(
    strategy: str | Player | None = None,
    vs: str | Player | None = None,
    seats: str | Sequence[str | Player] | None = None,
    rules: str | RuleSet = defaults.RULES,
    *,
    rule: Sequence[str] = (),
    games: int | None = None,
    matches: int | None = None,
    seed: int = defaults.SEED,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    plays: bool = False,
    hands: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Simulation:
    """Play `games` games: `strategy` as side a against `vs` (else itself), or `seats` with a strategy for each seat.

    Side a is "careful" where neither `strategy` nor `seats` is given, and 100,000 games are played where their number
    is not. `matches`: play so many whole matches instead, cotos of games in which the mano passes on.
    `rules`: a sheet's name, a TOML file or rules, of which `rule` changes switches, as `["deck=48"]`.
    `out`: store the rows in this folder, with `plays` and `hands` also the cards played and dealt; `resume` goes on
    with the run that it holds. `threads`: all cores unless given; `executor`: any of concurrent.futures instead.
    `progress` hears of every chunk.

    Raises UsageError for wrong use, RunError for the folder, StrategyError for a strategy that breaks the rules.
    """
    sheet = rules_of(rules, rule)
    arm = Arm(players_at(sheet, defaults.chosen(strategy, seats), vs, seats))
    if games is not None and matches is not None:
        raise UsageError("games and matches cannot both be counted: name the number of one of them")
    spec = Spec("simulate", sheet, seed, (arm,), plays=plays, hands=hands, matches=matches is not None)
    outcome = run(
        spec,
        matches if matches is not None else defaults.SIMULATE_GAMES if games is None else games,
        tally=spec.game.tally(spec),
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
    )
    return Simulation(spec, outcome)


@dataclass(frozen=True)
class Simulation:
    """What was played, and the figures: shares with Wilson's intervals, points as means. Games are independent."""

    spec: Spec
    outcome: Outcome

    @property
    def games(self) -> int:
        """Games behind the figures, those of a resumed run included."""
        return self.outcome.tally.total("games")

    @property
    def hands(self) -> int:
        """Hands behind the figures."""
        return self.outcome.tally.total("hands")

    @property
    def matches(self) -> int | None:
        """Matches behind the figures; None where games were played one by one."""
        return self.outcome.units if self.spec.matches else None

    @property
    def figures(self) -> dict[str, Estimate | None]:
        """Every estimate by its key in the JSON object; None for a seat that this table does not have."""
        return self.spec.game.figures(self.spec, self.outcome.tally)

    @property
    def chain(self) -> dict[str, Estimate] | None:
        """What the rates of single games imply for cotos and matches; None where no matches were played, or too few."""
        if not self.spec.matches:
            return None
        from bazas.sim.matches import by_the_chain
        from bazas.sim.rules import guinote

        return by_the_chain(self.outcome.tally, guinote(self.spec.rules))

    def __getattr__(self, name: str) -> Estimate | None:
        if name.startswith("_") or name not in (found := self.figures):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return found[name]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas simulate --json`."""
        chain = self.chain
        return {
            **self.outcome.header(self.spec),
            "games": self.games,
            self.spec.game.hands: self.hands,
            **{name: None if found is None else found.as_dict() for name, found in self.figures.items()},
            **({"chain": chain and {name: e.as_dict() for name, e in chain.items()}} if self.spec.matches else {}),
            "spec": self.spec.identity(),
        }
