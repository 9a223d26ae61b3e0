"""The worlds that are imagined in Tarneeb: they fit what a seat knows, and each is as likely as the others."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from bazas.kernels.compiling import JIT
from bazas.kernels.records import blank, blanks
from bazas.kernels.tarneeb.cards import DECK
from bazas.kernels.tarneeb.records import NOBODY, STATE, VIEW
from bazas.kernels.tarneeb.worlds import WORLDS, draw_worlds
from test_tarneeb_strategies import RANKS, SUITS, beats, cards, members


def rounds(seed: int, games: int) -> Iterator[tuple[Any, list[int]]]:
    """Views at decisions of games by chance, with the hands that all hold there."""
    random = Random(seed)
    for _ in range(games):
        deck = members(DECK)
        random.shuffle(deck)
        hands = [set(deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
        view = blank(VIEW)
        view.trumps, view.leader = random.randrange(4), random.randrange(4)
        for view.trick in range(1, 14):
            best, led = NOBODY, NOBODY
            for view.position in range(4):
                seat = view.seat = (view.leader + view.position) & 3
                legal = [held for held in hands[seat] if held >> 4 == led] or sorted(hands[seat])
                view.hand = sum(1 << held for held in hands[seat])
                yield view, [sum(1 << held for held in hand) for hand in hands]
                laid = random.choice(sorted(legal))
                hands[seat].remove(laid)
                view.played[seat] |= 1 << laid
                if led == NOBODY:
                    led = laid >> 4
                elif laid >> 4 != led:
                    view.cannot[seat] |= cards(RANKS + SUITS[led])
                if best == NOBODY or beats(laid, best, view.trumps):
                    best, winner = laid, seat
            view.leader = winner


def worlds(view: Any, count: int, key: int = 1) -> tuple[float, Any]:
    workspace = np.frombuffer(b"\x7f" * WORLDS.itemsize, WORLDS).copy().view(np.recarray)[0]
    states = blanks(count, STATE)
    states["hands"] = -1
    return float(draw_worlds(view, workspace, key, states)), states


def fits(view: Any, hands: list[int]) -> bool:
    free = DECK & ~int(view.hand | np.bitwise_or.reduce(view.played))
    others = [(int(view.seat) + steps) & 3 for steps in (1, 2, 3)]
    whole = sum(hands[seat] for seat in others) == free and hands[int(view.seat)] == int(view.hand)
    return whole and all(
        hands[seat].bit_count() == 13 - int(view.played[seat]).bit_count() and not hands[seat] & int(view.cannot[seat])
        for seat in others
    )


def test_worlds_fit_what_the_seat_knows() -> None:
    for number, (view, truth) in enumerate(rounds(1, 4 if JIT else 1)):
        assert fits(view, truth)
        total, states = worlds(view, 5, number)
        assert total >= 1
        for state in states:
            assert fits(view, [int(hand) for hand in state["hands"]])


def possible(view: Any) -> list[tuple[int, ...]]:
    """All ways to deal what is not seen."""
    free = members(DECK & ~int(view.hand | np.bitwise_or.reduce(view.played)))
    seats = [(int(view.seat) + steps) & 3 for steps in (1, 2, 3)]
    sizes = [13 - int(view.played[seat]).bit_count() for seat in seats]
    found = []
    for first in combinations(free, sizes[0]):
        rest = [held for held in free if held not in first]
        for second in combinations(rest, sizes[1]):
            third = [held for held in rest if held not in second]
            hands = [0, 0, 0, 0]
            hands[int(view.seat)] = int(view.hand)
            for seat, held in zip(seats, (first, second, third), strict=True):
                hands[seat] = sum(1 << one for one in held)
            if fits(view, hands):
                found.append(tuple(hands))
    return found


def test_the_count_is_that_of_all_worlds() -> None:
    checked = 0
    for number, (view, _) in enumerate(rounds(2, 12)):
        if view.trick >= 11:
            checked += 1
            assert worlds(view, 0, number)[0] == len(possible(view))
    assert checked > 100


def test_all_worlds_are_equally_likely() -> None:
    number, checked = (20_000 if JIT else 1_000), 0
    for view, _ in rounds(3, 12):
        if view.trick == 11 and any(view.cannot) and 20 <= len(ways := possible(view)) <= number // 20:
            checked += 1
            _, states = worlds(view, number, checked)
            seen = Counter(tuple(int(hand) for hand in state["hands"]) for state in states)
            assert set(seen) <= set(ways)
            expected = number / len(ways)
            chi = sum((seen[way] - expected) ** 2 / expected for way in ways)
            freedom = len(ways) - 1
            assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5
    assert checked >= 3
