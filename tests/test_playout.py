"""Play-outs: what is pieced together from the view is what the hand had, and in the true world they are the game."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numba import from_dtype, types

from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.cards import DECKS
from bazas.kernels.compiling import kernel
from bazas.kernels.playout import DESK, game_value, open_world, play_out, score_so_far
from bazas.kernels.records import EVENT, HAND, blank, blanks
from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from bazas.kernels.vueltas_table import CHANCES, LOWEST_SCORE, STEP
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategies.lookahead import POLICY_PARAMS, policy
from bazas.sim.strategy import strategy
from chaos import chaos
from test_resumable import copied, places_of_answers
from tracing import STOPPING, Tracer

LUDOTEKA = PRESETS["ludoteka"].rules
SHEETS = [Rules(), LUDOTEKA, replace(Rules(), players=2), replace(LUDOTEKA, deck=48, players=2)]
ON_WHICH_THE_END_DEPENDS = ("cards", "cantes", "tricks", "last_trick", "mano")


def _signature() -> Any:
    return types.void(VIEW_TYPE, from_dtype(HAND))


@kernel(_signature)
def fill_score(view: Any, score: Any) -> None:
    """`score_so_far` for callers in Python."""
    score_so_far(view, score)


def _play_signature() -> Any:
    numbers = types.Array(types.int64, 1, "C")
    return types.int64(VIEW_TYPE, from_dtype(DESK), types.int64, numbers, types.Array(from_dtype(EVENT), 1, "C"))


@kernel(_play_signature)
def finish(view: Any, desk: Any, answer: int, params: Any, trace: Any) -> int:
    """The game's value for side a after a play-out by the policy, in the world of the desk."""
    score_so_far(view, desk.start)
    open_world(desk.world, 1)
    play_out(view, desk, answer, policy, params, trace)
    return game_value(desk.state, desk.seen, desk.score)


@pytest.mark.parametrize("rules", SHEETS)
def test_the_facts_of_a_hand_are_found_again_in_the_view(rules: Rules) -> None:
    tracer, stopping = Tracer(rules, [chaos], seed=16), Tracer(rules, [STOPPING], seed=16)
    for number in range(10):
        game = tracer.play(number)
        for asked, (hand, _) in enumerate(places_of_answers(game)):
            stopped = stopping.stop(number, game.answers[:asked])
            found = blank(HAND)
            fill_score(stopped.view, found)
            for name in ON_WHICH_THE_END_DEPENDS:
                assert np.array_equal(found[name], stopped.hands[hand][name]), f"{name} at answer {asked} of {number}"
            assert sum(found["twenties"]) == sum(stopped.hands[hand]["twenties"])


@pytest.mark.parametrize("rules", SHEETS)
def test_in_the_true_world_a_play_out_is_the_game(rules: Rules) -> None:
    """`counter` uses no chance: from each of its decisions the policy goes on as the game went."""
    tracer, stopping = Tracer(rules, [strategy("counter")], seed=17), Tracer(rules, [STOPPING], seed=17)
    for number in range(6):
        game = tracer.play(number)
        for asked, (hand, index) in enumerate(places_of_answers(game)):
            stopped = stopping.stop(number, game.answers[:asked])
            desk = blank(DESK)
            desk.world = copied(stopped.state)
            value = finish(stopped.view, desk, game.answers[asked], POLICY_PARAMS.copy(), blanks(0, EVENT))
            end = next(event for event in game.events[index:] if event[0] == "end")
            assert (int(desk.state.winning_side), *desk.seen.points.tolist()) == (end[1], end[4], end[5])
            assert int(desk.state.fault) == 0
            for name in ("cards", "cantes", "tricks", "last_trick", "next_mano"):
                assert np.array_equal(desk.score[name], game.hands[hand][name])
            if end[1] >= 0:
                assert value == (CERTAIN if end[1] == 0 else 0)
            else:
                assert 0 < value < CERTAIN


def chance(a: int, b: int, mano_side: int = 0, players: int = 4, deck: int = 40) -> int:
    return int(_chance(players, deck, a, b, mano_side))


@kernel(lambda: types.int64(types.int64, types.int64, types.int64, types.int64, types.int64))
def _chance(players: int, deck: int, a: int, b: int, mano_side: int) -> int:
    """`chance_in_vueltas` for callers in Python."""
    return chance_in_vueltas(players, deck, a, b, mano_side)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("deck", sorted(DECKS))
def test_a_better_score_is_worth_more(players: int, deck: int) -> None:
    for mano_side in range(2):
        for total in range(130, 201, 10):
            row = [chance(a, total - a, mano_side, players, deck) for a in range(total - 100, 101)]
            assert row == sorted(row)
            mirrored = [CERTAIN - chance(total - a, a, 1 - mano_side, players, deck) for a in range(total - 100, 101)]
            assert row == mirrored


def test_scores_of_the_table_and_between() -> None:
    rows = CHANCES[1][1]
    assert chance(LOWEST_SCORE, LOWEST_SCORE) == rows[0][0]
    assert chance(LOWEST_SCORE + 3 * STEP, LOWEST_SCORE + 5 * STEP) == rows[3][5]
    assert chance(100, 100) == rows[-1][-1]
    assert chance(LOWEST_SCORE + 1, LOWEST_SCORE) == round(rows[0][0] + (rows[1][0] - rows[0][0]) / STEP)
    assert chance(100, 30) > 9000 > 1000 > chance(30, 100)
    assert 1000 < chance(101, 101) < 9000
