"""The columns of a stored run of Tarneeb: one row a round. The one place that knows them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from bazas.kernels.redealing import redeal
from bazas.kernels.tarneeb.cards import CARDS, DECK, TRICKS
from bazas.kernels.tarneeb.records import NOBODY, PLAYERS
from bazas.sim.columns import Column, layout_of, lists, plain_array
from bazas.sim.playing import Array, Chunk
from bazas.sim.spec import Spec
from bazas.sim.tarneeb.notation import SUITS


class Rows:
    """The rounds of a chunk as they are stored: game by game, in each arm by arm, in each round by round."""

    def __init__(self, spec: Spec, chunk: Chunk) -> None:
        self.seed = spec.seed
        arms = [arm[0] for arm in chunk.arms]
        self.rounds, self.arm, self.plays = arms[0], np.zeros(len(arms[0]), np.int8), None
        if chunk.plays is not None:
            self.plays = chunk.plays[0]
        if len(arms) > 1:
            self._sort(arms, chunk.plays)

    def _sort(self, arms: list[Array], plays: list[Array] | None) -> None:
        """Put the rounds of several arms into the order of their key."""
        rounds = np.concatenate(arms)
        arm = np.repeat(np.arange(len(arms), dtype=np.int8), [len(one) for one in arms])
        order = np.lexsort((rounds["number"], arm, rounds["unit"]))
        whole = np.dtype((np.void, rounds.dtype.itemsize))  # NumPy moves records field by field, far slower
        self.rounds, self.arm = rounds.view(whole)[order].view(rounds.dtype), arm[order]
        self.plays = None if plays is None else np.concatenate(plays)[order]

    def field(self, name: str, index: int | None = None) -> Array:
        """A field of all rows, contiguous."""
        values = self.rounds[name]
        return np.ascontiguousarray(values if index is None else values[:, index])


def to_table(spec: Spec, chunk: Chunk) -> Any:
    """The rows of a chunk as a pyarrow.Table, ordered by game, arm and round."""
    rows = Rows(spec, chunk)
    columns = columns_of(spec)
    return pa.Table.from_arrays([column.read(rows) for column in columns], schema=_schema(columns))


def columns_of(spec: Spec) -> tuple[Column, ...]:
    """The columns that a run stores: `plays` and `hands` only where it keeps them."""
    kept = {"plays": spec.plays, "hands": spec.hands}
    return tuple(column for column in COLUMNS if kept.get(column.name, True))


@cache
def _schema(columns: tuple[Column, ...]) -> Any:
    return pa.schema([column.field() for column in columns])


def _number(name: str, kind: Any, meaning: str, field: str | None = None, index: int | None = None) -> Column:
    def read(rows: Rows) -> Any:
        return plain_array(rows.field(field or name, index).astype(kind.to_pandas_dtype(), copy=False))

    return Column(name, kind, meaning, read, nullable=False)


def _truth(name: str, meaning: str, of: Any) -> Column:
    return Column(name, pa.bool_(), meaning, lambda rows: pa.array(of(rows)), nullable=False)


def _made(rows: Rows) -> Array:
    declaring = rows.field("declarer") & 1
    return rows.field("tricks", 0) * (1 - declaring) + rows.field("tricks", 1) * declaring >= rows.field("bid")


def _forced(rows: Rows) -> Array:
    return rows.field("forced") == 1


def _winner(rows: Rows) -> Any:
    winner = rows.field("winner")
    return plain_array(winner, np.packbits(winner != NOBODY, bitorder="little"))


def _trumps(rows: Rows) -> Any:
    return pa.DictionaryArray.from_arrays(plain_array(rows.field("trumps")), pa.array(SUITS))


def _bids(rows: Rows) -> Any:
    calls = rows.field("calls")
    there = calls != NOBODY
    return lists(calls[there], layout_of(there.sum(axis=1, dtype=np.int32)), len(calls))


def _plays(rows: Rows) -> Any:
    assert rows.plays is not None
    return lists(rows.plays.ravel(), layout_of(np.full(len(rows.plays), CARDS, np.int32)), len(rows.plays))


def _hands(rows: Rows) -> Any:
    return _dealt(rows.seed, rows.field("unit"), rows.field("number"))


def _dealt(seed: int, games: Array, rounds: Array) -> Any:
    masks, cards = np.zeros((len(games), PLAYERS), np.int64), np.zeros(CARDS, np.int8)
    redeal(DECK, TRICKS, seed, 0, games.astype(np.int64), rounds.astype(np.int64), cards, masks)
    return lists(masks.ravel(), layout_of(np.full(len(games), PLAYERS, np.int32)), len(games))


def deal_again(about: dict[str, Any], table: Any) -> Any:
    """The column `hands` (pyarrow.Array) of rows (pyarrow.Table) of the run that `about` describes."""
    return _dealt(about["seed"], table["game"].to_numpy(), table["round"].to_numpy())


_SMALL, _SHORT = pa.int8(), pa.int16()

COLUMNS = (
    _number("game", pa.int64(), "number of the game", "unit"),
    _number("round", _SHORT, "number of the round in its game, from 0", "number"),
    Column(
        "arm", _SMALL, "which leg of a pair or study, 0 where there is one", lambda rows: plain_array(rows.arm), False
    ),
    _number("dealer", _SMALL, "seat of the dealer: 0 North, 1 East, 2 South, 3 West; the next one opens the bidding"),
    Column("bids", pa.list_(_SMALL), "the bids in order, from the opener on; 0 is a pass", _bids, False),
    _number("declarer", _SMALL, "seat of the declarer, who named trumps and led"),
    _number("bid", _SMALL, "the contract: tricks that the declarer's side bid"),
    _truth("forced", "whether three passes gave the contract to the fourth seat", _forced),
    Column("trumps", pa.dictionary(pa.int8(), pa.string()), "the suit of trumps", _trumps, False),
    _number("declarer_trumps", _SMALL, "trumps in the declarer's hand as dealt"),
    _number("declarer_honours", _SMALL, "of these ace, king, queen and jack"),
    _number("tricks_a", _SMALL, "tricks won by side a, North and South", "tricks", 0),
    _number("tricks_b", _SMALL, "tricks won by side b, East and West", "tricks", 1),
    _truth("made", "whether the declarer's side took the tricks that it bid", _made),
    _number("points_a", _SHORT, "points that side a scored in this round", "points", 0),
    _number("points_b", _SHORT, "points that side b scored in this round", "points", 1),
    _number("total_a", _SHORT, "points of side a after it", "totals", 0),
    _number("total_b", _SHORT, "points of side b after it", "totals", 1),
    Column("plays", pa.list_(_SMALL), "cards in order of play", _plays, False),
    Column(
        "hands", pa.list_(pa.int64()), "cards dealt to each seat, a mask with bit 16 * suit + strength", _hands, False
    ),
    _number("rounds", _SHORT, "rounds of the whole game; 1 where one round was played"),
    Column("winner", _SMALL, "side that won the game: 0 = a, 1 = b; null where one round was played", _winner),
)
"""Every column that a run may have, in the order of the rows."""
