"""Sampled worlds, and games to sample them in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from bazas.kernels.records import STATE, blank, blanks
from bazas.kernels.worlds import WORLDS, draw_worlds
from bazas.sim.rules import PRESETS, Rules
from chaos import chaos
from possible import World, members, other_seats
from tracing import STOPPING, Game, Tracer

LUDOTEKA = PRESETS["ludoteka"].rules
GAMES = [
    (Rules(), 6),
    (LUDOTEKA, 74),
    (replace(Rules(), players=2), 6),
    (replace(LUDOTEKA, players=2, deck=36), 6),
    (replace(LUDOTEKA, deck=48, cantes_per_trick=2), 11),
    (replace(Rules(), deck=36, twenty_named=False), 15),
]
"""Rules, and a seed whose first games by chaos have 20s sung without their suit where the rules have them."""


def worlds(view: Any, count: int, key: int = 1, *, garbage: bool = False) -> tuple[int, Any]:
    """The number of completions, and the states of some sampled worlds."""
    workspace, states = blank(WORLDS), blanks(count, STATE)
    if garbage:
        states[:] = np.frombuffer(b"\x7f" * states.nbytes, STATE)
        workspace = np.frombuffer(b"\x7f" * WORLDS.itemsize, WORLDS).copy().view(np.recarray)[0]
    return draw_worlds(view, workspace, key, states), states


FILLED = ("hands", "next", "given", "unsung", "named", "secret")
"""What a world fills of a state, besides the stock."""


def filled(view: Any, states: Any) -> list[Any]:
    """All that some worlds say."""
    return [[stock_of(view, state), *(state[name].tolist() for name in FILLED)] for state in states]


def world_of(view: Any, state: Any) -> World:
    """The hands of the other seats."""
    return {seat: members(state["hands"][seat]) for seat in other_seats(view)}


def stock_of(view: Any, state: Any) -> tuple[int, ...]:
    """The unknown cards of the stock in the order of drawing."""
    start = int(state["next"])
    return tuple(state["cards"][start : start + max(0, int(view.stock) - 1)].tolist())


def decisions(rules: Rules, seed: int, games: int, *, share: float = 1.0) -> Iterator[Game]:
    """Games of chaos, stopped at every decision, or at a share of these."""
    tracer, stopping = Tracer(rules, [chaos], seed=seed), Tracer(rules, [STOPPING], seed=seed)
    rng = Random(seed)
    for number in range(games):
        game = tracer.play(number)
        for asked in range(len(game.answers)):
            if rng.random() < share:
                yield stopping.stop(number, game.answers[:asked])


def frozen(world: World) -> tuple[frozenset[int], ...]:
    return tuple(world[seat] for seat in sorted(world))


def heard(view: Any) -> int:
    """20s that others sang without naming their suit."""
    return sum(int(view.unnamed[seat]) for seat in other_seats(view))
