"""Sampled worlds: they fit all that a seat may know, none is missing, and each is as likely as any other."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from bazas.kernels.cards import SOTA
from bazas.kernels.records import EVENT, HAND, MAX_EVENTS, blank, blanks
from bazas.sim.rules import Rules
from chaos import chaos
from possible import (
    World,
    arrastre,
    hand_size,
    mask_of,
    members,
    other_seats,
    possible_worlds,
    unseen_cards,
    ways_to_have_sung,
)
from processes import environment
from sampling import FILLED, GAMES, decisions, filled, heard, stock_of, world_of, worlds
from test_resumable import copied, finish
from tracing import STOPPING, Tracer, moments

# Every world fits, and the true one is among them


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_worlds_fit_what_the_seat_knows(rules: Rules, seed: int) -> None:
    unnamed = 0
    for number, moment in enumerate(decisions(rules, seed, 4, share=0.6)):
        view, truth = moment.view, moment.state
        unnamed += heard(view) > 0
        total, states = worlds(view, 4, number)
        assert total >= 1
        assert fits(view, world_of(view, truth))
        for state in states:
            world = world_of(view, state)
            assert fits(view, world)
            assert frozenset(stock_of(view, state)).union(*world.values()) == unseen_cards(view)
            assert len(stock_of(view, state)) == max(0, int(view.stock) - 1)
            assert int(state["hands"][view.seat]) == int(view.hand)
            assert all(int(hand) == 0 for hand in state["hands"][rules.players :])
            assert [int(state[name]) for name in ("next", "given")] == [int(truth[name]) for name in ("next", "given")]
            check_cantes(view, state, world)
    assert (unnamed > 0) == (rules.players == 4 and not rules.twenty_named)


def fits(view: Any, world: World) -> bool:
    return bool(ways_to_have_sung(view, world)) and all(
        len(hand) == hand_size(view, seat)
        and hand <= unseen_cards(view)
        and members(view.holds[seat]) <= hand
        and not members(view.cannot[seat]) & hand
        for seat, hand in world.items()
    )


def check_cantes(view: Any, state: Any, world: World) -> None:
    """Every 20 has a suit that its singer could sing, and what is sung cannot be sung again."""
    secret = [int(suits) for suits in state["secret"]]
    assert [suits.bit_count() for suits in secret] == view.unnamed.tolist()
    pairs = {(seat, suit) for seat in world for suit in members(secret[seat])}
    assert pairs in [set(way) for way in ways_to_have_sung(view, world)]
    assert int(state["named"]) | secret[view.seat] == int(view.sung)
    sung = members(int(view.sung) | sum(secret))
    assert int(state["unsung"]) == mask_of(16 * suit + SOTA for suit in range(4) if suit not in sung)


@pytest.mark.parametrize(("rules", "seed"), GAMES[:3])
def test_a_hand_can_be_played_to_its_end_in_a_sampled_world(rules: Rules, seed: int) -> None:
    tracer, nothing = Tracer(rules, [chaos], seed=9), np.zeros(0, np.int16)
    for number, moment in enumerate(decisions(rules, seed, 4, share=0.5)):
        _, states = worlds(moment.view, 2, number)
        for sampled in states:
            state, view, score = copied(moment.state), copied(moment.view), blank(HAND)
            for name in ("cards", *FILLED):
                state[name] = sampled[name]
            state["memory"], state["events"] = 0, 0
            finish(state, view, score, tracer.seats, tracer.rules.record(), nothing, blanks(MAX_EVENTS, EVENT))
            assert (int(state["over"]), int(state["fault"])) == (1, 0)
            if int(score["last_trick"]) >= 0 and int(state["decided"]) in (0, 1, 2):
                assert sum(map(int, view.played)) == int(view.deck)


# No world is missing


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_the_free_phase_has_all_ways_to_deal_the_unseen_cards(rules: Rules, seed: int) -> None:
    for number, moment in enumerate(decisions(rules, seed, 3, share=0.5)):
        view = moment.view
        if view.stock > 0:
            left, expected = len(unseen_cards(view)), 1
            left -= sum(len(members(view.holds[seat])) for seat in other_seats(view))
            for seat in other_seats(view):
                room = hand_size(view, seat) - len(members(view.holds[seat]))
                expected *= comb(left, room)
                left -= room
            assert worlds(view, 0, number)[0] == expected


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_the_count_is_that_of_all_worlds_in_played_games(rules: Rules, seed: int) -> None:
    checked = 0
    for moment in decisions(rules, seed, 4):
        if int(moment.view.tricks) - int(moment.view.trick) < (2 if rules.players == 4 else 6):
            checked += 1
            assert worlds(moment.view, 0)[0] == len(possible_worlds(moment.view))
    assert checked > 20


@pytest.mark.parametrize("songs", [False, True])
@pytest.mark.parametrize("told", [0.0, 0.1, 0.3, 0.6])
def test_the_count_is_that_of_all_worlds(told: float, songs: bool) -> None:
    """With constraints of all kinds, alone and together."""
    rng, songs_heard = Random(f"{told} {songs}"), set()
    for rules in (Rules(), replace(Rules(), deck=48)):
        for tricks_left, positions in ((1, 8), (2, 14), (3, 4)):
            for number in range(positions):
                view, true = arrastre(rules, rng, tricks_left, number % 4, told=told, songs=songs)
                every = possible_worlds(view)
                assert true in every
                assert worlds(view, 0)[0] == len(every)
                songs_heard.add(heard(view))
    assert songs_heard >= ({0, 1, 2} if songs else {0})


@pytest.mark.parametrize("songs", [False, True])
def test_the_count_is_that_of_all_worlds_with_four_cards_each(songs: bool) -> None:
    view, _ = arrastre(Rules(), Random(12), 4, 2, told=0.04, songs=songs)
    assert 500 < worlds(view, 0)[0] == len(possible_worlds(view))


# A pure function


def test_worlds_depend_on_key_and_number_alone() -> None:
    for rules, seed in (GAMES[1], GAMES[2]):
        for number, moment in enumerate(decisions(rules, seed, 2, share=0.5)):
            states = filled(moment.view, worlds(moment.view, 8, number)[1])
            again = filled(moment.view, worlds(moment.view, 3, number, garbage=True)[1])
            assert states[:3] == again
            if moment.view.stock > 3:
                assert filled(moment.view, worlds(moment.view, 8, number + 1)[1]) != states
                assert len({str(state) for state in states}) == 8


def test_uncompiled_worlds_are_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "from test_worlds import digest; print(digest())"],
        env=environment(NUMBA_DISABLE_JIT="1"), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == digest(), done.stderr


def digest() -> str:
    """Of some worlds of both phases, with everything that may be known."""
    text, rng = [], Random(4)
    views = [arrastre(Rules(), rng, 3, number % 4, told=0.1, songs=True)[0] for number in range(8)]
    tracer = Tracer(Rules(), [chaos], seed=2)
    stopping = Tracer(Rules(), [STOPPING], seed=2)
    views += [moment.view for moment in moments(stopping, 0, tracer.play(0))]
    for number, view in enumerate(views):
        total, states = worlds(view, 4, number)
        names = ("hands", "next", "given", "unsung", "named", "secret")
        text.append(
            f"{total} {[states[name].tolist() for name in names]} {[stock_of(view, state) for state in states]}"
        )
    return sha256("".join(text).encode()).hexdigest()


# What cannot be


@pytest.mark.parametrize(
    "change",
    [
        lambda view, cards, one, other: set_masks(view.holds, cards[:1], one, other),  # two have the same card
        lambda view, cards, one, other: [set_masks(masks, cards[:1], one) for masks in (view.holds, view.cannot)],
        lambda view, cards, one, other: set_masks(view.holds, members(view.played[other]), one),
        lambda view, cards, one, other: set_masks(view.holds, members(view.hand), one),
        lambda view, cards, one, other: set_masks(view.cannot, cards[:1], *other_seats(view)),  # nobody has it
        lambda view, cards, one, other: set_masks(view.holds, cards, one),  # more than a hand
        lambda view, cards, one, other: set_masks(view.cannot, cards[2:], one),  # less than a hand
    ],
)
def test_contradictions_leave_no_world(change: Callable[[Any, list[int], int, int], Any]) -> None:
    view, _ = arrastre(Rules(), Random(1), 3, 1, told=0.0, songs=False)
    assert worlds(view, 0)[0] > 100
    change(view, sorted(unseen_cards(view)), *other_seats(view)[:2])
    assert worlds(view, 2)[0] == len(possible_worlds(view)) == 0


def set_masks(masks: Any, cards: Any, *seats: int) -> Any:
    masks[list(seats)] = mask_of(cards)
    return masks


def test_a_20_that_nobody_could_sing_leaves_no_world() -> None:
    """Every suit but trumps has been sung by name, or there are more 20s than suits."""
    rng = Random(1)
    views = (arrastre(Rules(), rng, 2, 1, told=0.0, songs=True)[0] for _ in range(1000))
    view = next(view for view in views if heard(view) == 1)
    assert worlds(view, 0)[0] == len(possible_worlds(view)) > 0
    silent, view.sung = int(view.sung), 0b1111
    assert worlds(view, 0)[0] == len(possible_worlds(view)) == 0
    view.sung, view.unnamed[:] = silent, 2
    assert worlds(view, 0)[0] == len(possible_worlds(view)) == 0


def test_it_matters_when_a_20_was_sung() -> None:
    """What the singer had played before, it did not hold."""
    rng, totals = Random(2), set()
    for _ in range(40):
        view, _ = arrastre(Rules(), rng, 2, rng.randrange(4), told=0.1, songs=True)
        for seat in other_seats(view):
            view.unnamed_tricks[seat, : view.unnamed[seat]] = int(view.trick) - 1
        totals.add(len(possible_worlds(view)))
        assert worlds(view, 0)[0] == len(possible_worlds(view))
    assert 0 in totals
    assert len(totals) > 5
