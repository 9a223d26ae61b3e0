"""One game of Tarneeb, told round by round: on a screen with `Story.render`, as an object with `Story.as_dict`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bazas.sim.errors import UsageError
from bazas.sim.page_lines import print_lines
from bazas.sim.tarneeb.page import Page
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.tricks import Round, read_rounds
from bazas.sim.tricks import Pair

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.spec import Spec
    from bazas.sim.tarneeb.playing import Trace
    from bazas.sim.tarneeb.script_statements import Script
    from bazas.sim.tarneeb.strategy import TarneebStrategy


@dataclass(frozen=True)
class Story:
    """A game as it was played: `strategies` one label per seat, `switches` the rules in full.

    A scripted game has a title and an explanation (paragraphs with an empty line between two), and no number. It has
    the rounds that the script tells of, and its end only where they bring it. `script`: the one that it follows.
    """

    game: int | None
    seed: int
    rules: str
    switches: dict[str, Any]
    strategies: tuple[str, ...]
    rounds: tuple[Round, ...]
    title: str | None = None
    explanation: str | None = None
    script: Script | None = None

    @property
    def winner(self) -> int | None:
        """The side that won: 0 for a, 1 for b; None where a script ends before."""
        return self.rounds[-1].winner

    @property
    def points(self) -> Pair:
        """The points of both sides at the end."""
        return self.rounds[-1].totals

    @property
    def name(self) -> str:
        """What the game is called: its number, or the script's title."""
        return f"game {self.game}" if self.title is None else f"{self.title!r}"

    def as_dict(self) -> dict[str, Any]:
        """The game as `--json` prints it: seats and sides as numbers, cards as short codes, suits by name."""
        return {
            "title": self.title,
            "explanation": self.explanation,
            "game": self.game,
            "seed": self.seed,
            "rules": self.rules,
            "switches": self.switches,
            "strategies": list(self.strategies),
            "rounds": [told.as_dict() for told in self.rounds],
            "winner": self.winner,
            "points": list(self.points),
        }

    def render(self, console: Console, *, ascii: bool = False, round: int | None = None, rest: bool = False) -> None:
        """Draw the game on a console of rich, 80 columns wide or more.

        `ascii`: without colour and drawn lines; so too on a console that cannot show them. `round`: only the one of
        this number, whole also where a script tells a part of it. `rest`: also what a script leaves out of the last
        round. Raises UsageError for the number of no round.
        """
        if round is not None and not 0 <= round < len(self.rounds):
            last = len(self.rounds) - 1
            raise UsageError(f"{self.name} has no round {round}: its rounds are numbered from 0 to {last}")
        print_lines(console, Page(self, console.width, rest).lines(round), ascii)


def show(spec: Spec, game: int) -> Story:
    """Play game number `game` of a run of one arm and tell it; raises StrategyError where a strategy fails."""
    from bazas.sim.tarneeb.playing import trace_game

    assert isinstance(spec.rules, TarneebRules)
    labels = [player.label for player in spec.arms[0].strategies]
    return Story(game, spec.seed, *_told(spec.rules, labels, trace_game(spec, 0, game)))


def show_script(path: Path, content: bytes, strategy: str | TarneebStrategy | None) -> Story:
    """Play the scenario in a file, whose content was read, and tell it; raises UsageError where it does not hold."""
    from bazas.sim.tarneeb.script import read_script
    from bazas.sim.tarneeb.script_player import play_script

    played = play_script(read_script(path, content), strategy)
    script = played.script
    told = _told(script.rules, [played.strategy.label] * script.rules.players, played.trace)
    return Story(None, script.seed, *told, title=script.title, explanation=script.explanation, script=script)


def _told(
    rules: TarneebRules, strategies: Sequence[str], trace: Trace
) -> tuple[str, dict[str, Any], tuple[str, ...], tuple[Round, ...]]:
    """What a story has of its rules, its players and its rounds."""
    from bazas.sim.sheets import rules_name

    return rules_name(rules), rules.as_dict(), tuple(strategies), tuple(read_rounds(trace.events))
