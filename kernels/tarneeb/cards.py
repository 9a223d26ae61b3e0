"""The 52 cards as bits: card = 16 * suit + strength, a set of cards = a mask with those bits.

Suits: clubs, diamonds, hearts, spades = 0 to 3. Strengths: 2 to 10, jack, queen, king, ace = 0 to 12.
"""

from __future__ import annotations

from bazas.kernels.compiling import inner

SUITS = 4
JACK, QUEEN, KING, ACE = range(9, 13)
STRENGTHS = 13
LANE = 0x1FFF
ALL_LANES = 0x0001_0001_0001_0001
DECK = LANE * ALL_LANES
CARDS = 52
TRICKS = 13
HONOURS = (1 << ACE | 1 << KING | 1 << QUEEN | 1 << JACK) * ALL_LANES


@inner
def suit_mask(suit: int) -> int:
    """All cards of a suit."""
    return LANE << (suit << 4)


@inner
def above(card: int) -> int:
    """All stronger cards of the suit of `card`."""
    return (LANE << (card & 48)) & -(2 << card)


@inner
def beating(best: int, trumps: int) -> int:
    """The cards that beat the winning card: the stronger ones of its suit, and trumps where it is a plain card."""
    plain = -int(best >> 4 != trumps)
    return above(best) | suit_mask(trumps) & plain
