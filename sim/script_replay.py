"""A scripted game, played over and over: what the games have in common in following a script."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from bazas.kernels.records import ASK
from bazas.sim.errors import UsageError
from bazas.sim.player import Player
from bazas.sim.script_text import wrong
from bazas.sim.strategy import strategy as strategy_named

P = TypeVar("P", bound=Player)


class ScriptText(Protocol):
    """What a script of any game has."""

    @property
    def path(self) -> Path:
        """Its file."""

    @property
    def strategy(self) -> str:
        """The strategy that answers what it leaves open."""

    @property
    def lines(self) -> dict[str, int]:
        """Of each statement of its header the line."""


class Line(Protocol):
    """A statement, or the head of a section."""

    @property
    def line(self) -> int:
        """Where it stands."""


class Replay(ABC):
    """The game as it is played so far: `reader` has followed its `events` up to `place`, the next one is `ahead`.

    `answers`: of the first questions, `records.ASK` where the strategy answers; `asked`: questions up to `place`.
    `QUESTIONS`: the kinds of events that are answers.
    """

    QUESTIONS: tuple[str, ...]
    script: Any
    reader: Any
    events: list[Any]

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.place = self.asked = 0

    @abstractmethod
    def play_again(self) -> None:
        """Play with the answers as they are now, and read the events; all up to `place` stays as it was."""

    @property
    def ahead(self) -> Any:
        """The event that was not taken yet."""
        return self.events[self.place]

    def take(self) -> None:
        """Go on past one event."""
        self.asked += self.ahead.kind in self.QUESTIONS
        self.reader.take(self.ahead)
        self.place += 1

    def answer(self, value: int) -> None:
        """Let the question ahead be answered like this, and go on past it."""
        if self.ahead.value != value:
            self.answers += [ASK] * (self.asked + 1 - len(self.answers))
            self.answers[self.asked] = value
            self.play_again()
        self.take()

    def compare(self, told: Line, what: str, true: str, expected: str) -> None:
        """Raise UsageError unless the game is as the script says."""
        if true != expected:
            self.fail(told, f"{what} {true}, not {expected}")

    def fail(self, told: Line, what: str) -> NoReturn:
        """Raise UsageError for a line of the script."""
        raise wrong(self.script.path, told.line, what)


def player_of(script: ScriptText, chosen: str | P | None, kind: type[P]) -> P:
    """The strategy that answers what a script leaves open: `chosen`, else the one that the script names."""
    if isinstance(chosen, kind):
        return chosen
    try:
        return strategy_named(script.strategy if chosen is None else str(chosen), kind)
    except UsageError as error:
        if chosen is not None or "strategy" not in script.lines:
            raise
        raise wrong(script.path, script.lines["strategy"], str(error)) from None
