"""Each world is as likely as any other, and so is each way to name the suits of 20s in it."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from bazas.kernels.records import MAX_SEATS
from bazas.sim.rules import Rules
from possible import World, arrastre, mask_of, members, other_seats, possible_worlds, unseen_cards, ways_to_have_sung
from sampling import decisions, frozen, world_of, worlds
from test_resumable import copied

LEVEL = 1e-5
"""Under it a chi-square test fails; the seeds are fixed, so that it never does so by chance."""


@pytest.mark.parametrize("songs", [False, True])
@pytest.mark.parametrize("told", [0.1, 0.3])
def test_worlds_of_the_arrastre_are_equally_likely(told: float, songs: bool) -> None:
    rng, tested = Random(f"likely {told} {songs}"), 0
    while tested < 12:
        view, _ = arrastre(Rules(), rng, rng.choice((2, 3)), rng.randrange(4), told=told, songs=songs)
        every = possible_worlds(view)
        if 2 <= len(every) <= 400:
            tested += 1
            _, states = worlds(view, 40 * len(every), rng.randrange(2**62))
            seen = Counter(frozen(world_of(view, state)) for state in states)
            assert set(seen) <= {frozen(world) for world in every}
            assert chisquare([seen[frozen(world)] for world in every]).pvalue > LEVEL


def test_keys_are_as_good_as_numbers() -> None:
    """World 0 of many streams is as likely to be any."""
    view, _ = arrastre(Rules(), Random(3), 3, 1, told=0.1, songs=True)
    every = possible_worlds(view)
    seen = Counter(frozen(world_of(view, worlds(view, 1, key)[1][0])) for key in range(40 * len(every)))
    assert 5 < len(every) < 60
    assert chisquare([seen[frozen(world)] for world in every]).pvalue > LEVEL


def test_each_way_to_name_the_twenties_is_equally_likely() -> None:
    """Within a world: seats that held two pairs sang either."""
    rng, tested = Random(5), 0
    while tested < 8:
        view, _ = arrastre(Rules(), rng, 2, rng.randrange(4), told=0.3, songs=True)
        every = possible_worlds(view)
        ways = {frozen(world): sung_by(view, world) for world in every}
        if len(every) > 60 or max(map(len, ways.values())) < 2:
            continue
        tested += 1
        _, states = worlds(view, 100 * len(every), rng.randrange(2**62))
        seen = Counter((frozen(world_of(view, state)), tuple(state["secret"].tolist())) for state in states)
        expected = {(world, secret): share for world, names in ways.items() for secret, share in names.items()}
        assert set(seen) <= set(expected)
        assert chisquare([seen[each] for each in expected], [100 * expected[each] for each in expected]).pvalue > LEVEL


def sung_by(view: Any, world: World) -> dict[tuple[int, ...], float]:
    """The masks of suits that each seat may have sung in secret, and their shares among the ways to name the 20s."""
    ways = ways_to_have_sung(view, world)
    masks = Counter(
        tuple(
            mask_of({suit for singer, suit in way if singer == seat}) | _own(view) * (seat == view.seat)
            for seat in range(MAX_SEATS)
        )
        for way in ways
    )
    return {mask: times / len(ways) for mask, times in masks.items()}


def _own(view: Any) -> int:
    return int(view.sung)  # these positions have no 20 sung by name


@pytest.mark.parametrize(("rules", "unknown"), [(Rules(), 1), (replace(Rules(), players=2), 2)])
def test_worlds_of_the_free_phase_are_equally_likely(rules: Rules, unknown: int) -> None:
    """All hands with all orders of the stock, where everything is known but `unknown` cards of each hand."""
    rng = Random(8)
    late = [moment for moment in decisions(rules, 6, 3) if rules.players <= moment.view.stock <= 4]
    for moment in rng.sample(late, 3):
        view = copied(moment.view)
        for seat in other_seats(view):
            known = members(view.holds[seat])
            told = sorted(members(moment.state["hands"][seat]) - known)
            view.holds[seat] = mask_of(known.union(told[unknown:]))
        every = possible_worlds(view)
        possible = [
            (*(mask_of(world[seat]) for seat in other_seats(view)), *order)
            for world in every
            for order in orders_of_stock(view, world)
        ]
        total, states = worlds(view, 20 * len(possible), rng.randrange(2**62))
        start = int(states["next"][0])
        hands, stock = states["hands"][:, other_seats(view)].tolist(), states["cards"][:, start : rules.deck].tolist()
        outcomes = Counter((*hand, *order) for hand, order in zip(hands, stock, strict=True))
        assert total == len(every)
        assert set(outcomes) <= set(possible)
        assert len(possible) == 1 or chisquare([outcomes[each] for each in possible]).pvalue > LEVEL
    assert max(int(moment.view.stock) for moment in late) == 4


def orders_of_stock(view: Any, world: World) -> list[tuple[int, ...]]:
    return list(permutations(sorted(unseen_cards(view).difference(*world.values()))))


def test_two_unseen_cards_lie_together_as_often_as_they_should() -> None:
    """At the first decision of a hand, with a card shown: 32 cards for three hands and 15 places in the stock."""
    view = copied(next(decisions(Rules(), 6, 1)).view)
    one, other, shown = sorted(unseen_cards(view))[:3]
    view.holds[other_seats(view)[1]] = 1 << shown
    _, states = worlds(view, 40_000)
    masks = {seat: states["hands"][:, seat] for seat in other_seats(view)}
    rooms = {seat: 6 - int(view.holds[seat] != 0) for seat in masks} | {-1: 15}
    masks[-1] = int(view.deck) & ~(int(view.hand) | sum(masks.values()))
    pairs = [(first, second) for first in masks for second in masks]
    seen = [int(((masks[first] >> one & 1) & (masks[second] >> other & 1)).sum()) for first, second in pairs]
    shares = [rooms[first] * (rooms[second] - (first == second)) / (32 * 31) for first, second in pairs]
    assert sum(rooms.values()) == 32
    assert chisquare(seen, 40_000 * np.array(shares)).pvalue > LEVEL
