"""The 52 cards as bits: card = 16 * suit + strength, a set of cards = a mask with those bits.

Suits: clubs, diamonds, hearts, spades = 0 to 3. Strengths: 2 to 10, jack, queen, king, ace = 0 to 12.
"""

from __future__ import annotations

from bazas.kernels.lanes import ALL_LANES, of_suits
from bazas.kernels.lanes import strongest as strongest
from bazas.kernels.lanes import weakest as weakest

SUITS = 4
JACK, QUEEN, KING, ACE = range(9, 13)
STRENGTHS = 13
LANE = 0x1FFF
suit_mask, above, beating = of_suits(LANE)
DECK = LANE * ALL_LANES
CARDS = 52
TRICKS = 13
HONOURS = (1 << ACE | 1 << KING | 1 << QUEEN | 1 << JACK) * ALL_LANES
