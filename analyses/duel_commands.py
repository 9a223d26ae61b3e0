"""The commands in which strategies play each other. What they need is imported when they run."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from bazas.sim import defaults
from bazas.sim.cli import app, tell_interruption
from bazas.sim.options import (
    Debug,
    GameCommand,
    Json,
    Out,
    Resume,
    RuleChanges,
    RulesName,
    Seed,
    Threads,
    count,
    print_json,
)


def width(text: str | float) -> float:
    """A number; raises typer.BadParameter for anything else."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number: write it as 0.2") from None


FirstStrategy = Annotated[str, typer.Argument(metavar="A", help="A strategy, as `bazas strategy list` names them.")]
SecondStrategy = Annotated[str, typer.Argument(metavar="B", help="The strategy to compare it with.")]
Deals = Annotated[
    int | None,
    typer.Option(
        "--games",
        parser=count,
        metavar="N",
        help=f"Deals to play, each of them twice. [default: {defaults.STUDY_GAMES:_}; with --until the most]",
    ),
]
Until = Annotated[
    float | None,
    typer.Option(
        "--until",
        parser=width,
        metavar="WIDTH",
        help="Stop when the interval of the points is so wide, from its low to its high end; valid at every look.",
    ),
]


@app.command(cls=GameCommand)
def compare(
    a: FirstStrategy,
    b: SecondStrategy,
    games: Deals = None,
    until: Until = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Which of two strategies is better: the same deals by both, with the seats changed over."""
    from bazas.analyses.compare import compare as study
    from bazas.analyses.compare_report import print_comparison, standing
    from bazas.sim import terminal
    from bazas.sim.live import LiveView
    from bazas.sim.sheets import rules_of

    terminal.announce_compilation(rules_of(rules).GAME)
    with LiveView(partial(standing, names=(a, b), until=until)) as view:
        result = study(
            a, b, rules, rule=rule or (), games=games, until=until, seed=seed, out=out, threads=threads, resume=resume,
            progress=view,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        print_comparison(result, terminal.console())
    return tell_interruption(result.outcome, "deals")
