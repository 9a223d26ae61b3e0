"""Simulate: play many games or matches, say who wins, by how much, and what happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bazas.kernels.records import DECIDED
from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.matches import by_the_chain, match_figures, tally_matches
from bazas.sim.rules import Rules, rules_of
from bazas.sim.runner import Outcome, Progress, run
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import Strategy
from bazas.sim.tally import Tally, tally_games

MOST_POINTS = 230
"""Of a side in one hand: 120 in cards, 10 for the last trick, a 40 and three 20s."""
MOST_TWENTIES = 3

OF_ANY_MANO = ("wins_mano", "points_mano")
"""Figures that runs of matches do not give: there the side that loses more may be mano more often."""


def simulate(
    strategy: str | Strategy | None = None,
    vs: str | Strategy | None = None,
    seats: str | Sequence[str | Strategy] | None = None,
    rules: str | Rules = defaults.RULES,
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
    arm = Arm(seats_of(sheet.players, defaults.chosen(strategy, seats), vs, seats))
    if games is not None and matches is not None:
        raise UsageError("games and matches cannot both be counted: name the number of one of them")
    spec = Spec("simulate", sheet, seed, (arm,), plays=plays, hands=hands, matches=matches is not None)
    outcome = run(
        spec,
        matches if matches is not None else defaults.SIMULATE_GAMES if games is None else games,
        tally=tally_games if matches is None else tally_matches,
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

    Points, cantes and swaps are those of first hands: one a game, all played under the same conditions (in matches, but
    for the mano). Games count as independent of each other; those of a match are tied by the mano alone.
    """

    spec: Spec
    outcome: Outcome

    @property
    def games(self) -> int:
        """Games behind the figures, those of a resumed run included."""
        return self.outcome.tally.total("games")

    @property
    def matches(self) -> int | None:
        """Matches behind the figures; None where games were played one by one."""
        return self.outcome.units if self.spec.matches else None

    @property
    def figures(self) -> dict[str, Estimate | None]:
        """Every estimate by its key in the JSON object; None for a seat that this table does not have."""
        tally, rules = self.outcome.tally, self.spec.rules
        if not self.spec.matches:
            return figures(tally, rules.players)
        by_seat = {name: found for name, found in figures(tally, rules.players).items() if name not in OF_ANY_MANO}
        return {**by_seat, **match_figures(tally, rules)}

    @property
    def chain(self) -> dict[str, Estimate] | None:
        """What the rates of single games imply for cotos and matches; None where no matches were played, or too few."""
        return by_the_chain(self.outcome.tally, self.spec.rules) if self.spec.matches else None

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
            "hands": self.outcome.tally.total("hands"),
            **{name: None if found is None else found.as_dict() for name, found in self.figures.items()},
            **({"chain": chain and {name: e.as_dict() for name, e in chain.items()}} if self.spec.matches else {}),
            "spec": self.spec.identity(),
        }


def figures(tally: Tally, players: int) -> dict[str, Estimate | None]:
    """The estimates of a tally of `tally_games`, by their keys."""
    games = tally.total("games")

    def share(name: str, index: int | None = None) -> Estimate:
        return wilson(tally.total(name) if index is None else tally.at(name, index), games)

    def mean(name: str, most: int, index: int = 0) -> Estimate:
        return mean_interval(games, tally.at(name, index), tally.at(f"{name}_squared", index), 0, most)

    def margin() -> Estimate:
        difference = tally.at("points", 0) - tally.at("points", 1)
        return mean_interval(games, difference, tally.at("margin_squared", 0), -MOST_POINTS, MOST_POINTS)

    def of_mano(seat: int) -> Estimate | None:
        return wilson(tally.at("wins_of_manos", seat), tally.at("manos", seat)) if seat < players else None

    return {
        "wins_a": share("wins", 0),
        "wins_b": share("wins", 1),
        "wins_mano": share("wins_of_manos"),
        **{f"wins_mano_{seat}": of_mano(seat) for seat in range(4)},
        "points_a": mean("points", MOST_POINTS, 0),
        "points_b": mean("points", MOST_POINTS, 1),
        "points_mano": mean("points_of_mano", MOST_POINTS),
        "margin": margin(),
        "forty_a": share("forty", 0),
        "forty_b": share("forty", 1),
        "twenties_a": mean("twenties", MOST_TWENTIES, 0),
        "twenties_b": mean("twenties", MOST_TWENTIES, 1),
        "swaps": share("swap"),
        "swaps_a": share("swap", 0),
        "swaps_b": share("swap", 1),
        "swaps_chained": share("chained"),
        "vueltas": share("vueltas"),
        "tute": share("tute"),
        **{f"decided_{name}": share("decided", code) for code, name in enumerate(DECIDED)},
    }
