"""A strategy reads the view and nothing else: what writes to it or is random by itself is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from bazas.kernels.bits import lowest
from bazas.kernels.compiling import JIT
from bazas.kernels.records import VIEW
from bazas.sim.errors import StrategyError
from bazas.sim.purity import check_purity
from bazas.sim.strategy import BUILT_IN, Strategy, strategy

pytestmark = pytest.mark.skipif(not JIT, reason="decisions are searched when they are compiled")


def writes_points(view: Any) -> int:
    view.points[view.seat & 1] = 100
    return lowest(view.legal)


def writes_a_field(view: Any) -> int:
    view.muestra = 3
    return lowest(view.legal)


def writes_through_a_name(view: Any) -> int:
    mine = view.leaders
    mine[20] = 1
    return lowest(view.legal)


@numba.njit
def scribble(seen: Any) -> None:
    seen.holds[1] |= 4


def writes_in_a_helper(view: Any) -> int:
    scribble(view)
    return lowest(view.legal)


def is_random(view: Any) -> int:
    return lowest(view.legal) if np.random.rand() < 2 else 0


def remembers(view: Any) -> int:
    view.memory[0] += 1
    own = np.zeros(2)
    own[0] = 1
    return lowest(view.legal)


@pytest.mark.parametrize(
    ("play", "what"),
    [
        (writes_points, "play writes to view.points"),
        (writes_a_field, "play writes to view.muestra"),
        (writes_through_a_name, "play writes to view.leaders"),
        (writes_in_a_helper, "play writes to view.holds"),
        (remembers, "play writes to view.memory"),
        (is_random, "play uses a random generator of its own"),
    ],
)
def test_a_strategy_that_does_more_than_read_is_refused(play: Callable[[Any], int], what: str) -> None:
    with pytest.raises(StrategyError, match=f"strategy mine: {what}"):
        Strategy("mine", "", play).seat()


def test_memory_is_for_those_who_say_so() -> None:
    assert Strategy("mine", "", remembers, memory=True).seat().memory


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_strategies_are_pure(name: str) -> None:
    chosen = strategy(name)
    for decision in chosen.decisions:
        check_purity(VIEW, name, "play", decision, memory=chosen.memory)


def swap_loudly(view: Any) -> int:
    return 65536


def test_yes_and_no_are_truth_values() -> None:
    loud = Strategy("loud", "", remembers, swap=swap_loudly, memory=True)
    with pytest.raises(StrategyError, match=r"swap returns .* it must return True or False"):
        loud.seat()


# Helpers of other modules


SCRIBBLER = """
import random
from numba import njit

@njit
def pick(view):
    view.holds[0] |= 4
    return 0

@njit
def look(view):
    return view.holds[0]
"""
CALLS = {
    "through the module": ("import scribbler", "scribbler.pick(view)"),
    "through a name for it": ("import scribbler", "pick(view)", "helper = scribbler; pick = helper.pick"),
    "through two modules": ("import between", "between.scribbler.pick(view)"),
    "out of a tuple": ("import scribbler\nBOTH = (scribbler.look, scribbler.pick)", "BOTH[1](view)"),
}
CALLER = """
from numba import njit
from bazas.sim import Strategy
{imports}

def play(view):
    {before}
    return {call}

mine = Strategy("mine", "calls a helper", play)
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Strategy]]:
    """Writes the module `scribbler`, another that imports it, and a strategy that calls it: the strategy."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "scribbler.py").write_text(SCRIBBLER, "utf-8")
    (tmp_path / "between.py").write_text("import scribbler\n", "utf-8")

    def write(imports: str, call: str, before: str = "pass") -> Strategy:
        (tmp_path / "mine.py").write_text(CALLER.format(imports=imports, call=call, before=before), "utf-8")
        return strategy(f"{tmp_path / 'mine.py'}:mine")

    yield write
    for name in ("scribbler", "between"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("how", CALLS)
def test_a_helper_that_writes_is_found_wherever_it_is_called_from(how: str, written: Callable[..., Strategy]) -> None:
    with pytest.raises(StrategyError, match="strategy mine: play writes to view"):
        written(*CALLS[how]).seat()


def test_a_generator_of_another_module_is_found(written: Callable[..., Strategy]) -> None:
    with pytest.raises(StrategyError, match="uses a random generator of its own"):
        written("import scribbler", "scribbler.random.getrandbits(3)").seat()


def test_helpers_that_only_read_may_be_called_through_modules(written: Callable[..., Strategy]) -> None:
    calls = "math.floor(scribbler.look(view)) + np.int64(bits.lowest(view.legal)) + int(np.linalg.det(np.eye(2)))"
    written("import math\nimport numpy as np\nimport scribbler\nfrom bazas.kernels import bits", calls).seat()


# What a strategy's hash is made of


HELPED = """
from numba import njit
{imports}
from bazas.sim import Strategy

BONUS = {bonus}

def play(view):
    return {call}(view) + BONUS

mine = Strategy("mine", "has a helper", play)
"""
HELPER = "from numba import njit\n\n@njit\ndef price(view):\n    return {value}\n"
WAYS = {"from one_helper import price": "price", "import one_helper": "one_helper.price"}


def hashed(folder: Path, imports: str, value: int = 1, bonus: int = 0) -> str:
    folder.mkdir(parents=True)
    (folder / "one_helper.py").write_text(HELPER.format(value=value), "utf-8")
    (folder / "mine.py").write_text(HELPED.format(imports=imports, call=WAYS[imports], bonus=bonus), "utf-8")
    return strategy(f"{folder / 'mine.py'}:mine").source_hash()


@pytest.mark.parametrize("imports", WAYS)
def test_a_hash_does_not_depend_on_where_files_lie(
    imports: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for place in ("a", "zz/deeper"):
        monkeypatch.syspath_prepend(tmp_path / place)
        found.add(hashed(tmp_path / place, imports))
        sys.modules.pop("one_helper")
    assert len(found) == 1


@pytest.mark.parametrize("imports", WAYS)
def test_a_hash_depends_on_helpers_and_constants(imports: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number, (value, bonus) in enumerate([(1, 0), (2, 0), (1, 1)]):
        monkeypatch.syspath_prepend(tmp_path / str(number))
        found.append(hashed(tmp_path / str(number), imports, value, bonus))
        sys.modules.pop("one_helper")
    assert len(set(found)) == 3


def test_a_hash_sees_what_a_closure_holds() -> None:
    def made(worth: int) -> Strategy:
        return Strategy("made", "by a function", lambda view: view.legal + worth)

    assert made(1).source_hash() != made(2).source_hash()
    assert made(1).source_hash() == made(1).source_hash()
