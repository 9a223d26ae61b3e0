"""What several players of this folder see in their cards: sets of cards as masks, and what lies open on the table."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose
from bazas.kernels.cards import LANE, REYES, SOTAS, above
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES

_OVER = (LANE + 1) * ALL_LANES  # a bit above the cards of each lane, to borrow from and to carry into
_SPREAD = 1 | 1 << 15 | 1 << 30 | 1 << 45  # times a mask of suits: bit s at 16 * s, where its lane begins


@inner
def prefer(first: int, second: int) -> int:
    """The first of two sets, or the second where the first is empty."""
    return choose(first != 0, first, second)


@inner
def cards_of(suits: int) -> int:
    """All cards of a mask of suits (bit s for suit s)."""
    return ((suits * _SPREAD) & ALL_LANES) * LANE


@inner
def mates(cards: int) -> int:
    """The sotas of the reyes in a set, and the reyes of its sotas."""
    return (cards & REYES) >> 1 | (cards & SOTAS) << 1


@inner
def lone_cards(cards: int) -> int:
    """Those of a set that are alone in their suits."""
    several = cards & ((cards | _OVER) - ALL_LANES)  # all but the lowest of each suit
    return cards & ~(((several + LANE * ALL_LANES & _OVER) >> 12) * LANE)


@inner
def beaten_by(cards: int) -> int:
    """A set with everything that its cards beat in their suits."""
    cards |= (cards >> 1) & (LANE >> 1) * ALL_LANES
    cards |= (cards >> 2) & (LANE >> 2) * ALL_LANES
    cards |= (cards >> 4) & (LANE >> 4) * ALL_LANES
    return cards | (cards >> 8) & (LANE >> 8) * ALL_LANES


@inner
def winning_cards(cards: int, best: int, trump: int) -> int:
    """Those of `cards` that take the trick from the card that is winning it."""
    return cards & (above(best) | choose(1 << best & trump != 0, 0, trump))


@inner
def unseen_cards(view: Any) -> int:
    """What this seat has not seen: cards in other hands and in the stock."""
    played = view.played[0] | view.played[1] | view.played[2] | view.played[3]
    return view.deck & ~(played | view.hand)


@inner
def our_trick(view: Any) -> bool:
    """Whether the own partner is winning the trick."""
    return (view.winner ^ view.seat) & 1 == 0
