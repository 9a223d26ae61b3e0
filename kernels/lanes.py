"""Sets of cards by lanes: card = 16 * suit + strength, a suit is 16 bits of a mask. What every deck has in common."""

from __future__ import annotations

from collections.abc import Callable

from bazas.kernels.bits import highest, lowest
from bazas.kernels.compiling import inner

ALL_LANES = 0x0001_0001_0001_0001
"""The lowest bit of each suit."""
_LANE = 0xFFFF


@inner
def strengths_in(cards: int) -> int:
    """The strengths that occur in a set of cards, as bits from 0 on."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & _LANE


@inner
def weakest(cards: int, trumps: int) -> int:
    """The weakest card of a set that is not empty; of equals no trump, then the one of the lowest suit."""
    equals = cards & ALL_LANES << lowest(strengths_in(cards))
    plain = equals & ~(_LANE << (trumps << 4))
    return lowest(plain if plain != 0 else equals)


@inner
def strongest(cards: int, trumps: int) -> int:
    """The strongest card of a set that is not empty; of equals the trump, then the one of the lowest suit."""
    equals = cards & ALL_LANES << highest(strengths_in(cards))
    trump = equals & _LANE << (trumps << 4)
    return lowest(trump if trump != 0 else equals)


def of_suits(lane: int) -> tuple[Callable[[int], int], Callable[[int], int], Callable[[int, int], int]]:
    """Three functions for kernels, of cards whose suits have the strengths in the mask `lane`:

    - `suit_mask(suit)`: all cards of a suit;
    - `above(card)`: all stronger cards of the suit of a card;
    - `beating(best, trumps)`: the cards that beat a card, the stronger ones of its suit, and trumps where it is plain.
    """

    @inner
    def suit_mask(suit: int) -> int:
        return lane << (suit << 4)

    @inner
    def above(card: int) -> int:
        return (lane << (card & 48)) & -(2 << card)

    @inner
    def beating(best: int, trumps: int) -> int:
        plain = -int(best >> 4 != trumps)
        return above(best) | suit_mask(trumps) & plain

    return suit_mask, above, beating
