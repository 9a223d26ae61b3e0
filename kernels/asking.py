"""What every decision has in common: the view is filled, the script or the player answers, the trace notes it.

The players of a hand (`seats`) are a record (SEATS) of compiled strategies, or one policy (see `calling.decide`) that
plays all seats, as in the play-outs of a strategy that looks ahead.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.calling import decide, fill_in, keep
from bazas.kernels.compiling import inner
from bazas.kernels.noise import word
from bazas.kernels.records import (
    ASK,
    BY_RENUNCIO,
    E_END,
    E_RENUNCIO,
    MAX_SEATS,
    PARAMETERS,
    QUESTIONS,
)


@inner
def sit_down(state: Any, view: Any, seats: Any, script: Any) -> None:
    """Before the first hand of these seats, or in the middle of one: what all share is filled in once."""
    state.alike = 1 if seats.differ == 0 else 0
    state.left = script.size
    state.simple = 1 if seats.differ == 0 and script.size == 0 and no_secrets(state) else 0
    for i in range(PARAMETERS):
        view.params[i] = seats.params[0, i]


@inner
def moment_of(trick: int, question: int, after_draw: int) -> int:
    """Number of a moment of the hand, 4 apart: with a seat added, an index of the stream of noise."""
    return ((trick * len(QUESTIONS) + question) * 2 + after_draw) * MAX_SEATS


@inner
def ask(
    state: Any, view: Any, seats: Any, script: Any, seat: int, question: int, moment: int, hand: int, legal: int
) -> int:
    """The answer of a seat to a question: the script's, where it has one, else its strategy's.

    The view gets the seat's hand, what is legal and a word of noise, which depends on seed, unit, game, hand, trick,
    before or after the draw, kind of question and seat alone. Where seats differ it gets the seat's parameters, memory,
    and what it sang in secret.
    """
    put(state, view, seat, moment, hand, legal)
    if state.simple != 0:
        return decide(seats, seat, question, view)
    return _ask_in_full(state, view, seats, script, seat, question)


@inner
def put(state: Any, view: Any, seat: int, moment: int, hand: int, legal: int) -> None:
    """Show a seat its hand, what is legal, and the word of noise of this moment; in any game."""
    view.seat = seat
    view.hand = hand
    view.legal = legal
    view.noise = word(state.key, moment + seat)


@inner
def _ask_in_full(state: Any, view: Any, seats: Any, script: Any, seat: int, question: int) -> int:
    view.sung = state.named | state.secret[seat]
    answer = answer_of(state, view, seats, script, seat, question)
    state.simple = 1 if state.left == 0 and state.alike != 0 and no_secrets(state) else 0
    return answer


@inner
def answer_of(state: Any, view: Any, seats: Any, script: Any, seat: int, question: int) -> int:
    """The answer of a seat that may differ from the others, or whom a script may answer for; in any game.

    The view gets the seat's parameters and memory; what the strategy writes into its memory is kept.
    """
    fill_in(seats, state, view, seat)
    left = state.left
    if left > 0:
        state.left = left - 1
        answer = int(script[script.size - left])
        if answer != ASK:
            return answer
    answer = decide(seats, seat, question, view)
    keep(seats, state, view, seat)
    return answer


@inner
def no_secrets(state: Any) -> bool:
    """Whether every cante was sung by name."""
    return state.secret[0] | state.secret[1] | state.secret[2] | state.secret[3] == 0


@inner
def ask_between(state: Any, view: Any, seats: Any, script: Any, seat: int, question: int, legal: int) -> int:
    """The answer to a question between two tricks."""
    view.question = question
    moment = moment_of(view.trick, question, view.after_draw)
    return ask(state, view, seats, script, seat, question, moment, state.hands[seat], legal)


@inner
def seat_after(seat: int, steps: int, players: int) -> int:
    """The seat some steps further in playing order; the last mask tells the compiler that no index is negative."""
    return (seat + steps) & (players - 1) & 3


@inner
def note(trace: Any, state: Any, view: Any, kind: int, seat: int, value: int, legal: int) -> None:
    """Write one event, with the points of both sides after it, where a trace is kept."""
    if trace.size != 0 and state.events < trace.size:
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
        note(trace, state, view, E_RENUNCIO, seat, max(-32768, min(move, 32767)), view.legal)
        end_hand(state, view, trace, 1 - (seat & 1), BY_RENUNCIO)
    else:
        state.fault = 1
        state.over = 1
