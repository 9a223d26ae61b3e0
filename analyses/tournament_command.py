"""The command `bazas tournament`. What it needs is imported when it runs."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from bazas.analyses.duel_commands import Deals, Until
from bazas.sim import defaults
from bazas.sim.cli import app, tell_interruption
from bazas.sim.options import (
    Debug,
    FigurePath,
    GameCommand,
    Json,
    Out,
    Resume,
    RuleChanges,
    RulesName,
    Seed,
    Threads,
    print_json,
)

Players = Annotated[
    list[str], typer.Argument(metavar="A B ...", help="Strategies, as `bazas strategy list` names them; two or more.")
]
Anchor = Annotated[
    str | None,
    typer.Option("--anchor", metavar="NAME", help="The player whose ratings are 0, instead of the mean of all."),
]


@app.command(cls=GameCommand)
def tournament(
    players: Players,
    games: Deals = None,
    until: Until = None,
    anchor: Anchor = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    figure: FigurePath = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Which of some strategies is the strongest: all pairs on the same deals, with the seats changed over."""
    from bazas.analyses import tournament_figure, tournament_report
    from bazas.analyses.figures import check_stem, save
    from bazas.analyses.tournament import enter
    from bazas.analyses.tournament import tournament as study
    from bazas.sim import terminal
    from bazas.sim.live import LiveView
    from bazas.sim.sheets import rules_of

    if figure is not None:
        check_stem(figure)
    game = rules_of(rules).GAME
    _, table = enter(players, anchor, game)
    terminal.announce_compilation(game)
    with LiveView(partial(tournament_report.standing, table=table, until=until)) as view:
        result = study(
            players, rules, rule=rule or (), games=games, until=until, anchor=anchor, seed=seed, out=out,
            threads=threads, resume=resume, progress=view,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        tournament_report.print_tournament(result, terminal.console())
    if figure is not None and result.games > 1:
        terminal.say(f"figure in {', '.join(map(str, save(*tournament_figure.chart(result), figure)))}")
    return tell_interruption(result.outcome, "deals")
