"""A player who takes every trick that is worth it, as cheaply as it can, and thinks no further.

Where the points on the table are enough and the partner does not have the trick, it lays the weakest card that takes
it, a trump only for want of others; else the card missed least: a worthless or middling plain card, then a low trump,
then whatever is weakest. It does not ask who is still to play, nor what has been played.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import AS_AND_TRES, suit_mask, weakest
from bazas.kernels.compiling import inner
from bazas.sim.strategies.sense import our_trick, prefer, winning_cards
from bazas.sim.strategy import Parameter, Strategy


@inner
def missed_least(cards: int, trumps: int) -> int:
    """The weakest plain card that is no as or tres, else the weakest card."""
    return weakest(prefer(cards & ~(AS_AND_TRES | suit_mask(trumps)), cards), trumps)


def play(view: Any) -> int:
    """The weakest card that takes a trick with points enough, else the card missed least."""
    if view.position > 0 and view.worth >= view.params[0] and not our_trick(view):
        takers = winning_cards(view.legal, view.best, suit_mask(view.trumps))
        if takers != 0:
            return weakest(prefer(takers & ~suit_mask(view.trumps), takers), view.trumps)
    return missed_least(view.legal, view.trumps)


strategy = Strategy(
    name="greedy",
    description="takes every trick with points enough with its weakest winner, else gives away what it misses least",
    descripcion="Mata con la carta más baja que puede toda baza que lleve bastantes puntos; si no, se descarta de lo "
    "que menos le duele. No mira quién queda por jugar ni cuenta las cartas.",
    play=play,
    parameters=(Parameter("worth", 8, 0, 40, "points on the table from which on it takes a trick"),),
)
