"""Where two arms of a study part, and what differs from there on: from chunks of games to exact sums.

Arm 0 plays as it is; in arm 1 exchanges of the seven by side a are withheld (`bazas.kernels.records`, WITHHOLD_*). Up
to the first exchange withheld the arms are one: there they part. A deal without one must be the same in both, to the
last field, and this is checked on every chunk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bazas.analyses.paired import sums_by_cell
from bazas.sim.errors import BazasError
from bazas.sim.guinote_contest import margin
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    from bazas.sim.playing import Chunk

STRENGTHS = 12
SIDE_A, SIDE_B, NOBODY = range(3)

Records = npt.NDArray[Any]


def tally_partings(chunk: Chunk, free: int) -> Tally:
    """Sums of a chunk of two arms; `free` is the number of free tricks. Raises BazasError for arms that part too early.

    - `games`: [deals]. `won`, `vueltas`: of each arm, the games won by side a and those that went to vueltas.
    - `deals` (12 by 2): first hands by strength of the muestra and side of the mano.
    - `wins` (hand, strength of the muestra, trick - 1, side of the mano, 4 sums as in `bazas.analyses.paired`): games
      won by side a, arm 0 less arm 1, of the deals that part, by the hand in which they part.
    - `points` (the same without the axis of hands): margin of side a in the first hand, arm 0 less arm 1.
    - `last_free` (3 by 3): who won the last free trick in arm 0 and in arm 1 (side a, side b, nobody), of the deals
      that part in the first hand.
    """
    (games, hands), (games_without, hands_without) = chunk.arms
    withheld = hands_without["withheld_seat"] >= 0
    first = withheld[:, 0]
    later = withheld[:, 1] & (games_without["hands"] == 2) & ~first
    _check_arms(chunk, first, later)
    where = np.flatnonzero(first | later)
    hand = later[where].astype(np.int64)
    parting = _hands_at(hands_without, where, hand)
    _check_partings(chunk, where, _hands_at(hands, where, hand), parting)
    cells = _cells(hand, parting, free)
    won = [np.asarray(arm["winner"] == 0) for arm in (games, games_without)]
    wins = won[0][where].astype(np.int64) - won[1][where]
    in_first = hand == 0
    allowed, without = _hands_at(hands, where[in_first], 0), _hands_at(hands_without, where[in_first], 0)
    points = margin(allowed) - margin(without)
    size = STRENGTHS * free * 2
    return Tally(
        {
            "games": np.array([len(games)]),
            "won": np.array([np.count_nonzero(arm) for arm in won]),
            "vueltas": np.array([np.count_nonzero(arm["hands"] == 2) for arm in (games, games_without)]),
            "deals": _first_hands(hands),
            "wins": sums_by_cell(wins, cells, 2 * size).reshape(2, STRENGTHS, free, 2, 4),
            "points": sums_by_cell(points, cells[in_first], size).reshape(STRENGTHS, free, 2, 4),
            "last_free": _last_free(allowed, without),
        }
    )


def no_partings(free: int) -> Tally:
    """The sums of no deals."""
    lengths = {"games": (1,), "won": (2,), "vueltas": (2,), "deals": (STRENGTHS, 2), "last_free": (3, 3)}
    shape = (STRENGTHS, free, 2, 4)
    return Tally({name: np.zeros(s) for name, s in {**lengths, "points": shape, "wins": (2, *shape)}.items()})


def _hands_at(hands: Records, where: npt.NDArray[np.intp], hand: npt.NDArray[np.int64] | int) -> Records:
    """The hands (n by 2) of some games, picked as blocks of bytes: NumPy copies records field by field, far slower."""
    blocks = np.asarray(hands).view(np.dtype((np.void, hands.dtype.itemsize)))
    return blocks[where, hand].view(hands.dtype)


def _cells(hand: npt.NDArray[np.int64], parting: Records, free: int) -> npt.NDArray[np.int64]:
    """The cell of each parting in an array (hand, strength of the muestra, trick - 1, side of the mano)."""
    trick = parting["withheld_trick"].astype(np.int64) - 1
    cells = hand * STRENGTHS + (parting["muestra"] & 15)
    return (cells * free + trick) * 2 + (parting["mano"] & 1)


def _first_hands(hands: Records) -> npt.NDArray[np.int64]:
    cells = (hands["muestra"][:, 0] & 15) * 2 + (hands["mano"][:, 0] & 1)
    return np.bincount(cells, minlength=STRENGTHS * 2).reshape(STRENGTHS, 2)


def _last_free(allowed: Records, without: Records) -> npt.NDArray[np.int64]:
    sides = [np.where(arm["last_free"] < 0, NOBODY, arm["last_free"] & 1) for arm in (allowed, without)]
    return np.bincount(sides[0] * 3 + sides[1], minlength=9).reshape(3, 3)


def _check_arms(chunk: Chunk, first: npt.NDArray[np.bool_], later: npt.NDArray[np.bool_]) -> None:
    """Raise BazasError unless all that is played before the arms part is equal: whole games, or the first hand."""
    (games, hands), (games_without, hands_without) = chunk.arms
    together = ~first & ~later
    both_hands = together & (games["hands"] == 2)
    for number, equal in ((0, ~first), (1, both_hands)):
        where = np.flatnonzero(equal)
        one, other = (_hands_at(arm, where, number) for arm in (hands, hands_without))
        if not np.array_equal(one.view(np.uint8), other.view(np.uint8)):
            _refuse(games, where[one != other])
    for name in games.dtype.names or ():
        differs = (games[name] != games_without[name]) & together
        if differs.any():
            _refuse(games, np.flatnonzero(differs))


def _refuse(games: Records, where: npt.NDArray[np.intp]) -> None:
    raise BazasError(
        f"game {games['unit'][where[0]]}: the two arms differ although no exchange had been withheld; "
        "a strategy that decides by anything but its view does this"
    )


def _check_partings(chunk: Chunk, where: npt.NDArray[np.intp], allowed: Records, without: Records) -> None:
    """Raise BazasError unless arm 0 made the first exchange withheld in arm 1, by the same seat at the same time."""
    bad = allowed["swap_seat"] != without["withheld_seat"]
    bad |= allowed["swap_trick"] != without["withheld_trick"]
    if bad.any():
        number = int(chunk.arms[0][0]["unit"][where[bad.argmax()]])
        raise BazasError(
            f"game {number}: an exchange was withheld that the other arm did not make; "
            "a strategy that decides by anything but its view does this"
        )
