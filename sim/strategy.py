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
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from bazas.kernels.bits import lowest
from bazas.kernels.calling import Seat
from bazas.kernels.cards import GOAL
from bazas.kernels.records import MEMORY, PARAMETERS, QUESTIONS
from bazas.sim.errors import BazasError, StrategyError, UsageError
from bazas.sim.strategy_code import compiled, hash_of, own_content

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

ENTRY_POINTS = "bazas.strategies"


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
class Parameter:
    """A whole number that tunes a strategy: word number i of `view.params` holds the value of parameter i.

    `choices`: words that people write for the values from `low` on, as `goal=points`.
    """

    name: str
    default: int
    low: int
    high: int
    meaning: str
    choices: tuple[str, ...] = ()

    def word(self, value: int) -> str:
        """A value as people write it."""
        return self.choices[value - self.low] if self.choices else str(value)

    def parse(self, text: str) -> int | None:
        """The value that a text means, None for a text that means none; its range is not looked at."""
        if text in self.choices:
            return self.low + self.choices.index(text)
        return int(text) if not self.choices and re.fullmatch("-?[0-9]{1,19}", text) else None

    @property
    def range(self) -> str:
        """The possible values in words: `1 to 7`, or `game or points`."""
        return " or ".join(self.choices) or f"{self.low} to {self.high}"


@dataclass(frozen=True)
class Strategy:
    """A player: its decisions, and the values of its parameters.

    `description`: what a player must know of it, in a line; `descripcion`: the same in Spanish, in a few lines.
    `memory`: the strategy keeps words in `view.memory` (int64, `MEMORY` of them, zero at the start of each hand).
    `looks_ahead`: it plays some hundred hands a second, not a million; commands then choose fewer games by themselves.
    """

    name: str
    description: str
    play: Callable[[Any], int]
    swap: Callable[[Any], int] = swap_always
    declare: Callable[[Any], int] = declare_always
    sing: Callable[[Any], int] = sing_lowest
    claim: Callable[[Any], int] = claim_when_true
    parameters: tuple[Parameter, ...] = ()
    memory: bool = False
    looks_ahead: bool = False
    values: Mapping[str, int] = field(default_factory=dict)
    descripcion: str = ""

    def __post_init__(self) -> None:
        if len(self.parameters) > PARAMETERS:
            raise StrategyError(f"strategy {self.name} has {len(self.parameters)} parameters: at most {PARAMETERS} fit")
        if not self.name.isprintable() or not self.name or set(self.name) & set(":,= "):
            raise StrategyError(f"{self.name!r} cannot name a strategy: use letters, digits, - and _")
        for kind, decision in zip(QUESTIONS, self.decisions, strict=True):
            if not inspect.isfunction(getattr(decision, "py_func", decision)):
                raise StrategyError(f"strategy {self.name}: {kind} must be a function of a view")
        for parameter in self.parameters:
            if not parameter.name.isidentifier():
                raise StrategyError(f"strategy {self.name}: {parameter.name!r} cannot name a parameter")
            if parameter is not self.parameter(parameter.name):
                raise StrategyError(f"strategy {self.name} has two parameters {parameter.name}: rename one")
            if parameter.low > parameter.high:
                raise StrategyError(
                    f"strategy {self.name}: no number is in the range of {parameter.name}, "
                    f"from {parameter.low} to {parameter.high}"
                )
            value = self.values.get(parameter.name, parameter.default)
            if type(value) is not int or not parameter.low <= value <= parameter.high:
                raise UsageError(
                    f"strategy {self.name}: {parameter.name}={value} is not possible, "
                    f"choose a whole number from {parameter.low} to {parameter.high}"
                )
        for name in self.values:
            self.parameter(name)

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name; raises UsageError where there is none."""
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        known = ", ".join(parameter.name for parameter in self.parameters) or "none"
        raise UsageError(f"strategy {self.name} has no parameter {name!r}: its parameters are {known}")

    @property
    def label(self) -> str:
        """Name with the parameters that differ from their defaults, as one would type it: `careful:draw_from=3`."""
        values = [(p, self.values.get(p.name, p.default)) for p in self.parameters]
        changed = [f"{p.name}={p.word(v)}" for p, v in values if v != p.default]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    @property
    def words(self) -> tuple[int, ...]:
        """The parameters' values in their order, filled up with zeros to the `PARAMETERS` words of the view."""
        values = [self.values.get(parameter.name, parameter.default) for parameter in self.parameters]
        return tuple(values + [0] * (PARAMETERS - len(values)))

    @property
    def decisions(self) -> tuple[Callable[[Any], Any], ...]:
        """The five decisions in the kernel's order."""
        return self.play, self.swap, self.declare, self.sing, self.claim

    def with_values(self, values: Mapping[str, int]) -> Strategy:
        """The same strategy with some parameters set; raises UsageError for an unknown name or a value out of range."""
        return replace(self, values={**self.values, **values})

    def seat(self) -> Seat:
        """What the kernel takes, compiled; raises StrategyError where a decision does not compile or fit."""
        decisions = tuple(
            compiled(self.name, kind, decision, self.memory)
            for kind, decision in zip(QUESTIONS, self.decisions, strict=True)
        )
        return Seat(decisions, self.words, self.memory)

    def source_hash(self) -> str:
        """Hash (16 hex digits) of all that the decisions are made of, for the provenance of a run.

        The files of the decisions and of all functions that they call (the kernels have a hash of their own), and the
        values that these take from their modules and closures; wherever the files lie.
        """
        return hash_of(self.decisions)


