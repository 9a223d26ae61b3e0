"""The odds of a trick, counted from what a seat may know: how likely a seat behind beats the winning card.

Chances are whole numbers in parts of `CERTAIN`. In the free phase a hand is six cards out of all that are hidden, and
whoever may beat a card decides whether to. In the arrastre every hidden card is in a hand, the rules say who must
follow, beat and trump (`bazas.kernels.legality`), and what each seat has shown not to hold counts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bazas.kernels.bits import choose, count
from bazas.kernels.cards import GOAL, above
from bazas.kernels.compiling import inner

CERTAIN = 1024
BITS = 10
"""A chance times a chance, shifted right by this, is a chance."""

LEAST = -(1 << 40)
"""Less than any value of a card."""

_HAND = 6
_GAME = 80


def _hand_holds(hidden: int, cards: int) -> int:
    """Chance that six cards out of `hidden` hold one of `cards`, by the hypergeometric distribution."""
    if cards > hidden - _HAND:
        return CERTAIN if cards else 0
    return round(CERTAIN * (1 - math.comb(hidden - cards, _HAND) / math.comb(hidden, _HAND)))


HAND_HOLDS = np.array([[_hand_holds(hidden, cards) for cards in range(13)] for hidden in range(49)])
"""By the number of hidden cards and how many of them are looked for: the chance that a hand of six holds one."""

HELD_BY_OTHERS = np.array([round(CERTAIN * (2 / 3) ** cards) for cards in range(25)])
"""Chance that none of so many cards, each in one of three hands, is in a certain one."""


@inner
def either(first: int, second: int) -> int:
    """Chance that at least one of two things happens that do not depend on each other."""
    return first + second - (first * second >> BITS)


@inner
def worth_of_game(view: Any, stake: int) -> int:
    """Points that a trick is worth besides its own `stake` where it brings a side to 101 in the vueltas."""
    reached = max(view.points[0], view.points[1]) + stake >= GOAL
    return choose((view.vueltas != 0) & reached, _GAME, 0)


# The arrastre


@inner
def holds_one(cards: int, mine: int, one: int, two: int, known: int) -> int:
    """Chance that a seat holds one of `cards`.

    `mine`: what it may hold; `one`, `two`: what the two other hidden seats may hold; `known`: what it is known to hold.
    """
    cards &= mine
    anywhere = count(cards & one & two)
    none = HELD_BY_OTHERS[anywhere] >> (count(cards) - anywhere)  # cards that two may hold count a half
    return choose(cards & (known | ~(one | two)) != 0, CERTAIN, CERTAIN - none)


@inner
def must_beat(card: int, led: int, trump: int, mine: int, one: int, two: int, known: int) -> int:
    """Chance that a seat behind beats a card of the other side that is winning: montar, or fallar for want of the suit.

    `led`, `trump`: all cards of the suit led and of trumps; the rest as in `holds_one`.
    """
    higher = holds_one(above(card), mine, one, two, known)
    if led == trump:
        return higher
    void = CERTAIN - holds_one(led, mine, one, two, known)
    if 1 << card & trump != 0:
        return higher * void >> BITS
    return higher + (void * holds_one(trump, mine, one, two, known) >> BITS)


@inner
def where_cards_may_be(view: Any, unseen: int) -> tuple[int, int, int]:
    """What the seats one, two and three further may hold; with two players the next one holds all that is unseen."""
    if view.players == 2:
        return unseen, 0, 0
    one, two, three = (view.seat + 1) & 3, (view.seat + 2) & 3, (view.seat + 3) & 3
    known_one, known_two, known_three = view.holds[one], view.holds[two], view.holds[three]
    return (
        unseen & ~(view.cannot[one] | known_two | known_three),
        unseen & ~(view.cannot[two] | known_one | known_three),
        unseen & ~(view.cannot[three] | known_one | known_two),
    )
