"""Running sums over games: what a summary needs, added up where the games were played, as exact integers."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import LAST_TRICK
from bazas.kernels.compiling import kernel
from bazas.kernels.records import BY_TUTE, GAME, HAND, NONE

LENGTHS = {
    "games": 1,
    "hands": 1,
    "wins": 2,  # games won by each side
    "manos": 4,  # games that began with each seat as mano
    "wins_of_manos": 4,  # of these, won by the mano's side
    "vueltas": 1,
    "tute": 1,  # games won by it
    "decided": 8,  # by DECIDED
    # The rest counts first hands only: one a game, so that what is counted is independent of each other.
    "points": 2,  # cards, últimas and cantes of each side
    "points_squared": 2,
    "points_of_mano": 1,
    "points_of_mano_squared": 1,
    "margin_squared": 1,  # points of side a less those of side b
    "forty": 2,  # hands in which the side sang the 40
    "twenties": 2,
    "twenties_squared": 2,
    "swap": 2,  # hands in which the side swapped first
    "chained": 1,
}
"""Length of each sum, in their order in the vector."""

PLACES = {name: sum(list(LENGTHS.values())[:i]) for i, name in enumerate(LENGTHS)}
SIZE = sum(LENGTHS.values())

_GAMES, _HANDS, _WINS = PLACES["games"], PLACES["hands"], PLACES["wins"]
_MANOS, _WINS_OF_MANOS = PLACES["manos"], PLACES["wins_of_manos"]
_VUELTAS, _TUTE, _DECIDED = PLACES["vueltas"], PLACES["tute"], PLACES["decided"]
_POINTS, _POINTS_SQUARED = PLACES["points"], PLACES["points_squared"]
_OF_MANO, _OF_MANO_SQUARED = PLACES["points_of_mano"], PLACES["points_of_mano_squared"]
_MARGIN_SQUARED, _FORTY = PLACES["margin_squared"], PLACES["forty"]
_TWENTIES, _TWENTIES_SQUARED = PLACES["twenties"], PLACES["twenties_squared"]
_SWAP, _CHAINED = PLACES["swap"], PLACES["chained"]


def _signature() -> Any:
    from numba import from_dtype, types

    return types.void(
        types.Array(from_dtype(GAME), 1, "C"), types.Array(from_dtype(HAND), 2, "C"), types.Array(types.int64, 1, "C")
    )  # fmt: skip


@kernel(_signature)
def add_up(games: Any, hands: Any, sums: Any) -> None:
    """Add the games (GAME, n) and their first hands (HAND, n by 2) to `sums` (int64, `SIZE`)."""
    for i in range(games.size):
        game, hand = games[i], hands[i, 0]
        winner, mano, decided = int(game["winner"]), int(hand["mano"]), int(game["decided"])
        last, forty, swap = int(hand["last_trick"]), int(hand["forty_seat"]), int(hand["swap_seat"])
        sums[_GAMES] += 1
        sums[_HANDS] += game["hands"]
        sums[_WINS + winner] += 1
        sums[_MANOS + mano] += 1
        sums[_WINS_OF_MANOS + mano] += (winner ^ mano) & 1 == 0
        sums[_VUELTAS] += game["hands"] - 1
        sums[_TUTE] += decided == BY_TUTE
        sums[_DECIDED + decided] += 1
        margin = 0
        for side in range(2):
            ultimas = LAST_TRICK * (last != NONE and last & 1 == side)
            points = ultimas + int(hand["cards"][side]) + int(hand["cantes"][side])
            margin = points - margin
            sums[_POINTS + side] += points
            sums[_POINTS_SQUARED + side] += points * points
            if mano & 1 == side:
                sums[_OF_MANO] += points
                sums[_OF_MANO_SQUARED] += points * points
            sums[_FORTY + side] += forty != NONE and forty & 1 == side
            twenties = int(hand["twenties"][side])
            sums[_TWENTIES + side] += twenties
            sums[_TWENTIES_SQUARED + side] += twenties * twenties
            sums[_SWAP + side] += swap != NONE and swap & 1 == side
        sums[_MARGIN_SQUARED] += margin * margin
        sums[_CHAINED] += hand["swap2_seat"] != NONE
