"""A hand goes on from any decision: state and view of that moment are all that `play_on` needs.

A game is stopped at each of its decisions in turn, by a strategy that raises there. The hand is then finished with the
rest of the recorded answers, from copies of the records, and must run as it did.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bazas.kernels.asking import sit_down
from bazas.kernels.compiling import kernel
from bazas.kernels.hand import play_on
from bazas.kernels.records import EVENT, EVENTS, HAND, MAX_EVENTS, RULES, SEATS, STATE, VIEW, blank, blanks
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategy import strategy
from chaos import chaos
from tracing import QUESTIONS, STOPPING, Event, Game, Tracer


def _signature() -> Any:
    from numba import from_dtype, types

    named = [from_dtype(dtype) for dtype in (STATE, VIEW, HAND, SEATS, RULES)]
    return types.void(*named, types.Array(types.int16, 1, "C"), types.Array(from_dtype(EVENT), 1, "C"))


@kernel(_signature)
def finish(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """`play_on` for callers in Python: these seats sit down where others were stopped."""
    sit_down(state, view, seats, script)
    play_on(state, view, score, seats, rules, script, trace)


def copied(record: Any) -> Any:
    """A record of its own with the same content."""
    other = blank(record.dtype)
    for name in record.dtype.names:
        other[name] = record[name]
    return other


def go_on(tracer: Tracer, stopped: Game, hand: int, script: list[int]) -> tuple[list[Event], Any, Any]:
    """The rest of the hand from a stop: events, state and facts."""
    state, view, score = copied(stopped.state), copied(stopped.view), copied(stopped.hands[hand])
    state["events"] = 0
    trace = blanks(MAX_EVENTS, EVENT)
    finish(state, view, score, tracer.seats, tracer.rules.record(), np.array(script, np.int16), trace)
    events = trace[: int(state["events"])].tolist()
    return [(EVENTS[kind], seat, value, legal, a, b) for kind, seat, value, a, b, legal in events], state, score


def places_of_answers(game: Game) -> list[tuple[int, int]]:
    """Hand (0 or 1) and index among the events of each answer."""
    places, hand = [], -1
    for index, event in enumerate(game.events):
        hand += event[0] == "hand"
        if event[0] in QUESTIONS:
            places.append((hand, index))
    return places


LUDOTEKA = PRESETS["ludoteka"].rules
SHEETS = [Rules(), LUDOTEKA, replace(Rules(), players=2), replace(LUDOTEKA, deck=48, cantes_per_trick=2)]


@pytest.mark.parametrize("rules", SHEETS)
def test_a_hand_goes_on_from_every_decision(rules: Rules) -> None:
    tracer, stopping = Tracer(rules, [chaos], seed=6), Tracer(rules, [STOPPING], seed=6)
    kinds = set()
    for number in range(12):
        game = tracer.play(number)
        for asked, (hand, index) in enumerate(places_of_answers(game)):
            stopped = stopping.stop(number, game.answers[:asked])
            assert stopped.events == game.events[:index]
            kinds.add(game.events[index][0])
            end = next(place for place in range(index, len(game.events)) if game.events[place][0] == "end")
            events, state, score = go_on(stopping, stopped, hand, game.answers[asked:])
            assert events == game.events[index : end + 1]
            assert all(np.array_equal(score[name], game.hands[hand][name]) for name in HAND.names or ())
            assert int(state["over"]) == 1
            assert (int(state["winning_side"]), int(state["fault"])) == (game.events[end][1], 0)
    assert {"play", "swap", "sing"} <= kinds


@pytest.mark.parametrize("names", ["random", "careful", "careful,random", "careful:draw_from=4,careful"])
def test_strategies_go_on_as_they_would_have(names: str) -> None:
    """Without a script: noise and everything else that a strategy sees are those of the game played through."""
    chosen = [strategy(name) for name in names.split(",")]
    tracer, stopping = Tracer(Rules(), chosen, seed=8), Tracer(Rules(), [STOPPING], seed=8)
    for number in range(6):
        game = tracer.play(number)
        for asked, (hand, index) in enumerate(places_of_answers(game)):
            stopped = stopping.stop(number, game.answers[:asked])
            events, _, _ = go_on(tracer, stopped, hand, [])
            assert events == game.events[index : index + len(events)]
            assert events[-1][0] == "end"
