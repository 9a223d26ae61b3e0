"""Positions typed in tests, solved, and what came out, in short."""

from pathlib import Path

from bazas.sim import solve
from bazas.sim.notation import card_short
from bazas.sim.solve import Solution
from bazas.sim.solve_text import parse_position


def solved(text: str, goal: str = "points") -> Solution:
    return solve(parse_position(text, Path("here.txt")), goal)


def values(solution: Solution) -> dict[str, float]:
    return {card_short(card.card): card.value for card in solution.cards}


def best(solution: Solution) -> list[str]:
    return [card_short(card.card) for card in solution.cards if card.best]


def steps(solution: Solution) -> str:
    """The line in short: cards, the seat that wins each trick after =, suits sung."""
    words = []
    for step in solution.line:
        if step.kind == "play":
            assert step.card is not None
            words.append(card_short(step.card))
        elif step.kind == "trick":
            words.append(f"={step.seat}")
        else:
            words.append(f"{step.kind} {step.seat}")
    return " ".join(words)
