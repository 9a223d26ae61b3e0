"""The C++ twin of the hand loop plays the kernel's games: a yardstick that played others would measure nothing."""

import os
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS
from bazas.sim.spec import Arm, Spec, seats_of

GAMES = 4000

twin = SimpleNamespace(**runpy.run_path(str(Path(__file__).resolve().parent.parent / "benchmarks" / "twin.py")))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if twin.compiler() is None and not os.environ.get("CI"):
        pytest.skip("the twin needs g++")
    program: Path = twin.build(tmp_path_factory.mktemp("twin"))
    return program


@pytest.mark.parametrize(("seed", "first"), [(1, 0), (2**62 + 99, 10**12 + 1)])
def test_sums_are_the_kernels(built: Path, seed: int, first: int) -> None:
    spec = Spec("simulate", PRESETS["lascuarenta"].rules, seed, (Arm(seats_of(4, "random")),))
    ((games, hands),) = play_chunk(spec, first, GAMES).arms
    sums, _ = twin.play(built, seed, first, GAMES)
    assert sums == twin.sums(games, hands)
    assert min(sums.values()) > 0
