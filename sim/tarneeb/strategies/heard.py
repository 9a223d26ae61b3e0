"""What the calls say about the hands: how well a deal fits them, if everybody calls as careful does."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.tarneeb.auction import legal_bids
from bazas.kernels.tarneeb.records import PASS
from bazas.sim.tarneeb.strategies.careful_bids import best_trumps, gain_of, tricks_with

POINTS_OF_A_TRICK = 3
"""What naming trumps with which a hand takes a trick less than it might counts for, in points."""


@inner
def wrong_in_call(hand: int, call: int, bid: int, steps: int, mate_passed: int) -> int:
    """By how many points (in 1/1000) a call is wrong for a hand: what its bid loses, or what was to be gained by one.

    `bid`, `steps`, `mate_passed`: the situation, as in `careful_bids.margin_place`. A bid higher than the next one
    counts as that.
    """
    least = lowest(legal_bids(bid) & ~(1 << PASS))
    gain = gain_of(hand, best_trumps(hand)[0], least, bid, steps, mate_passed)
    return max(0, choose(call == PASS, gain, -gain))


@inner
def misfit(view: Any, state: Any) -> int:
    """By how many points (in 1/1000) the others' calls, and the trumps named, are wrong for their hands in a world."""
    wrong, bid, declarer, passed, seat = 0, 0, -1, 0, (view.dealer + 1) & 3
    for i in range(view.called):
        while passed >> seat & 1 != 0:
            seat = (seat + 1) & 3
        call = int(view.calls[i])
        if seat != view.seat:
            hand = state.hands[seat] | view.played[seat]
            wrong += wrong_in_call(hand, call, bid, (declarer - seat) & 3, passed >> ((seat + 2) & 3) & 1)
        if call == PASS:
            passed |= 1 << seat
        else:
            bid, declarer = call, seat
        seat = (seat + 1) & 3
    if view.trumps >= 0 and view.declarer != view.seat:
        hand = state.hands[view.declarer & 3] | view.played[view.declarer & 3]
        wrong += POINTS_OF_A_TRICK * (best_trumps(hand)[1] - tricks_with(hand, view.trumps))
    return wrong


@inner
def believes(view: Any, state: Any, doubt: int, noise: int) -> bool:
    """Whether a world is kept: with chance 1 / (1 + x) ** 2, x its misfit in units of `doubt` hundredths of a point."""
    share = (1 << 16) * 10 * doubt // (10 * doubt + misfit(view, state))
    return (noise >> 32 & 0xFFFFFFFF) < share * share
