"""The hands of a stored run, dealt again: a deal is a pure function of seed, unit, game and hand."""

from __future__ import annotations

from typing import Any

from bazas.kernels.compiling import kernel
from bazas.kernels.dealing import shuffle


def _signature() -> Any:
    from numba import types

    numbers, masks = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    small = types.Array(types.int8, 1, "C")
    return types.void(types.int64, types.int64, types.int64, types.int64, numbers, numbers, small, masks)


@kernel(_signature)
def redeal(deck: int, size: int, seed: int, hand: int, units: Any, games: Any, cards: Any, hands: Any) -> None:
    """Fill `hands` (int64, n by players) with the cards that each seat was dealt, as masks.

    `deck`: mask of all cards; `size`: cards of a hand; `hand`: 0 the first, 1 the vueltas; `units` and `games` (n): the
    unit and the game (or the round) in it; `cards` (int8): room for a deck.
    """
    players = hands.shape[1]
    for i in range(units.size):
        shuffle(cards, deck, seed, units[i], games[i], hand)
        for j in range(players):
            mask = 0
            for k in range(size * j, size * (j + 1)):
                mask |= 1 << int(cards[k])
            hands[i, j] = mask
