"""What a strategy is made of: its parameters at both ends, its strength against others, its speed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bazas.sim.estimates import Estimate, mean_interval
from bazas.sim.guinote_figures import MOST_POINTS
from bazas.sim.playing import Chunk, StrategyFault, play_chunk, prepare
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import Parameter, strategy
from bazas.sim.strategy_check_play import SELF, Fault, Player, Table, rows_of

OPPONENTS = ("random", "lowest", "careful")
"""The strategies that strength is measured against."""

YARDSTICK = "careful"
"""The strategy that speed is compared with."""

ENOUGH = 400
"""Games, at each of two tables, in which a parameter must change something."""

CALL_SECONDS = 0.3


def in_calls(spec: Spec, most: int, seconds: float) -> Iterator[Chunk]:
    """Units 0, 1, ... in calls of some 0.3 s, until there are `most` or the time is over; the first of one unit."""
    end, first, size = time.monotonic() + seconds, 0, 1
    while first < most and (first == 0 or time.monotonic() < end):
        begun = time.monotonic()
        chunk = play_chunk(spec, first, min(size, most - first))
        yield chunk
        first += chunk.count
        per_unit = (time.monotonic() - begun) / chunk.count
        size = max(1, min(8 * size, int(CALL_SECONDS / max(per_unit, 1e-7))))


# Parameters

_TABLES = (Table("lascuarenta", 4, 40, (SELF, "careful") * 2), Table("ludoteka", 4, 40, ("careful", SELF) * 2))


@dataclass
class Ends:
    """What one parameter changes: of so many games, how many are others at its lowest and at its highest value."""

    parameter: Parameter
    games: int
    low: int
    high: int

    @property
    def unused(self) -> bool:
        """Whether it changes nothing at all."""
        return self.low == self.high == 0


def play_ends(player: Player, parameter: Parameter, seconds: float) -> Ends:
    """Play with a parameter at its lowest and at its highest value; raises Fault."""
    base = player.strategy.values.get(parameter.name, parameter.default)
    found = Ends(parameter, 0, 0, 0)
    for table in _TABLES:
        rows = {
            value: _rows(player, table, parameter, value, seconds) for value in (base, parameter.low, parameter.high)
        }
        count = min(map(len, rows.values()))
        found.games += count
        found.low += _differing(rows[base], rows[parameter.low], count)
        found.high += _differing(rows[base], rows[parameter.high], count)
    return found


def _differing(one: list[bytes], other: list[bytes], count: int) -> int:
    return sum(a != b for a, b in zip(one[:count], other[:count], strict=True))


def _rows(player: Player, table: Table, parameter: Parameter, value: int, seconds: float) -> list[bytes]:
    setting = f"{parameter.name}={value}"
    spelled = player.spelled + ("," if "=" in player.spelled.rpartition(":")[2] else ":") + setting
    player.told(f"{table.place(spelled, 0)} and on", table.command(spelled, player.seed, 0))
    try:
        spec = table.spec(player.strategy.with_values({parameter.name: value}), player.seed)
        return [row for chunk in in_calls(spec, ENOUGH, seconds) for row in rows_of(chunk)]
    except StrategyFault as fault:
        unit = fault.finished.first + fault.finished.count
        raise Fault(str(fault), table.command(spelled, player.seed, unit)) from None


# Strength


def strength(player: Player, opponent: str, games: int, seconds: float) -> Estimate:
    """Points of the first hand that a strategy makes more than an opponent: the same deals with seats changed over."""
    other = strategy(opponent)
    seats = (player.strategy, other), (other, player.strategy)
    spec = Spec("strategy check", Rules(), player.seed, tuple(Arm(seats_of(4, *pair)) for pair in seats))
    player.told(f"{player.spelled} against {opponent}", None)
    n = total = squares = 0
    for chunk in in_calls(spec, games, seconds):
        twice = _margins(chunk, 0) - _margins(chunk, 1)
        n, total, squares = n + chunk.count, total + int(twice.sum()), squares + int((twice * twice).sum())
    pairs = mean_interval(n, total, squares, -2 * MOST_POINTS, 2 * MOST_POINTS)
    return replace(pairs, mean=pairs.mean / 2, low=pairs.low / 2, high=pairs.high / 2)


def _margins(chunk: Chunk, arm: int) -> Any:
    """Points of side a less those of side b in first hands."""
    first = chunk.arms[arm][1][:, 0]
    sides = first["cards"].astype(np.int64) + first["cantes"]
    sides += 10 * np.equal.outer(np.where(first["last_trick"] < 0, 2, first["last_trick"] & 1), (0, 1))
    return sides[:, 0] - sides[:, 1]


# Speed


def speeds(player: Player, rounds: int = 5) -> tuple[float, float]:
    """Hands a second in one thread with the strategy in all seats, and the ratio to the same with `careful`.

    Played by turns, so that both have the same share of a busy machine; medians.
    """
    player.told("its speed", None)
    specs = [
        Spec("strategy check", Rules(), player.seed, (Arm((who,) * 4),))
        for who in (player.strategy, strategy(YARDSTICK))
    ]
    for spec in specs:
        prepare(spec)
    measured = np.array([[_speed(spec) for spec in specs] for _ in range(rounds)])
    return float(np.median(measured[:, 0])), float(np.median(measured[:, 0] / measured[:, 1]))


def _speed(spec: Spec) -> float:
    begun, hands = time.thread_time(), 0
    for chunk in in_calls(spec, 20_000, 0.1):
        hands += int(chunk.arms[0][0]["hands"].sum(dtype=int))
    return hands / max(time.thread_time() - begun, 1e-6)
