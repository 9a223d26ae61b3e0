"""Strategies: what a player is, how one is named and found. The door for strategies of one's own.

A strategy is an immutable record of five decisions, each a function of a view (`bazas.kernels.records.VIEW`): `play`
returns a card out of `view.legal`; `swap` and `declare` return yes or no; `sing` returns one of the suits in
`view.legal` or -1; `claim` returns yes or no. All but `play` have defaults: swap, declare, sing the 40 and then the
lowest suit, claim as soon as it is true.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

from bazas.kernels.bits import lowest
from bazas.kernels.cards import GOAL
from bazas.kernels.records import MEMORY, PARAMETERS, QUESTIONS, VIEW
from bazas.sim.errors import BazasError, StrategyError, UsageError
from bazas.sim.guinote import GUINOTE
from bazas.sim.player import Parameter, Player
from bazas.sim.strategy_code import TRUTH, Form, own_content

P = TypeVar("P", bound=Player)

BUILT_IN = {
    "highest": "bazas.sim.strategies.highest",
    "random": "bazas.sim.strategies.random",
    "lowest": "bazas.sim.strategies.lowest",
    "greedy": "bazas.sim.strategies.greedy",
    "careful": "bazas.sim.strategies.careful",
    "counter": "bazas.sim.strategies.counter",
    "rollout": "bazas.sim.strategies.rollout",
    "exact": "bazas.sim.strategies.exact",
}
"""Name of each built-in strategy, from the weakest on, and the module that holds it under the name `strategy`."""

FORM = Form(
    VIEW,
    QUESTIONS,
    {
        "play": "a whole number (a card)",
        "swap": TRUTH,
        "declare": TRUTH,
        "sing": "a suit or -1",
        "claim": TRUTH,
    },
    "docs/write-a-strategy.md",
)


def swap_always(view: Any) -> bool:
    """Swap whenever it is allowed."""
    return True


def declare_always(view: Any) -> bool:
    """Declare the tute whenever it is held."""
    return True


def sing_lowest(view: Any) -> int:
    """Sing the first suit allowed: the 40 is asked for before the 20s."""
    return lowest(view.legal)


def claim_when_true(view: Any) -> bool:
    """Claim 101 as soon as the own side has it."""
    return view.points[view.seat & 1] >= GOAL


@dataclass(frozen=True)
class Strategy(Player):
    """A player of Guiñote; see `Player` for what all have."""

    GAME = GUINOTE
    FORM = FORM
    BUILT_IN = BUILT_IN
    ENTRY_POINTS = "bazas.strategies"

    swap: Callable[[Any], int] = swap_always
    declare: Callable[[Any], int] = declare_always
    sing: Callable[[Any], int] = sing_lowest
    claim: Callable[[Any], int] = claim_when_true


# How one is named and found. `kind` is the class of the strategies of a game; where it is `Player`, those of a file may
# be of any game, and names are Guiñote's.


def names(kind: type[Player] = Strategy) -> list[str]:
    """Names of all strategies that can be chosen by name: the built-in ones, then those of installed packages."""
    return list(dict.fromkeys([*kind.BUILT_IN, *(entry.name for entry in entry_points(group=kind.ENTRY_POINTS))]))


def built_in(*, looking_ahead: bool, kind: type[Player] = Strategy) -> list[str]:
    """The built-in strategies that look ahead, or those that do not, from the weakest on."""
    return [name for name in kind.BUILT_IN if _by_name(name, kind).looks_ahead == looking_ahead]


@overload
def strategy(text: str) -> Strategy: ...


@overload
def strategy(text: str, kind: type[P]) -> P: ...


def strategy(text: str, kind: type[Player] = Strategy) -> Player:
    """The strategy that a text names: `careful`, `careful:draw_from=3`, `./mine.py:name:keep=3`, `./mine.py`.

    Raises UsageError for an unknown name, file or parameter and StrategyError for a file that cannot be loaded.
    """
    if text.endswith(".py"):
        return strategy(_only_one(text, kind), kind)
    path, found, rest = text.rpartition(".py:")
    if found:
        name, colon, parameters = rest.partition(":")
        chosen = _from_file(Path(path + ".py"), name, kind)
    else:
        name, colon, parameters = text.partition(":")
        chosen = _by_name(name, kind)
    return chosen.with_values(_parse_values(chosen, text, parameters)) if colon else chosen


def _only_one(file: str, kind: type[Player]) -> str:
    """What names the one strategy of a file."""
    found = spelled_out(file, kind)
    if len(found) > 1:
        raise UsageError(f"{file} has {len(found)} strategies: choose {' or '.join(found)}")
    return found[0]


def spelled_out(text: str, kind: type[Player] = Strategy) -> list[str]:
    """What `strategy` takes for all strategies that a text names: those of a whole file, `./mine.py`, or the one.

    Raises UsageError for a file without strategies, and what `strategy` raises for one that cannot be loaded.
    """
    if not text.endswith(".py"):
        return [text]
    found = _in_module(_load_module(Path(text).resolve()), kind)
    if not found:
        raise UsageError(f"{text} has no strategy: one is a variable that holds a {_public_name(kind)}")
    return [f"{text}:{name}" for name in found]


def _public_name(kind: type[Player]) -> str:
    return f"bazas.sim.{_named_kind(kind).__name__}"


def _named_kind(kind: type[Player]) -> type[Player]:
    return Strategy if kind is Player else kind


def _in_module(module: ModuleType, kind: type[Player]) -> list[str]:
    """The variables of a module that hold a strategy, each strategy once; not those that are built in."""
    names: dict[int, str] = {}
    for name, value in vars(module).items():
        if isinstance(value, kind) and not _is_built_in(value):
            names.setdefault(id(value), name)
    return list(names.values())


def _is_built_in(value: Player) -> bool:
    return value.name in value.BUILT_IN and value is _by_name(value.name, type(value))


def _parse_values(chosen: Player, text: str, parameters: str) -> dict[str, int]:
    values: dict[str, int] = {}
    for part in parameters.split(","):
        name, equals, word = part.partition("=")
        parameter = chosen.parameter(name) if equals else None
        value = parameter.parse(word) if parameter else None
        if parameter is None or value is None:
            wanted = f"{name}={'|'.join(parameter.choices)}" if parameter and parameter.choices else "name=number"
            raise UsageError(f"strategy {text!r}: {part!r} is not of the form {wanted}")
        if name in values:
            raise UsageError(f"strategy {text!r} sets {name} twice")
        values[name] = value
    return values


def _by_name(name: str, kind: type[P]) -> P:
    named = _named_kind(kind)
    if name in named.BUILT_IN:
        found = importlib.import_module(named.BUILT_IN[name])
        own_content(named.BUILT_IN[name])
        return found.strategy
    for entry in entry_points(group=named.ENTRY_POINTS):
        if entry.name == name:
            return _checked(_loaded(entry), f"entry point {name}", kind)
    other = _of_another_game(name, named)
    if other is not None:
        raise UsageError(f"{name} plays {other.GAME.title}: choose rules of that game, with {_rules_of(other)}")
    hint = " (a file is named as ./mine.py:name)" if name.endswith(".py") else ""
    known = ", ".join(names(named))
    raise UsageError(f"no strategy named {name!r}{hint}: choose one of {known}, or a file as ./mine.py:name")


def _loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as error:  # whatever a package does when it is imported
        raise StrategyError(f"entry point {entry.name} cannot be loaded: {type(error).__name__}: {error}") from error


def _from_file(path: Path, name: str, kind: type[P]) -> P:
    module = _load_module(path.resolve())
    found = getattr(module, name, None)
    if found is None:
        raise UsageError(f"{path} has no strategy {name!r}: it has {', '.join(_in_module(module, kind)) or 'none'}")
    return _checked(found, f"{path}:{name}", kind)


def _checked(found: Any, where: str, kind: type[P]) -> P:
    if not isinstance(found, kind):
        if isinstance(found, Player):
            how = _rules_of(type(found))
            raise UsageError(f"{where} plays {found.GAME.title}: choose rules of that game, with {how}")
        raise UsageError(f"{where} is a {type(found).__name__}, it must be a {_public_name(kind)}")
    return found


def _rules_of(kind: type[Player]) -> str:
    """The option that chooses rules of the game of some strategies."""
    from bazas.sim.sheets import SHEETS

    return " or ".join(f"--rules {name}" for name, sheet in SHEETS.items() if sheet.rules.GAME is kind.GAME)


def _of_another_game(name: str, kind: type[Player]) -> type[Player] | None:
    """The class of the strategies of another game among which a name is built in."""
    from bazas.sim.sheets import SHEETS

    others = (sheet.rules.GAME.strategies for sheet in SHEETS.values() if sheet.rules.GAME is not kind.GAME)
    return next((other for other in others if name in other.BUILT_IN), None)


@cache
def _load_module(path: Path) -> ModuleType:
    """Run a user's file as a module, once in a process."""
    if not path.is_file():
        raise UsageError(f"no strategy file {path}")
    name = f"bazas_user_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} cannot be read as a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with contextlib.redirect_stdout(sys.stderr):  # stdout is for results
            spec.loader.exec_module(module)
    except BazasError:
        del sys.modules[name]
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise StrategyError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


__all__ = ["MEMORY", "PARAMETERS", "Parameter", "Strategy", "names", "strategy"]
