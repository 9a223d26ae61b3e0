"""Cotos and matches out of single games, exactly: the chain over who is mano.

What happened in a match reaches the next game through its mano alone. So all there is to know of a game is the
probability, for each mano, of each winning side together with each mano of the next game. Put these into two matrices,
mano by next mano: A for games won by side a, B for those won by side b. The expected number of times that a race stands
at `i` to `j` with each mano is then, for each mano that it began with, a matrix too:

    F[0, 0] = 1,    F[i, j] = F[i - 1, j] A + F[i, j - 1] B,

and the race is won by a with the probabilities sum over j of F[goal - 1, j] A, again mano by next mano. A coto is such
a race of games, and a match is one of cotos: the probabilities of a whole coto take the place of A and B. Nothing is
simulated, and the only error is that of rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

ROUNDING = 1e-9
"""By how much the probabilities of a mano may miss 1."""


@dataclass(frozen=True)
class MatchOdds:
    """Exact figures of matches that begin with one mano, or with each equally often.

    `first_coto_a`: probability that side a wins the first coto; `first_coto_games`: expected games in it. `match_a`:
    probability that side a wins the match. `games`, `games_a`, `cotos`, `cotos_a`: expected numbers in a match, of all
    and of those that side a wins.
    """

    first_coto_a: float
    first_coto_games: float
    match_a: float
    games: float
    games_a: float
    cotos: float
    cotos_a: float

    @property
    def coto_a(self) -> float:
        """Side a's share of all cotos of many matches, which the count of a run converges to: a ratio of expectations.

        A match has more cotos the closer it is, so this is not the mean over matches of side a's share in each.
        """
        return self.cotos_a / self.cotos

    @property
    def game_a(self) -> float:
        """Side a's share of all games of many matches: a ratio of expectations, as `coto_a`."""
        return self.games_a / self.games

    @property
    def games_per_coto(self) -> float:
        """Games in the mean of all cotos of many matches: a ratio of expectations, as `coto_a`."""
        return self.games / self.cotos


@dataclass(frozen=True)
class ByMano:
    """The odds of matches by the mano of their first game (one for each seat), and with each mano equally often."""

    manos: tuple[MatchOdds, ...]
    equal: MatchOdds


def match_odds(rates: npt.ArrayLike, coto_games: int, match_cotos: int) -> ByMano:
    """Cotos of the first to `coto_games` games and matches of the first to `match_cotos` cotos, out of single games.

    `rates` (players by 2 by players): of each mano, the probability that a game is won by side a (0) or b (1) and that
    the next one has this mano, `bazas.sim.matches.passing_rates`. Raises ValueError for rates that are no
    probabilities, as of a mano that was never seen.
    """
    p = _checked(rates)
    coto = _race(p[:, 0], p[:, 1], coto_games)
    match = _race(coto.a, coto.b, match_cotos)
    games = match.steps @ coto.steps  # expected games in a match, by its first mano and by their own
    figures = np.stack(
        [
            coto.a.sum(axis=1),
            coto.steps.sum(axis=1),
            match.a.sum(axis=1),
            games.sum(axis=1),
            (games @ p[:, 0]).sum(axis=1),
            match.steps.sum(axis=1),
            (match.steps @ coto.a).sum(axis=1),
        ],
        axis=1,
    )
    manos = tuple(MatchOdds(*map(float, row)) for row in figures)
    return ByMano(manos, MatchOdds(*map(float, figures.mean(axis=0))))


@dataclass(frozen=True)
class _Race:
    """A race by its first mano (rows): who wins it and the mano after it; `steps` taken, by their own mano."""

    a: Array
    b: Array
    steps: Array


def _race(a: Array, b: Array, goal: int) -> _Race:
    """The first side that wins `goal` steps, each of which side a wins by matrix `a` and side b by matrix `b`."""
    nowhere = np.zeros_like(a)
    at = {(0, 0): np.eye(len(a))}
    for i, j in product(range(goal), repeat=2):
        if (i, j) != (0, 0):
            at[i, j] = at.get((i - 1, j), nowhere) @ a + at.get((i, j - 1), nowhere) @ b
    won_a = sum((at[goal - 1, j] @ a for j in range(goal)), nowhere)
    won_b = sum((at[i, goal - 1] @ b for i in range(goal)), nowhere)
    steps = sum(at.values(), nowhere)
    return _Race(won_a, won_b, steps)


def _checked(rates: npt.ArrayLike) -> Array:
    p = np.asarray(rates, np.float64)
    if p.ndim != 3 or p.shape[1:] != (2, len(p)):
        raise ValueError(f"rates are players by 2 by players, not {p.shape}")
    if not ((p >= 0).all() and (abs(p.sum(axis=(1, 2)) - 1) < ROUNDING).all()):
        raise ValueError("the rates of each mano must be probabilities that add up to 1")
    return p
