"""What looking ahead has in common in every game: the desk, the state of a world, answers weighed by their leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.compiling import inner
from bazas.kernels.records import MAX_SEATS, MEMORY


def desk_fields(worlds: Any, state: Any, view: Any, score: Any, answers: int) -> list[Any]:
    """The fields of a desk, where a strategy works at one decision; of these records, for so many answers at most."""
    return [
        ("worlds", worlds),
        ("world", state),  # the world in which the answers are compared
        ("state", state),  # a play-out
        ("seen", view),  # by whom is asked in it
        ("score", score),
        ("script", np.int16, (1,)),  # the answer that is tried
        ("answers", np.int16, (answers,)),  # those that are compared, the usual one first
        ("leads", np.float64, (answers, 2)),  # of each over the usual one: sum and sum of squares over the worlds
    ]


@inner
def stand_at_question(state: Any, key: int) -> None:
    """Let the state of a world stand at the question of the view, which a script of one answer decides.

    `key`: stream of the noise of the play-outs in this world.
    """
    state.key = key
    for seat in range(MAX_SEATS):
        for i in range(MEMORY):
            state.memory[seat, i] = 0
    state.alike = 1
    state.left = 1
    state.simple = 0
    state.events = 0
    state.over = 0
    state.fault = 0


@inner
def nothing_between(view: Any, deck: int, one: int, other: int) -> bool:
    """Whether no card that is in play lies between two cards of a suit in a hand, but others of that hand.

    `deck`: mask of all cards.
    """
    gone = view.played[0] | view.played[1] | view.played[2] | view.played[3]
    for i in range(view.position):
        gone &= ~(1 << view.table[i])  # a card on the table still counts
    between = deck & ((1 << max(one, other)) - (2 << min(one, other)))
    return between & ~(gone | view.hand) == 0


@inner
def add_lead(desk: Any, i: int, lead: int) -> None:
    """Add the lead of answer number `i` over the usual one in one world."""
    desk.leads[i, 0] += lead
    desk.leads[i, 1] += float(lead) * float(lead)


@inner
def most_ahead(desk: Any, size: int, worlds: int, caution: int) -> int:
    """The answer with the largest mean lead after caution, of so many; the usual one where no other has a lead then.

    `worlds`: how many were tried; `caution`: tenths of a standard error that are taken off.
    """
    best, most = 0, 0.0
    for i in range(1, size):
        mean = desk.leads[i, 0] / worlds
        variance = max(desk.leads[i, 1] / worlds - mean * mean, 0.0)
        lead = mean - caution / 10 * np.sqrt(variance / worlds)
        if lead > most:
            best, most = i, lead
    return int(desk.answers[best])
