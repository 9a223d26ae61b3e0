"""Small runs in a folder."""

from pathlib import Path

from bazas.sim.rules import Rules
from bazas.sim.runner import run
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.tally import tally_games


def spec(rules: Rules | None = None, seed: int = 1, plays: bool = False, hands: bool = False) -> Spec:
    rules = rules or Rules()
    return Spec("simulate", rules, seed, (Arm(seats_of(rules.players, "random")),), plays=plays, hands=hands)


def play(out: Path, games: int = 100, chosen: Spec | None = None, resume: bool = False, part_rows: int = 50) -> None:
    run(chosen or spec(), games, tally=tally_games, out=out, resume=resume, chunk=25, part_rows=part_rows)
