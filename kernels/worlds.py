"""Worlds: what a seat cannot see, drawn so that every way that fits what it may know is equally likely.

A seat knows its hand, the cards played, the muestra while it lies under the stock, how many cards each other seat has,
what these are known to hold and not to hold, and that who sang a 20 without its suit held a rey and its sota. (One
conclusion is left out: where a seat with the unsung 40 may sing nothing else, who sings a 20 has not both its cards.)
The completions of the other hands are counted exactly, and a world is found from its number by walking down the counts:
nothing is drawn twice or thrown away. `count_worlds` counts into a workspace (WORLDS), `sample_world` draws.

In the free phase nobody is known to be void: the unseen cards are shuffled. In the arrastre (no stock, six cards in a
hand at most) `ways` says, for each card and the rooms left in two of the hands (the third has the rest), in how many
ways the cards from this one on can be dealt. Where 20s were sung without their suit (`unnamed.py`) the reyes and sotas
in question come first: each combination of their holders that leaves a suit for every such 20 stands for as many worlds
as there are deals of the other cards beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import from_dtype, types

from bazas.kernels.asking import seat_after
from bazas.kernels.bits import choose, count, lowest, nth
from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.cards import SOTAS, SUITS, suit_mask
from bazas.kernels.compiling import inner, kernel
from bazas.kernels.noise import below, word
from bazas.kernels.questions import card_given
from bazas.kernels.records import MAX_SEATS, NONE, STATE
from bazas.kernels.unnamed import OTHERS, TWENTIES, name_suits, note_twenties, own_suits, ways_for

HAND_SIZE = 6
HIDDEN = OTHERS * HAND_SIZE
_ROW = 8

WORLDS = np.dtype(
    [
        ("total", np.int64),  # completions of the other hands
        ("free", np.int64),  # unseen cards that nobody is known to hold, but for the muestra under the stock
        ("known", np.int64, (OTHERS,)),  # what each other seat is known to hold, from the next one to play on
        ("room", np.int64, (OTHERS,)),  # how many cards more it holds
        ("may", np.int64, (OTHERS,)),  # which of all cards it may hold
        ("walked", np.int64),  # how many cards the walk of the arrastre deals
        ("card", np.int64, (HIDDEN,)),  # each of them, as a mask
        ("first", np.int64, (HIDDEN,)),  # all bits set where the first of the other seats may hold it, else none
        ("second", np.int64, (HIDDEN,)),
        ("ways", np.int64, (HIDDEN + 1, _ROW * _ROW)),  # to deal the cards from each on, by the rooms (`place_of`)
        *TWENTIES,
    ],
    align=True,
)
"""What is known of the worlds of one view, for `sample_world`."""


@inner
def count_worlds(view: Any, workspace: Any) -> int:
    """The number of completions of the other hands that fit all that the asked seat may know; 0 where none does.

    Exact, and never too large for 64 bits. In the free phase the orders of the stock are not counted. The workspace
    may hold anything.
    """
    total = 0
    if _note_hands(view, workspace):
        if view.stock > 0:
            total = _count_hands(workspace)
        elif note_twenties(view, workspace):
            _count_ways(workspace)
            total = _combine(workspace)
    workspace.total = total
    return total


@inner
def sample_world(view: Any, workspace: Any, key: int, index: int, state: Any) -> None:
    """Fill `state` with world number `index` of the stream `key`, once `count_worlds` has found that there are any.

    A pure function of view, key and index: `hands`, the stock in `cards` from `next` on in the order of drawing,
    `given`, `unsung`, `named` and `secret`; the rest is left as it is. All worlds are equally likely, to 1 in 2 ** 22.
    Where a world leaves several ways to give 20s their suits, each of these is as likely.
    """
    noise = word(key, index)
    for seat in range(MAX_SEATS):
        state.hands[seat] = 0
        state.secret[seat] = 0
    state.hands[view.seat] = view.hand
    for other in range(view.players - 1):
        state.hands[seat_of(view, other)] = workspace.known[other]
    state.given = card_given(view, view.rules)
    state.secret[view.seat] = workspace.own
    state.named = view.sung & ~workspace.own
    sung = view.sung
    if view.stock > 0:
        _shuffle_unseen(view, workspace, noise, state)
    else:
        state.next = count(view.deck)
        sung |= _walk(view, workspace, noise, state)
    unsung = SOTAS
    for suit in range(SUITS):
        unsung &= ~(suit_mask(suit) & -(sung >> suit & 1))
    state.unsung = unsung


# What the seat knows


@inner
def seat_of(view: Any, other: int) -> int:
    """Another seat, by its place (0 to 2) in the order of playing after the asked one."""
    return seat_after(view.seat, other + 1, view.players)


@inner
def _note_hands(view: Any, workspace: Any) -> bool:
    """Note what the other seats hold, may hold and have room for; False where this cannot be."""
    free = view.deck & ~(view.hand | view.played[0] | view.played[1] | view.played[2] | view.played[3])
    stock = view.stock
    if stock > 0:
        free &= ~(1 << view.muestra)
        stock -= 1
    received = (count(view.deck) - view.stock) // view.players
    rooms, fits = 0, True
    for other in range(OTHERS):
        known, cannot, room = 0, -1, 0
        if other < view.players - 1:
            seat = seat_of(view, other)
            known, cannot = view.holds[seat], view.cannot[seat]
            room = received - count(view.played[seat]) - count(known)
        fits = fits and known & (cannot | ~free) == 0 and 0 <= room <= HAND_SIZE
        free &= ~known
        rooms += room
        workspace.known[other], workspace.may[other], workspace.room[other] = known, ~cannot, room
    workspace.free = free
    workspace.own = own_suits(view)
    return fits and count(free) == rooms + stock


# The free phase


@inner
def _count_hands(workspace: Any) -> int:
    """Ways to fill the hands with free cards; the rest is the stock."""
    total, left = 1, count(workspace.free)
    for other in range(OTHERS):
        ways = 1
        for i in range(workspace.room[other]):
            ways = ways * left // (i + 1)
            left -= 1
        total *= ways
    return total


@inner
def _shuffle_unseen(view: Any, workspace: Any, noise: int, state: Any) -> None:
    """Deal free cards, each drawn from those that are left, to the hands, then to the stock."""
    free, drawn = workspace.free, 0
    left = count(free)
    for other in range(OTHERS):
        hand = 0
        for _ in range(workspace.room[other]):
            card = nth(free, below(word(noise, drawn), left - drawn))
            free ^= card
            hand |= card
            drawn += 1
        if other < view.players - 1:
            state.hands[seat_of(view, other)] |= hand
    place = count(view.deck) - (left - drawn)
    state.next = place
    for i in range(drawn, left):
        card = nth(free, below(word(noise, i), left - i))
        free ^= card
        state.cards[place] = lowest(card)
        place += 1


# The arrastre


@inner
def place_of(first: int, second: int) -> int:
    """Place of the rooms of two hands in a row of `ways`; a room of -1 has a place too, without any way."""
    return (first + 1) * _ROW + second + 1


@inner
def _count_ways(workspace: Any) -> None:
    """Fill `ways` for the free cards that are not set apart, from the last one back."""
    left = workspace.free & ~workspace.apart
    walked = count(left)
    workspace.walked = walked
    for i in range(walked + 1):
        for place in range(_ROW * _ROW):
            workspace.ways[i, place] = 0
    workspace.ways[walked, place_of(0, 0)] = 1
    for i in range(walked - 1, -1, -1):
        bit = left & -left
        left ^= bit
        first = -int(workspace.may[0] & bit != 0)
        second = -int(workspace.may[1] & bit != 0)
        third = -int(workspace.may[2] & bit != 0)
        workspace.card[i], workspace.first[i], workspace.second[i] = bit, first, second
        for one in range(workspace.room[0] + 1):
            for other in range(workspace.room[1] + 1):
                place = place_of(one, other)
                ways = workspace.ways[i + 1, place - _ROW] & first
                ways += workspace.ways[i + 1, place - 1] & second
                workspace.ways[i, place] = ways + (workspace.ways[i + 1, place] & third)


@inner
def _combine(workspace: Any) -> int:
    """List the combinations of holders of the cards set apart; the number of worlds of all of them."""
    total = combinations = 0
    for a in range(workspace.options[0]):
        for b in range(workspace.options[1]):
            for c in range(workspace.options[2]):
                fits = _fits_of(workspace, a, b, c)
                place = _place_beside(workspace, a, b, c)
                if place >= 0 and (workspace.twenties == 0 or ways_for(workspace.twenties, fits) > 0):
                    ways = workspace.ways[0, place]
                    workspace.combination[combinations] = a | b << 4 | c << 8
                    workspace.begins[combinations] = total
                    combinations += int(ways > 0)
                    total += ways
    workspace.combinations = combinations
    return total


@inner
def _fits_of(workspace: Any, a: int, b: int, c: int) -> int:
    return workspace.option_fits[0, a] | workspace.option_fits[1, b] | workspace.option_fits[2, c]


@inner
def _cards_of(workspace: Any, other: int, a: int, b: int, c: int) -> int:
    cards = workspace.option_cards
    return cards[0, a, other] | cards[1, b, other] | cards[2, c, other]


@inner
def _place_beside(workspace: Any, a: int, b: int, c: int) -> int:
    """Place of the rooms that a combination leaves; -1 where it leaves none."""
    first = workspace.room[0] - count(_cards_of(workspace, 0, a, b, c))
    second = workspace.room[1] - count(_cards_of(workspace, 1, a, b, c))
    third = workspace.room[2] - count(_cards_of(workspace, 2, a, b, c))
    return place_of(first, second) if min(first, second, third) >= 0 else NONE


@inner
def _walk(view: Any, workspace: Any, noise: int, state: Any) -> int:
    """Deal the world whose number the noise says; returns the suits (a mask) of the 20s sung without naming it."""
    rank = _scaled(noise, workspace.total)
    found = _find_combination(workspace, rank)
    rank -= workspace.begins[found]
    code = workspace.combination[found]
    a, b, c = code & 15, code >> 4 & 15, code >> 8
    place = _place_beside(workspace, a, b, c)
    first, second = _cards_of(workspace, 0, a, b, c), _cards_of(workspace, 1, a, b, c)
    third = _cards_of(workspace, 2, a, b, c)
    for i in range(workspace.walked):
        card = workspace.card[i]
        one = workspace.ways[i + 1, place - _ROW] & workspace.first[i]
        two = one + (workspace.ways[i + 1, place - 1] & workspace.second[i])
        to_first, to_third = rank < one, rank >= two
        first |= choose(to_first, card, 0)
        third |= choose(to_third, card, 0)
        second |= choose(to_first | to_third, 0, card)
        place -= choose(to_first, _ROW, choose(to_third, 0, 1))
        rank -= choose(to_first, 0, choose(to_third, two, one))
    state.hands[seat_of(view, 0)] |= first
    if view.players > 2:
        state.hands[seat_of(view, 1)] |= second
        state.hands[seat_of(view, 2)] |= third
    return name_suits(view, workspace, word(noise, 0), _fits_of(workspace, a, b, c), state)


@inner
def _scaled(noise: int, limit: int) -> int:
    """A number from 0 to limit - 1 (limit below 2 ** 31) out of all 64 bits of a word of noise."""
    return ((noise >> 32 & 0xFFFFFFFF) * limit + ((noise & 0xFFFFFFFF) * limit >> 32)) >> 32


@inner
def _find_combination(workspace: Any, rank: int) -> int:
    """The last combination that begins at or before world number `rank`."""
    low, high = 0, workspace.combinations
    while high - low > 1:
        middle = (low + high) >> 1
        before = workspace.begins[middle] <= rank
        low, high = choose(before, middle, low), choose(before, high, middle)
    return low


def _signature() -> Any:
    return types.int64(VIEW_TYPE, from_dtype(WORLDS), types.int64, types.Array(from_dtype(STATE), 1, "C"))


@kernel(_signature)
def draw_worlds(view: Any, workspace: Any, key: int, states: Any) -> int:
    """Fill `states` (STATE, n) with worlds 0 to n - 1 of the stream `key`; returns `count_worlds`, 0: none is drawn."""
    total = count_worlds(view, workspace)
    if total > 0:
        for i in range(states.size):
            sample_world(view, workspace, key, i, states[i])
    return total
