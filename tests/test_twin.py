"""The C++ twins of the hand loops play the kernels' games: yardsticks that played others would measure nothing."""

import os
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from bazas.sim.playing import play_chunk
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Arm, Spec, players_at

GAMES = 4000

twin = SimpleNamespace(**runpy.run_path(str(Path(__file__).resolve().parent.parent / "benchmarks" / "twin.py")))


@pytest.fixture(scope="module", params=list(twin.TWINS))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The name of a game and its twin."""
    if twin.compiler() is None and not os.environ.get("CI"):
        pytest.skip("the twin needs g++")
    return request.param, twin.build(request.param, tmp_path_factory.mktemp("twin"))


@pytest.mark.parametrize(("seed", "first"), [(1, 0), (7, 3), (2**62 + 99, 10**12 + 1)])
def test_sums_are_the_kernels(built: tuple[str, Path], seed: int, first: int) -> None:
    game, program = built
    rules = rules_of(twin.TWINS[game].sheet)
    arrays = play_chunk(Spec("simulate", rules, seed, (Arm(players_at(rules, "random")),)), first, GAMES).arms[0]
    sums, _ = twin.play(program, seed, first, GAMES)
    assert sums == twin.TWINS[game].sums(*arrays)
    assert 0 not in sums.values()
