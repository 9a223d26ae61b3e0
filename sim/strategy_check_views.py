"""Decisions asked one by one, on views out of real games: an answer must follow from what the view says, and no more.

Each view is shown to the strategy again and again: as it is; after memory was filled with other values, as array
elements that were never set hold what was there before; with other values where the view's lists say nothing, and
beside the view. The answer must stay the same, and the view too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from bazas.kernels.compiling import JIT, compile_function
from bazas.kernels.records import ASK
from bazas.sim.player import Player
from bazas.sim.playing import Unfinished
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy_code import TRUTH

MOST_VIEWS = 150
"""Of a game no more views are taken; of a longer one they lie apart."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The question is reached."""


def _stop(view: Any) -> Any:
    if view.seat >= 0:  # always, but a function that only raises has no type
        raise Stopped
    return 0


def _stop_at_yes_or_no(view: Any) -> Any:
    if view.seat >= 0:
        raise Stopped
    return False


def stopping(kind: type[Player]) -> Player:
    """A strategy of a game that raises at its first question."""
    form = kind.FORM
    decisions: dict[str, Any] = {
        name: _stop_at_yes_or_no if form.answers[name] == TRUTH else _stop for name in form.questions
    }
    return kind(name="stopping", description="raises at its first question", **decisions)


def views_of(spec: Spec, unit: int) -> Iterator[Any]:
    """The views at the questions of game number `unit` in the first arm of `spec`, `MOST_VIEWS` of them at most."""
    workshop, player = spec.game.workshop, stopping(spec.game.strategies)
    answers = workshop.answers(spec, unit)
    for number in range(0, len(answers), 1 + len(answers) // MOST_VIEWS):
        script = np.array([*answers[:number], ASK], np.int16)
        watched = workshop.watched(spec, Arm((player,) * spec.rules.players), script)
        try:
            watched.play(unit, 1)
        except Unfinished as stopped:
            if not isinstance(stopped.__cause__, Stopped):
                raise
            yield watched.view


_UNSTEADY = " answers the same view otherwise when it is asked again (a clock, a state, np.empty?)"


def sins_of(
    strategy: Player, views: Sequence[Any], seconds: float, told: Callable[[str], None]
) -> tuple[int, list[str]]:
    """How many views a strategy was asked about within some seconds, and what is wrong, each thing once.

    `told` hears before every question where it is asked.
    """
    decisions, found, asked = strategy.seat().decisions, list[str](), 0
    questions, place = strategy.FORM.questions, strategy.GAME.workshop.place
    end = time.monotonic() + seconds
    for view in views:
        if asked and time.monotonic() > end:
            break
        kind = questions[view.question]
        told(f"a view of {place(view)}")
        asked += 1
        try:
            sin = _sin(decisions[view.question], view, strategy, 4 + asked % 3)
        except Exception as error:  # whatever a strategy raises
            sin = f"{kind} raises {type(error).__name__}" + (f": {error}" if str(error) else "")
        if sin and sin not in found:
            found.append(sin)
    if not any(" raises " in sin for sin in found):
        found += _in_other_order(strategy, views[:asked])
    unsteady = [sin for sin in found if sin.endswith(_UNSTEADY)]
    return asked, unsteady or found  # of what is never the same, nothing else can be told


def _in_other_order(strategy: Player, views: Sequence[Any]) -> list[str]:
    """What is wrong where the views are shown forwards, backwards, and again: a state need not change at every call."""
    decisions = strategy.seat().decisions
    orders = [views, views[::-1], views]
    forwards, backwards, again = (
        [int(decisions[view.question](_place(view, strategy))) for view in order] for order in orders
    )
    answers = zip(views, forwards, reversed(backwards), again, strict=True)
    kinds = dict.fromkeys(strategy.FORM.questions[view.question] for view, *three in answers if len(set(three)) > 1)
    return [kind + _UNSTEADY for kind in kinds]


def _sin(decision: Any, view: Any, strategy: Player, repeats: int) -> str:
    """What is wrong with the answer to one view, or nothing; the view as it is is shown again `repeats` times."""
    kind = strategy.FORM.questions[view.question]
    place = _place(view, strategy)
    before = place.tobytes()
    answer = int(decision(place))
    changed = _changed(before, place, strategy)
    if changed:
        return f"{kind} writes to {' and '.join(f'view.{name}' for name in changed)}: a view is for reading"
    for number in range(repeats):
        _soil()(number * 0x0101010101010101)
        if int(decision(_place(view, strategy))) != answer:
            return kind + _UNSTEADY
    noise = np.random.default_rng(answer & 0xFFFF)
    if int(decision(_place(view, strategy, noise, around=True))) != answer:
        return f"{kind} reads beyond the end of the view's lists"
    for field in _unsaid(strategy):
        for _ in range(3):
            if int(decision(_place(view, strategy, noise, field))) != answer:
                return f"{kind} depends on {strategy.GAME.workshop.unsaid[field]}"
    return ""


def _unsaid(strategy: Player) -> list[str]:
    """The fields of which a part, or all, must not matter."""
    return [field for field in strategy.GAME.workshop.unsaid if not (field == "memory" and strategy.memory)]


def _place(
    view: Any, strategy: Player, noise: np.random.Generator | None = None, field: str = "", around: bool = False
) -> Any:
    """A copy of a view with the strategy's parameters, with noise around it, or where a field says nothing."""
    form = strategy.FORM.view
    block = np.zeros(3, form)
    if around and noise is not None:
        block = np.frombuffer(noise.integers(0, 48, 3 * form.itemsize, np.int8).tobytes(), form).copy()
    block[1] = view
    copy = block.view(np.recarray)[1]
    copy.params[:] = strategy.words
    if field and noise is not None:
        strategy.GAME.workshop.disturb(copy, field, noise)
    return copy


def _changed(before: bytes, view: Any, strategy: Player) -> list[str]:
    """The fields that are others than before."""
    form = strategy.FORM.view
    old = np.frombuffer(before, form)[0]
    names = [name for name in form.names or () if not (strategy.memory and name == "memory")]
    return [name for name in names if old[name].tobytes() != view[name].tobytes()]


@cache
def _soil() -> Callable[[int], Any]:
    """A function that leaves other values in the memory that arrays are made of."""
    if not JIT:
        return lambda word: None
    from numba import types

    return compile_function(_fill_memory, types.int64(types.int64), folder=None, arrays=True)


def _fill_memory(word: int) -> int:
    total = 0
    for size in range(1, 200):
        cells = np.empty(size if size < 130 else 1 << (size // 10 - 8), np.int64)
        for i in range(cells.size):
            cells[i] = word
        total += cells[cells.size // 2]
    return total
