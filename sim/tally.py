"""Sums of a run: exact integers under names, that add up in any order to the same totals."""

from __future__ import annotations

import json
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from bazas.kernels.sums import LENGTHS, PLACES, SIZE, add_up
from bazas.sim.playing import Chunk

Sums = npt.NDArray[np.int64]


class Tally(dict[str, Sums]):
    """Named arrays of int64; `+` merges two tallies, a name that only one has counts as zeros in the other."""

    def __init__(self, sums: Mapping[str, npt.ArrayLike] | None = None) -> None:
        super().__init__({name: np.atleast_1d(np.asarray(value, np.int64)) for name, value in (sums or {}).items()})

    def __add__(self, other: Tally) -> Tally:
        merged = Tally(self)
        for name, value in other.items():
            merged[name] = merged[name] + value if name in merged else value
        return merged

    def to_json(self) -> str:
        """The tally as text, for a part's metadata."""
        return json.dumps({name: value.tolist() for name, value in self.items()})

    @staticmethod
    def from_json(text: str) -> Tally:
        """A tally from its text; raises ValueError for any other text."""
        return Tally(json.loads(text))

    def at(self, name: str, index: int) -> int:
        """One number of a named array, 0 where there is none."""
        return int(self[name][index]) if name in self else 0

    def total(self, name: str) -> int:
        """The sum over a named array, 0 where there is none."""
        return int(self[name].sum()) if name in self else 0


def tally_games(chunk: Chunk) -> Tally:
    """What a summary of games needs, of all arms of a chunk together; the names are those of `bazas.kernels.sums`."""
    sums = np.zeros(SIZE, np.int64)
    for games, hands in chunk.arms:
        add_up(games, hands, sums)
    return Tally({name: sums[place : place + LENGTHS[name]] for name, place in PLACES.items()})
