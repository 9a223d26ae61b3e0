"""The columns of a stored run: name, type, meaning, and how each is read out of a chunk. The one place that knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bazas.kernels.records import DECIDED, HAND, MAX_CARDS, NONE
from bazas.sim.dealt import dealt_to_rows
from bazas.sim.playing import Chunk
from bazas.sim.rules import guinote
from bazas.sim.spec import Spec

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Column:
    """One column: its Arrow type, what it means, and `read`, which takes it out of rows as its game keeps them."""

    name: str
    type: Any
    meaning: str
    read: Callable[[Any], Any]
    nullable: bool = True

    def field(self) -> Any:
        """The Arrow field, with the meaning in its metadata."""
        return pa.field(self.name, self.type, self.nullable, {"description": self.meaning})


class Rows:
    """A chunk as a matrix: a line for every byte of a game's two hands, a column for every row to be stored.

    Rows are ordered by game, then arm. Lines are contiguous, so that an Arrow column is made without a loop; where
    there is no vueltas hand its lines hold -1, as lines do wherever there was nothing.
    """

    def __init__(self, spec: Spec, chunk: Chunk) -> None:
        self.spec, self.chunk, arms = spec, chunk, len(chunk.arms)
        self.length = chunk.games * arms
        games = _interleaved([games for games, _ in chunk.arms])
        hands = _interleaved([hands for _, hands in chunk.arms])
        self.unit = np.ascontiguousarray(games["unit"])
        self.arm = np.tile(np.arange(arms, dtype=np.int8), chunk.games)
        names = ("game", "coto", "game_of_coto", "winner", "decided")
        self.in_unit, self.coto, self.game_of_coto, self.winner, self.decided = (
            np.ascontiguousarray(games[name]) for name in names
        )
        self.vueltas = games["hands"] == 2
        self.lines = _lines(hands.view(np.int8).reshape(self.length, 2 * HAND.itemsize))
        self.lines[HAND.itemsize :] |= self.vueltas - np.int8(1)
        self.validity = np.packbits(self.lines != NONE, axis=1, bitorder="little")
        self.twenties = [self._twenties(hand) for hand in range(2)]

    def place(self, hand: int, name: str, index: int = 0) -> int:
        """The line of a field of the first hand (0) or the vueltas (1)."""
        fields = HAND.fields
        assert fields is not None
        return hand * HAND.itemsize + int(fields[name][1]) + index

    def line(self, hand: int, name: str, index: int = 0) -> Array:
        """A field of the first hand (0) or the vueltas (1) of all rows (int8, n); -1 where there was none."""
        return self.lines[self.place(hand, name, index)]

    def _twenties(self, hand: int) -> tuple[Array, list[Any]]:
        """Where the 20s stand in three lines after one another, row by row, and how they lie in lists."""
        counts = np.maximum(self.line(hand, "twenties") + self.line(hand, "twenties", 1), 0)
        sung = np.flatnonzero(counts)
        row, number = np.nonzero(np.arange(3) < counts[sung, None])
        return number * self.length + sung[row], layout_of(counts)


def _interleaved(arms: list[Array]) -> Array:
    """Row i of every arm, then row i + 1; whole records are moved, which NumPy does slowly field by field."""
    if len(arms) == 1 or not len(arms[0]):
        return arms[0]
    records = [arm.reshape(len(arm), -1).view(f"V{arm.nbytes // max(len(arm), 1)}") for arm in arms]
    return np.concatenate(records, axis=1).view(arms[0].dtype).reshape(-1, *arms[0].shape[1:])


def _lines(wide: Array, block: int = 512) -> Array:
    """The transpose, contiguous; block by block, which stays in the cache."""
    lines = np.empty(wide.shape[::-1], wide.dtype)
    for start in range(0, len(wide), block):
        lines[:, start : start + block] = wide[start : start + block].T
    return lines


def to_table(spec: Spec, chunk: Chunk) -> Any:
    """The rows of a chunk as a pyarrow.Table, ordered by game and arm."""
    rows = Rows(spec, chunk)
    return pa.Table.from_arrays([column.read(rows) for column in columns_of(spec)], schema=schema_of(spec))


def columns_of(spec: Spec) -> tuple[Column, ...]:
    """The columns that a run stores: some only where it plays matches, keeps plays or hands, or withholds swaps."""
    return _chosen(*_options(spec))


def schema_of(spec: Spec) -> Any:
    """The Arrow schema of a run's rows, without the metadata of a part."""
    return _schema(*_options(spec))


