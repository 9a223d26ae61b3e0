"""A strategy reads the view and nothing else: what writes to it or is random by itself is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from bazas.kernels.bits import lowest
from bazas.kernels.compiling import JIT
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
        check_purity(name, "play", decision, memory=chosen.memory)


def swap_loudly(view: Any) -> int:
    return 65536


def test_yes_and_no_are_truth_values() -> None:
    loud = Strategy("loud", "", remembers, swap=swap_loudly, memory=True)  # type: ignore[arg-type]
    with pytest.raises(StrategyError, match=r"swap returns .* it must return True or False"):
        loud.seat()


# What a strategy's hash is made of


HELPED = """
from numba import njit
from {helper} import price
from bazas.sim import Strategy

BONUS = {bonus}

def play(view):
    return price(view) + BONUS

mine = Strategy("mine", "has a helper", play)
"""
HELPER = "from numba import njit\n\n@njit\ndef price(view):\n    return {value}\n"


def hashed(folder: Path, helper: str, value: int = 1, bonus: int = 0) -> str:
    folder.mkdir(parents=True)
    (folder / f"{helper}.py").write_text(HELPER.format(value=value), "utf-8")
    (folder / "mine.py").write_text(HELPED.format(helper=helper, bonus=bonus), "utf-8")
    return strategy(f"{folder / 'mine.py'}:mine").source_hash()


def test_a_hash_does_not_depend_on_where_files_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for place in ("a", "zz/deeper"):
        monkeypatch.syspath_prepend(tmp_path / place)
        found.add(hashed(tmp_path / place, "one_helper"))
        sys.modules.pop("one_helper")
    assert len(found) == 1


def test_a_hash_depends_on_helpers_and_constants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for number, (value, bonus) in enumerate([(1, 0), (2, 0), (1, 1)]):
        monkeypatch.syspath_prepend(tmp_path / str(number))
        found.append(hashed(tmp_path / str(number), "one_helper", value, bonus))
        sys.modules.pop("one_helper")
    assert len(set(found)) == 3


def test_a_hash_sees_what_a_closure_holds() -> None:
    def made(worth: int) -> Strategy:
        return Strategy("made", "by a function", lambda view: view.legal + worth)

    assert made(1).source_hash() != made(2).source_hash()
    assert made(1).source_hash() == made(1).source_hash()
