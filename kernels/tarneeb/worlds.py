"""Worlds: the hands that a seat cannot see, drawn so that every deal that fits what it knows is equally likely.

A seat knows its hand, the cards played, how many cards each other seat has and in which suits it is void. Suits that
somebody may not hold are ruled out whole, so that the cards of a suit are all alike, and it is enough to count them:
`ways` says, for each suit and the rooms left in two of the hands (the third has the rest), in how many ways the cards
from this suit on can be dealt. A world is found by choosing, suit after suit, how many of its cards each hand has, each
choice as likely as there are deals with it, then which. As long as nobody is known to be void the unseen cards are
shuffled.
`count_worlds` counts into a workspace (WORLDS), `sample_world` draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from bazas.kernels.asking import seat_after
from bazas.kernels.bits import count, nth
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.noise import below, word
from bazas.kernels.records import MAX_SEATS
from bazas.kernels.tarneeb.cards import DECK, SUITS, TRICKS, suit_mask
from bazas.kernels.tarneeb.records import PLAYERS, STATE, VIEW

OTHERS = PLAYERS - 1
_ROOMS = TRICKS + 1

WORLDS = np.dtype(
    [
        ("total", np.float64),  # completions of the other hands
        ("free", np.int64),  # unseen cards
        ("voids", np.int64),  # 1 where somebody is known not to hold one of them
        ("room", np.int64, (OTHERS,)),  # how many cards each other seat holds, from the next one to play on
        ("may", np.int64, (OTHERS,)),  # which of all cards it may hold
        ("ways", np.float64, (SUITS + 1, _ROOMS, _ROOMS)),  # to deal the suits from each on, by the first two rooms
    ],
    align=True,
)
"""What is known of the worlds of one view, for `sample_world`."""

_FACTORIALS = np.array([float(np.prod(np.arange(1, n + 1, dtype=np.int64))) for n in range(_ROOMS)])


@inner
def seat_of(view: Any, other: int) -> int:
    """Another seat, by its place (0 to 2) in the order of playing after the asked one."""
    return seat_after(view.seat, other + 1, PLAYERS)


@inner
def count_worlds(view: Any, workspace: Any) -> float:
    """The number of completions of the other hands that fit what the asked seat knows; 0 where none does.

    Exact below 2 ** 53. The workspace may hold anything.
    """
    free = DECK & ~(view.hand | view.played[0] | view.played[1] | view.played[2] | view.played[3])
    rooms, voids = 0, 0
    for other in range(OTHERS):
        seat = seat_of(view, other)
        room = TRICKS - count(view.played[seat])
        voids |= view.cannot[seat] & free
        workspace.room[other], workspace.may[other] = room, ~view.cannot[seat]
        rooms += room
    workspace.free = free
    workspace.voids = 1 if voids != 0 else 0
    workspace.total = 0.0
    if rooms == count(free):
        _count_ways(workspace)
        workspace.total = workspace.ways[0, workspace.room[0], workspace.room[1]]
    return workspace.total


@inner
def _cards_in(workspace: Any, suit: int) -> int:
    """How many unseen cards a suit has."""
    return count(workspace.free & suit_mask(suit))


@inner
def _most(workspace: Any, other: int, suit: int) -> int:
    """How many cards of a suit a hand may have at most."""
    return min(workspace.room[other], _cards_in(workspace, suit)) if workspace.may[other] & suit_mask(suit) != 0 else 0


@inner
def _splits(workspace: Any, suit: int, first: int, second: int, cards: int) -> float:
    """In how many ways a suit's cards can be split: so many to the first and the second hand, the rest to the third."""
    third = cards - first - second
    if third < 0 or third > _most(workspace, 2, suit):
        return 0.0
    return _FACTORIALS[cards] / (_FACTORIALS[first] * _FACTORIALS[second] * _FACTORIALS[third])


