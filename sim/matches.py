"""Cotos and matches out of games in their order: who wins them, and how long they last."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.kernels.records import MAX_SEATS
from bazas.sim.chain import match_odds
from bazas.sim.estimates import Z95, Estimate, mean_interval, wilson
from bazas.sim.playing import Chunk
from bazas.sim.rules import Rules
from bazas.sim.tally import Tally, tally_games

STEP = 1e-6
"""Share by which rates are moved to see what depends on them."""

LONGEST_COTO = 2 * max(Rules.switch_named("coto_games").values) - 1
"""Games of a coto at most, by any rules."""


def tally_matches(chunk: Chunk) -> Tally:
    """Sums of a chunk of matches: those of its games (`tally_games`), and

    - `matches`, `match_wins` (2), `match_games`, `match_hands` and the sums of squares of the latter two;
    - `coto_wins` (2), `coto_lengths` (10): cotos by their number of games;
    - `passings` (4 by 2 by 4): games by mano, winning side and mano of the next game.
    """
    games, hands = chunk.arms[0]
    where = np.arange(len(games))
    next_unit = np.append(games["unit"][1:], -1)
    ends_match = next_unit != games["unit"]
    ends_coto = ends_match | (np.append(games["game_of_coto"][1:], 0) == 0)
    match_games = games["game"][ends_match].astype(np.int64) + 1
    match_hands = np.add.reduceat(games["hands"].astype(np.int64), where[games["game"] == 0])
    winner = games["winner"].astype(np.int64)
    next_mano = hands["next_mano"][where, games["hands"] - 1]
    passing = (hands["mano"][:, 0].astype(np.int64) * 2 + winner) * MAX_SEATS + next_mano
    return tally_games(chunk) + Tally(
        {
            "matches": chunk.count,
            "match_wins": np.bincount(winner[ends_match], minlength=2),
            "match_games": match_games.sum(),
            "match_games_squared": (match_games * match_games).sum(),
            "match_hands": match_hands.sum(),
            "match_hands_squared": (match_hands * match_hands).sum(),
            "coto_wins": np.bincount(winner[ends_coto], minlength=2),
            "coto_lengths": np.bincount(
                games["game_of_coto"][ends_coto].astype(np.int64) + 1, minlength=LONGEST_COTO + 1
            ),
            "passings": np.bincount(passing, minlength=2 * MAX_SEATS**2).reshape(MAX_SEATS, 2, MAX_SEATS),
        }
    )


def match_figures(tally: Tally, rules: Rules) -> dict[str, Estimate]:
    """The estimates of cotos and matches, by their keys in the JSON object.

    Cotos count as independent of each other. Those of one match are tied by the mano alone, which is little: a test
    counts how often the intervals cover the truth.
    """
    matches, cotos = tally.total("matches"), tally.total("coto_wins")
    lengths = {games: tally.at("coto_lengths", games) for games in range(rules.coto_games, 2 * rules.coto_games)}
    total, squares = (sum(n**power * count for n, count in lengths.items()) for power in (1, 2))

    def per_match(name: str, shortest: int, longest: int) -> Estimate:
        return mean_interval(matches, tally.total(name), tally.total(f"{name}_squared"), shortest, longest)

    shortest, longest = rules.coto_games * rules.match_cotos, rules.longest_match
    return {
        **{f"match_wins_{name}": wilson(tally.at("match_wins", side), matches) for side, name in enumerate("ab")},
        **{f"coto_wins_{name}": wilson(tally.at("coto_wins", side), cotos) for side, name in enumerate("ab")},
        "games_per_coto": mean_interval(cotos, total, squares, rules.coto_games, 2 * rules.coto_games - 1),
        **{f"cotos_of_{games}_games": wilson(count, cotos) for games, count in lengths.items()},
        "games_per_match": per_match("match_games", shortest, longest),
        "hands_per_match": per_match("match_hands", shortest, 2 * longest),
    }


def by_the_chain(tally: Tally, rules: Rules) -> dict[str, Estimate] | None:
    """The figures of cotos and matches that the rates of single games, by mano, imply: see `bazas.sim.chain`.

    Their keys are those of `match_figures`, n is the number of games. The chain is exact, the rates are measured: the
    intervals are those of the delta method, the games of each mano being a multinomial sample. None where some mano has
    led no game.
    """
    if "passings" not in tally:  # not one match was played
        return None
    rates = passing_rates(tally, rules.players)
    if np.isnan(rates).any():
        return None
    values = _chain_values(rates, rules)
    variance = np.zeros(len(values))
    for mano, of_mano in enumerate(rates):
        slopes = np.array([_slope(rates, values, rules, mano, place) for place in np.ndindex(of_mano.shape)])
        games = tally["passings"][mano].sum()
        variance += (of_mano.ravel() @ slopes**2 - (of_mano.ravel() @ slopes) ** 2) / games
    half = Z95 * np.sqrt(np.maximum(variance, 0))
    shares = ("match_wins_a", "coto_wins_a")
    return {
        name: Estimate(
            float(value),
            max(0.0, float(value - width)),
            float(min(1.0, value + width) if name in shares else value + width),
            tally.total("games"),
        )
        for name, value, width in zip(CHAIN, values, half, strict=True)
    }


CHAIN = ("match_wins_a", "coto_wins_a", "games_per_coto", "games_per_match")


def _chain_values(rates: npt.NDArray[Any], rules: Rules) -> npt.NDArray[Any]:
    """The figures of `CHAIN`."""
    odds = match_odds(rates, rules.coto_games, rules.match_cotos).equal
    return np.array([odds.match_a, odds.coto_a, odds.games_per_coto, odds.games])


def _slope(
    rates: npt.NDArray[Any], values: npt.NDArray[Any], rules: Rules, mano: int, place: tuple[int, ...]
) -> npt.NDArray[Any]:
    """How the figures, `values` now, move as the rates of a mano move towards one of its outcomes."""
    moved = rates.copy()
    moved[mano] *= 1 - STEP
    moved[mano][place] += STEP
    return (_chain_values(moved, rules) - values) / STEP


def passing_rates(tally: Tally, players: int) -> npt.NDArray[Any]:
    """Of each mano (players), the probabilities (players by 2 by players) of who wins a game and who leads the next.

    NaN for a mano that led no game.
    """
    counts = tally["passings"][:players, :, :players].astype(float)
    with np.errstate(invalid="ignore"):
        return np.asarray(counts / counts.sum(axis=(1, 2), keepdims=True))
