"""What careful leads: each suit's lowest and highest card are worth so much by what is known, and the best one is led.

The declarer draws trumps from the top, or tries to make its trumps good; its partner and the defenders keep theirs.
Winners in suits that nobody is known to ruff are cashed. Else a suit is the better the longer it is, and that the
partner has led before, or will ruff, or a single card that leads to an own ruff; the top of a sequence goes first.
The numbers of WORTH_OF_LEADS were found by climbing, duels against itself with one of them changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import choose, count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.tarneeb.cards import SUITS, above, suit_mask
from bazas.sim.tarneeb.strategies.sense import beaten_by, declares, may_hold, unseen_cards

(
    TRUMP_MASTER, TRUMP_HIGH, TRUMP_LOW, TRUMP_MORE, TRUMP_LATE, MASTER, MASTER_TO_RUFF, LOW, HIGH, OVER, MATE_RUFFS,
    FOE_VOID, LENGTH, SINGLE, TOUCHING, RETURN,
) = range(16)  # fmt: skip
"""What is worth something in a lead.

A trump while the other side may have some: one that nobody beats, a high one, a low one; more for each trump above
their number. A trump when they have none. A plain card that nobody beats, where nobody and where somebody is known to
ruff; a low one, a high one; for each card over the highest, three at most; that the partner will ruff; for each void
foe. For each card of the suit; for the only one, beside trumps; for a high one with the next below it; where the
partner led it.
"""

WORTH_OF_LEADS = (
    (110, 80, 65, -3, -5, 60, 20, 0, -3, 1, 20, -8, 3, 16, 20, 20),  # of the declarer
    (100, 0, -5, -3, -5, 60, 20, 4, -3, -3, 0, -8, 4, 11, 8, 4),  # of its partner
    (0, -12, -12, 0, 0, 60, 20, 10, -3, -3, 20, 2, 3, 6, 10, 10),  # of the others
)
_WORTH = np.array(WORTH_OF_LEADS, np.int64)
NEVER = -100_000


@inner
def led_by_partner(view: Any) -> int:
    """All cards of the suits that the partner has led."""
    suits = 0
    for trick in range(view.trick - 1):
        if view.leaders[trick] == (view.seat + 2) & 3:
            suits |= suit_mask(int(view.plays[4 * trick]) >> 4)
    return suits


@inner
def trump_lead(worth: Any, own: int, theirs: int, master: bool) -> tuple[int, int]:
    """What the highest and the lowest of the own trumps are worth as a lead; `theirs`: what the others may have."""
    if theirs == 0:
        return worth[TRUMP_LATE], worth[TRUMP_LATE] - 1
    more = worth[TRUMP_MORE] * (count(own) - count(theirs))
    if master:
        return worth[TRUMP_MASTER] + more, NEVER
    return worth[TRUMP_HIGH] + more, worth[TRUMP_LOW] + more


@inner
def plain_lead(worth: Any, own: int, foes: int, voids: int, master: bool) -> tuple[int, int]:
    """What the highest and the lowest card of a plain suit are worth; `voids`: how many foes are known to ruff it."""
    high = highest(own)
    length = worth[LENGTH] * count(own)
    low = length + worth[LOW] + worth[FOE_VOID] * voids
    if master:
        return length + choose(voids != 0, worth[MASTER_TO_RUFF], worth[MASTER]), low
    over = worth[OVER] * min(3, count(foes & above(high)))
    touching = choose(own & (1 << high >> 1) != 0, worth[TOUCHING], 0)
    return length + worth[HIGH] + worth[FOE_VOID] * voids + over + touching, low + over


@inner
def suits_for_partner(view: Any, worth: Any, own: int, lane: int, mate: int, led: int) -> int:
    """What a plain suit (`lane`) is worth besides: for a ruff of the partner, for its own lead, for the own ruff."""
    trump = suit_mask(view.trumps)
    value = 0
    if mate & lane == 0 and mate & trump != 0:
        value += worth[MATE_RUFFS]
    if led & lane != 0:
        value += worth[RETURN]
    if own & (own - 1) == 0 and view.hand & trump != 0:
        value += worth[SINGLE]
    return value


@inner
def lead(view: Any) -> int:
    """The card that is worth most as a lead."""
    out = unseen_cards(view)
    left, mate, right = may_hold(view, 1, out), may_hold(view, 2, out), may_hold(view, 3, out)
    foes = left | right
    theirs = foes & suit_mask(view.trumps)
    masters = view.hand & ~beaten_by(foes)
    worth = _WORTH[0 if view.seat == view.declarer else choose(declares(view), 1, 2)]
    led = led_by_partner(view)
    best, most = lowest(view.hand), NEVER
    for suit in range(SUITS):
        lane = suit_mask(suit)
        own = view.hand & lane
        if own != 0:
            master = own & masters != 0
            if suit == view.trumps:
                high, low = trump_lead(worth, own, theirs, master)
            else:
                voids = choose(left & lane == 0, 1, 0) + choose(right & lane == 0, 1, 0)
                high, low = plain_lead(worth, own, foes, choose(theirs == 0, 0, voids), master)
                partner = suits_for_partner(view, worth, own, lane, mate, led)
                high, low = high + partner, low + partner
            if high > most:
                best, most = highest(own), high
            if low > most:
                best, most = lowest(own), low
    return best
