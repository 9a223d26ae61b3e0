"""Runs of games with random on side b."""

from pathlib import Path
from typing import Any

from bazas.sim.rules import Rules
from bazas.sim.runner import Outcome, run
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.tally import Tally, tally_games

GAMES = 3000


def spec(*names: str, seed: int = 1, **options: Any) -> Spec:
    """An arm for each side a, all against random."""
    return Spec("simulate", Rules(), seed, tuple(Arm(seats_of(4, name, "random")) for name in names), **options)


LOWEST = spec("lowest")


def play(chosen: Spec, games: int, out: Path | None = None, **options: Any) -> Outcome:
    return run(chosen, games, tally=tally_games, out=out, **options)


def same(one: Tally, other: Tally) -> bool:
    return one.to_json() == other.to_json()