def _options(spec: Spec) -> tuple[bool, bool, bool, bool]:
    return spec.plays, spec.hands, any(arm.variation != "none" for arm in spec.arms), spec.matches


@cache
def _chosen(plays: bool, hands: bool, withheld: bool, matches: bool) -> tuple[Column, ...]:
    kept = {"plays": plays, "hands": hands, "withheld_seat": withheld, "withheld_trick": withheld}
    kept |= dict.fromkeys(OF_MATCHES, matches)
    return tuple(column for column in COLUMNS if kept.get(column.name.removeprefix("v_"), True))


@cache
def _schema(plays: bool, hands: bool, withheld: bool, matches: bool) -> Any:
    return pa.schema([column.field() for column in _chosen(plays, hands, withheld, matches)])


# Arrow arrays out of lines


def plain_array(values: Array, validity: Array | None = None) -> Any:
    """Values with nulls where the bitmap `validity` has no bit; no copy of the values."""
    bits = None if validity is None else pa.py_buffer(validity)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [bits, pa.py_buffer(values)])


def layout_of(counts: Array) -> list[Any]:
    """The buffers of lists of these lengths, one after the other; null where the length is 0."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    return [pa.py_buffer(np.packbits(counts > 0, bitorder="little")), pa.py_buffer(offsets)]


def lists(values: Array, layout: list[Any], length: int) -> Any:
    """Arrow lists of the values, laid out as `layout_of` says."""
    kind = pa.list_(pa.from_numpy_dtype(values.dtype))
    return pa.Array.from_buffers(kind, length, layout, children=[plain_array(np.ascontiguousarray(values))])


def _number(name: str, hand: int, index: int, nullable: bool, kind: Any) -> Callable[[Rows], Any]:
    def read(rows: Rows) -> Any:
        place = rows.place(hand, name, index)
        line = rows.lines[place].astype(kind.to_pandas_dtype(), copy=False)
        return plain_array(line, rows.validity[place] if nullable else None)

    return read


def _twenties(name: str, hand: int) -> Callable[[Rows], Any]:
    def read(rows: Rows) -> Any:
        places, layout = rows.twenties[hand]
        first = rows.place(hand, name)
        return lists(rows.lines[first : first + 3].ravel().take(places), layout, rows.length)

    return read


def _plays(hand: int) -> Callable[[Rows], Any]:
    def read(rows: Rows) -> Any:
        assert rows.chunk.plays is not None
        plays = np.stack([plays[:, hand] for plays in rows.chunk.plays], axis=1).reshape(rows.length, MAX_CARDS)
        played = plays != NONE
        return lists(plays[played], layout_of(played.sum(axis=1, dtype=np.int32)), rows.length)

    return read


def _dealt(hand: int) -> Callable[[Rows], Any]:
    def read(rows: Rows) -> Any:
        there = rows.vueltas if hand else np.ones(rows.length, bool)
        tables = [(rules.players, rules.deck) for rules in (guinote(rows.spec.rules_of(arm)) for arm in rows.spec.arms)]
        numbers = rows.arm[there], rows.unit[there], rows.in_unit[there]
        masks, players = dealt_to_rows(tables, rows.spec.seed, *numbers, hand)
        counts = np.zeros(rows.length, np.int32)
        counts[there] = players
        return lists(masks, layout_of(counts), rows.length)

    return read


# The descriptions


def _line_of(name: str) -> Callable[[Rows], Any]:
    return lambda rows: plain_array(getattr(rows, name))


def _game(rows: Rows) -> Any:
    return plain_array(rows.in_unit.astype(np.int64) if rows.spec.matches else rows.unit)


def _decided(rows: Rows) -> Any:
    return pa.DictionaryArray.from_arrays(plain_array(rows.decided), pa.array(DECIDED), safe=False)


_SMALL, _SMALLS = pa.int8(), pa.list_(pa.int8())
_POINTS = pa.int16()
"""Points fit into int8, but their sums do not, and pandas adds them up without a warning."""

# Name, field and index in the kernel's record, whether every hand has it, meaning.
_HAND = (
    ("mano", "mano", 0, True, "seat that leads the first trick"),
    ("muestra", "muestra", 0, True, "card turned up: 16 * suit + strength"),
    ("cards_a", "cards", 0, True, "card points of side a, últimas not counted"),
    ("cards_b", "cards", 1, True, "card points of side b, últimas not counted"),
    ("last_trick", "last_trick", 0, False, "seat that won the last trick (the últimas)"),
    ("cantes_a", "cantes", 0, True, "points of the cantes of side a"),
    ("cantes_b", "cantes", 1, True, "points of the cantes of side b"),
    ("tricks_a", "tricks", 0, True, "tricks won by side a"),
    ("tricks_b", "tricks", 1, True, "tricks won by side b"),
    ("forty_seat", "forty_seat", 0, False, "seat that sang the 40"),
    ("forty_trick", "forty_trick", 0, False, "number of the trick after which the 40 was sung"),
    ("twenties_a", "twenties", 0, True, "number of 20s sung by side a"),
    ("twenties_b", "twenties", 1, True, "number of 20s sung by side b"),
    ("swap_seat", "swap_seat", 0, False, "seat that swapped for the muestra first"),
    ("swap_trick", "swap_trick", 0, False, "number of the trick after which it swapped"),
    ("swap_card", "swap_card", 0, False, "card that it took"),
    ("swap2_seat", "swap2_seat", 0, False, "seat that swapped in turn (chained)"),
    ("swap2_trick", "swap2_trick", 0, False, "number of the trick after which that was"),
    ("tute_seat", "tute_seat", 0, False, "seat that declared a tute"),
    ("as_seat", "as_seat", 0, False, "seat that played the as of trumps"),
    ("tres_seat", "tres_seat", 0, False, "seat that played the tres of trumps"),
    ("seven_seat", "seven_seat", 0, False, "seat that played the 7 of trumps"),
    ("muestra_seat", "muestra_seat", 0, False, "seat that drew the muestra, the last card of the stock"),
    ("last_free", "last_free", 0, False, "seat that won the last free trick"),
    ("withheld_seat", "withheld_seat", 0, False, "seat of side a whose exchange of the 7 was ignored first"),
    ("withheld_trick", "withheld_trick", 0, False, "number of the trick after which that was"),
)  # fmt: skip
_LISTS = (
    ("twenty_seat", "seats that sang 20s, in order"),
    ("twenty_trick", "numbers of the tricks after which they were sung"),
    ("twenty_suit", "suits of these 20s"),
)


def _hand_columns(hand: int) -> Iterator[Column]:
    for name, field, index, always, meaning in _HAND:
        nullable = bool(hand) or not always
        kind = _POINTS if field in ("cards", "cantes") else _SMALL
        yield Column(name, kind, meaning, _number(field, hand, index, nullable, kind), nullable)
        if name == "twenties_b":
            for listed, of_list in _LISTS:
                yield Column(listed, _SMALLS, of_list, _twenties(listed, hand))
    yield Column("plays", _SMALLS, "cards in order of play", _plays(hand))
    meaning = "cards dealt to each seat, a mask with bit 16 * suit + strength"
    yield Column("hands", pa.list_(pa.int64()), meaning, _dealt(hand))


def _in_vueltas(column: Column) -> Column:
    return replace(column, name=f"v_{column.name}", meaning=f"vueltas hand: {column.meaning}")


OF_MATCHES = ("match", "coto", "game_of_coto")
"""Columns that runs of matches have."""

COLUMNS = (
    Column("match", pa.int64(), "number of the match, in runs of matches", _line_of("unit"), False),
    Column("game", pa.int64(), "number of the game, in runs of matches from 0 in each", _game, False),
    Column("coto", _SMALL, "number of the coto in its match, from 0", _line_of("coto"), False),
    Column(
        "game_of_coto",
        _SMALL,
        "number of the game in its coto, from 0",
        _line_of("game_of_coto"),
        False,
    ),
    Column("arm", _SMALL, "which leg of a pair or study, 0 where there is one", _line_of("arm"), False),
    *_hand_columns(0),
    *map(_in_vueltas, _hand_columns(1)),
    Column("vueltas", pa.bool_(), "whether a vueltas hand was played", lambda rows: pa.array(rows.vueltas), False),
    Column("decided", pa.dictionary(pa.int8(), pa.string()), "how the game was decided", _decided, False),
    Column("winner", _SMALL, "side that won: 0 = a, 1 = b", _line_of("winner"), False),
)
"""Every column that a run may have, in the order of the rows."""
