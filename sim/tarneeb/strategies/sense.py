"""What several players of this folder see in their cards: sets of cards as masks, and what lies open on the table."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES, strengths_in
from bazas.kernels.tarneeb.cards import DECK, LANE, suit_mask

_OVER = (LANE + 1) * ALL_LANES  # a bit above the cards of each lane, to borrow from and to carry into


@inner
def prefer(first: int, second: int) -> int:
    """The first of two sets, or the second where the first is empty."""
    return choose(first != 0, first, second)


@inner
def suits_with(cards: int) -> int:
    """All cards of the suits in which a set has a card."""
    return ((cards + LANE * ALL_LANES & _OVER) >> 13) * LANE


@inner
def but_lowest(cards: int) -> int:
    """A set without the lowest card of each of its suits."""
    return cards & ((cards | _OVER) - ALL_LANES)


@inner
def beaten_by(cards: int) -> int:
    """A set with everything that its cards beat in their suits."""
    cards |= (cards >> 1) & (LANE >> 1) * ALL_LANES
    cards |= (cards >> 2) & (LANE >> 2) * ALL_LANES
    cards |= (cards >> 4) & (LANE >> 4) * ALL_LANES
    return cards | (cards >> 8) & (LANE >> 8) * ALL_LANES


@inner
def weakest_plain_first(cards: int, trumps: int) -> int:
    """The weakest card of a set that is not empty; a trump only where there is nothing else."""
    plain = prefer(cards & ~suit_mask(trumps), cards)
    return lowest(plain & ALL_LANES << lowest(strengths_in(plain)))


@inner
def strongest_card(cards: int) -> int:
    """The strongest card of a set that is not empty; of equals the one of the lowest suit."""
    return lowest(cards & ALL_LANES << highest(strengths_in(cards)))


@inner
def unseen_cards(view: Any) -> int:
    """The cards in the other three hands."""
    return DECK & ~(view.hand | view.played[0] | view.played[1] | view.played[2] | view.played[3])


@inner
def our_trick(view: Any) -> bool:
    """Whether the own partner is winning the trick."""
    return (view.winner ^ view.seat) & 1 == 0


@inner
def may_hold(view: Any, steps: int, out: int) -> int:
    """Those of the unseen cards that the seat some steps further may hold."""
    return out & ~view.cannot[(view.seat + steps) & 3]


@inner
def declares(view: Any) -> bool:
    """Whether the own side has the contract."""
    return (view.declarer ^ view.seat) & 1 == 0
