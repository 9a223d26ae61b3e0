"""What decides for a seat, in any game: its decisions, its parameters, its provenance."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from bazas.kernels.calling import Seat
from bazas.kernels.records import PARAMETERS
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.strategy_code import Form, compiled, hash_of

if TYPE_CHECKING:
    from bazas.sim.games import Game


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
class Player:
    """A player: its decisions, and the values of its parameters. Each game has a class of its own, with its decisions.

    `description`: what a player must know of it, in a line; `descripcion`: the same in Spanish, in a few lines.
    `memory`: the strategy keeps words in `view.memory` (int64, `MEMORY` of them, zero at the start of each hand).
    `looks_ahead`: it plays some hundred hands a second, not a million; commands then choose fewer games by themselves.

    `GAME`: what it plays. `FORM`: what its decisions take and give. `BUILT_IN`: name of each built-in strategy of its
    game, from the weakest on, and the module that holds it under the name `strategy`. `ENTRY_POINTS`: group of those of
    installed packages.
    """

    GAME: ClassVar[Game]
    FORM: ClassVar[Form]
    BUILT_IN: ClassVar[Mapping[str, str]]
    ENTRY_POINTS: ClassVar[str]

    name: str
    description: str
    play: Callable[[Any], int]
    parameters: tuple[Parameter, ...] = field(default=(), kw_only=True)
    memory: bool = field(default=False, kw_only=True)
    looks_ahead: bool = field(default=False, kw_only=True)
    values: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    descripcion: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if len(self.parameters) > PARAMETERS:
            raise StrategyError(f"strategy {self.name} has {len(self.parameters)} parameters: at most {PARAMETERS} fit")
        if not self.name.isprintable() or not self.name or set(self.name) & set(":,= "):
            raise StrategyError(f"{self.name!r} cannot name a strategy: use letters, digits, - and _")
        for kind, decision in zip(self.FORM.questions, self.decisions, strict=True):
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
        """The decisions by the numbers of the kernel's questions."""
        return tuple(getattr(self, name) for name in self.FORM.questions)

    def with_values(self, values: Mapping[str, int]) -> Self:
        """The same strategy with some parameters set; raises UsageError for an unknown name or a value out of range."""
        return replace(self, values={**self.values, **values})

    def seat(self) -> Seat:
        """What the kernel takes, compiled; raises StrategyError where a decision does not compile or fit."""
        decisions = tuple(
            compiled(self.FORM, self.name, kind, decision, self.memory)
            for kind, decision in zip(self.FORM.questions, self.decisions, strict=True)
        )
        return Seat(decisions, self.words, self.memory)

    def source_hash(self) -> str:
        """Hash (16 hex digits) of all that the decisions are made of, for the provenance of a run.

        The files of the decisions and of all functions that they call (the kernels have a hash of their own), and the
        values that these take from their modules and closures; wherever the files lie.
        """
        return hash_of(self.decisions)
