"""mine: a strategy for Guiñote, to be changed to your liking.

Play it, check it, look at a game of it, tune its parameter:

    bazas simulate --strategy ./mine.py:mine --vs careful --games 100_000
    bazas strategy check mine.py
    bazas show --strategy ./mine.py:mine --game 3
    bazas strategy tune ./mine.py:mine

The chapter "Write a strategy" (docs/write-a-strategy.md) has the whole view.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import above, points_of, strongest, suit_mask, weakest
from bazas.kernels.compiling import inner
from bazas.sim.strategy import Parameter, Strategy

WORTH = 0  # the place of the parameter `worth` in view.params


@inner  # functions that decisions call need this
def taking(view: Any) -> int:
    """The legal cards that would take the trick."""
    # A set of cards is a number, one bit a card: & is "in both", | "in either".
    trumps = suit_mask(view.trumps)
    stronger = above(view.best)  # the stronger cards of the same suit
    if (1 << view.best) & trumps == 0:  # a trump beats what is no trump
        stronger |= trumps
    return view.legal & stronger


def play(view: Any) -> int:
    """Return one of the cards in view.legal."""
    plain = view.legal & ~suit_mask(view.trumps)
    if view.position > 0:  # somebody has led: 0 is the leader of the trick
        # Seats 0 and 2 are partners, and 1 and 3.
        partner_wins = (view.winner ^ view.seat) & 1 == 0
        last = view.position == view.players - 1
        if partner_wins and last and plain != 0:
            return strongest(plain, view.trumps)  # give it points
        takers = taking(view)
        if not partner_wins and takers != 0 and view.worth >= view.params[WORTH]:
            return weakest(takers, view.trumps)  # view.worth: the points on the table
    return weakest(plain if plain != 0 else view.legal, view.trumps)


def swap(view: Any) -> bool:
    """Whether to give the 7 (or the 2) of trumps for the muestra."""
    # Asked whenever it is allowed. This one takes points, and anything at the end.
    return points_of(view.muestra) > 0 or view.stock <= 2 * view.players


# sing(view), declare(view) and claim(view) can be decided too. Without them every
# cante is sung and every tute declared as soon as it can be, and 101 is claimed as
# soon as it is true.

mine = Strategy(
    name="mine",
    description="takes tricks that are worth it, gives points to a partner who wins",
    play=play,
    swap=swap,
    parameters=(Parameter("worth", 5, 0, 30, "points for which it takes a trick"),),
)
