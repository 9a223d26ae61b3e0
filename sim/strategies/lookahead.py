"""What the strategies that look ahead have in common: the answers that are possible are weighed in sampled worlds.

At a decision, worlds are drawn that fit all that the seat may know, all as likely (`bazas.kernels.worlds`). In each
world every answer is tried: the hand is played on to its end by `counter` in all seats, with the same noise for all
answers, and its end is valued for the own side. What `counter` itself would do is the usual answer; another one is
given where it is better by more than chance explains: where its mean lead over the usual one is largest after
`caution` tenths of its standard error were taken off.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import lowest
from bazas.kernels.cards import GOAL, points_of, suit_of
from bazas.kernels.compiling import inner, shared
from bazas.kernels.noise import mix, word
from bazas.kernels.playout import game_value, open_world, play_out, policy_answer, score_so_far
from bazas.kernels.records import EVENT, HAND, PLAY, SING, STATE, SWAP, TUTE, VIEW, blanks
from bazas.kernels.worlds import WORLDS, count_worlds, sample_world
from bazas.sim.strategies.counter import strategy as counter
from bazas.sim.strategy import Parameter

SAMPLE, GOAL_SOUGHT, CAUTION, POINT = range(4)
"""Places of the parameters in `view.params`."""
FOR_GAME, FOR_POINTS = range(2)
"""Values of the goal."""

MOST_ANSWERS = 6
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


@shared
def usual_answer(view: Any) -> int:
    """What `counter` would answer here."""
    return policy_answer(view, blanks(1, VIEW), policy, POLICY_PARAMS)


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
    gone = view.played[0] | view.played[1] | view.played[2] | view.played[3]
    for i in range(view.position):
        gone &= ~(1 << view.table[i])  # a card on the table still counts
    low, high = min(one, other), max(one, other)
    between = view.deck & ((1 << high) - (2 << low))
    return between & ~(gone | view.hand) == 0


@inner
def cards_to_weigh(view: Any, usual: int, answers: Any) -> int:
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
def suits_to_weigh(view: Any, usual: int, answers: Any) -> int:
    """Fill `answers` with the usual suit to sing, the others, and -1 for none; returns their number."""
    answers[0] = usual
    size = 1
    for suit in range(-1, 4):
        allowed = suit < 0 or (view.legal >> suit) & 1 != 0
        if allowed and suit != usual:
            answers[size] = suit
            size += 1
    return size


# Their worth


@inner
def own_value(view: Any, state: Any, after: Any, score: Any) -> int:
    """What the end of a hand is worth to the own side: its chance of the game, or only points."""
    value = view.params[POINT] * (after.points[0] - after.points[1])
    if view.params[GOAL_SOUGHT] == FOR_GAME:
        value += game_value(state, after, score)
    return value if view.seat & 1 == 0 else -value


@inner
def add_lead(leads: Any, i: int, lead: int) -> None:
    """Add the lead of answer number `i` over the usual one in one world to the sum and the sum of squares."""
    leads[i, 0] += lead
    leads[i, 1] += float(lead) * float(lead)


@shared
def weigh(view: Any, answers: Any, leads: Any) -> None:
    """Play out all answers (int16, n) in the same worlds; adds up their leads over the first (float64, n by 2)."""
    worlds, states, views, scores = blanks(1, WORLDS), blanks(2, STATE), blanks(1, VIEW), blanks(2, HAND)
    answer, trace = np.empty(1, np.int16), blanks(0, EVENT)
    score_so_far(view, scores[0])
    count_worlds(view, worlds[0])
    key = mix(view.noise + 1)
    for i in range(view.params[SAMPLE]):
        sample_world(view, worlds[0], key, i, states[0])
        open_world(states[0], word(~key, i))
        usual = 0
        for j in range(answers.size):
            states[1], views[0], scores[1] = states[0], view, scores[0]
            answer[0] = answers[j]
            play_out(states[1], views[0], scores[1], policy, POLICY_PARAMS, answer, trace)
            value = own_value(view, states[1], views[0], scores[1])
            usual = value if j == 0 else usual
            add_lead(leads, j, value - usual)


@inner
def best_of(view: Any, answers: Any, leads: Any) -> int:
    """The answer with the largest lead after caution; the usual one, the first, where no other has a lead then."""
    worlds = view.params[SAMPLE]
    best, most = 0, 0.0
    for i in range(1, answers.size):
        mean = leads[i, 0] / worlds
        variance = max(leads[i, 1] / worlds - mean * mean, 0.0)
        lead = mean - view.params[CAUTION] / 10 * np.sqrt(variance / worlds)
        if lead > most:
            best, most = i, lead
    return int(answers[best])


@shared
def best_card(view: Any) -> int:
    """The card to play."""
    if view.legal & (view.legal - 1) == 0:
        return lowest(view.legal)
    answers, leads = np.empty(MOST_ANSWERS, np.int16), np.zeros((MOST_ANSWERS, 2))
    size = cards_to_weigh(view, usual_answer(view), answers)
    weigh(view, answers[:size], leads)
    return best_of(view, answers[:size], leads)


def swap(view: Any) -> bool:
    """Swap where the hand is worth more with the muestra, in hand now, than without or later."""
    answers, leads = np.empty(2, np.int16), np.zeros((2, 2))
    answers[0] = usual_answer(view)
    answers[1] = 1 - answers[0]
    weigh(view, answers, leads)
    return best_of(view, answers, leads) != 0


def sing(view: Any) -> int:
    """The suit to sing, or -1."""
    answers, leads = np.empty(MOST_ANSWERS, np.int16), np.zeros((MOST_ANSWERS, 2))
    size = suits_to_weigh(view, usual_answer(view), answers)
    weigh(view, answers[:size], leads)
    return best_of(view, answers[:size], leads)


def declare(view: Any) -> bool:
    """A tute wins the game."""
    return True


def claim(view: Any) -> bool:
    """A right claim wins the game, a wrong one loses it."""
    return view.points[view.seat & 1] >= GOAL


PARAMETERS_OF_ALL = (
    Parameter("worlds", 64, 1, 100_000, "worlds that it imagines at each decision"),
    Parameter("goal", FOR_GAME, 0, 1, "what it plays for: to win the game, or points", ("game", "points")),
    Parameter("caution", 7, 0, 100, "tenths of a standard error that a card must be better than the usual one"),
    Parameter("point", 10, 0, 1000, "worth of a point of the hand besides the game, in 1/10000 of a game"),
)
