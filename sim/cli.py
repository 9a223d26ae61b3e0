"""The commands that play: simulate, show, rules, strategy, cache. What they need is imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.options import (
    INTERRUPTED,
    Debug,
    Games,
    Json,
    Out,
    Resume,
    RulesName,
    Seats,
    Seed,
    StrategyName,
    Threads,
    Vs,
    count,
    print_json,
    resume_command,
)

SETTINGS = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="bazas",
    help="A Monte Carlo laboratory for Guiñote.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)
rules_app = typer.Typer(help="The rules that can be played.", rich_markup_mode=None)
strategy_app = typer.Typer(help="The strategies that can play.", rich_markup_mode=None)
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
    """A Monte Carlo laboratory for Guiñote: plays millions of deals and says what they show."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def simulate(
    games: Games = defaults.SIMULATE_GAMES,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.RULES,
    seed: Seed = defaults.SEED,
    out: Out = None,
    threads: Threads = None,
    resume: Resume = False,
    plays: Annotated[bool, typer.Option("--plays", help="Store the cards in order of play, too (slow).")] = False,
    hands: Annotated[bool, typer.Option("--hands", help="Store the hands as dealt, too.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Play many games: who wins, points, cantes, swaps, vueltas, with 95 % intervals."""
    if (plays or hands) and out is None:
        raise UsageError("--plays and --hands add columns to stored rows: name a folder with --out")
    from bazas.sim import terminal
    from bazas.sim.simulate import simulate as play
    from bazas.sim.simulate_report import print_simulation

    terminal.announce_compilation()
    with terminal.Meter() as meter:
        result = play(
            strategy, vs, seats, rules, games=games, seed=seed, out=out, threads=threads,
            resume=resume, plays=plays, hands=hands, progress=meter,
        )  # fmt: skip
    if json:
        print_json(result.as_dict())
    else:
        print_simulation(result, terminal.console())
    return tell_interruption(result.outcome.interrupted, result.games, out)


def tell_interruption(interrupted: bool, games: int, out: Path | None) -> int:
    """After Ctrl-C, say how to go on; returns the exit status of the command."""
    if not interrupted:
        return 0
    from bazas.sim.terminal import say

    how = "nothing was stored, as there was no --out" if out is None else f"go on with: {resume_command()}"
    say(f"interrupted after {games} games; {how}")
    return INTERRUPTED


@app.command()
def show(
    game: Annotated[int, typer.Option("--game", parser=count, metavar="N", help="Number of the game.")] = 0,
    strategy: StrategyName = None,
    vs: Vs = None,
    seats: Seats = None,
    rules: RulesName = defaults.RULES,
    seed: Seed = defaults.SEED,
    hand: Annotated[str, typer.Option("--hand", metavar="WHICH", help="first, vueltas or both.")] = "both",
    ascii: Annotated[bool, typer.Option("--ascii", help="Plain characters only.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show one game trick by trick, as it is played in a run of the same seed."""
    from bazas.sim import terminal
    from bazas.sim.show import show as tell

    terminal.announce_compilation()
    story = tell(defaults.chosen(strategy, seats), game, seed=seed, rules=rules, vs=vs, seats=seats)
    if json:
        print_json(story.as_dict())
    else:
        story.render(terminal.console(), ascii=ascii, hand=hand)


@rules_app.command("list")
def rules_list(json: Json = False, debug: Debug = False) -> None:
    """List the rule sheets and their switches."""
    from bazas.sim.rules import PRESETS, SWITCHES

    if json:
        presets = [{"name": p.name, "title": p.title, "switches": p.rules.as_dict()} for p in PRESETS.values()]
        meanings = [{"name": s.name, "values": list(s.values), "meaning": s.meaning} for s in SWITCHES]
        print_json({"rules": presets, "switches": meanings})
        return
    from bazas.sim.terminal import console, listing

    for preset in PRESETS.values():
        print(f"{preset.name}: {preset.title}")
    rows = [[s.name, *(_word(getattr(p.rules, s.name)) for p in PRESETS.values()), s.meaning] for s in SWITCHES]
    console().print(listing(["switch", *PRESETS, "meaning"], rows))


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


@strategy_app.command("list")
def strategy_list(json: Json = False, debug: Debug = False) -> None:
    """List the strategies that can be chosen by name, with their parameters."""
    from bazas.sim.strategy import names, strategy

    found: list[dict[str, Any]] = [
        {
            "name": name,
            "description": (player := strategy(name)).description,
            "parameters": [
                {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "meaning": p.meaning}
                for p in player.parameters
            ],
        }
        for name in names()
    ]
    if json:
        print_json({"strategies": found})
        return
    from bazas.sim.terminal import console, listing

    rows = []
    for entry in found:
        rows.append([entry["name"], entry["description"]])
        for p in entry["parameters"]:
            rows.append(["", f"{p['name']}={p['default']}  {p['meaning']} ({p['low']} to {p['high']})"])
    console().print(listing(["strategy", "what it does, and its parameters"], rows))


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
