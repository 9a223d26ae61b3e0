"""The intervals of runs of matches cover the truth as often as they say, though the games of a match are tied."""

from collections import Counter
from functools import cache

import pytest

from bazas.sim.estimates import Estimate
from bazas.sim.guinote_figures import OF_ANY_MANO, figures
from bazas.sim.matches import by_the_chain, match_figures, tally_matches
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.tally import Tally

RUNS, MATCHES = 400, 300
SHEETS = {"lascuarenta": Rules(), "ludoteka": PRESETS["ludoteka"].rules}
LEAST, MOST = 0.915, 0.98
"""Covers of 400 intervals that are right in 95 of a hundred cases: three standard errors around them."""

SURE = ("wins_a", "vueltas", "margin", "points_a", "wins_mano_0", "wins_mano_1", "match_wins_a", "coto_wins_a")
"""Figures of so many different observations that no interval is a bounded one, which covers more."""


@cache
def runs(sheet: str) -> list[Tally]:
    """Sums of many short runs, of sides that play differently: there the mano matters most."""
    spec = Spec("simulate", SHEETS[sheet], 9, (Arm(seats_of(4, "lowest", "random")),), matches=True)
    return [tally_matches(play_chunk(spec, run * MATCHES, MATCHES)) for run in range(RUNS)]


def estimates(tally: Tally, rules: Rules) -> dict[str, Estimate]:
    of_games = {name: e for name, e in figures(tally, rules.players).items() if e is not None}
    return {name: e for name, e in of_games.items() if name not in OF_ANY_MANO} | match_figures(tally, rules)


def covered(found: list[dict[str, Estimate]], truth: dict[str, Estimate]) -> dict[str, float]:
    hits = Counter(name for figures in found for name, e in figures.items() if e.low <= truth[name].mean <= e.high)
    return {name: hits[name] / len(found) for name in found[0]}


@pytest.mark.parametrize("sheet", SHEETS)
def test_counted_figures(sheet: str) -> None:
    rules = SHEETS[sheet]
    truth = estimates(sum(runs(sheet), Tally()), rules)
    cover = covered([estimates(tally, rules) for tally in runs(sheet)], truth)
    for name, share in cover.items():
        assert LEAST <= share <= (MOST if name in SURE else 1), (name, share)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_chain(sheet: str) -> None:
    rules = SHEETS[sheet]
    found = [by_the_chain(tally, rules) for tally in runs(sheet)]
    truth = by_the_chain(sum(runs(sheet), Tally()), rules)
    assert truth is not None
    for name, share in covered([chain for chain in found if chain is not None], truth).items():
        assert LEAST <= share <= MOST, (name, share)
