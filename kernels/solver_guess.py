"""About what a position is worth: the nearer to it the search begins, the fewer questions it has to ask."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count
from bazas.kernels.cards import LAST_TRICK
from bazas.kernels.compiling import inner
from bazas.kernels.legality import EVERYTHING, demands, legal_cards
from bazas.kernels.solver_cards import (
    ASES,
    CABALLOS,
    REYES,
    SOTAS,
    SUIT,
    TRESES,
    TRUMPS,
    beating,
    pairs_in,
    worth_of,
    worth_of_cantes,
)
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_moves import last_order, lead_order, middle_order, one_of


@apart
def first_guess(workspace: Any) -> int:
    """About what a position is worth, for the side to move.

    Weights of cards fitted to positions out of play miss the value by 24 points on average. At the lead of a trick of
    four the value of a simple line of play goes in by three parts of eight, which leaves 18.
    """
    seat = workspace.seat & 3
    own = workspace.hands[seat] | workspace.hands[seat ^ 2]
    lead = choose((workspace.winner ^ seat) & 1 == 0, LAST_TRICK + workspace.worth, -LAST_TRICK - workspace.worth)
    guess = lead + _strength(own) - _strength(workspace.live & ~own)
    alive = workspace.unsung & pairs_in(workspace.live)
    side = seat & 1
    cantes = worth_of_cantes(alive & workspace.sides[side]) - worth_of_cantes(alive & workspace.sides[1 - side])
    if workspace.players == 4 and workspace.leads != 0 and workspace.between == 0:
        guess = (5 * guess + 3 * _line(workspace, workspace.live, seat)) >> 3
    return guess + cantes


@inner
def _strength(cards: int) -> int:
    trumps, plain = cards & TRUMPS, cards & ~TRUMPS
    high = 27 * count(trumps & ASES) + 16 * count(trumps & TRESES) + 8 * count(trumps & REYES)
    return (
        11 * count(trumps) + high + 4 * count(trumps & (SOTAS | CABALLOS))
        + 13 * count(plain & ASES) + 5 * count(plain & TRESES) + count(plain & REYES)
    )  # fmt: skip


@inner
def _line(workspace: Any, live: int, leader: int) -> int:
    """The points of the leader's side less those of the other, if all lay cards that the search tries early."""
    value, side, winner = 0, leader & 1, leader
    while live != 0:
        leader = winner
        worth, led, beat, after = 0, 0, EVERYTHING, live
        for place in range(4):
            seat = leader + place & 3
            hand, ours = workspace.hands[seat] & live, (winner ^ seat) & 1 == 0
            if place == 0:
                moves = hand
                preferred, strongest = lead_order(workspace, live, seat, moves)
            else:
                montar, follow, fallar = demands(beat, led, TRUMPS, (winner ^ seat) & 1)
                moves = legal_cards(hand, montar, follow, fallar)
                preferred, strongest = last_order(moves, beat, ours)
                if place < 3:
                    rival = workspace.hands[seat + 1 & 3] & live
                    preferred, strongest = middle_order(moves, beat, ours, led, rival)
            card = one_of(moves, preferred, strongest)
            after ^= 1 << card
            worth += worth_of(card)
            led = choose(place == 0, SUIT << (card & 3), led)
            takes = beat >> card & 1 != 0
            winner = choose(takes, seat, winner)
            beat = choose(takes, beating(card), beat)
        live = after
        value += choose(winner & 1 == side, worth, -worth)
    return value + choose(winner & 1 == side, LAST_TRICK, -LAST_TRICK)
