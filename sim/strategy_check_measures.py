"""What a strategy is made of: its parameters at both ends, its strength against others, its speed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bazas.sim.estimates import Estimate, mean_interval
from bazas.sim.player import Parameter, Player
from bazas.sim.playing import Chunk, StrategyFault, play_chunk, prepare
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.strategy import strategy
from bazas.sim.strategy_check_play import Checker, Fault, rows_of
from bazas.sim.workshop import Table

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


def play_ends(checker: Checker, parameter: Parameter, seconds: float) -> Ends:
    """Play with a parameter at its lowest and at its highest value; raises Fault."""
    base = checker.strategy.values.get(parameter.name, parameter.default)
    found = Ends(parameter, 0, 0, 0)
    for table in checker.workshop.parameter_tables():
        rows = {
            value: _rows(checker, table, parameter, value, seconds) for value in (base, parameter.low, parameter.high)
        }
        count = min(map(len, rows.values()))
        found.games += count
        found.low += _differing(rows[base], rows[parameter.low], count)
        found.high += _differing(rows[base], rows[parameter.high], count)
    return found


def _differing(one: list[bytes], other: list[bytes], count: int) -> int:
    return sum(a != b for a, b in zip(one[:count], other[:count], strict=True))


def _rows(checker: Checker, table: Table, parameter: Parameter, value: int, seconds: float) -> list[bytes]:
    setting = f"{parameter.name}={value}"
    spelled = checker.spelled + ("," if "=" in checker.spelled.rpartition(":")[2] else ":") + setting
    checker.told(f"{table.place(spelled, 0)} and on", table.command(spelled, checker.seed, 0))
    try:
        spec = table.spec(checker.strategy.with_values({parameter.name: value}), checker.seed)
        return [row for chunk in in_calls(spec, ENOUGH, seconds) for row in rows_of(chunk)]
    except StrategyFault as fault:
        unit = fault.finished.first + fault.finished.count
        raise Fault(str(fault), table.command(spelled, checker.seed, unit)) from None


# Strength


def strength(checker: Checker, opponent: str, games: int, seconds: float) -> Estimate:
    """Points of the first hand that a strategy makes more than an opponent: the same deals with seats changed over."""
    chosen, contest = checker.strategy, checker.strategy.GAME.contest
    other = strategy(opponent, type(chosen))
    spec = _spec(checker, (chosen, other), (other, chosen))
    checker.told(f"{checker.spelled} against {opponent}", None)
    n = total = squares = 0
    for chunk in in_calls(spec, games, seconds):
        twice = contest.margins(chunk.arms[0]) - contest.margins(chunk.arms[1])
        n, total, squares = n + chunk.count, total + int(twice.sum()), squares + int((twice * twice).sum())
    pairs = mean_interval(n, total, squares, -contest.reach, contest.reach)
    return replace(pairs, mean=pairs.mean / 2, low=pairs.low / 2, high=pairs.high / 2)


def _spec(checker: Checker, *sides: tuple[Player, Player]) -> Spec:
    """First hands, or whole games where these are not played alone, with an arm for each pair of sides."""
    rules = rules_of(checker.workshop.sheet)
    arms = tuple(Arm(players_at(rules, *pair)) for pair in sides)
    return Spec("strategy check", rules, checker.seed, arms, deals=rules.has_deals)


# Speed


def speeds(checker: Checker, rounds: int = 5) -> tuple[float, float]:
    """Hands a second in one thread with the strategy in all seats, and the ratio to the same with the yardstick.

    Played by turns, so that both have the same share of a busy machine; medians.
    """
    checker.told("its speed", None)
    yardstick = strategy(checker.workshop.yardstick, type(checker.strategy))
    specs = [_spec(checker, (who, who)) for who in (checker.strategy, yardstick)]
    for spec in specs:
        prepare(spec)
    measured = np.array([[_speed(spec) for spec in specs] for _ in range(rounds)])
    return float(np.median(measured[:, 0])), float(np.median(measured[:, 0] / measured[:, 1]))


def _speed(spec: Spec) -> float:
    begun, hands = time.thread_time(), 0
    for chunk in in_calls(spec, 20_000, 0.1):
        hands += spec.game.hands_in(chunk.arms[0])
    return hands / max(time.thread_time() - begun, 1e-6)
