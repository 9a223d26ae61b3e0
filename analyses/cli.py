"""The whole command `bazas`: the commands that play, and the studies. What a study needs is imported when it runs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bazas.analyses import contracts_command, duel_commands, profile_command, tournament_command, tune_command
from bazas.sim import defaults
from bazas.sim.cli import app, rules_app, tell_interruption
from bazas.sim.options import (
    Debug,
    FigurePath,
    Games,
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
    call,
    print_json,
)

__all__ = ["app", "contracts_command", "duel_commands", "main", "profile_command", "tournament_command", "tune_command"]

Withhold = Annotated[
    str, typer.Option("--withhold", metavar="WHICH", help="Exchanges of side a that are withheld: every or first.")
]
FirstRules = Annotated[str, typer.Argument(metavar="FIRST", help="A sheet of `bazas rules list`, or a file NAME.toml.")]
SecondRules = Annotated[str, typer.Argument(metavar="SECOND", help="The rules to compare them with.")]
ChangesOfBoth = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="SWITCH=VALUE", help="Change one rule of both, as deck=48. As often as needed."),
]


@app.command()
def seven(
    games: Games = defaults.STUDY_GAMES,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    withhold: Withhold = "every",
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    figure: FigurePath = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """What swapping the seven is worth: the same deals with it and without, for side a."""
    from bazas.analyses import seven_report
    from bazas.analyses.figures import check_stem, save
    from bazas.analyses.seven import seven as study
    from bazas.sim import terminal

    if figure is not None:
        check_stem(figure)
    terminal.announce_compilation()
    with terminal.Meter(wins="won") as meter:
        result = study(
            strategy, vs, seats, rules, rule=rule or (), games=games, seed=seed, withhold=withhold, out=out,
            threads=threads, resume=resume, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        seven_report.print_seven(result, terminal.console())
    if figure is not None and result.games:
        terminal.say(f"figure in {', '.join(map(str, save(*seven_report.chart(result), figure)))}")
    return tell_interruption(result.outcome, "deals")


@rules_app.command("compare")
def rules_compare(
    first: FirstRules,
    second: SecondRules,
    games: Games = defaults.STUDY_GAMES,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rule: ChangesOfBoth = None,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    figure: FigurePath = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """What each rule changes: the same deals by FIRST, by SECOND, and by FIRST with one switch at a time changed."""
    from bazas.analyses import rule_effects_figure, rule_effects_report
    from bazas.analyses.figures import check_stem, save
    from bazas.analyses.rule_effects import compare_rules
    from bazas.sim import terminal

    if figure is not None:
        check_stem(figure)
    terminal.announce_compilation()
    with terminal.Meter() as meter:
        result = compare_rules(
            first, second, strategy, vs, seats, rule=rule or (), games=games, seed=seed, out=out, threads=threads,
            resume=resume, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        rule_effects_report.print_effects(result, terminal.console())
    if figure is not None and result.games:
        terminal.say(f"figure in {', '.join(map(str, save(*rule_effects_figure.chart(result), figure)))}")
    return tell_interruption(result.outcome, "deals")


def main() -> None:
    """The entry point of the installed command."""
    sys.exit(call(app))
