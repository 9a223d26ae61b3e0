"""What the commands have in common: counts as people write them, who plays, errors as sentences."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import shlex
import sys
import traceback
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from bazas.sim.defaults import RULES, STRATEGY
from bazas.sim.errors import BazasError, UsageError

if TYPE_CHECKING:
    from bazas.sim.games import Game

# Typer brings its own copy of click or uses the installed one; the bases of its BadParameter are right in both.
_CLICK_USAGE_ERROR, _CLICK_ERROR = typer.BadParameter.__mro__[1:3]

INTERRUPTED = 130


def count(text: str | int) -> int:
    """A whole number: 1000000, 1_000_000 or 1e6; raises typer.BadParameter for anything else."""
    plain = str(text).strip()  # Typer passes the default as it is
    if len(plain) < 40 and re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", plain):
        return int(plain)
    exponent = re.fullmatch(r"([+-]?[0-9]{1,20})(?:\.([0-9]{1,20}))?[eE]\+?([0-9]{1,2})", plain)
    if exponent:
        whole, digits, power = exponent[1], exponent[2] or "", int(exponent[3])
        if len(digits) <= power:
            return int(whole + digits) * 10 ** (power - len(digits))
    raise typer.BadParameter(f"{text!r} is not a whole number: write it as 1000000, 1_000_000 or 1e6")


Games = Annotated[int, typer.Option("--games", parser=count, metavar="N", help="Games to play, as 1_000_000 or 1e6.")]
Seed = Annotated[int, typer.Option("--seed", parser=count, metavar="N", help="Seed of deals and noise.")]
RulesName = Annotated[
    str, typer.Option("--rules", metavar="NAME", help="Rules: a sheet of `bazas rules list`, or a file NAME.toml.")
]
RuleChanges = Annotated[
    list[str] | None,
    typer.Option("--rule", metavar="SWITCH=VALUE", help="Change a rule of `bazas rules list`. As often as needed."),
]
StrategyName = Annotated[
    str | None,
    typer.Option("--strategy", metavar="NAME", help=f"Strategy of side a; without --vs of both. [default: {STRATEGY}]"),
]
Vs = Annotated[str | None, typer.Option("--vs", metavar="NAME", help="Strategy of side b.")]
Seats = Annotated[
    str | None, typer.Option("--seats", metavar="A,B,C,D", help="A strategy for each seat, instead of --strategy.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Store the rows in this folder.")]
Threads = Annotated[
    int | None, typer.Option("--threads", parser=count, metavar="N", help="Threads. [default: all cores]")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
FigurePath = Annotated[
    Path | None, typer.Option("--figure", metavar="PATH", help="Write PATH.png, PATH.svg and the data as PATH.csv.")
]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]

OPTIONS_OF = {"matches": "guinote", "match": "guinote", "hand": "guinote", "round": "tarneeb"}
"""Options that only one game has, by their names, and that game's."""


def game_asked(arguments: Sequence[str]) -> Game:
    """The game of the rules, or of the script, that a command line names; that of the default rules for want of one."""
    from bazas.sim.sheets import rules_of

    named, script = _value_of("--rules", arguments), _value_of("--script", arguments)
    try:
        if script is not None:
            from bazas.sim.rule_files import read_some
            from bazas.sim.script_text import game_of

            return game_of(Path(script), read_some(Path(script)))
        return rules_of(RULES if named is None else named).GAME
    except BazasError:  # told when the command runs
        return rules_of(RULES).GAME


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    """What a command line gives an option, the last time that it names it."""
    found = None
    for argument, following in zip_longest(arguments, arguments[1:]):
        if argument == option:
            found = following
        elif argument.startswith(f"{option}="):
            found = argument.partition("=")[2]
    return found


class GameCommand(TyperCommand):
    """A command of several games: its help shows the options of the game that is asked for, and it takes no others."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Hide the options of other games, and refuse them."""
        from bazas.sim.sheets import rules_of

        game = game_asked(args)
        options: list[Any] = list(self.params)
        for option in options:
            option.hidden = OPTIONS_OF.get(option.name, game.name) != game.name
            if option.name == "rules":  # whoever asks for another game has no use for the default
                option.show_default = rules_of(RULES).GAME is game
        rest = super().parse_args(ctx, args)
        for option in options:
            if option.hidden and given(ctx, option.name):
                raise UsageError(f"{option.opts[0]} has no meaning in this game: leave it out")
        return rest


def given(context: Any, name: str) -> bool:
    """Whether an option was typed, be it with the value that it has by default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def print_json(content: Any) -> None:
    """One JSON object on stdout."""
    print(json.dumps(content, allow_nan=False))


def resume_command(arguments: Sequence[str] | None = None) -> str:
    """The command that goes on with this one."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return shlex.join(["bazas", *given, *([] if "--resume" in given else ["--resume"])])


def call(app: typer.Typer, arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status: 0, 1 for a failure, 2 for wrong use, 130 after Ctrl-C.

    Every error is one sentence on stderr; --debug shows the traceback before it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_streams()
    try:
        status = _invoke(app, given)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BrokenPipeError:  # as with `bazas ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except BaseException as error:
        if isinstance(error, SystemExit):
            raise
        if "--debug" in given:
            traceback.print_exc()
        sentence, status = _told(error, given)
        from bazas.sim.terminal import say

        say(sentence)
        return status


def _open_streams() -> None:
    """Write what a stream cannot show as a question mark, and nowhere where it is closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - it stays open
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _invoke(app: typer.Typer, given: list[str]) -> Any:
    """What the command returns. Not by its `main`, which lets Ctrl-C end in silence."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("bazas", list(given)) as context:
            return command.invoke(context)
    except typer.Exit as ended:  # after --help or --version
        return ended.exit_code


def _told(error: BaseException, given: Sequence[str]) -> tuple[str, int]:
    """An error as a sentence, and the exit status."""
    if isinstance(error, BazasError):
        return str(error), error.exit_code
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
        return f"the result cannot be written: {error.strerror}", 1
    if isinstance(error, (KeyboardInterrupt, typer.Abort)):
        stored = any(word.partition("=")[0] == "--out" for word in given)
        return f"interrupted; go on with: {resume_command(given)}" if stored else "interrupted", INTERRUPTED
    if isinstance(error, _CLICK_ERROR):
        message = getattr(error, "format_message", lambda: str(error))()
        wrong_use = isinstance(error, _CLICK_USAGE_ERROR)
        return f"{message.rstrip('.')}; see `bazas --help`", 2 if wrong_use else 1
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")
    return f"something unexpected failed ({what}); add --debug to see where, and please report it", 1
