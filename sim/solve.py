"""The exact value of a position of the arrastre with all hands known: of each card, and the line of best play.

The solver is `bazas.kernels.solver`; positions are read by `bazas.sim.solve_position`. Both sides play their best with
open cards, so that the line shows what is to be had, not what people do who do not see each other's hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bazas.sim.errors import UsageError
from bazas.sim.narration import SIDES, either
from bazas.sim.notation import card_name, card_short
from bazas.sim.sheets import rules_name
from bazas.sim.solve_line import GOALS, Step, Table, rank
from bazas.sim.solve_position import Pair, Position
from bazas.sim.solve_text import read_position


@dataclass(frozen=True)
class CardValue:
    """A legal card and its value for the side to move; `best`: no card has a higher one."""

    card: int
    value: float
    best: bool

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {"card": card_short(self.card), "name": card_name(self.card), "value": self.value, "best": self.best}


@dataclass(frozen=True)
class Solution:
    """What a position is worth for the side of the seat to move, with best play by both sides.

    Values for the goal `points` are points still to come (those on the table, the last trick and cantes too), the
    side's less those of the other; for the goal `game` its chance to win the game, 0 to 1. `cards`: every legal card,
    best first; where cantes come first, after those of the line.
    """

    position: Position
    goal: str
    value: float
    cards: tuple[CardValue, ...]
    line: tuple[Step, ...]

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.to_move & 1

    @property
    def points(self) -> Pair:
        """Points that side a and side b make in the line."""
        made = [sum(step.points for step in self.line if step.seat & 1 == side) for side in (0, 1)]
        return made[0], made[1]

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it: cards as short codes, seats as numbers; `points` of side a and b in the line."""
        position = self.position
        return {
            "title": position.title,
            "rules": rules_name(position.rules),
            "switches": position.rules.as_dict(),
            "goal": self.goal,
            "to_move": position.to_move,
            "side": SIDES[self.side],
            "value": self.value,
            "cards": [card.as_dict() for card in self.cards],
            "line": [step.as_dict() for step in self.line],
            "points": list(self.points),
            "score": None if position.score is None else list(position.score),
        }


def solve(position: str | Path | Position, goal: str = "points") -> Solution:
    """Solve a position: one that was read, or the file that describes it (`-`: the standard input).

    `goal`: `points`, the most points from here on, the hand being played out; or `game`, the best chance to win the
    game by the score. Raises UsageError for a text that is no position, naming the line, and for a goal that is none
    or needs more than the text says.
    """
    if goal not in GOALS:
        raise UsageError(f"goal cannot be {goal!r}: choose {either(list(GOALS))}")
    found = position if isinstance(position, Position) else read_position(position)
    if goal == "game":
        _check_score(found)
    _check_table(found)
    table = Table(found, goal)
    side = found.to_move & 1
    value = table.told(table.value(), side)
    line: list[Step] = []
    cards: tuple[CardValue, ...] = ()
    for step in table.line():
        line.append(step)
        if step.kind == "play" and not cards:
            cards = _listed(table, side)
    return Solution(found, goal, value, cards, tuple(line))


def _listed(table: Table, side: int) -> tuple[CardValue, ...]:
    """The cards that may be laid, best first; of equals the weakest first."""
    values = {card: table.told(value, side) for card, value in table.card_values().items()}
    ordered = sorted(values, key=lambda card: (-values[card], *rank(card, table.trumps)))
    return tuple(CardValue(card, values[card], values[card] == values[ordered[0]]) for card in ordered)


def _check_table(position: Position) -> None:
    """Raise UsageError for a card on the table that was not legal."""
    table = Table(position, "points")
    for _ in position.trick:
        table.take_back()
    for card in position.trick:
        legal = table.card_values()
        if card not in legal:
            ways = either([card_short(other) for other in sorted(legal)])
            raise position.wrong("trick", f"seat {table.seat} could not lay {card_short(card)}: legal was {ways}")
        table.lay(card)


def _check_score(position: Position) -> None:
    """Raise UsageError where the goal `game` needs to know more."""
    if position.score is None:
        raise position.wrong(
            "won" if position.won else "leads",
            "the goal game needs the score: write the points of side a and of side b so far, as `score: 45 40`",
        )
    if position.cards is None and not position.vueltas:
        raise position.wrong(
            "score", "the goal game needs the points without cantes, for the 30 rule: write them, as `cards: 45 20`"
        )
