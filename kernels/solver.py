"""The exact solver of the arrastre: what a position is worth with no stock left and all hands known.

The value is that of best play by both sides with open cards (minimax). For the goal POINTS it is the points still to
come, side a's less side b's: cards, those on the table too, the ten of the last trick, and cantes. The hand is played
out then, without tute or an early end of the vueltas. For the goal GAME it is the chance of side a to win the game, in
parts of CERTAIN, by all the rules in force: the count, the 30, tute, the end of the vueltas (a claim is made as soon as
it is right), and where vueltas follow, what the score is worth there (`bazas.kernels.vueltas`).

Positions have one to six cards a hand, four players or two, and stand at a card of a trick, the first or another, or
between two tricks where cantes are asked for. The switches are those of `POSITION.rules`.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, lowest
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.records import CLAIM, MAX_SEATS, PLAY, SING
from bazas.kernels.solver_cards import plain_card, swapped_suit, worth_of_cantes
from bazas.kernels.solver_records import GAME, POINTS, POSITION, WORKSPACE
from bazas.kernels.solver_start import (
    best_value,
    copy_rules,
    exactly,
    offered_suits,
    open_trick,
    set_up,
    told,
)
from bazas.kernels.solver_table import FAR
from bazas.kernels.vueltas import CERTAIN

__all__ = [
    "GAME",
    "POINTS",
    "POSITION",
    "WORKSPACE",
    "best_card",
    "card_values",
    "place_world",
    "position_of",
    "sing_values",
    "solve_cards",
    "solve_songs",
]


@inner
def position_of(state: Any, view: Any, score: Any, position: Any) -> None:
    """Fill a POSITION from what a seat is asked (VIEW), the facts of the hand so far (HAND) and a world (STATE).

    Of the facts only `score.cards` is read, of the world what `place_world` reads.
    """
    copy_rules(view.rules, position.rules)
    position.trumps = view.trumps
    position.leader = view.leader
    position.position = choose(view.question == PLAY, view.position, 0)
    position.led = view.led
    position.best = view.best
    position.winner = view.winner
    position.worth = view.worth
    position.between = int(view.question != PLAY)
    position.cursor = choose(view.question == SING, view.cursor, choose(view.question == CLAIM, 4, -1))
    position.cantes = view.cantes
    for side in range(2):
        position.points[side] = view.points[side]
        position.cards[side] = score.cards[side]
    position.vueltas = view.vueltas
    position.mano = view.mano
    place_world(state, position)


@inner
def place_world(state: Any, position: Any) -> None:
    """Put the hands of a world, and what is not sung in it, into a position that is filled already."""
    for seat in range(MAX_SEATS):
        position.hands[seat] = state.hands[seat]
    position.unsung = state.unsung


@inner
def card_values(position: Any, goal: int, workspace: Any, values: Any) -> int:
    """The value of every card that may be laid now, for side a; returns the legal cards, a mask.

    `values` (int64, 64) is written at the places of these cards. Not for positions between two tricks.
    """
    set_up(position, goal, workspace)
    legal = open_trick(position, workspace)
    best = best_value(workspace)
    least = choose(workspace.counting != 0, -FAR, -CERTAIN)
    cards = 0
    below = 0  # for each suit, in 16 bits: the card under the one at hand
    while legal != 0:
        card = lowest(legal)
        legal ^= 1 << card
        plain = plain_card(card, position.trumps)
        cards |= 1 << plain
        lane = (card & 3) << 4
        if workspace.moves >> card & 1 != 0:
            high = min(workspace.upper[card], best)
            value = exactly(workspace, card, max(workspace.lower[card], least), high, high)
            values[plain] = told(workspace, value)
        else:
            values[plain] = values[below >> lane & 63]
        below = below & ~(63 << lane) | plain << lane
    return cards


@inner
def best_card(position: Any, goal: int, workspace: Any) -> tuple[int, int]:
    """The value of a position, for side a, and a card that brings it. Not for positions between two tricks."""
    set_up(position, goal, workspace)
    open_trick(position, workspace)
    value = best_value(workspace)
    return told(workspace, value), plain_card(lowest(workspace.first), position.trumps)


@inner
def sing_values(position: Any, goal: int, workspace: Any, values: Any) -> int:
    """What the answers of the seat that is asked for a cante are worth, for side a; for positions between two tricks.

    The question is the first one from `position.cursor` on. Returns the suits that it offers, a mask, or 0 where nobody
    has anything to sing; `values` (int64, 5 or more) is written at their places, and at place 4 for no cante. The
    points of the cante itself are in its value.
    """
    set_up(position, goal, workspace)
    suits = offered_suits(workspace)
    unsung, cursor, songs = workspace.unsung, workspace.cursor, workspace.songs
    offered = 0
    while suits != 0:
        suit = lowest(suits)
        suits ^= 1 << suit
        workspace.unsung = unsung & ~(1 << suit)
        workspace.songs = songs - 1
        won = worth_of_cantes(1 << suit) & workspace.counting
        plain = swapped_suit(suit, position.trumps)
        offered |= 1 << plain
        values[plain] = told(workspace, won + best_value(workspace))
    workspace.unsung, workspace.songs = unsung, songs
    workspace.cursor = cursor + int(offered != 0)
    values[4] = told(workspace, best_value(workspace))
    return offered


# For Python


def _signature(result: Any, *last: Any) -> Any:
    from numba import from_dtype, types

    return result(from_dtype(POSITION), types.int64, from_dtype(WORKSPACE), *last)


def _values_signature() -> Any:
    from numba import types

    return _signature(types.int64, types.Array(types.int64, 1, "C"))


@kernel(_values_signature)
def solve_cards(position: Any, goal: int, workspace: Any, values: Any) -> int:
    """`card_values`, to be called from Python."""
    return card_values(position, goal, workspace, values)


@kernel(_values_signature)
def solve_songs(position: Any, goal: int, workspace: Any, values: Any) -> int:
    """`sing_values`, to be called from Python."""
    return sing_values(position, goal, workspace, values)
