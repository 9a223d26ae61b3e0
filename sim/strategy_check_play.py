"""Games against the built-in strategies: by the rules at every table, and the same in whatever order."""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product

from bazas.sim.playing import Chunk, StrategyFault, play_chunk
from bazas.sim.rules import PRESETS
from bazas.sim.sheets import rules_name, rules_of
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import Strategy, built_in, strategy

Told = Callable[..., None]
"""Hears what is done next, and with which command it can be seen."""

SELF = ""
"""In an arrangement of names: the strategy that is checked."""


@dataclass(frozen=True)
class Table:
    """Rules, and who sits where: names of strategies, `SELF` for the one that is checked."""

    sheet: str
    players: int
    deck: int
    seats: tuple[str, ...]

    @property
    def changes(self) -> list[str]:
        """What differs from the sheet, as for --rule."""
        base = PRESETS[self.sheet].rules
        wanted = {"players": self.players, "deck": self.deck}
        return [f"{name}={value}" for name, value in wanted.items() if getattr(base, name) != value]

    def spec(self, checked: Strategy, seed: int) -> Spec:
        """The run of games at this table; the cards are kept."""
        arm = Arm(tuple(checked if name == SELF else strategy(name) for name in self.seats))
        return Spec("strategy check", rules_of(self.sheet, self.changes), seed, (arm,), plays=True)

    def command(self, spelled: str, seed: int, unit: int) -> str:
        """The command that shows a game at this table."""
        seats = ",".join(name or spelled for name in self.seats)
        rules = [word for change in self.changes for word in ("--rule", change)]
        return shlex.join(
            ["bazas", "show", "--rules", self.sheet, *rules, "--seats", seats, "--seed", str(seed), "--game", str(unit)]
        )

    def place(self, spelled: str, unit: int) -> str:
        """Where a game is, in words."""
        seats = ", ".join(name or spelled for name in self.seats)
        return f"game {unit} by {rules_name(rules_of(self.sheet, self.changes))}, with {seats}"


def all_tables() -> Iterator[Table]:
    """Both sheets, two and four players, every deck; the strategy on each side, in one seat, in all."""
    fast = built_in(looking_ahead=False)
    turn = 0
    for sheet, players, deck in product(PRESETS, (4, 2), (40, 48, 36)):
        for arrangement in ("sxsx", "xsxs", "sxyz", "ssss") if players == 4 else ("sx", "xs", "ss"):
            others = {letter: fast[(turn + i) % len(fast)] for i, letter in enumerate("xyz")}
            yield Table(sheet, players, deck, tuple(others.get(letter, SELF) for letter in arrangement))
            turn += 1


def order_tables() -> list[Table]:
    """Where the order of games is changed: few tables, with others in between."""
    seats = {4: (SELF, "careful", SELF, "random"), 2: (SELF, "careful")}
    return [Table(sheet, players, 40, seats[players]) for sheet, players in product(PRESETS, (4, 2))]


@dataclass
class Player:
    """Plays games of one strategy, and says before each which."""

    strategy: Strategy
    spelled: str
    seed: int
    told: Told

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
    games, hands = chunk.arms[0]
    assert chunk.plays is not None
    return [b"".join(array[row].tobytes() for array in (games, hands, chunk.plays[0])) for row in range(len(games))]


def digest_of(rows: list[bytes]) -> str:
    """A short text that tells these rows from others."""
    return hashlib.sha256(b"".join(rows)).hexdigest()[:16]


def play_everywhere(player: Player, games: int, seconds: float) -> tuple[int, int]:
    """Play at all tables; returns how many games and tables. Raises Fault at the first illegal answer."""
    tables = list(all_tables())
    played = sum(len(player.one_by_one(table, range(games), seconds / len(tables))) for table in tables)
    return played, len(tables)


ORDERS = {
    "backwards": "when they are played from the last to the first",
    "together": "when many are played in one call",
    "threads": "when they are played in two threads",
}
"""The orders that are tried, and what is said where one gives other games."""


def play_in_every_order(player: Player, games: int, seconds: float) -> tuple[list[tuple[int, str]], str]:
    """Play the same games in several orders.

    Returns of each of `order_tables` how many games and the digest of their rows, and what is wrong, if anything is.
    """
    digests, wrong = [], ""
    tables = order_tables()
    for table in tables:
        rows = player.one_by_one(table, range(games), seconds / len(tables))
        digests.append((len(rows), digest_of(rows)))
        for order, told in ORDERS.items():
            player.told(f"the same games {told}", table.command(player.spelled, player.seed, 0))
            other = _in_order(player, table, len(rows), order)
            differing = [unit for unit, pair in enumerate(zip(rows, other, strict=True)) if pair[0] != pair[1]]
            if differing and not wrong:
                example = table.place(player.spelled, differing[0])
                wrong = f"{len(differing)} of {len(rows)} games are others {told}, as {example}"
    return digests, wrong


def _in_order(player: Player, table: Table, count: int, order: str) -> list[bytes]:
    if order == "backwards":
        return player.one_by_one(table, range(count - 1, -1, -1), 3600)[::-1]
    if order == "together":
        return player.together(table, 0, count)
    cuts = list(range(0, count, max(1, count // 7)))
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda first, end: player.together(table, first, end - first), cuts, [*cuts[1:], count])
        return [row for part in parts for row in part]


def digests_again(player: Player, counts: Sequence[int]) -> list[str]:
    """The digests of so many games at each of `order_tables`, in one call each: for another process."""
    return [digest_of(player.together(table, 0, count)) for table, count in zip(order_tables(), counts, strict=True)]
