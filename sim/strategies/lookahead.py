"""What the strategies that look ahead have in common: the answers that are possible are weighed in sampled worlds.

At a decision, worlds are drawn that fit all that the seat may know, all as likely (`bazas.kernels.worlds`). In each
world every answer is tried: the hand is played on to its end by `counter` in all seats, with the same noise for all
answers, and its end is valued for the own side. What `counter` itself would do is the usual answer; another one is
given where it is better by more than chance explains: where its mean lead over the usual one is largest after
`caution` tenths of its standard error were taken off. A swap and a cante, which are hardly ever wrong, are let pass
only where that is `SURE` such tenths better.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import choose, lowest
from bazas.kernels.cards import GOAL, points_of, suit_of
from bazas.kernels.compiling import inner, shared
from bazas.kernels.imagining import add_lead, most_ahead, nothing_between
from bazas.kernels.noise import mix, word
from bazas.kernels.playout import game_value, open_world, play_out, policy_answer, score_so_far
from bazas.kernels.records import PLAY, SING, SWAP, TUTE
from bazas.kernels.worlds import count_worlds, sample_world
from bazas.sim.strategies.counter import strategy as counter
from bazas.sim.strategy import Parameter

SAMPLE, GOAL_SOUGHT, CAUTION, POINT = range(4)
"""Places of the parameters in `view.params`."""
FOR_GAME, FOR_POINTS = range(2)
"""Values of the goal."""

SURE = 30
"""Tenths of a standard error that letting a swap or a cante pass must be better."""

POLICY_PARAMS = np.array(counter.words, np.int64)

_play, _swap, _declare, _sing, _claim = map(inner, counter.decisions)


@shared
def policy(view: Any) -> int:
    """What `counter` answers to any question: the policy of the play-outs, for a view with its parameters."""
    if view.question == PLAY:
        return _play(view)
    if view.question == SWAP:
        return int(_swap(view))
    if view.question == TUTE:
        return int(_declare(view))
    if view.question == SING:
        return _sing(view)
    return int(_claim(view))


# The answers


@inner
def alike(view: Any, one: int, other: int) -> bool:
    """Whether two cards of a hand are worth the same: without points, and nothing between them but what has gone.

    The 7 and the 2 of trumps are not like any card as long as they may be given for the muestra.
    """
    if suit_of(one) != suit_of(other) or points_of(one) + points_of(other) > 0:
        return False
    if view.stock > 0 and suit_of(one) == view.trumps:
        return False
    return nothing_between(view, view.deck, one, other)


@inner
def list_cards(view: Any, usual: int, answers: Any) -> int:
    """Fill `answers` with the usual card and every legal one that is not like one before it; returns their number."""
    answers[0] = usual
    size, legal = 1, view.legal & ~(1 << usual)
    while legal != 0:
        card = lowest(legal)
        legal &= legal - 1
        new = True
        for i in range(size):
            new = new and not alike(view, int(answers[i]), card)
        if new:
            answers[size] = card
            size += 1
    return size


@inner
def list_suits(view: Any, usual: int, answers: Any) -> int:
    """Fill `answers` with the usual suit to sing, the others, and -1 for none; returns their number."""
    answers[0] = usual
    size = 1
    for suit in range(-1, 4):
        allowed = suit < 0 or (view.legal >> suit) & 1 != 0
        if allowed and suit != usual:
            answers[size] = suit
            size += 1
    return size


@inner
def list_answers(view: Any, desks: Any) -> int:
    """Fill the answers of the desk with those to compare, the usual one first; returns their number."""
    desk = desks[0]
    usual = policy_answer(view, desk, policy, POLICY_PARAMS)
    if view.question == PLAY:
        return list_cards(view, usual, desk.answers)
    if view.question == SING:
        return list_suits(view, usual, desk.answers)
    desk.answers[0] = usual
    desk.answers[1] = 1 - usual
    return 2


# Their worth


@inner
def for_game(view: Any) -> bool:
    """Whether it is the game that counts: always in the vueltas."""
    return view.vueltas != 0 or view.params[GOAL_SOUGHT] == FOR_GAME


@inner
def own_value(view: Any, desk: Any) -> int:
    """What the end of a play-out is worth to the own side.

    In the first hand the chance of the game, and something for the points, or only the points; in the vueltas, where
    points are worth nothing but the game, its chance.
    """
    points = desk.seen.points[0] - desk.seen.points[1]
    if for_game(view):
        value = game_value(desk.state, desk.seen, desk.score)
        value += choose(view.vueltas == 0, view.params[POINT] * points, 0)
    else:
        value = points
    return value if view.seat & 1 == 0 else -value


@inner
def begin(view: Any, desk: Any) -> int:
    """Count the worlds, and note what the hand has brought so far; returns the key of the worlds to sample."""
    score_so_far(view, desk.start)
    count_worlds(view, desk.worlds)  # never 0: the true world is one of them
    return mix(view.noise + 1)


@inner
def weigh(view: Any, desks: Any, size: int, trace: Any) -> None:
    """Play out so many answers in the same worlds with the same noise, and add up their leads."""
    desk = desks[0]
    key = begin(view, desk)
    for i in range(view.params[SAMPLE]):
        sample_world(view, desk.worlds, key, i, desk.world)
        open_world(desk.world, word(~key, i))
        usual = 0
        for j in range(size):
            play_out(view, desk, int(desk.answers[j]), policy, POLICY_PARAMS, trace)
            value = own_value(view, desk)
            usual = value if j == 0 else usual
            add_lead(desk, j, value - usual)


@inner
def best_of(view: Any, desks: Any, size: int) -> int:
    """The answer with the largest lead after caution; the usual one where no other has a lead then."""
    caution = view.params[CAUTION] if view.question == PLAY else max(view.params[CAUTION], SURE)
    return most_ahead(desks[0], size, view.params[SAMPLE], caution)


@inner
def is_forced(view: Any) -> bool:
    """Whether there is but one card to play."""
    return view.question == PLAY and view.legal & (view.legal - 1) == 0


def declare(view: Any) -> bool:
    """A tute wins the game."""
    return True


def claim(view: Any) -> bool:
    """A right claim wins the game, a wrong one loses it."""
    return view.points[view.seat & 1] >= GOAL


PARAMETERS_OF_ALL = (
    Parameter("worlds", 64, 1, 100_000, "worlds that it imagines at each decision"),
    Parameter("goal", FOR_GAME, 0, 1, "what it plays for: to win the game, or points", ("game", "points")),
    Parameter("caution", 12, 0, 100, "tenths of a standard error that a card must be better than counter's"),
    Parameter("point", 10, 0, 1000, "what a point of the first hand is worth besides the game, in 1/10000 of a game"),
)
