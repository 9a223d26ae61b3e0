"""The transposition table of the solver: what is known of a position, found by an exact key.

A key holds the cards in play (48 bits), the cantes not sung (4), who leads (2), and for the goal GAME the points of
side a (8). Whose a card is follows from the position that is being solved, and so an entry belongs to one generation,
one call of `solver_start.set_up`. Each slot keeps what came last. No key is 0, the content of an empty slot: a card is
in play.
"""

from __future__ import annotations

from bazas.kernels.compiling import JIT, inner
from bazas.kernels.solver_records import SLOTS

FAR = 1 << 15
"""Beyond all values."""

_SPREAD = -7046029254386353131
"""An odd number with well mixed bits (0x9E3779B97F4A7C15, signed)."""
_BITS = 17
_MASK = (1 << _BITS) - 1


if JIT:

    @inner
    def slot_of(key: int) -> int:
        """Place of a key in the table; its entry is the next word."""
        return (key * _SPREAD >> 40) & 2 * (SLOTS - 1)

else:

    def slot_of(key: int) -> int:
        """Place of a key in the table; its entry is the next word."""
        return (int(key) * _SPREAD >> 40) & 2 * (SLOTS - 1)  # as if it had no more than 64 bits


@inner
def entry_of(lower: int, upper: int, card: int, generation: int) -> int:
    """Bounds of a value (at most FAR) and the card that proved best, in one word."""
    return lower + FAR | upper + FAR << _BITS | card << 2 * _BITS | generation << 40


@inner
def is_of(entry: int, generation: int) -> bool:
    """Whether an entry belongs to a generation."""
    return entry >> 40 == generation


@inner
def lower_of(entry: int) -> int:
    """The value is at least this."""
    return (entry & _MASK) - FAR


@inner
def upper_of(entry: int) -> int:
    """The value is at most this."""
    return (entry >> _BITS & _MASK) - FAR


@inner
def card_of(entry: int) -> int:
    """The card that proved best."""
    return entry >> 2 * _BITS & 63
