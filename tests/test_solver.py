"""The exact solver: plain minimax says the same, and the game played as it says ends as it says."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from arrastres import Solver, position, positions
from bazas.kernels.compiling import JIT, kernel
from bazas.kernels.playout import score_so_far
from bazas.kernels.records import HAND, PLAY, SING, STATE, TUTE, VIEW, blank
from bazas.kernels.solver import (
    GAME,
    POINTS,
    POSITION,
    WORKSPACE,
    best_card,
    position_of,
    solve_cards,
    solve_songs,
)
from bazas.kernels.solver_start import GENERATIONS
from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategies import careful
from reference.cards import Card, code
from test_parity import mixed_rules
from tracing import QUESTIONS, STOPPING, Event, Game, NeverAsked, Tracer

SHEETS = [
    replace(preset.rules, players=players, deck=deck)
    for preset in PRESETS.values()
    for players in (4, 2)
    for deck in (40, 48, 36)
]
ALL_RULES = [*SHEETS, *mixed_rules(40, 4)]
TWO_PLAYERS = [rules for rules in ALL_RULES if rules.players == 2]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def compare(solver: Solver, seed: int, count: int, rules: list[Rules], sizes: list[int]) -> None:
    """Compare all values of positions by chance, for both goals."""
    for game in (False, True):
        for place in positions(seed + game, count, rules, sizes):
            assert solver.values(place, game) == place.values(game), f"{'game' if game else 'points'}: {place}"


FEWER = 1 if JIT else 50
"""Uncompiled, the solver is slow."""


@pytest.mark.parametrize(("seed", "count", "sizes"), [(10, 900, [1, 2]), (20, 200, [3]), (30, 8, [4])])
def test_minimax_says_the_same(solver: Solver, seed: int, count: int, sizes: list[int]) -> None:
    compare(solver, seed, count // FEWER, ALL_RULES, sizes)


def test_minimax_says_the_same_of_two_players(solver: Solver) -> None:
    compare(solver, 50, 20 // FEWER, TWO_PLAYERS, [4, 5])


@pytest.mark.verify
@pytest.mark.parametrize("seed", range(100, 140, 10))
def test_minimax_says_the_same_of_many(solver: Solver, seed: int) -> None:
    compare(solver, seed, 2500, ALL_RULES, [1, 2, 3])
    compare(solver, seed, 100, ALL_RULES, [4])
    compare(solver, seed, 4, ALL_RULES, [5])
    compare(solver, seed, 40, TWO_PLAYERS, [4, 5, 6])


@pytest.mark.verify
def test_minimax_says_the_same_of_six_cards(solver: Solver) -> None:
    compare(solver, 200, 1, [rules for rules in ALL_RULES if rules.players == 4], [6])


def _signature_of_best() -> Any:
    from numba import from_dtype, types

    return types.UniTuple(types.int64, 2)(from_dtype(POSITION), types.int64, from_dtype(WORKSPACE))


@kernel(_signature_of_best)
def solve_best(place: Any, goal: int, workspace: Any) -> tuple[int, int]:
    return best_card(place, goal, workspace)


@pytest.mark.parametrize("game", [False, True])
def test_the_best_card_has_the_best_value(solver: Solver, game: bool) -> None:
    workspace, goal = blank(WORKSPACE), GAME if game else POINTS
    for place in positions(60 + game, 600 // FEWER, ALL_RULES, [1, 2, 3, 4]):
        if place.place.asking is None:
            value, card = solve_best(place.record(), goal, workspace)
            values = {code(card): value for card, value in solver.values(place, game).items() if isinstance(card, Card)}
            side = (place.place.leader + len(place.place.table)) % 2
            assert value == values[card] == (min if side else max)(values.values()), place


def test_the_positions_have_what_is_to_be_tried() -> None:
    """Choices of cantes, both sides near 101, every place of a trick: without them the comparisons would say little."""
    seen: Counter[str] = Counter()
    for place in positions(10, 900, ALL_RULES, [1, 2]):
        seen[f"table {len(place.place.table)}"] += 1
        seen["vueltas"] += place.vueltas
        seen["both near 101"] += min(place.points) > 85 and not place.vueltas
        seen["few points of cards"] += min(place.place.cards) < 30
        seen["songs"] += place.place.asking is not None and len(place.values(game=False)) > 1
    assert min(seen[f"table {number}"] for number in range(4)) > 20
    assert min(seen[what] for what in ("vueltas", "few points of cards")) > 80
    assert min(seen[what] for what in ("both near 101", "songs")) > 10


def test_what_is_known_of_a_position_is_not_taken_for_another() -> None:
    """One workspace for all positions, or a new one for each: it is all the same, past the last generation too."""
    one = Solver()
    one.workspace["generation"] = GENERATIONS - 5
    for place in positions(70, 40 // FEWER, ALL_RULES, [3, 4]):
        for game in (False, True):
            assert one.values(place, game) == Solver().values(place, game)


def test_points_suffice_where_nothing_is_to_be_sung(solver: Solver) -> None:
    """The short way to the chance of the game is taken where it may be, and says what the long way says."""
    short = 0
    rng = Random(5)
    rules = Rules(tute=False)
    for _ in range(300 // FEWER):
        place = position(rng, rules, 3)
        values = solver.values(place, game=True)
        if solver.workspace["mapped"] == 0:
            continue
        short += 1
        points = solver.values(place, game=False)
        order = sorted(points, key=lambda answer: points[answer])
        assert all(values[first] <= values[second] for first, second in pairwise(order))
        assert values == place.values(game=True)
    assert short > 100 // FEWER


def test_more_points_are_never_worse_in_the_vueltas() -> None:
    """On this rest the limits of the search, and the short way from points to chances."""
    for players in (2, 4):
        for deck in (36, 40, 48):
            for mano in (0, 1):
                chances = np.array(
                    [[chance_in_vueltas(players, deck, a, b, mano) for b in range(101)] for a in range(101)]
                )
                assert (np.diff(chances, axis=0) >= 0).all()
                assert (np.diff(chances, axis=1) <= 0).all()
                assert 0 <= chances.min() <= chances.max() <= CERTAIN
                assert 0 <= chance_in_vueltas(players, deck, 101, 101, mano) <= CERTAIN


# The line that the solver says, played out by the hand loop


def _signature() -> Any:
    from numba import from_dtype, types

    return types.void(*[from_dtype(dtype) for dtype in (STATE, VIEW, HAND, POSITION)])


@kernel(_signature)
def fill(state: Any, view: Any, score: Any, record: Any) -> None:
    """`position_of` for callers in Python."""
    score_so_far(view, score)
    position_of(state, view, score, record)


def best_answer(solver: Solver, game: Game, goal: int) -> tuple[int, int]:
    """The best answer to the question at which a game was stopped, and what it is worth for side a."""
    view, record = game.view, blank(POSITION)
    fill(game.state, view, blank(HAND), record)
    if view.question in (PLAY, SING):
        solve = solve_cards if view.question == PLAY else solve_songs
        answers = int(solve(record, goal, solver.workspace, solver.room))
        assert answers == view.legal
        values = {answer: int(solver.room[answer]) for answer in range(64) if answers >> answer & 1}
        if view.question == SING:
            values[-1] = int(solver.room[4])
        chosen = (max if view.seat & 1 == 0 else min)(values, key=lambda answer: values[answer])
        return chosen, values[chosen]
    if view.question == TUTE:
        return int(goal == GAME), -1
    return int(goal == GAME and view.points[view.seat & 1] >= 101), -1  # a claim


def answers_before_the_arrastre(game: Game) -> list[int]:
    """The answers of the first hand up to the last draw."""
    first = next(index for index, event in enumerate(game.events) if event[0] == "end")
    draws = [index for index, event in enumerate(game.events[:first]) if event[0] == "draw"]
    return [event[2] for event in game.events[: draws[-1]] if event[0] in QUESTIONS]


def outcome(events: list[Event], rules: Rules, start: tuple[int, int], goal: int) -> int:
    """What a first hand came to."""
    last = next(index for index, event in enumerate(events) if event[0] == "end")
    _, side, _, _, a, b = events[last]
    if goal == POINTS:
        return (a - start[0]) - (b - start[1])
    if side >= 0:
        return CERTAIN * (1 - side)
    return int(chance_in_vueltas(rules.players, rules.deck, a, b, events[last + 1][1] & 1))


def line(solver: Solver, rules: Rules, number: int, goal: int) -> tuple[int, int, int]:
    """What the solver says of the arrastre of a game, what comes of it if it decides for all, and how often it sang."""
    tracer, stopping = Tracer(rules, [careful.strategy], seed=3), Tracer(rules, [STOPPING], seed=3)
    script = answers_before_the_arrastre(tracer.play(number))
    start, promised, sung = (0, 0), None, 0
    while True:
        try:
            stopped = stopping.stop(number, script)
        except NeverAsked:
            events = tracer.play(number, script=script).events
            break
        events = stopped.events
        if any(event[0] == "end" for event in events):
            break
        answer, value = best_answer(solver, stopped, goal)
        if promised is None and stopped.view.question in (PLAY, SING):
            promised, start = value, events[-1][4:]
        sung += stopped.view.question == SING and answer >= 0
        script.append(answer)
    assert promised is not None
    return promised, outcome(events, rules, start, goal), sung


@pytest.mark.parametrize("goal", [POINTS, GAME])
@pytest.mark.parametrize("rules", [Rules(), PRESETS["ludoteka"].rules, Rules(players=2, cantes_per_trick=2)])
def test_the_best_line_brings_the_value(solver: Solver, rules: Rules, goal: int) -> None:
    sung = 0
    for number in range(60 if JIT else 1):
        promised, found, songs = line(solver, rules, number, goal)
        assert found == promised
        sung += songs
    assert sung > 0 or not JIT
