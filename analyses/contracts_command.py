"""The command `contracts`. What it needs is imported when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from bazas.sim import defaults
from bazas.sim.cli import app, tell_interruption
from bazas.sim.options import (
    Debug,
    FigurePath,
    Json,
    Out,
    Resume,
    RuleChanges,
    RulesName,
    Seats,
    Seed,
    StrategyName,
    Threads,
    Vs,
    count,
    print_json,
)

Deals = Annotated[int, typer.Option("--games", parser=count, metavar="N", help="Deals to play, each three times.")]


@app.command()
def contracts(
    games: Deals = defaults.STUDY_GAMES,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.TARNEEB_RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    figure: FigurePath = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Tarneeb: what each bid is worth, what one more costs, what it brings to open the bidding."""
    from bazas.analyses import contracts_report
    from bazas.analyses.contracts import contracts as study
    from bazas.analyses.figures import check_stem, save
    from bazas.sim import terminal
    from bazas.sim.sheets import rules_of

    if figure is not None:
        check_stem(figure)
    terminal.announce_compilation(rules_of(rules).GAME)
    with terminal.Meter() as meter:
        result = study(
            strategy, vs, seats, rules, rule=rule or (), games=games, seed=seed, out=out, threads=threads,
            resume=resume, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        contracts_report.print_contracts(result, terminal.console())
    if figure is not None and result.games:
        terminal.say(f"figure in {', '.join(map(str, save(*contracts_report.chart(result), figure)))}")
    return tell_interruption(result.outcome, "deals")
