"""A player who always throws its highest card, of the plain suits as long as it has one."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import strongest, suit_mask
from bazas.sim.strategy import Strategy


def play(view: Any) -> int:
    """The strongest legal card that is no trump, of equals that of the lowest suit; else the strongest trump."""
    plain = view.legal & ~suit_mask(view.trumps)
    return strongest(plain if plain != 0 else view.legal, view.trumps)


strategy = Strategy(
    name="highest",
    description="plays its strongest legal card, a trump only where it has no other",
    descripcion=(
        "Echa siempre la carta más alta que puede, y triunfo solo cuando no tiene otra: suelta los ases y los treses "
        "a la primera ocasión, se lleve quien se lleve la baza."
    ),
    play=play,
)
