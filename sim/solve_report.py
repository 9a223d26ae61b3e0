"""A solved position on a screen: the cards, what they are worth, and the line of best play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bazas.sim.narration import SIDES
from bazas.sim.notation import SUITS, card_name, card_short, cards_of, suit_name
from bazas.sim.page import SUIT_STYLES
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import PERCENT, listing

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.solve import CardValue, Solution
    from bazas.sim.solve_line import Step

_LABEL, _CELL = 8, 18


def print_solution(solution: Solution, screen: Console) -> None:
    """Print what a position is worth, card by card, and the line."""
    position = solution.position
    trumps = suit_name(position.trumps)
    if position.title is not None:
        screen.print(position.title, style="bold")
    vueltas = ", vueltas" if position.vueltas else ""
    heading = f"Guiñote by {rules_name(position.rules)}{vueltas}: {trumps} are trumps, {_to_move(solution)}"
    for line in [*_wrapped(heading), "", *_table(solution), "", *_wrapped(_outcome(solution)), ""]:
        _print(screen, line)
    if solution.cards:
        heads = ["card", "", _value_head(solution), ""]
        screen.print(listing(heads, [_card_row(solution, card) for card in solution.cards]))
        screen.print()
    _print(screen, "Best play by both sides; of equal cards the weakest. > leads, * wins")
    for line in _line(solution):
        _print(screen, line)


def _wrapped(sentence: str) -> list[str]:
    return textwrap.wrap(sentence, _LABEL + 4 * _CELL, subsequent_indent="  ")


def _print(screen: Console, line: str) -> None:
    from rich.text import Text

    text = Text(line)
    for suit, colour in zip(SUITS, SUIT_STYLES, strict=True):
        text.highlight_regex(rf"(?:\w+ (?:de )?)?\b{suit}\b", colour)
    screen.print(text)


def _to_move(solution: Solution) -> str:
    position = solution.position
    side = f"side {SIDES[solution.side]}"
    if position.won:
        return f"seat {position.leader} ({side}) has won the trick"
    return f"seat {position.to_move} ({side}) is to {'play' if position.trick else 'lead'}"


# The position


def _table(solution: Solution) -> Iterator[str]:
    """Who sits where, holds what, and what lies on the table."""
    position = solution.position
    players = position.rules.players
    yield _row("", [f"seat {seat}, side {SIDES[seat & 1]}" for seat in range(players)])
    held = []
    for hand in position.hands:
        cards = sorted(cards_of(hand), key=lambda card: (card >> 4 != position.trumps, card >> 4, -card))
        held.append(" ".join(card_short(card) for card in cards))
    yield _row("holds", held)
    if position.trick:
        laid = {(position.leader + place) % players: card for place, card in enumerate(position.trick)}
        yield _row("table", [_cell(laid.get(seat), seat == position.leader, False) for seat in range(players)])
    if position.score is not None:
        yield f"{'score':<{_LABEL}}a {position.score[0]}, b {position.score[1]}"


def _row(label: str, cells: list[str]) -> str:
    return label.ljust(_LABEL) + "".join(cell.ljust(_CELL) for cell in cells).rstrip()


def _cell(card: int | None, leads: bool, wins: bool) -> str:
    if card is None:
        return ""
    return f"{'>' if leads else ' '}{card_name(card).replace(' de ', ' ')}{'*' if wins else ''}"


# Its value


def _outcome(solution: Solution) -> str:
    """What the value means, in a sentence."""
    side, other = SIDES[solution.side], SIDES[1 - solution.side]
    if solution.goal == "points":
        mine, theirs = solution.points[solution.side], solution.points[1 - solution.side]
        return (
            f"Of the {mine + theirs} points still to come side {side} makes {mine}, side {other} {theirs}: "
            f"{_value(solution, solution.value)} for side {side}."
        )
    if solution.value in (0, 1):
        return f"Side {side} {'wins' if solution.value else 'loses'} the game."
    return (
        f"Nobody wins the game in this hand: vueltas follow, in which side {side} has a chance of "
        f"{_value(solution, solution.value)}."
    )


def _card_row(solution: Solution, card: CardValue) -> list[str]:
    value = _value(solution, card.value).rjust(len(_value_head(solution)))
    return [card_short(card.card), card_name(card.card), value, "best" if card.best else ""]


def _value(solution: Solution, value: float) -> str:
    return f"{value:+.0f}" if solution.goal == "points" else f"{PERCENT * value:.2f} %"


def _value_head(solution: Solution) -> str:
    side = SIDES[solution.side]
    return f"points, {side} less {SIDES[1 - solution.side]}" if solution.goal == "points" else f"chance of side {side}"


# The line


def _line(solution: Solution) -> Iterator[str]:
    """A row for each trick, and one for what comes between two."""
    position = solution.position
    players = position.rules.players
    size = position.hands[position.to_move].bit_count()
    number = position.rules.deck // players - size
    leader = position.leader
    laid = {(leader + place) % players: card for place, card in enumerate(position.trick)}
    yield _row("trick", [f"seat {seat}" for seat in range(players)])
    for step in solution.line:
        if step.kind == "play":
            assert step.card is not None
            laid[step.seat] = step.card
        elif step.kind == "trick":
            number += 1
            cells = [_cell(laid.get(seat), seat == leader, seat == step.seat) for seat in range(players)]
            yield _row(f"{number:>2}{step.points:>+5}", cells)
            leader, laid = step.seat, {}
        else:
            yield " " * _LABEL + _between(step)
    a, b = solution.points
    if position.score is not None:
        a, b = a + position.score[0], b + position.score[1]
    yield f"{'score' if position.score is not None else 'made':<{_LABEL}}a {a}, b {b}"


def _between(step: Step) -> str:
    if step.kind == "sing":
        assert step.suit is not None
        return f"seat {step.seat} sings {step.points} in {suit_name(step.suit)}"
    if step.kind == "tute":
        return f"seat {step.seat} declares tute"
    if step.kind == "last":
        return f"seat {step.seat} has the last trick: +{step.points}"
    return f"side {SIDES[step.seat & 1]} has 101 points"
