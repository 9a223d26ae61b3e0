"""A player that imagines: at every decision it deals the hidden cards many times and plays all answers to the end.

The deals fit all that the seat knows (`bazas.kernels.tarneeb.worlds`) and are the rarer, the worse they fit the calls
that careful would have made with them. In each of them every answer is tried: the round goes on with `careful` in all
seats, with the same noise for all answers. What `careful` itself would do is the usual answer; another one is given
where it is better by more than chance explains: where its mean lead over the usual one is largest after `caution`
tenths of its standard error were taken off.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import lowest
from bazas.kernels.compiling import inner, shared
from bazas.kernels.imagining import add_lead, most_ahead, nothing_between, stand_at_question
from bazas.kernels.noise import mix, word
from bazas.kernels.records import EVENT, PLAY, blanks
from bazas.kernels.tarneeb.cards import DECK, SUITS
from bazas.kernels.tarneeb.playout import DESK, play_out
from bazas.kernels.tarneeb.records import BID, PASS
from bazas.kernels.tarneeb.worlds import count_worlds, sample_world
from bazas.sim.player import Parameter
from bazas.sim.tarneeb.strategies.careful import strategy as careful
from bazas.sim.tarneeb.strategies.heard import believes
from bazas.sim.tarneeb.strategy import TarneebStrategy

SAMPLE, CAUTION, DOUBT, TRIES = range(4)
"""Places of the parameters in `view.params`."""

_play, _bid, _name = map(inner, careful.decisions)


@shared
def policy(view: Any) -> int:
    """What careful answers to any question: the policy of the play-outs."""
    if view.question == PLAY:
        return _play(view)
    return _bid(view) if view.question == BID else _name(view)


# The answers


@inner
def alike(view: Any, one: int, other: int) -> bool:
    """Whether two cards of a hand are worth the same: of one suit, with nothing between them but what has gone."""
    if one >> 4 != other >> 4:
        return False
    return nothing_between(view, DECK, one, other)


@inner
def list_cards(view: Any, answers: Any) -> int:
    """Add every legal card that is not like one before it to the usual one; returns how many there are."""
    size, legal = 1, view.legal & ~(1 << answers[0])
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
def list_answers(view: Any, desks: Any) -> int:
    """Fill the answers of the desk with those to compare, the usual one first; returns their number.

    Cards; suits; a pass, the next bid, and what careful would call.
    """
    desk = desks[0]
    desk.seen = view
    usual = policy(desk.seen)
    desk.answers[0] = usual
    if view.question == PLAY:
        return list_cards(view, desk.answers)
    size, left = 1, (1 << SUITS) - 1
    if view.question == BID:
        bids = view.legal & ~(1 << PASS)
        left = bids & -bids | 1 << PASS
    left &= ~(1 << usual)
    while left != 0:
        desk.answers[size] = lowest(left)
        left &= left - 1
        size += 1
    return size


# Their worth


@inner
def imagine(view: Any, desk: Any, key: int, index: int) -> None:
    """Deal a world that fits the calls, out of so many tries; the last one where none does."""
    tries = view.params[TRIES]
    for i in range(tries):
        sample_world(view, desk.worlds, key, index * tries + i, desk.world)
        if i == tries - 1 or believes(view, desk.world, view.params[DOUBT], word(~key, index * tries + i)):
            break


@inner
def weigh(view: Any, desks: Any, size: int, trace: Any) -> None:
    """Play out so many answers in the same worlds with the same noise, and add up their leads."""
    desk = desks[0]
    count_worlds(view, desk.worlds)  # never 0: the true world is one of them
    key = mix(view.noise + 1)
    for i in range(view.params[SAMPLE]):
        imagine(view, desk, key, i)
        stand_at_question(desk.world, word(key ^ 1, i))
        usual = 0
        for j in range(size):
            value = play_out(view, desk, int(desk.answers[j]), policy, trace)
            usual = value if j == 0 else usual
            add_lead(desk, j, value - usual)


def answer(view: Any) -> int:
    """The card, the bid or the suit that did best in the play-outs.

    One function for all questions: what it is made of is compiled once.
    """
    if view.legal & (view.legal - 1) == 0:
        return lowest(view.legal)
    desks = blanks(1, DESK)  # passed on whole: a record alone would not keep its memory alive
    size = list_answers(view, desks)
    if size > 1:
        weigh(view, desks, size, blanks(0, EVENT))
    return most_ahead(desks[0], size, view.params[SAMPLE], view.params[CAUTION])


strategy = TarneebStrategy(
    name="rollout",
    description="imagines the hidden cards many times, plays each answer to the end as careful would, takes the best",
    descripcion="Imagina muchas veces las cartas que no ve, de acuerdo con lo jugado y con las pujas de cada uno, y "
    "cada vez prueba todas sus cartas hasta el final de la mano, con los cuatro jugando como lo haría careful. Echa la "
    "que mejor sale de media; así decide también si puja y qué palo nombra.",
    play=answer,
    bid=answer,
    name_trumps=answer,
    parameters=(
        Parameter("worlds", 32, 1, 100_000, "worlds that it imagines at each decision"),
        Parameter("caution", 12, 0, 100, "tenths of a standard error that an answer must be better than careful's"),
        Parameter("doubt", 200, 1, 10_000, "hundredths of a point by which calls are taken to be wrong at times"),
        Parameter(
            "tries", 8, 1, 1000, "deals that it tries for a world that fits the calls; 1: the calls are not heard"
        ),
    ),
    looks_ahead=True,
)
