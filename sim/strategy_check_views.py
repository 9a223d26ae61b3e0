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

from bazas.kernels.calling import seats_record
from bazas.kernels.compiling import JIT, compile_function
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.records import (
    ASK,
    E_CLAIM,
    E_PLAY,
    E_SING,
    E_SWAP,
    E_TUTE,
    EVENT,
    GAME,
    HAND,
    MAX_CARDS,
    PLAY,
    QUESTIONS,
    STATE,
    VIEW,
    blank,
    blanks,
)
from bazas.sim.notation import cards_of
from bazas.sim.spec import Spec
from bazas.sim.strategy import Strategy
from bazas.sim.tracing import trace_game

_ANSWERS = (E_PLAY, E_SWAP, E_TUTE, E_SING, E_CLAIM)


class _Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The question is reached."""


def _stop(view: Any) -> Any:
    if view.players > 0:  # always, but a function that only raises has no type
        raise _Stopped
    return 0


def _stop_at_yes_or_no(view: Any) -> Any:
    if view.players > 0:
        raise _Stopped
    return False


_STOPPING = Strategy(
    "stopping", "raises at its first question", _stop, _stop_at_yes_or_no, _stop_at_yes_or_no, _stop, _stop_at_yes_or_no
)


def views_of(spec: Spec, unit: int) -> Iterator[Any]:
    """The view (VIEW) at each question of game number `unit` in the first arm of `spec`."""
    events = trace_game(spec, 0, unit).events
    answers = [int(event["value"]) for event in events if event["kind"] in _ANSWERS]
    seat = _STOPPING.seat()
    seats = seats_record([seat] * spec.rules.players)
    plan = blank(PLAN)
    plan.seed, plan.first, plan.count, plan.mano = spec.seed, unit, 1, -1
    for number in range(len(answers)):
        script = np.array([*answers[:number], ASK], np.int16)
        view = blank(VIEW)
        try:
            play_games(
                plan, spec.rules.record(), seats, np.zeros((0, 2, 0), np.int8), script, blank(STATE), view,
                blanks(1, GAME), blanks((1, 2), HAND), np.zeros((0, 2, MAX_CARDS), np.int8), blanks(0, EVENT),
            )  # fmt: skip
        except _Stopped:
            yield view


_UNSTEADY = " answers the same view otherwise when it is asked again (a clock, a state, np.empty?)"


def sins_of(
    strategy: Strategy, views: Sequence[Any], seconds: float, told: Callable[[str], None]
) -> tuple[int, list[str]]:
    """How many views a strategy was asked about within some seconds, and what is wrong, each thing once.

    `told` hears before every question where it is asked.
    """
    decisions, found, asked = strategy.seat().decisions, list[str](), 0
    end = time.monotonic() + seconds
    for view in views:
        if asked and time.monotonic() > end:
            break
        kind = QUESTIONS[view.question]
        told(f"a view of trick {view.trick}, when asked to {kind}")
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


def _in_other_order(strategy: Strategy, views: Sequence[Any]) -> list[str]:
    """What is wrong where the views are shown forwards, backwards, and again: a state need not change at every call."""
    decisions = strategy.seat().decisions
    orders = [views, views[::-1], views]
    forwards, backwards, again = (
        [int(decisions[view.question](_place(view, strategy))) for view in order] for order in orders
    )
    answers = zip(views, forwards, reversed(backwards), again, strict=True)
    kinds = dict.fromkeys(QUESTIONS[view.question] for view, *three in answers if len(set(three)) > 1)
    return [kind + _UNSTEADY for kind in kinds]


def _sin(decision: Any, view: Any, strategy: Strategy, repeats: int) -> str:
    """What is wrong with the answer to one view, or nothing; the view as it is is shown again `repeats` times."""
    kind = QUESTIONS[view.question]
    place = _place(view, strategy)
    before = place.tobytes()
    answer = int(decision(place))
    changed = _changed(before, place, strategy.memory)
    if changed:
        return f"{kind} writes to {' and '.join(f'view.{name}' for name in changed)}: a view is for reading"
    for number in range(repeats):
        _soil()(number * 0x0101010101010101)
        if int(decision(_place(view, strategy))) != answer:
            return kind + _UNSTEADY
    noise = np.random.default_rng(answer & 0xFFFF)
    if int(decision(_place(view, strategy, noise, around=True))) != answer:
        return f"{kind} reads beyond the end of the view's lists"
    for field in _unsaid(view, strategy):
        for _ in range(3):
            if int(decision(_place(view, strategy, noise, field))) != answer:
                return f"{kind} depends on {_UNSAID_TOLD[field]}"
    return ""


_UNSAID_TOLD = {
    "table": "view.table beyond the cards on the table, which means nothing",
    "leaders": "view.leaders beyond the tricks begun, which means nothing",
    "plays": "view.plays beyond the cards played, which means nothing",
    "unnamed_tricks": "view.unnamed_tricks beyond the number in view.unnamed, which means nothing",
    "memory": "view.memory, and needs memory=True",
}


def _unsaid(view: Any, strategy: Strategy) -> list[str]:
    """The fields of which a part, or all, must not matter."""
    return [
        field for field in _UNSAID_TOLD if field in (VIEW.names or ()) and not (field == "memory" and strategy.memory)
    ]


def _place(
    view: Any, strategy: Strategy, noise: np.random.Generator | None = None, field: str = "", around: bool = False
) -> Any:
    """A copy of a view with the strategy's parameters, with noise around it, or where a field says nothing."""
    block = np.zeros(3, VIEW)
    if around and noise is not None:
        block = np.frombuffer(noise.integers(0, 48, 3 * VIEW.itemsize, np.int8).tobytes(), VIEW).copy()
    block[1] = view
    copy = block.view(np.recarray)[1]
    copy.params[:] = strategy.words
    if field and noise is not None:
        _disturb(copy, field, noise)
    return copy


def _disturb(view: Any, field: str, noise: np.random.Generator) -> None:
    """Fill what says nothing of a field with what might stand there."""
    cards = cards_of(int(view.deck))
    players, between = int(view.players), view.question != PLAY
    if field == "table":
        free = view.table[players if between else int(view.position) :]
        free[:] = noise.choice(cards, len(free))
    elif field == "plays":
        played = sum(int(mask).bit_count() for mask in view.played)
        view.plays[played:] = noise.choice(cards, MAX_CARDS - played)
    elif field == "leaders":
        begun = int(view.trick) if between or view.position > 0 else int(view.trick) - 1
        view.leaders[begun:] = noise.integers(0, players, len(view.leaders) - begun)
    elif field == "unnamed_tricks":
        for seat, known in enumerate(view.unnamed):
            view.unnamed_tricks[seat, int(known) :] = noise.integers(
                0, view.trick + 1, view.unnamed_tricks.shape[1] - int(known)
            )
    else:
        view.memory[:] = noise.integers(0, 100, len(view.memory))


def _changed(before: bytes, view: Any, memory: bool) -> list[str]:
    """The fields that are others than before."""
    old = np.frombuffer(before, VIEW)[0]
    names = [name for name in VIEW.names or () if not (memory and name == "memory")]
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