def names() -> list[str]:
    """Names of all strategies that can be chosen by name: the built-in ones, then those of installed packages."""
    return list(dict.fromkeys([*BUILT_IN, *(entry.name for entry in entry_points(group=ENTRY_POINTS))]))


def built_in(*, looking_ahead: bool) -> list[str]:
    """The built-in strategies that look ahead, or those that do not, from the weakest on."""
    return [name for name in BUILT_IN if _by_name(name).looks_ahead == looking_ahead]


def strategy(text: str) -> Strategy:
    """The strategy that a text names: `careful`, `careful:draw_from=3`, `./mine.py:name:keep=3`, `./mine.py`.

    Raises UsageError for an unknown name, file or parameter and StrategyError for a file that cannot be loaded.
    """
    if text.endswith(".py"):
        return strategy(_only_one(text))
    path, found, rest = text.rpartition(".py:")
    if found:
        name, colon, parameters = rest.partition(":")
        chosen = _from_file(Path(path + ".py"), name)
    else:
        name, colon, parameters = text.partition(":")
        chosen = _by_name(name)
    return chosen.with_values(_parse_values(chosen, text, parameters)) if colon else chosen


def _only_one(file: str) -> str:
    """What names the one strategy of a file."""
    found = spelled_out(file)
    if len(found) > 1:
        raise UsageError(f"{file} has {len(found)} strategies: choose {' or '.join(found)}")
    return found[0]


def spelled_out(text: str) -> list[str]:
    """What `strategy` takes for all strategies that a text names: those of a whole file, `./mine.py`, or the one.

    Raises UsageError for a file without strategies, and what `strategy` raises for one that cannot be loaded.
    """
    if not text.endswith(".py"):
        return [text]
    found = _in_module(_load_module(Path(text).resolve()))
    if not found:
        raise UsageError(f"{text} has no strategy: one is a variable that holds a bazas.sim.Strategy")
    return [f"{text}:{name}" for name in found]


def _in_module(module: ModuleType) -> list[str]:
    """The variables of a module that hold a strategy, each strategy once; not those that are built in."""
    names: dict[int, str] = {}
    for name, value in vars(module).items():
        if isinstance(value, Strategy) and not (value.name in BUILT_IN and value is _by_name(value.name)):
            names.setdefault(id(value), name)
    return list(names.values())


def _parse_values(chosen: Strategy, text: str, parameters: str) -> dict[str, int]:
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


def _by_name(name: str) -> Strategy:
    if name in BUILT_IN:
        found = importlib.import_module(BUILT_IN[name])
        own_content(BUILT_IN[name])
        return found.strategy
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == name:
            return _checked(_loaded(entry), f"entry point {name}")
    hint = " (a file is named as ./mine.py:name)" if name.endswith(".py") else ""
    known = ", ".join(names())
    raise UsageError(f"no strategy named {name!r}{hint}: choose one of {known}, or a file as ./mine.py:name")


def _loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as error:  # whatever a package does when it is imported
        raise StrategyError(f"entry point {entry.name} cannot be loaded: {type(error).__name__}: {error}") from error


def _from_file(path: Path, name: str) -> Strategy:
    module = _load_module(path.resolve())
    found = getattr(module, name, None)
    if found is None:
        raise UsageError(f"{path} has no strategy {name!r}: it has {', '.join(_in_module(module)) or 'none'}")
    return _checked(found, f"{path}:{name}")


def _checked(found: Any, where: str) -> Strategy:
    if not isinstance(found, Strategy):
        raise UsageError(f"{where} is a {type(found).__name__}, it must be a bazas.sim.Strategy")
    return found


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
