"""Cards that no plan explains: another legal card would have done the same in the trick and left no less in the hand.

Three kinds, each of the last player to a trick, who knows how it ends:

- gift: the other side has the trick whatever is played, and a lower card of the same suit would have given it fewer
  points.
- short: the own side has the trick either way, and an equal card (no card that is still out lies between) would have
  brought it more points.
- waste: the trick is taken with a worthless trump, and a lower worthless trump would have taken it too.

To be on the safe side, nobody is blamed for keeping a rey or a sota (a cante, a tute), nor the seven or the two of
trumps while there is a muestra to take; nor for what may tell the partner something, as a 7 played instead of a 4.
One thing is left out of account: a higher card that is kept may have to be played where a lower one need not (montar).
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import highest, lowest
from bazas.kernels.cards import CABALLO, REYES, SEVEN, SOTAS, TWO, above, points_of, suit_mask
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES

WORTHLESS = ((1 << CABALLO) - 1) * ALL_LANES
"""All cards without points."""


@inner
def kept_for_good_reason(view: Any) -> int:
    """Cards that may be kept though others are better: for a cante, a tute or a swap."""
    swap = (1 << SEVEN | 1 << TWO) << (view.trumps << 4)
    return REYES | SOTAS | swap & -int(view.stock > 0)


@inner
def lower_cards(cards: int, card: int) -> int:
    """Those of a set that are weaker than a card of their suit."""
    return cards & suit_mask(card >> 4) & ((1 << card) - 1)


@inner
def is_gift(view: Any, legal: int, card: int) -> bool:
    """Whether points went to the other side, whose trick it is, where a lower card had fewer."""
    return points_of(card) > 0 and lower_cards(legal, card) & ~kept_for_good_reason(view) != 0


@inner
def is_short(legal: int, card: int, beat: int, out: int) -> bool:
    """Whether an equal card would have brought the own side, whose trick it is, more points.

    `beat`: the cards that take the trick; `out`: all cards that others may still play.
    """
    between = above(card) & out
    equals = above(card) & legal & ~(REYES | SOTAS)
    if between != 0:
        equals &= (1 << lowest(between)) - 1
    equals &= beat if beat >> card & 1 != 0 else ~beat  # the same player leads the next trick
    return equals != 0 and points_of(highest(equals)) > points_of(card)


@inner
def is_waste(view: Any, legal: int, card: int, beat: int) -> bool:
    """Whether a lower worthless trump would have taken the trick that a worthless trump took."""
    if card >> 4 != view.trumps or 1 << card & WORTHLESS & beat == 0:
        return False
    return lower_cards(legal & beat, card) & ~kept_for_good_reason(view) != 0
