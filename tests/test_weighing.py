"""What `rollout` answers, worked out in plain Python: the same worlds, each answer played to the end, leads added up.

The twin shares with it the worlds that are drawn, the loop that plays hands, and which cards are alike. That all
answers meet the same worlds, whose side an end is good for, what it is worth and when a lead counts are done once more
here. (The noise of the play-outs does not matter: `counter` uses none.)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import types

from bazas.kernels.calling import VIEW_TYPE, seats_record
from bazas.kernels.compiling import JIT, kernel
from bazas.kernels.noise import mix, word
from bazas.kernels.playout import MOST_ANSWERS
from bazas.kernels.records import BY_HAND, EVENT, NONE, PLAY, QUESTIONS, SING, STATE, WITHHOLD_NONE, blank, blanks
from bazas.kernels.vueltas import CERTAIN
from bazas.kernels.worlds import WORLDS, draw_worlds
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategies.lookahead import SURE, list_cards
from bazas.sim.strategy import strategy
from chaos import chaos
from test_playout import chance
from test_resumable import copied, finish, places_of_answers
from tracing import STOPPING, Tracer

SHEETS = {
    "lascuarenta": Rules(),
    "ludoteka": PRESETS["ludoteka"].rules,
    "two players": replace(Rules(), players=2),
}
GAMES = 40 if JIT else 2
VIEWS_OF_A_KIND = {"play": 12, "swap": 3, "sing": 3} if JIT else {"play": 2, "swap": 1, "sing": 1}
COUNTER = strategy("counter")


@kernel(lambda: types.int64(VIEW_TYPE, types.int64, types.Array(types.int16, 1, "C")))
def fill_cards(view: Any, usual: int, answers: Any) -> int:
    """`list_cards` for callers in Python."""
    return list_cards(view, usual, answers)


@dataclass(frozen=True)
class Moment:
    """A decision of a game: what is seen there, and the facts of the hand so far (HAND)."""

    rules: Rules
    view: Any
    facts: Any

    @property
    def kind(self) -> tuple[str, bool, int]:
        """The question, whether it is asked in the vueltas, and the side."""
        return QUESTIONS[self.view.question], bool(self.view.vueltas), int(self.view.seat & 1)


def decisions(rules: Rules) -> Iterator[Moment]:
    """The moments of some games at which there is something to choose."""
    tracer, stopping = Tracer(rules, [chaos], seed=31), Tracer(rules, [STOPPING], seed=31)
    for number in range(GAMES):
        game = tracer.play(number)
        for asked, (hand, index) in enumerate(places_of_answers(game)):
            if game.events[index][0] in ("play", "swap", "sing"):
                stopped = stopping.stop(number, game.answers[:asked])
                legal = int(stopped.view.legal)
                if stopped.view.question != PLAY or legal & (legal - 1):
                    yield Moment(rules, stopped.view, stopped.hands[hand])


@cache
def chosen(sheet: str) -> list[Moment]:
    """A few moments of each kind, out of all tricks."""
    found: dict[Any, list[Moment]] = {}
    for moment in decisions(SHEETS[sheet]):
        found.setdefault(moment.kind, []).append(moment)
    taken = []
    for (question, _, _), moments in found.items():
        count = min(VIEWS_OF_A_KIND[question], len(moments))
        taken += [moments[place * len(moments) // count] for place in range(count)]
    return taken


# The twin


def answers_of(view: Any) -> list[int]:
    """The answers that are compared, what counter would do first."""
    seen, answers = copied(view), np.zeros(MOST_ANSWERS, np.int16)
    seen.params[:] = COUNTER.words
    usual = int(COUNTER.seat().decisions[seen.question](seen))
    if view.question == PLAY:
        return [int(card) for card in answers[: fill_cards(seen, usual, answers)]]
    if view.question == SING:
        suits = [suit for suit in range(4) if int(view.legal) >> suit & 1]
        return [usual, *(answer for answer in [-1, *suits] if answer != usual)]
    return [usual, 1 - usual]


def worlds_of(view: Any, count: int) -> list[Any]:
    """The worlds that are imagined at a decision, ready to be played on."""
    states, key = blanks(count, STATE), mix(int(view.noise) + 1)
    assert draw_worlds(view, blank(WORLDS), key, states) > 0
    worlds = []
    for i in range(count):
        world = copied(states.view(np.recarray)[i])
        world.key = word(~key, i)
        world.withhold, world.winning_side, world.decided = WITHHOLD_NONE, NONE, BY_HAND
        worlds.append(world)
    return worlds


def points_after(carried: Any, facts: Any) -> list[int]:
    """The points of both sides at the end of a hand."""
    points = [int(carried[side]) + int(facts.cards[side]) + int(facts.cantes[side]) for side in range(2)]
    if facts.last_trick != NONE:
        points[int(facts.last_trick) & 1] += 10
    return points


@dataclass(frozen=True)
class End:
    """How a hand ended: who won the game in it, the points of both sides, the side of the next mano."""

    winning_side: int
    points: list[int]
    mano_side: int


def end_of(moment: Moment, world: Any, answer: int) -> End:
    """The end after an answer in one world, when all play on like counter."""
    state, view, facts = copied(world), copied(moment.view), copied(moment.facts)
    seats = seats_record([COUNTER.seat()] * moment.rules.players)
    finish(state, view, facts, seats, moment.rules.record(), np.array([answer], np.int16), blanks(0, EVENT))
    assert state.fault == 0
    points = points_after(moment.view.carried, facts)
    return End(int(state.winning_side), points, int(facts.next_mano) & 1)


def worth_of(moment: Moment, end: End, for_game: bool, point: int) -> int:
    """What an end is worth to the side that is asked."""
    side, rules = int(moment.view.seat) & 1, moment.rules
    margin = end.points[side] - end.points[1 - side]
    if not for_game and not moment.view.vueltas:
        return margin
    if end.winning_side != NONE:
        won = CERTAIN if end.winning_side == side else 0
    else:
        a, b = (min(points, 101) for points in end.points)
        won = chance(a, b, end.mano_side, rules.players, rules.deck)
        won = won if side == 0 else CERTAIN - won
    return won if moment.view.vueltas else won + point * margin


@cache
def ends_of(sheet: str, number: int, worlds: int) -> dict[int, list[End]]:
    """The ends of a chosen moment after each answer, what counter would do first, in all worlds."""
    moment = chosen(sheet)[number]
    imagined = worlds_of(moment.view, worlds)
    return {answer: [end_of(moment, world, answer) for world in imagined] for answer in answers_of(moment.view)}


def best(worths: dict[int, list[int]], caution: int) -> int:
    """The answer with the largest mean lead over the usual one, less some tenths of its standard error."""
    usual, *others = worths
    worlds = len(worths[usual])
    found, most = usual, 0.0
    for answer in others:
        leads = [one - other for one, other in zip(worths[answer], worths[usual], strict=True)]
        mean = sum(leads) / worlds
        variance = max(sum(lead * lead for lead in leads) / worlds - mean * mean, 0.0)
        lead = mean - caution / 10 * math.sqrt(variance / worlds)
        if lead > most:
            found, most = answer, lead
    return found


# Both


def decided(moment: Moment, values: dict[str, int]) -> int:
    """The answer of rollout with these parameters."""
    player, view = strategy("rollout").with_values(values), copied(moment.view)
    view.params[:] = player.words
    return int(player.seat().decisions[view.question](view))


@pytest.mark.parametrize("caution", [0, 20])
@pytest.mark.parametrize("goal", ["game", "points"])
@pytest.mark.parametrize("sheet", SHEETS)
def test_rollout_answers_what_its_worlds_say(sheet: str, goal: str, caution: int) -> None:
    kinds: Counter[Any] = Counter()
    for number, moment in enumerate(chosen(sheet)):
        worlds, point = 3 + number % 6, (0, 10, 300)[number % 3]
        ends = ends_of(sheet, number, worlds)
        worths = {answer: [worth_of(moment, end, goal == "game", point) for end in ends[answer]] for answer in ends}
        expected = best(worths, caution if moment.view.question == PLAY else max(caution, SURE))
        answer = decided(moment, {"worlds": worlds, "goal": int(goal == "points"), "caution": caution, "point": point})
        assert answer == expected, f"view {number}: {moment.kind} in trick {moment.view.trick}"
        kinds[*moment.kind, answer != next(iter(ends))] += 1
    if JIT:
        assert {kind[:3] for kind in kinds} == set(product(("play", "swap", "sing"), (False, True), range(2)))
        unusual = sum(count for kind, count in kinds.items() if kind[3])
        assert unusual >= (1 if caution else 8), "answers that counter does not give"
