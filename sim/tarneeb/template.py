"""mine: a strategy for Tarneeb, to be changed to your liking.

Play it, check it, look at a game of it, tune its parameter:

    bazas simulate --rules cardems --strategy ./mine.py:mine --vs honours
    bazas strategy check mine.py
    bazas show --rules cardems --strategy ./mine.py:mine --game 3
    bazas strategy tune ./mine.py:mine --rules cardems

The page docs/tarneeb.md has the whole view.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.kernels.tarneeb.cards import (
    ACE,
    KING,
    beating,
    strongest,
    suit_mask,
    weakest,
)
from bazas.kernels.tarneeb.records import LOWEST_BID, PASS
from bazas.sim.player import Parameter
from bazas.sim.tarneeb.strategy import TarneebStrategy

ACES_AND_KINGS = (1 << ACE | 1 << KING) * ALL_LANES  # of all four suits
DARING = 0  # the place of the parameter `daring` in view.params


@inner  # functions that decisions call need this
def tricks_with(hand: int, trumps: int) -> int:
    """The tricks that a hand may take: its trumps, and the aces and kings besides."""
    # A set of cards is a number, one bit a card: & is "in both", ~ "not in".
    plain = hand & ~suit_mask(trumps)
    return count(hand & suit_mask(trumps)) + count(plain & ACES_AND_KINGS)


@inner
def best_trumps(hand: int) -> int:
    """The suit that would take the most tricks as trumps; of equals the last."""
    best = 0
    for suit in range(1, 4):
        if tricks_with(hand, suit) >= tricks_with(hand, best):
            best = suit
    return best


def bid(view: Any) -> int:
    """Return a bid of view.legal, or 0 for a pass, which is always allowed."""
    # view.bid: the highest bid so far, view.declarer: who made it. A pass is final.
    tricks = tricks_with(view.hand, best_trumps(view.hand)) + view.params[DARING]
    next_bid = max(view.bid + 1, LOWEST_BID)
    partners = view.bid > 0 and (view.declarer ^ view.seat) & 1 == 0
    return next_bid if tricks >= next_bid and not partners else PASS


def name_trumps(view: Any) -> int:
    """Return a suit, 0 to 3: clubs, diamonds, hearts, spades."""
    return best_trumps(view.hand)


def play(view: Any) -> int:
    """Return one of the cards in view.legal."""
    if view.position == 0:  # it leads
        return strongest(view.legal, view.trumps)
    # Seats 0 and 2 are partners, and 1 and 3.
    partner_wins = (view.winner ^ view.seat) & 1 == 0
    takers = view.legal & beating(view.best, view.trumps)
    if takers != 0 and not partner_wins:
        return weakest(takers, view.trumps)  # no more than it needs
    return weakest(view.legal, view.trumps)


# Without bid(view) a strategy always passes, without name_trumps(view) it names its
# longest suit.

mine = TarneebStrategy(
    name="mine",
    description="counts its trumps, aces and kings, takes tricks as cheaply as it can",
    play=play,
    bid=bid,
    name_trumps=name_trumps,
    parameters=(Parameter("daring", 0, -3, 3, "tricks that it hopes for besides"),),
)
