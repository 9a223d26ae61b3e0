"""Simulate: play many games, say who wins, by how much, and what happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bazas.kernels.compiling import package_version
from bazas.kernels.records import DECIDED
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.rules import Rules, preset
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.spec import Arm, Spec, rules_name, seats_of
from bazas.sim.strategy import Strategy
from bazas.sim.tally import Tally, tally_games


def simulate(
    strategy: str | Strategy | None = None,
    vs: str | Strategy | None = None,
    seats: str | Sequence[str | Strategy] | None = None,
    rules: str | Rules = "lascuarenta",
    *,
    games: int,
    seed: int = 1,
    out: str | Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    plays: bool = False,
    hands: bool = False,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Simulation:
    """Play `games` games: `strategy` as side a against `vs` (else itself), or `seats` with a strategy for each seat.

    `out`: store the rows in this folder, with `plays` and `hands` also the cards played and dealt; `resume` goes on
    with the run that it holds. `threads`: all cores unless given; `executor`: any of concurrent.futures instead.
    `progress` hears of every chunk.

    Raises UsageError for wrong use, RunError for the folder, StrategyError for a strategy that breaks the rules.
    """
    sheet = preset(rules) if isinstance(rules, str) else rules
    arm = Arm(seats_of(sheet.players, strategy, vs, seats))
    spec = Spec("simulate", sheet, seed, (arm,), plays=plays, hands=hands)
    outcome = run(
        spec,
        games,
        tally=tally_games,
        threads=threads,
        out=None if out is None else Path(out),
        resume=resume,
        executor=executor,
        progress=progress,
    )
    return Simulation(spec, outcome)


@dataclass(frozen=True)
class Simulation:
    """What was played, and the figures: shares of games with Wilson's intervals, points as means.

    Points, cantes and swaps are those of first hands: one a game, all played under the same conditions.
    """

    spec: Spec
    outcome: Outcome

    @property
    def games(self) -> int:
        """Games behind the figures, those of a resumed run included."""
        return self.outcome.games

    @property
    def figures(self) -> dict[str, Estimate | None]:
        """Every estimate by its key in the JSON object; None for a seat that this table does not have."""
        return figures(self.outcome.tally, self.spec.rules.players)

    def __getattr__(self, name: str) -> Estimate | None:
        if name.startswith("_") or name not in (found := self.figures):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return found[name]

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas simulate --json`."""
        outcome = self.outcome
        return {
            "command": "simulate",
            "rules": rules_name(self.spec.rules),
            "strategies": [strategy.label for strategy in self.spec.arms[0].strategies],
            "seed": self.spec.seed,
            "version": package_version(),
            "games": outcome.games,
            "hands": outcome.tally.total("hands"),
            "hands_played": outcome.hands,
            "hands_per_second": round(outcome.hands_per_second, 1),
            "seconds": round(outcome.seconds, 3),
            "compile_seconds": round(outcome.compile_seconds, 3),
            "interrupted": outcome.interrupted,
            "out": None if outcome.out is None else str(outcome.out),
            **{name: None if found is None else found.as_dict() for name, found in self.figures.items()},
            "switches": self.spec.rules.as_dict(),
        }


def figures(tally: Tally, players: int) -> dict[str, Estimate | None]:
    """The estimates of a tally of `tally_games`, by their keys."""
    games = tally.total("games")

    def share(name: str, index: int | None = None) -> Estimate:
        return wilson(tally.total(name) if index is None else tally.at(name, index), games)

    def mean(name: str, index: int = 0) -> Estimate:
        return mean_interval(games, tally.at(name, index), tally.at(f"{name}_squared", index))

    def margin() -> Estimate:
        difference = tally.at("points", 0) - tally.at("points", 1)
        return mean_interval(games, difference, tally.at("margin_squared", 0))

    def of_mano(seat: int) -> Estimate | None:
        return wilson(tally.at("wins_of_manos", seat), tally.at("manos", seat)) if seat < players else None

    return {
        "wins_a": share("wins", 0),
        "wins_b": share("wins", 1),
        "wins_mano": share("wins_of_manos"),
        **{f"wins_mano_{seat}": of_mano(seat) for seat in range(4)},
        "points_a": mean("points", 0),
        "points_b": mean("points", 1),
        "points_mano": mean("points_of_mano"),
        "margin": margin(),
        "forty_a": share("forty", 0),
        "forty_b": share("forty", 1),
        "twenties_a": mean("twenties", 0),
        "twenties_b": mean("twenties", 1),
        "swaps": share("swap"),
        "swaps_a": share("swap", 0),
        "swaps_b": share("swap", 1),
        "swaps_chained": share("chained"),
        "vueltas": share("vueltas"),
        "tute": share("tute"),
        **{f"decided_{name}": share("decided", code) for code, name in enumerate(DECIDED)},
    }
