"""A strategy reads the view and nothing else: what writes to it or is random by itself is refused."""

from __future__ import annotations

from collections.abc import Callable
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
