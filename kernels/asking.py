"""What every decision has in common: the view is filled, the script or the strategy answers, the trace notes it."""

from __future__ import annotations

from typing import Any

from bazas.kernels.compiling import inner
from bazas.kernels.noise import word
from bazas.kernels.records import (
    ASK,
    BY_RENUNCIO,
    E_END,
    E_RENUNCIO,
    MEMORY,
    PARAMETERS,
)

SEATING = PARAMETERS + 2
"""Words that describe a seat's strategy to the kernel: its parameters, then the two below."""
PARAMETER_SET = PARAMETERS  # equal numbers: equal parameters, so that the view need not be filled again
USES_MEMORY = PARAMETERS + 1


@inner
def present(state: Any, view: Any, seating: Any, seat: int, question: int, legal: int) -> None:
    """Fill the view for a decision of `seat`: its hand, what is legal, a word of noise, its parameters and memory.

    The noise depends on seed, unit, game, hand, trick, before or after the draw, kind of question and seat alone.
    """
    view.seat = seat
    view.question = question
    view.hand = state.hands[seat]
    view.legal = legal
    view.noise = word(state.key, ((view.trick * 5 + question) * 2 + view.after_draw) * 4 + seat)
    if state.loaded != seating[seat, PARAMETER_SET]:
        state.loaded = seating[seat, PARAMETER_SET]
        for i in range(PARAMETERS):
            view.params[i] = seating[seat, i]
    if seating[seat, USES_MEMORY] != 0:
        for i in range(MEMORY):
            view.memory[i] = state.memory[seat, i]


@inner
def remember(state: Any, view: Any, seating: Any, seat: int) -> None:
    """Keep the private memory of a seat that has just decided."""
    if seating[seat, USES_MEMORY] != 0:
        for i in range(MEMORY):
            state.memory[seat, i] = view.memory[i]


@inner
def scripted(state: Any, script: Any) -> int:
    """The script's answer to this question, or ASK where the strategy decides."""
    if script.size == 0:
        return ASK
    index = state.asked
    state.asked = index + 1
    return script[index] if index < script.size else ASK


@inner
def note(trace: Any, state: Any, view: Any, kind: int, seat: int, value: int, legal: int) -> None:
    """Write one event, with the points of both sides after it, where a trace is kept."""
    if trace.size != 0:
        event = trace[state.events]
        event.kind = kind
        event.seat = seat
        event.value = value
        event.legal = legal
        event.a = view.points[0]
        event.b = view.points[1]
        state.events += 1


@inner
def end_hand(state: Any, view: Any, trace: Any, side: int, decided: int) -> None:
    """End the hand: `side` has won the game (how: `decided`), or nobody has (-1)."""
    state.over = 1
    state.winning_side = side
    state.decided = decided
    note(trace, state, view, E_END, side, decided if side >= 0 else -1, 0)


@inner
def refuse(state: Any, view: Any, rules: Any, trace: Any, seat: int, move: int) -> None:
    """An illegal answer: a lost game where the rules say so, else a fault that stops the run."""
    state.move = move
    if rules.renuncio_loses != 0:
        note(trace, state, view, E_RENUNCIO, seat, max(-128, min(move, 127)), view.legal)
        end_hand(state, view, trace, 1 - (seat & 1), BY_RENUNCIO)
    else:
        state.fault = 1
        state.over = 1
