"""How long the exact solver takes for the arrastre, over positions out of play."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt
from tables import Table, say

from bazas.kernels import records
from bazas.kernels.calling import seats_record
from bazas.kernels.cards import SOTA, points_of
from bazas.kernels.compiling import kernel
from bazas.kernels.game import PLAN, play_games
from bazas.kernels.solver import GAME, POINTS, POSITION, WORKSPACE, best_card, card_values
from bazas.sim import strategy
from bazas.sim.rules import PRESETS

POSITIONS, SEED, RUNS = 10_000, 1, 5
FREE, PLAYERS = 4, 4
"""Tricks before the arrastre, and players."""

Array = npt.NDArray[Any]


def _signature() -> Any:
    from numba import from_dtype, types

    array = types.Array(types.int64, 1, "C")
    return types.void(types.Array(from_dtype(POSITION), 1, "C"), types.int64, from_dtype(WORKSPACE), array, array)


@kernel(_signature)
def solve_best(positions: Any, goal: int, workspace: Any, values: Any, nodes: Any) -> None:
    """The value and best card of each position; `nodes`: how many leads were looked at."""
    for i in range(positions.size):
        before = workspace.nodes
        values[i], _ = best_card(positions[i], goal, workspace)
        nodes[i] = workspace.nodes - before


@kernel(_signature)
def solve_all(positions: Any, goal: int, workspace: Any, values: Any, nodes: Any) -> None:
    """The values of all cards of each position; `values` needs 64 places."""
    for i in range(positions.size):
        before = workspace.nodes
        card_values(positions[i], goal, workspace, values)
        nodes[i] = workspace.nodes - before


def played(games: int) -> tuple[Array, Array]:
    """First hands of `careful` against itself: their facts (HAND) and the cards in order of play."""
    rules, careful = PRESETS["lascuarenta"].rules.record(), strategy("careful")
    seat = careful.seat()
    plan = records.blank(PLAN)
    plan.seed, plan.count, plan.mano = SEED, games, -1
    done, hands = records.blanks(games, records.GAME), records.blanks((games, 2), records.HAND)
    plays = np.zeros((games, 2, records.MAX_CARDS), np.int8)
    play_games(
        plan, rules, seats_record([seat] * PLAYERS), np.zeros((0, 2, 40), np.int8), np.zeros(0, np.int16),
        records.blank(records.STATE), records.blank(records.VIEW), done, hands, plays, records.blanks(0, records.EVENT),
    )  # fmt: skip
    return hands[:, 0], plays[:, 0]


def winner_of(cards: list[int], leader: int, trumps: int) -> int:
    """The seat that wins a trick."""
    best = 0
    for place, card in enumerate(cards):
        same = card >> 4 == cards[best] >> 4
        if card > cards[best] if same else card >> 4 == trumps:
            best = place
    return (leader + best) % PLAYERS


def fill(record: Any, hand: Any, plays: list[int]) -> None:
    """A position at the first lead of the arrastre of a hand that was played out."""
    trumps, leader = int(hand["muestra"]) >> 4, int(hand["mano"])
    record["trumps"], record["mano"] = trumps, leader
    sung = [int(hand["twenty_suit"][i]) for i in range(3) if 0 < hand["twenty_trick"][i] <= FREE]
    singers = [int(hand["twenty_seat"][i]) for i in range(3) if 0 < hand["twenty_trick"][i] <= FREE]
    if 0 < hand["forty_trick"] <= FREE:
        sung.append(trumps)
        singers.append(int(hand["forty_seat"]))
    for number in range(FREE + 6):
        cards = plays[PLAYERS * number : PLAYERS * (number + 1)]
        if number == FREE:
            record["leader"] = leader
        for place, card in enumerate(cards):
            if number >= FREE:
                record["hands"][(leader + place) % PLAYERS] |= 1 << card
        leader = winner_of(cards, leader, trumps)
        if number < FREE:
            record["cards"][leader & 1] += sum(int(points_of(card)) for card in cards)
    record["points"] = record["cards"]
    for suit, seat in zip(sung, singers, strict=True):
        record["points"][seat & 1] += 40 if suit == trumps else 20
    record["unsung"] = sum(1 << 16 * suit + SOTA for suit in range(4) if suit not in sung)


def positions(count: int) -> Array:
    """Positions (POSITION, n) at the start of the arrastre, six cards each, in the order of the games."""
    hands, plays = played(count + count // 20)
    whole = np.flatnonzero(plays[:, 39] >= 0)[:count]
    found = np.zeros(len(whole), POSITION)
    found["rules"] = PRESETS["lascuarenta"].rules.record()
    for record, index in zip(found, whole, strict=True):
        fill(record, hands[index], plays[index].tolist())
    return found


def timed(solve: Any, found: Array, goal: int, workspace: Any) -> tuple[float, Array]:
    """Microseconds of CPU a position, the best of some runs, and the leads looked at."""
    values, nodes = np.zeros(max(64, len(found)), np.int64), np.zeros(len(found), np.int64)
    solve(found[:1], goal, workspace, values, nodes[:1])
    seconds = []
    for _ in range(RUNS):
        start = time.thread_time()
        solve(found, goal, workspace, values, nodes)
        seconds.append(time.thread_time() - start)
    return 1e6 * min(seconds) / len(found), nodes


def one_by_one(solve: Any, found: Array, goal: int, workspace: Any) -> Array:
    """Microseconds of each position, the best of some runs."""
    values, nodes = np.zeros(64, np.int64), np.zeros(1, np.int64)
    times = np.full(len(found), np.inf)
    for _ in range(RUNS):
        for i in range(len(found)):
            start = time.perf_counter_ns()
            solve(found[i : i + 1], goal, workspace, values, nodes)
            times[i] = min(times[i], (time.perf_counter_ns() - start) / 1000)
    return times


def solver() -> Table:
    """The exact value of the arrastre: six cards in each of four hands, the first card still to be led."""
    note = (
        f"{POSITIONS:,} positions at the first lead of the arrastre, out of `careful` against itself (lascuarenta, "
        f"seed {SEED}); one thread, warm. Mean: CPU time of all, best of {RUNS} runs; median and 99th percentile: each "
        f"position by itself, called from Python, best of {RUNS}. Leads: positions at the start of a trick, counted as "
        "often as they are looked at, the table included."
    )
    table = Table("The exact solver", ["what is found", "mean, µs", "median, µs", "99 %, µs", "leads"], note)
    found, workspace = positions(POSITIONS), records.blank(WORKSPACE)
    for name, solve, goal in (
        ("points, value and best card", solve_best, POINTS),
        ("points, value of every card", solve_all, POINTS),
        ("game, value and best card", solve_best, GAME),
        ("game, value of every card", solve_all, GAME),
    ):
        say(f"solver: {name}")
        mean, nodes = timed(solve, found, goal, workspace)
        times = one_by_one(solve, found, goal, workspace)
        middle, most = np.percentile(times, [50, 99])
        table.rows.append([name, f"{mean:.1f}", f"{middle:.1f}", f"{most:.1f}", f"{nodes.mean():,.0f}"])
    return table
