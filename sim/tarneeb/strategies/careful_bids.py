"""What careful makes of a hand before the first card: which trumps, and whether to bid.

A hand is a sum of what each part of it is worth with a suit for trumps, in 1/1000 of a trick for its side as declarer,
or in 1/1000 of a point that a bid gains over a pass: for that long trumps count for more, since only the declarer has
them, and aces and kings for less, since they take tricks for a defender, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import choose, count, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.kernels.tarneeb.cards import ACE, JACK, KING, LANE, QUEEN, SUITS, suit_mask
from bazas.kernels.tarneeb.records import LOWEST_BID, PASS
from bazas.sim.tarneeb.strategies.careful_fit import GAINS, MARGINS, WORTH
from bazas.sim.tarneeb.strategies.sense import but_lowest, suits_with

FEATURES = (
    "any hand", "trumps over 4", "trumps over 6", "trump ace", "trump king", "trump queen", "trump jack", "trump 10",
    "plain ace", "king by its ace", "guarded king", "lone king", "queen by ace or king", "guarded queen",
    "jack by two honours", "void", "one card", "two cards", "void, trumps over 4", "one card, trumps over 4",
    "two cards, trumps over 4", "plain card from the fifth of its suit on",
)  # fmt: skip
"""What WORTH and GAINS give a worth to, in their order."""

_WORTH = np.array(WORTH, np.int64)
_GAINS = np.array(GAINS, np.int64)
_MARGINS = np.array(MARGINS, np.int64)


@inner
def of_strength(cards: int, strength: int) -> int:
    """The cards of one strength as bits 0, 16, 32 and 48: the suits that have it."""
    return cards >> strength & ALL_LANES


@inner
def weighed(hand: int, trumps: int, worth: Any) -> int:
    """The sum of a hand with a suit for trumps; `worth`: of each of the FEATURES."""
    own = hand >> (trumps << 4) & LANE
    plain = hand & ~suit_mask(trumps)
    sides = ALL_LANES & ~(1 << (trumps << 4))
    extra = count(own) - 4
    second = but_lowest(plain)
    third = but_lowest(second)
    none, one, two = sides & ~suits_with(plain), sides & ~suits_with(second), sides & ~suits_with(third)
    two &= ~one
    one &= ~none
    ace, king = of_strength(plain, ACE), of_strength(plain, KING)
    queen, jack = of_strength(plain, QUEEN), of_strength(plain, JACK)
    sum_ = worth[0] + worth[1] * extra + worth[2] * max(0, extra - 2)
    for i in range(5):
        sum_ += worth[3 + i] * (own >> (ACE - i) & 1)
    sum_ += worth[8] * count(ace) + worth[9] * count(king & ace)
    sum_ += worth[10] * count(king & ~ace & ~one) + worth[11] * count(king & ~ace & one)
    sum_ += worth[12] * count(queen & (ace | king)) + worth[13] * count(queen & ~(ace | king) & ~one)
    sum_ += worth[14] * count(jack & ((ace & king) | (ace & queen) | (king & queen)))
    sum_ += (worth[15] + worth[18] * extra) * count(none)
    sum_ += (worth[16] + worth[19] * extra) * count(one)
    sum_ += (worth[17] + worth[20] * extra) * count(two)
    return sum_ + worth[21] * count(but_lowest(but_lowest(third)))


@inner
def tricks_with(hand: int, trumps: int) -> int:
    """The tricks that the side of a hand is expected to take when the hand declares with a suit for trumps."""
    return weighed(hand, trumps, _WORTH)


@inner
def best_trumps(hand: int) -> tuple[int, int]:
    """The suit with which a hand takes most tricks as declarer, and how many."""
    best, most = 0, -100_000
    for suit in range(SUITS):
        tricks = tricks_with(hand, suit)
        better = tricks > most
        best, most = choose(better, suit, best), choose(better, tricks, most)
    return best, most


@inner
def margin_place(least: int, bid: int, steps: int, mate_passed: int) -> int:
    """Place of a margin in MARGINS: the bid that is possible, who has made the highest, whether the partner has passed.

    `bid`: the highest, 0 for none; `steps`: how many seats further sits who made it.
    """
    return ((least - LOWEST_BID) * 4 + choose(bid == 0, 0, steps)) * 2 + mate_passed


@inner
def gain_of(hand: int, trumps: int, least: int, bid: int, steps: int, mate_passed: int) -> int:
    """What the next bid gains over a pass for a hand that would name these trumps: see `margin_place`."""
    group = choose(bid == 0, 0, steps)
    return weighed(hand, trumps, _GAINS[group]) - _MARGINS[margin_place(least, bid, steps, mate_passed)]


def bid(view: Any) -> int:
    """The next number, where it gains something over a pass."""
    least = lowest(view.legal & ~(1 << PASS))
    mate_passed = view.passed >> ((view.seat + 2) & 3) & 1
    trumps = best_trumps(view.hand)[0]
    gain = gain_of(view.hand, trumps, least, view.bid, (view.declarer - view.seat) & 3, mate_passed)
    return least if gain >= 0 else PASS


def name_trumps(view: Any) -> int:
    """The suit with which the hand is worth most tricks."""
    return best_trumps(view.hand)[0]
