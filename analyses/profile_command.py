"""The command `bazas strategy profile`. What it needs is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bazas.sim import defaults
from bazas.sim.cli import tell_interruption
from bazas.sim.options import Debug, Json, RuleChanges, RulesName, Seed, Threads, count, print_json
from bazas.sim.strategy_commands import strategy_app

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help="Strategies: a column for each.")]
Opponent = Annotated[str | None, typer.Option("--vs", metavar="NAME", help="Whom all play. [default: each itself]")]
ProfileGames = Annotated[
    int | None,
    typer.Option(
        "--games", parser=count, metavar="N", help="Games of each. [default: 20000; 1000 where one looks ahead]"
    ),
]


@strategy_app.command("profile")
def strategy_profile(
    names: Names,
    games: ProfileGames = None,
    vs: Opponent = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    threads: Threads = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """How strategies behave: cantes, trumps, points given away. Do they play like a person?"""
    from bazas.analyses.profile import profile
    from bazas.analyses.profile_report import print_profile
    from bazas.sim import terminal

    terminal.announce_compilation()
    with terminal.Meter() as meter:
        result = profile(names, vs, rules, rule=rule or (), games=games, seed=seed, threads=threads, progress=meter)
    if json:
        print_json(result.as_dict())
    else:
        print_profile(result, terminal.console())
    return tell_interruption(result.outcome, "games")
