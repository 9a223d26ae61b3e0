"""The commands about strategies: list, new, check. What they need is imported when they run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bazas.sim import defaults
from bazas.sim.options import Debug, GameCommand, Json, RulesName, Seed, count, print_json

if TYPE_CHECKING:
    from bazas.sim.player import Player

strategy_app = typer.Typer(help="The strategies that can play, and those of one's own.", rich_markup_mode=None)

NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, as mine.py.")]
NewName = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="Name of the strategy. [default: that of the file]")
]
Checked = Annotated[str, typer.Argument(metavar="STRATEGY", help="A file, FILE:NAME, or a name as in `list`.")]
Deals = Annotated[
    int,
    typer.Option("--games", parser=count, metavar="N", help="Deals at most of each comparison with another strategy."),
]
Limit = Annotated[
    int, typer.Option("--limit", parser=count, metavar="SECONDS", help="How long to wait for one game at most.")
]
CheckedRules = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="NAME", help="Rules of the game that is played. [default: as the strategies of a file say]"
    ),
]


@strategy_app.command("list", cls=GameCommand)
def strategy_list(rules: RulesName = defaults.RULES, json: Json = False, debug: Debug = False) -> None:
    """List the strategies that can be chosen by name, with their parameters."""
    from bazas.sim.sheets import rules_of
    from bazas.sim.strategy import names, strategy

    kind = rules_of(rules).GAME.strategies
    found = {name: strategy(name, kind) for name in names(kind)}
    if json:
        print_json({"strategies": [_described(name, player) for name, player in found.items()]})
        return
    from bazas.sim.terminal import console, listing

    rows = []
    for name, player in found.items():
        rows.append([name, player.description])
        for p in player.parameters:
            rows.append(["", f"{p.name}={p.word(p.default)}  {p.meaning} ({p.range})"])
    console().print(listing(["strategy", "what it does, and its parameters"], rows))


def _described(name: str, player: Player) -> dict[str, Any]:
    """A strategy as part of the JSON object."""
    return {
        "name": name,
        "description": player.description,
        "descripcion": player.descripcion,
        "parameters": [
            {
                "name": p.name,
                "default": p.default,
                "low": p.low,
                "high": p.high,
                "choices": list(p.choices),
                "meaning": p.meaning,
            }
            for p in player.parameters
        ],
    }


@strategy_app.command("new", cls=GameCommand)
def strategy_new(
    file: NewFile, name: NewName = None, rules: RulesName = defaults.RULES, json: Json = False, debug: Debug = False
) -> None:
    """Write a working strategy into a new file, to be changed to one's liking."""
    from bazas.sim.sheets import rules_of
    from bazas.sim.strategy_new import new_strategy

    written, name = new_strategy(file, name, rules)
    if json:
        print_json({"file": str(written), "name": name})
        return
    path = shlex.quote(str(written))
    chosen = shlex.quote(f"{written}:{name}")
    by = "" if rules == defaults.RULES else f" --rules {shlex.quote(rules)}"
    print(f"{written} holds the strategy {name}. Change it as you like, and:")
    print(f"  bazas strategy check {path}")
    print(f"  bazas simulate{by} --strategy {chosen} --vs {rules_of(rules).GAME.workshop.yardstick}")
    print(f"  bazas show{by} --strategy {chosen} --game 0")


@strategy_app.command("check", cls=GameCommand)
def strategy_check(
    strategy: Checked,
    games: Deals = defaults.CHECK_GAMES,
    limit: Limit = defaults.CHECK_LIMIT,
    rules: CheckedRules = None,
    seed: Seed = defaults.SEED,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Play strategies against the built-in ones, and say what is wrong with them, how strong and how fast they are."""
    from bazas.sim import terminal
    from bazas.sim.sheets import rules_of
    from bazas.sim.strategy_check import check_strategy
    from bazas.sim.strategy_check_report import CheckMeter, print_check

    terminal.announce_compilation(None if rules is None else rules_of(rules).GAME)
    with CheckMeter() as meter:
        result = check_strategy(strategy, games=games, limit=limit, seed=seed, rules=rules, progress=meter)
    if json:
        print_json(result.as_dict())
    else:
        print_check(result, terminal.console())
    return 0 if result.passed else 1
