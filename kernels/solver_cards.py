"""Cards as the solver has them: rank by rank, trumps as the last suit.

A solver's card is 4 * strength + suit, and its suit 3 is trumps: the suit of trumps and bastos change places. The
highest bit of a set is then its strongest card, at once the one with most points, and the lowest one the card missed
least. Trumps are one constant, and sets of cards leave 15 bits free for what else a position has.
"""

from __future__ import annotations

from bazas.kernels.bits import count
from bazas.kernels.compiling import inner

SUIT = 0x1111_1111_1111
TRUMPS = SUIT << 3
WORTHLESS = (1 << 28) - 1
"""The cards without points: below the caballo."""
CABALLOS, SOTAS, REYES, TRESES, ASES = 15 << 28, 15 << 32, 15 << 36, 15 << 40, 15 << 44
FORTY = 8
"""The suit of trumps in a mask of suits."""

CARD_POINTS = 11 << 44 | 10 << 40 | 4 << 36 | 3 << 32 | 2 << 28
"""Points of the cards of each rank, in four bits from that of its lowest card on."""


@inner
def worth_of(card: int) -> int:
    """Points of a card."""
    return (CARD_POINTS >> (card & 60)) & 15


@inner
def worth_in(cards: int) -> int:
    """Points of a set of cards."""
    figures = 4 * count(cards & REYES) + 3 * count(cards & SOTAS) + 2 * count(cards & CABALLOS)
    return 11 * count(cards & ASES) + 10 * count(cards & TRESES) + figures


@inner
def suit_cards(suits: int) -> int:
    """All cards of a mask of suits (bit s for suit s)."""
    return suits * SUIT


@inner
def suits_in(cards: int) -> int:
    """The suits of a set of cards, as a mask of suits."""
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return (cards | cards >> 32) & 15


@inner
def beating(card: int) -> int:
    """The cards that beat a card: the stronger ones of its suit, and trumps where it is a plain card."""
    return ((SUIT << (card & 3)) & -(2 << card)) | (TRUMPS & -int(card & 3 != 3))


@inner
def beaten_by(cards: int) -> int:
    """All cards that some card of a set beats in its suit."""
    cards >>= 4
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return cards | cards >> 32


@inner
def pairs_in(hand: int) -> int:
    """The suits of which a hand has rey and sota, as a mask of suits."""
    return (hand & (hand >> 4) & SOTAS) >> 32


@inner
def worth_of_cantes(suits: int) -> int:
    """Points of cantes in a mask of suits."""
    return 20 * count(suits) + 20 * (suits >> 3 & 1)


# Between the solver's cards and those of everybody else


@inner
def swapped_suit(suit: int, trumps: int) -> int:
    """The solver's number of a suit, and the suit of a solver's number."""
    if suit == trumps:
        return 3
    return trumps if suit == 3 else suit


@inner
def swapped_suits(suits: int, trumps: int) -> int:
    """The same for a mask of suits."""
    differ = (suits >> 3 ^ suits >> trumps) & 1
    return suits ^ (differ << 3 | differ << trumps if trumps != 3 else 0)


@inner
def solvers_card(card: int, trumps: int) -> int:
    """The solver's number of a card of `bazas.kernels.cards`."""
    return (card & 15) << 2 | swapped_suit(card >> 4, trumps)


@inner
def plain_card(card: int, trumps: int) -> int:
    """The card of `bazas.kernels.cards` that a solver's card is."""
    return swapped_suit(card & 3, trumps) << 4 | card >> 2


@inner
def solvers_cards(cards: int, trumps: int) -> int:
    """The solver's set of a set of cards of `bazas.kernels.cards`."""
    mask = 0
    for suit in range(4):
        mask |= _spread((cards >> (suit << 4)) & 0xFFF) << swapped_suit(suit, trumps)
    return mask


@inner
def _spread(lane: int) -> int:
    """Twelve bits with three empty ones between neighbours."""
    lane = (lane | lane << 18) & 0x3F00003F
    lane = (lane | lane << 9) & 0x7007007007
    return (lane & 0x1001001001) | (lane & 0x2002002002) << 3 | (lane & 0x4004004004) << 6
