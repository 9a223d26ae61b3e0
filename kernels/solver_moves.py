"""In which order the solver tries cards: the better the first one, the fewer it has to look at.

A choice is a set of cards to be preferred while there are any, and whether the strongest or the weakest comes first.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import (
    ASES,
    CABALLOS,
    REYES,
    SOTAS,
    SUIT,
    TRESES,
    TRUMPS,
    WORTHLESS,
    beaten_by,
    suits_in,
)


@inner
def alike(hand: int, live: int) -> int:
    """The worthless cards of a hand that do the same as its next weaker one: nothing in play stands between them."""
    low = hand & WORTHLESS
    gone = WORTHLESS & ~live
    above = low << 4
    above |= (gone & above) << 4
    gone &= gone >> 4
    above |= (gone & above) << 8
    gone &= gone >> 8
    above |= (gone & above) << 16
    return low & above


@inner
def one_of(cards: int, preferred: int, strongest: bool) -> int:
    """A card of a set that is not empty: one that is preferred, if it has any, the strongest or the weakest."""
    some = cards & preferred
    some = choose(some != 0, some, cards)
    return choose(strongest, highest(some), lowest(some))


@inner
def lead_order(workspace: Any, live: int, leader: int, moves: int) -> tuple[int, bool]:
    """Plain cards that nobody on the other side can beat or trump, the strongest first; else the weakest."""
    left = workspace.hands[(leader + 1) & 3] & live
    right = workspace.hands[(leader + 3) & 3] & live
    void = choose(left & TRUMPS != 0, ~suits_in(left), 0) | choose(right & TRUMPS != 0, ~suits_in(right), 0)
    sure = moves & ~TRUMPS & ~beaten_by(left | right) & ~((void & 7) * SUIT)
    return sure, sure != 0


@inner
def follow_order(moves: int, beat: int, ours: bool) -> tuple[int, bool]:
    """Plain cards with most points where they stay on the own side; else what costs least."""
    winning = moves & beat & ~TRUMPS
    return choose(ours, moves & ~TRUMPS, winning), ours | (winning != 0)


@inner
def first_guess(workspace: Any) -> int:
    """About what a position is worth, for the side to move: fitted to positions out of play, wrong by 25 on average."""
    seat = workspace.seat & 3
    own = workspace.hands[seat] | workspace.hands[seat ^ 2]
    lead = choose((workspace.winner ^ seat) & 1 == 0, 10 + workspace.worth, -10 - workspace.worth)
    return lead + _strength(own) - _strength(workspace.live & ~own)


@inner
def _strength(cards: int) -> int:
    trumps, plain = cards & TRUMPS, cards & ~TRUMPS
    high = 27 * count(trumps & ASES) + 16 * count(trumps & TRESES) + 8 * count(trumps & REYES)
    return (
        11 * count(trumps) + high + 4 * count(trumps & (SOTAS | CABALLOS))
        + 13 * count(plain & ASES) + 5 * count(plain & TRESES) + count(plain & REYES)
    )  # fmt: skip
