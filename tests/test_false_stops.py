"""Comparisons of strategies that do not differ: how often a run that is looked at all the time claims that they do."""

from pathlib import Path

import pytest

from bazas.analyses.compare import better, narrow_enough
from bazas.analyses.duels import Duel, duel_spec, no_duels, tally_duels
from bazas.kernels.compiling import JIT
from bazas.sim.rules import Rules
from bazas.sim.runner import run
from bazas.sim.strategy import Strategy, strategy
from bazas.sim.tally import Tally

MIXTURE = f"{Path(__file__).with_name('mixture.py')}:mixture"
ONE, OTHER = strategy(f"{MIXTURE}:salt=1"), strategy(f"{MIXTURE}:salt=2")

pytestmark = pytest.mark.skipif(not JIT, reason="many games")


def claims(a: str | Strategy, b: str | Strategy, until: float, seeds: range) -> int:
    """Of so many runs, those of which any look before the interval is narrow claims that points or games differ."""
    return sum(_claims(a, b, until, seed) for seed in seeds)


def _claims(a: str | Strategy, b: str | Strategy, until: float, seed: int) -> bool:
    claimed = False

    def enough(tally: Tally) -> bool:
        nonlocal claimed
        claimed |= any(better(Duel(tally, sequential=True)).values())
        return claimed or narrow_enough(tally, until)

    run(duel_spec("compare", Rules(), seed, [(a, b)]), 10**9, tally=tally_duels, threads=1, enough=enough)
    return claimed


def test_random_against_random() -> None:
    assert claims("random:salt=1", "random", 8, range(100)) < 5


def test_two_mixtures() -> None:
    assert claims(ONE, OTHER, 2, range(50)) < 3


def test_the_mixtures_differ_in_few_deals() -> None:
    outcome = run(duel_spec("compare", Rules(), 1, [(ONE, OTHER)]), 20_000, tally=tally_duels)
    assert 0.0005 < Duel(no_duels(1) + outcome.tally, True).divergent < 0.003


def test_a_real_difference_is_claimed() -> None:
    assert claims("lowest", "random", 2, range(5)) == 5


@pytest.mark.verify
def test_random_against_random_a_thousand_times() -> None:
    assert claims("random:salt=1", "random", 3, range(1000)) < 50


@pytest.mark.verify
def test_two_mixtures_a_thousand_times() -> None:
    assert claims(ONE, OTHER, 0.5, range(1000)) < 50
