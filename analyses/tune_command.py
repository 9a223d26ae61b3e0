"""The command `bazas strategy tune`. What it needs is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bazas.sim import defaults
from bazas.sim.options import Debug, GameCommand, Json, RuleChanges, RulesName, Seed, Threads, count, print_json
from bazas.sim.strategy_commands import strategy_app

Tunable = Annotated[str, typer.Argument(metavar="STRATEGY", help="The strategy, as for --strategy.")]
Searched = Annotated[
    list[str] | None,
    typer.Option("--parameter", metavar="NAME", help="Search this one, also as NAME=1..5. As often as needed."),
]
Reference = Annotated[
    str | None, typer.Option("--vs", metavar="NAME", help="Whom it plays. [default: itself, as it is given]")
]
Goal = Annotated[str, typer.Option("--by", metavar="WHAT", help="What is to become more: points or wins.")]
Budget = Annotated[int, typer.Option("--games", parser=count, metavar="N", help="Games of the search at most.")]
HeldOut = Annotated[
    int, typer.Option("--held-out", parser=count, metavar="N", help="Deals on which what is found is tried.")
]


@strategy_app.command("tune", cls=GameCommand)
def strategy_tune(
    strategy: Tunable,
    parameter: Searched = None,
    vs: Reference = None,
    by: Goal = "points",
    games: Budget = defaults.TUNE_GAMES,
    held_out: HeldOut = defaults.HELD_OUT,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    threads: Threads = None,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Search better values for a strategy's parameters on some deals, and try them on others."""
    from bazas.analyses.tune import tune
    from bazas.analyses.tune_report import print_tuned
    from bazas.sim import terminal
    from bazas.sim.sheets import rules_of

    terminal.announce_compilation(rules_of(rules).GAME)
    with terminal.Meter() as meter:
        result = tune(
            strategy, parameter or (), vs, by=by, games=games, held_out=held_out, rules=rules, rule=rule or (),
            seed=seed, threads=threads, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        print_tuned(result, terminal.console())
