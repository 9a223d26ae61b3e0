"""Spanish cards as bits: card = 16 * suit + strength, a set of cards = a mask with those bits.

Suits: oros, copas, espadas, bastos = 0 to 3. Strengths: 2 4 5 6 7 8 9 caballo sota rey 3 as = 0 to 11, one numbering
for the decks of 36, 40 and 48 cards.
"""

from __future__ import annotations

from bazas.kernels.bits import count
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES, of_suits
from bazas.kernels.lanes import strongest as strongest
from bazas.kernels.lanes import weakest as weakest

SUITS = 4
TWO, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, CABALLO, SOTA, REY, TRES, AS = range(12)
LANE = 0xFFF
suit_mask, above, beating = of_suits(LANE)
AS_AND_TRES = ((1 << AS) | (1 << TRES)) * ALL_LANES
REYES = (1 << REY) * ALL_LANES
SOTAS = (1 << SOTA) * ALL_LANES
_STRENGTHS = {48: LANE, 40: LANE & ~(1 << EIGHT | 1 << NINE), 36: LANE & ~(1 << EIGHT | 1 << NINE | 1 << TWO)}
DECKS = {cards: lane * ALL_LANES for cards, lane in _STRENGTHS.items()}
"""The mask of each deck, by its number of cards."""

# The points of strength s stand in bits 4 * s to 4 * s + 3 (as 11, tres 10, rey 4, sota 3, caballo 2).
_POINTS = 11 << 4 * AS | 10 << 4 * TRES | 4 << 4 * REY | 3 << 4 * SOTA | 2 << 4 * CABALLO
LAST_TRICK = 10
DEALT = 6
"""Cards of a hand."""
GOAL = 101


@inner
def suit_of(card: int) -> int:
    """Suit of a card."""
    return card >> 4


@inner
def strength_of(card: int) -> int:
    """Strength of a card in its suit."""
    return card & 15


@inner
def points_of(card: int) -> int:
    """Points of a card: as 11, tres 10, rey 4, sota 3, caballo 2, others 0."""
    return (_POINTS >> ((card & 15) << 2)) & 15


@inner
def points_in(mask: int) -> int:
    """Points of a set of cards."""
    ases, treses = count(mask & (1 << AS) * ALL_LANES), count(mask & (1 << TRES) * ALL_LANES)
    figures = 4 * count(mask & REYES) + 3 * count(mask & SOTAS) + 2 * count(mask & (1 << CABALLO) * ALL_LANES)
    return 11 * ases + 10 * treses + figures


@inner
def cantes_in(hand: int) -> int:
    """The sotas of the suits whose rey and sota are both in `hand`."""
    return hand & (hand >> 1) & SOTAS


@inner
def suits_of_sotas(sotas: int) -> int:
    """A set of sotas as a mask of suits: bit s for suit s."""
    lanes = sotas >> SOTA
    return (lanes | lanes >> 15 | lanes >> 30 | lanes >> 45) & 15
