"""What a comparison of strategies needs of a game: how two games on one deal are held against each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from bazas.sim.playing import Arrays

Ints = npt.NDArray[np.int64]


class Contest(ABC):
    """How the games of a chunk's arm (`bazas.sim.playing.Arrays`) are counted, game by game.

    `hand`: what a deal and the play of its cards is called. `most_points`: the margin of a side in one hand lies
    between minus this and this. `places`, `size`: where each sum of `add_up` stands; among them are `hands` (1),
    `wins` (2), `points` (2), `margin_squared` (1). `facts`: what is told of each strategy besides: label, key in JSON,
    sum (2, by side; of first hands). `shares`: what is told of all games: key in JSON, sum (1). `meaning`: what points
    and games are; `apart`: what it is called that two games differ.
    """

    hand: str
    most_points: int
    places: Mapping[str, int]
    size: int
    facts: tuple[tuple[str, str, str], ...]
    shares: Mapping[str, str]
    meaning: str
    apart: str

    @property
    def reach(self) -> int:
        """The margins of two hands together lie between minus this and this."""
        return 2 * self.most_points

    @abstractmethod
    def margins(self, arm: Arrays) -> Ints:
        """Points of side a less those of side b in the first hand of each game."""

    @abstractmethod
    def won(self, arm: Arrays) -> Ints:
        """1 for each game that side a wins, else 0."""

    @abstractmethod
    def add_up(self, arm: Arrays) -> Ints:
        """The sums of all games (int64, `size`)."""

    @abstractmethod
    def divergent(self, one: Arrays, other: Arrays) -> int:
        """How many games of two arms differ in anything that is stored of them."""

    @abstractmethod
    def told(self, shares: Mapping[str, float]) -> str:
        """The shares (by their keys) in sentences."""
