"""Switches of rules, in any game: what one is, and a set of rules as a record of their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from bazas.sim.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

    from bazas.sim.games import Game


@dataclass(frozen=True)
class Switch:
    """One switch: its name, its allowed values, and what it means.

    `of_match`: it concerns matches, never one game. `any_number`: its value 0 is written `any`.
    """

    name: str
    values: tuple[Any, ...]
    meaning: str
    of_match: bool = False
    any_number: bool = False

    @property
    def choices(self) -> str:
        """The allowed values in words: `40, 48 or 36`."""
        words = [self.word(value) for value in self.values]
        return " or ".join([", ".join(words[:-1]), words[-1]])

    def check(self, value: Any) -> None:
        """Raise UsageError unless `value` is allowed."""
        if not any(value == allowed and type(value) is type(allowed) for allowed in self.values):
            raise UsageError(f"rule {self.name} cannot be {self.word(value)!r}: choose {self.choices}")

    def parse(self, text: str) -> Any:
        """The value that a word stands for; true and false are yes and no. Raises UsageError for any other word."""
        plain = text.strip().lower()
        for value in self.values:
            if plain in (self.word(value), str(value).lower()):
                return value
        raise UsageError(f"rule {self.name} cannot be {text.strip()!r}: choose {self.choices}")

    def word(self, value: Any) -> str:
        """How a value is written: yes and no for true and false."""
        if self.any_number and value == 0:
            return "any"
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class RuleSet:
    """The base of the rules of each game, which are frozen dataclasses with a field for each of their `SWITCHES`.

    A value that is not allowed raises UsageError. `GAME`: the game that these are rules of.
    """

    SWITCHES: ClassVar[tuple[Switch, ...]]
    GAME: ClassVar[Game]

    has_matches: ClassVar[bool] = False
    """Whether games are counted together into matches."""
    has_deals: ClassVar[bool] = False
    """Whether the first hand of a game may be played alone."""
    EXAMPLE: ClassVar[str]
    """How a change of one of them is written."""
    VARIATIONS: ClassVar[tuple[str, ...]]
    """What studies change: "none" first."""

    @property
    def longest_match(self) -> int:
        """Games of a match at most."""
        raise NotImplementedError

    def __post_init__(self) -> None:
        for switch in self.SWITCHES:
            switch.check(getattr(self, switch.name))

    if TYPE_CHECKING:

        @property
        def players(self) -> int:
            """Seats at the table."""

    def as_dict(self) -> dict[str, Any]:
        """Every switch and its value, in the order of `SWITCHES`."""
        return {switch.name: getattr(self, switch.name) for switch in self.SWITCHES}

    def record(self) -> np.record:
        """The integers that the kernel reads."""
        raise NotImplementedError

    @classmethod
    def switch_named(cls, name: str) -> Switch:
        """The switch of that name; raises UsageError for an unknown one, with the name that comes nearest."""
        for switch in cls.SWITCHES:
            if switch.name == name:
                return switch
        from difflib import get_close_matches

        near = get_close_matches(name, [switch.name for switch in cls.SWITCHES], 1, 0.6)
        hint = f"did you mean {near[0]}? " if near else ""
        few = len(cls.SWITCHES) < 4
        all_of_them = f"choose {' or '.join(s.name for s in cls.SWITCHES)}" if few else "`bazas rules list` shows all"
        raise UsageError(f"no rule named {name!r}: {hint}{all_of_them}")


R = TypeVar("R", bound=RuleSet, covariant=True)


@dataclass(frozen=True)
class Preset(Generic[R]):
    """A named sheet."""

    name: str
    title: str
    rules: R
