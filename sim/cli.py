"""The commands that play: simulate, show, solve, rules, cache. What they need is imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.options import (
    INTERRUPTED,
    Debug,
    GameCommand,
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
    given,
    print_json,
    resume_command,
)
from bazas.sim.strategy_commands import strategy_app

if TYPE_CHECKING:
    from bazas.sim.runner import Outcome

SETTINGS = {"help_option_names": ["-h", "--help"]}

GamesOrMatches = Annotated[
    int | None,
    typer.Option(
        "--games",
        parser=count,
        metavar="N",
        help=f"Games to play, as 1_000_000 or 1e6. [default: {defaults.SIMULATE_GAMES:_}]",
    ),
]
ShownRules = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help="Show these rules too: a sheet, or a file NAME.toml.")
]

app = typer.Typer(
    name="bazas",
    help="A Monte Carlo laboratory for Guiñote and Tarneeb.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)
rules_app = typer.Typer(help="The rules that can be played.", rich_markup_mode=None)
cache_app = typer.Typer(help="The compiled code on disk.", rich_markup_mode=None)
app.add_typer(rules_app, name="rules")
app.add_typer(strategy_app, name="strategy")
app.add_typer(cache_app, name="cache")


def _version(wanted: bool) -> None:
    if wanted:
        from bazas.kernels.compiling import package_version

        print(f"bazas {package_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def bazas(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A Monte Carlo laboratory for Guiñote, and for Tarneeb: plays millions of deals and says what they show."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=GameCommand)
def simulate(
    games: GamesOrMatches = None,
    matches: Annotated[
        int | None, typer.Option("--matches", parser=count, metavar="N", help="Matches to play, instead of games.")
    ] = None,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    plays: Annotated[bool, typer.Option("--plays", help="Store the cards in order of play, too (slow).")] = False,
    hands: Annotated[bool, typer.Option("--hands", help="Store the hands as dealt, too.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Play many games: who wins, by how much, and what happens on the way, with 95 % intervals."""
    if (plays or hands) and out is None:
        raise UsageError("--plays and --hands add columns to stored rows: name a folder with --out")
    from bazas.sim import terminal
    from bazas.sim.sheets import rules_of
    from bazas.sim.simulate import simulate as play
    from bazas.sim.simulate_report import print_simulation

    terminal.announce_compilation(rules_of(rules).GAME)
    with terminal.Meter() as meter:
        result = play(
            strategy, vs, seats, rules, rule=rule or (), games=games, matches=matches, seed=seed, out=out,
            threads=threads, resume=resume, plays=plays, hands=hands, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        print_simulation(result, terminal.console())
    return tell_interruption(result.outcome, result.spec.unit)


def tell_interruption(outcome: Outcome, unit: str) -> int:
    """After Ctrl-C, say how to go on; returns the exit status of the command."""
    if not outcome.interrupted:
        return 0
    from bazas.sim.terminal import say

    how = "nothing was stored, as there was no --out" if outcome.out is None else f"go on with: {resume_command()}"
    say(f"interrupted after {outcome.units} {unit}; {how}")
    return INTERRUPTED


@app.command(cls=GameCommand)
def show(
    context: typer.Context,
    game: Annotated[int, typer.Option("--game", parser=count, metavar="N", help="Number of the game.")] = 0,
    match: Annotated[
        int | None, typer.Option("--match", parser=count, metavar="N", help="Number of the match that it belongs to.")
    ] = None,
    script: Annotated[
        Path | None, typer.Option("--script", metavar="FILE", help="Show the scenario in this file instead.")
    ] = None,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.RULES,
    rule: RuleChanges = None,
    seed: Seed = defaults.SEED,
    hand: Annotated[str, typer.Option("--hand", metavar="WHICH", help="first, vueltas or both.")] = "both",
    round: Annotated[
        int | None, typer.Option("--round", parser=count, metavar="N", help="This round only, counted from 0.")
    ] = None,
    rest: Annotated[bool, typer.Option("--rest", help="Also what the script leaves out.")] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Plain characters only.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show one game trick by trick, as it is played in a run of the same seed, or as a script tells it."""
    from bazas.sim import terminal
    from bazas.sim.show import show as tell

    terminal.announce_compilation()
    story = tell(
        strategy, game if given(context, "game") else None, match=match, seed=seed if given(context, "seed") else None,
        rules=rules if given(context, "rules") else None, rule=rule or (), vs=vs, seats=seats, script=script,
    )  # fmt: skip
    if json:
        print_json(story.as_dict())
    else:
        chosen = {"hand": hand} if given(context, "hand") else {} if round is None else {"round": round}
        story.render(terminal.console(), ascii=ascii, rest=rest, **chosen)


@app.command()
def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The position as text; - for the standard input.")],
    goal: Annotated[
        str, typer.Option("--goal", metavar="WHICH", help="points, or game: the chance to win it.")
    ] = "points",
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Solve a position of the arrastre with open cards: what each card is worth, and the line of best play."""
    from bazas.sim import terminal
    from bazas.sim.solve import solve as find
    from bazas.sim.solve_line import ready
    from bazas.sim.solve_report import print_solution
    from bazas.sim.solve_text import read_position

    position = read_position(file)
    if not ready():
        terminal.say("compiling the solver, once (a minute or two)...")
    solution = find(position, goal)
    if json:
        print_json(solution.as_dict())
    else:
        print_solution(solution, terminal.console())


@rules_app.command("list")
def rules_list(rules: ShownRules = None, rule: RuleChanges = None, json: Json = False, debug: Debug = False) -> None:
    """List the rule sheets and their switches, side by side; --rules and --rule add rules of one's own."""
    from bazas.sim.sheet_report import listed_rules, print_rules

    if json:
        print_json(listed_rules(rules, rule or ()))
    else:
        print_rules(rules, rule or ())


@cache_app.command("clear")
def cache_clear(json: Json = False, debug: Debug = False) -> None:
    """Remove the compiled code; it is made again when it is needed."""
    from bazas.kernels.compiling import cache_root, clear_cache
    from bazas.sim.disk import told

    root = cache_root()
    with told(root, "removed"):
        freed = clear_cache()
    if json:
        print_json({"folder": str(root), "bytes": freed})
    else:
        print(f"{freed / 1e6:.1f} MB removed from {root}" if freed else f"nothing to remove in {root}")
