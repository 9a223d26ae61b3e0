"""Write kernels/vueltas_table.py: the chance to win the game from every score that goes into the vueltas.

`make vueltas` plays the vueltas from each score of the table with `counter` in all seats.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.compiling import kernel
from bazas.kernels.dealing import deal, open_streams
from bazas.kernels.hand import play_on
from bazas.kernels.records import EVENT, HAND, PARAMETERS, RULES, STATE, VIEW, blank, blanks
from bazas.sim.rules import Rules, guinote
from bazas.sim.sheets import rules_of
from bazas.sim.strategies.lookahead import POLICY_PARAMS, policy

TABLE = Path(__file__).resolve().parent.parent / "kernels" / "vueltas_table.py"
SCORES = range(30, 101, 5)
"""Both sides have at most 100 when nobody has won, and 130 together at least."""
HANDS = 100_000
SEED = 20_000_000

Chances = npt.NDArray[np.float64]


def _signature() -> Any:
    return types.int64(
        from_dtype(RULES), types.int64, types.int64, types.int64, types.int64, from_dtype(STATE), VIEW_TYPE,
        from_dtype(HAND), types.Array(types.int64, 1, "C", readonly=True), types.Array(types.int16, 1, "C"),
        types.Array(from_dtype(EVENT), 1, "C"),
    )  # fmt: skip


@kernel(_signature)
def wins_of_mano(
    rules: Any, seed: int, hands: int, own: int, other: int, state: Any, view: Any, score: Any, params: Any,
    script: Any, trace: Any,
) -> int:  # fmt: skip
    """How many of so many vueltas the side of the mano wins, which begins them with `own` points against `other`."""
    wins = 0
    view.rules = rules
    state.alike = 1
    state.left = 0
    for i in range(PARAMETERS):
        view.params[i] = params[i]
    for unit in range(hands):
        mano = unit & (rules.players - 1)
        side = mano & 1
        for i in range(2):
            view.carried[i] = own if i == side else other
            view.points[i] = view.carried[i]
        open_streams(state, rules, seed, unit, 0, 1)
        deal(state, view, score, rules, mano, 1)
        play_on(state, view, score, policy, rules, script, trace)
        wins += state.winning_side == side
    return wins


def chance(rules: Rules, own: int, other: int, hands: int) -> float:
    """The chance of the mano's side."""
    wins = wins_of_mano(
        rules.record(), SEED, hands, own, other, blank(STATE), blank(VIEW), blank(HAND), POLICY_PARAMS,
        np.zeros(0, np.int16), blanks((0,), EVENT),
    )  # fmt: skip
    return float(wins) / hands


def monotone(chances: Chances) -> Chances:
    """The nearest chances, in the middle between two bounds, that never fall with own points or rise with the other's.

    Upper bound: the highest chance of a score that is not better; lower: the lowest of one that is not worse. So what
    chance and the players' habits have bent is straightened: the solver relies on it.
    """
    worse_first = chances[:, ::-1]
    upper = np.maximum.accumulate(np.maximum.accumulate(worse_first, 0), 1)[:, ::-1]
    lower = np.minimum.accumulate(np.minimum.accumulate(chances[::-1], 0), 1)[::-1]
    return (upper + lower) / 2


def table(rules: Rules, hands: int) -> Chances:
    """The chances from all scores, in 1/10000, rows by the points of the mano's side."""
    scores = [(own, other) for own in SCORES for other in SCORES]
    with ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda pair: chance(rules, pair[0], pair[1], hands), scores))
    return np.round(monotone(np.round(10_000 * np.array(found).reshape(len(SCORES), len(SCORES)))))


def source(hands: int) -> str:
    """The text of the module."""
    tables, both = [], []
    for players in (2, 4):
        rules = [guinote(rules_of("lascuarenta", [f"players={players}", f"deck={deck}"])) for deck in (36, 40, 48)]
        tables.append([table(each, hands).astype(int).tolist() for each in rules])
        both.append([round(10_000 * chance(each, 101, 101, hands)) for each in rules])
    return f'''"""Chances to win the game from the scores that go into the vueltas: `make vueltas` wrote them.

Each is the share of {hands:,} vueltas by lascuarenta, played by `counter` in all seats, that the mano's side won. The
standard error is {0.5 / hands**0.5:.4f} at most. A better score is never worth less: see `monotone` in the script.
"""

STEP = {SCORES.step}
LOWEST_SCORE = {SCORES.start}

# By players (2, 4), cards (36, 40, 48), points of the mano's side and of the other (from LOWEST_SCORE on); in 1/10000.
CHANCES = {tables!r}

# Where both sides have 101.
BOTH_AT_GOAL = {both!r}
'''


if __name__ == "__main__":
    TABLE.write_text(source(int(sys.argv[1]) if sys.argv[1:] else HANDS), encoding="utf-8")