@inner
def _count_ways(workspace: Any) -> None:
    """Fill `ways`, from the last suit back."""
    left = 0
    for a in range(workspace.room[0] + 1):
        for b in range(workspace.room[1] + 1):
            workspace.ways[SUITS, a, b] = 1.0 if a + b == 0 else 0.0
    for suit in range(SUITS - 1, -1, -1):
        cards = _cards_in(workspace, suit)
        left += cards
        for a in range(workspace.room[0] + 1):
            for b in range(workspace.room[1] + 1):
                workspace.ways[suit, a, b] = 0.0
        for first in range(_most(workspace, 0, suit) + 1):
            for second in range(_most(workspace, 1, suit) + 1):
                splits = _splits(workspace, suit, first, second, cards)
                if splits > 0.0:
                    _add_ways(workspace, suit, first, second, splits, left)


@inner
def _add_ways(workspace: Any, suit: int, first: int, second: int, splits: float, left: int) -> None:
    """Add the deals in which the first two hands have so many cards of a suit; `left`: cards from this suit on."""
    for a in range(first, workspace.room[0] + 1):
        for b in range(second, workspace.room[1] + 1):
            if 0 <= left - a - b <= workspace.room[2]:
                workspace.ways[suit, a, b] += splits * workspace.ways[suit + 1, a - first, b - second]


@inner
def sample_world(view: Any, workspace: Any, key: int, index: int, state: Any) -> None:
    """Fill the hands of `state` with world number `index` of the stream `key`, once `count_worlds` has found some.

    A pure function of view, key and index. All worlds are equally likely, to 1 in 2 ** 26.
    """
    noise = word(key, index)
    for seat in range(MAX_SEATS):
        state.hands[seat] = 0
    state.hands[view.seat] = view.hand
    if workspace.voids == 0:
        _draw_hands(view, workspace.free, workspace.room[0], workspace.room[1], noise, 0, state)
        return
    a, b = workspace.room[0], workspace.room[1]
    for suit in range(SUITS):
        split = _choose_split(workspace, suit, a, b, word(noise, CARD_WORDS + suit))
        first, second = split // _ROOMS, split % _ROOMS
        _draw_hands(view, workspace.free & suit_mask(suit), first, second, noise, _ROOMS * suit, state)
        a -= first
        b -= second


CARD_WORDS = _ROOMS * SUITS
"""Words of noise up to this one draw cards, those from it on the numbers of cards in the suits."""


@inner
def _choose_split(workspace: Any, suit: int, a: int, b: int, noise: int) -> int:
    """How many cards of a suit the first two hands have, with rooms a and b: first * _ROOMS + second."""
    cards = _cards_in(workspace, suit)
    left = (noise >> 11 & (1 << 53) - 1) / (1 << 53) * workspace.ways[suit, a, b]
    chosen = 0
    for first in range(min(a, _most(workspace, 0, suit)) + 1):
        for second in range(min(b, _most(workspace, 1, suit)) + 1):
            ways = _splits(workspace, suit, first, second, cards) * workspace.ways[suit + 1, a - first, b - second]
            if ways > 0.0:
                chosen = first * _ROOMS + second
                if left < ways:
                    return chosen
                left -= ways
    return chosen


@inner
def _draw_hands(view: Any, cards: int, first: int, second: int, noise: int, place: int, state: Any) -> None:
    """Give so many of these cards, drawn one by one, to the next two seats, and the rest to the third."""
    left = count(cards)
    for other in range(2):
        hand = 0
        for _ in range(first if other == 0 else second):
            card = nth(cards, below(word(noise, place), left))
            cards ^= card
            hand |= card
            left -= 1
            place += 1
        state.hands[seat_of(view, other)] |= hand
    state.hands[seat_of(view, 2)] |= cards


def _signature() -> Any:
    return types.float64(from_dtype(VIEW), from_dtype(WORLDS), types.int64, types.Array(from_dtype(STATE), 1, "C"))


@kernel(_signature)
def draw_worlds(view: Any, workspace: Any, key: int, states: Any) -> float:
    """Fill `states` (STATE, n) with worlds 0 to n - 1 of the stream `key`; returns `count_worlds`, 0: none is drawn."""
    total = count_worlds(view, workspace)
    if total > 0.0:
        for i in range(states.size):
            sample_world(view, workspace, key, i, states[i])
    return total
