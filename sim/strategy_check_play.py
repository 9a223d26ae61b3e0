"""Games against the built-in strategies: by the rules at every table, and the same in whatever order."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bazas.sim.player import Player
from bazas.sim.playing import Array, Chunk, StrategyFault, play_chunk
from bazas.sim.workshop import Table, Workshop

Told = Callable[..., None]
"""Hears what is done next, and with which command it can be seen."""


@dataclass
class Checker:
    """Plays games of one strategy, and says before each which."""

    strategy: Player
    spelled: str
    seed: int
    told: Told

    @property
    def workshop(self) -> Workshop:
        """That of the strategy's game."""
        return self.strategy.GAME.workshop

    def one_by_one(self, table: Table, units: Sequence[int], seconds: float) -> list[bytes]:
        """The rows of some games, each played alone, until the time is over; raises Fault."""
        spec, end = table.spec(self.strategy, self.seed), time.monotonic() + seconds
        rows: list[bytes] = []
        for unit in units:
            if rows and time.monotonic() > end:
                break
            command = table.command(self.spelled, self.seed, unit)
            self.told(table.place(self.spelled, unit), command)
            try:
                rows += rows_of(play_chunk(spec, unit, 1))
            except StrategyFault as fault:
                raise Fault(str(fault), command) from None
        return rows

    def together(self, table: Table, first: int, count: int) -> list[bytes]:
        """The rows of games played in one call."""
        return rows_of(play_chunk(table.spec(self.strategy, self.seed), first, count)) if count else []


class Fault(Exception):  # noqa: N818 - what the domain calls it
    """The checked strategy broke the rules or raised; `command` shows where."""

    def __init__(self, sentence: str, command: str) -> None:
        super().__init__(sentence)
        self.command = command


def rows_of(chunk: Chunk) -> list[bytes]:
    """All that is stored of each game of the first arm, the cards included."""
    assert chunk.plays is not None
    arrays = [*chunk.arms[0], chunk.plays[0]]
    ends = np.searchsorted(arrays[0]["unit"], np.arange(chunk.first, chunk.first + chunk.count + 1))
    facts = [fact for array in arrays for fact in _facts(array)]
    return [b"".join(fact[begin:end].tobytes() for fact in facts) for begin, end in pairwise(ends)]


def _facts(array: Array) -> Iterator[Array]:
    """The fields of an array of records; between two of them may be bytes that mean nothing."""
    if array.dtype.names is None:
        yield array
    for name in array.dtype.names or ():
        yield array[name]


def digest_of(rows: list[bytes]) -> str:
    """A short text that tells these rows from others."""
    return hashlib.sha256(b"".join(rows)).hexdigest()[:16]


def play_everywhere(checker: Checker, games: int, seconds: float) -> tuple[int, int]:
    """Play at all tables; returns how many games and tables. Raises Fault at the first illegal answer."""
    tables = list(checker.workshop.all_tables())
    played = sum(len(checker.one_by_one(table, range(games), seconds / len(tables))) for table in tables)
    return played, len(tables)


ORDERS = {
    "backwards": "when they are played from the last to the first",
    "together": "when many are played in one call",
    "threads": "when they are played in two threads",
}
"""The orders that are tried, and what is said where one gives other games."""


def play_in_every_order(checker: Checker, games: int, seconds: float) -> tuple[list[tuple[int, str]], str]:
    """Play the same games in several orders.

    Returns of each table how many games and the digest of their rows, and what is wrong, if anything is.
    """
    digests, wrong = [], ""
    tables = checker.workshop.order_tables()
    for table in tables:
        rows = checker.one_by_one(table, range(games), seconds / len(tables))
        digests.append((len(rows), digest_of(rows)))
        for order, told in ORDERS.items():
            checker.told(f"the same games {told}", table.command(checker.spelled, checker.seed, 0))
            other = _in_order(checker, table, len(rows), order)
            differing = [unit for unit, pair in enumerate(zip(rows, other, strict=True)) if pair[0] != pair[1]]
            if differing and not wrong:
                example = table.place(checker.spelled, differing[0])
                wrong = f"{len(differing)} of {len(rows)} games are others {told}, as {example}"
    return digests, wrong


def _in_order(checker: Checker, table: Table, count: int, order: str) -> list[bytes]:
    if order == "backwards":
        return checker.one_by_one(table, range(count - 1, -1, -1), 3600)[::-1]
    if order == "together":
        return checker.together(table, 0, count)
    cuts = list(range(0, count, max(1, count // 7)))
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda first, end: checker.together(table, first, end - first), cuts, [*cuts[1:], count])
        return [row for part in parts for row in part]


def digests_again(checker: Checker, counts: Sequence[int]) -> list[str]:
    """The digests of so many games at each table for orders, in one call each: for another process."""
    tables = checker.workshop.order_tables()
    return [digest_of(checker.together(table, 0, count)) for table, count in zip(tables, counts, strict=True)]
