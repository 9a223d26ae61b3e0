"""The hands that rows of a run were dealt: a pure function of seed, unit, game, hand, and of the deck's cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bazas.kernels.cards import DEALT, DECKS
from bazas.kernels.records import MAX_CARDS, MAX_SEATS
from bazas.kernels.redealing import redeal

Array = npt.NDArray[Any]
Table = tuple[int, int]
"""Number of players and cards of the deck."""


def dealt_hands(table: Table, seed: int, units: Array, games: Array, hand: int) -> Array:
    """The hands as dealt (int64 masks, n by players) of the first hand (0) or the vueltas (1) of some games.

    `units`, `games` (n): the games' units, and their numbers in these.
    """
    players, deck = table
    masks = np.zeros((len(units), players), np.int64)
    cards = np.zeros(MAX_CARDS, np.int8)
    redeal(DECKS[deck], DEALT, seed, hand, units.astype(np.int64), games.astype(np.int64), cards, masks)
    return masks


def dealt_to_rows(
    tables: Sequence[Table], seed: int, arms: Array, units: Array, games: Array, hand: int
) -> tuple[Array, Array]:
    """The hands of rows whose arms may play at different tables: all masks one after the other, and how many a row has.

    `tables`: of each arm; `arms` (n): which one each row belongs to. The other arguments as in `dealt_hands`.
    """
    masks = np.zeros((len(arms), MAX_SEATS), np.int64)
    players = np.array([table[0] for table in tables], np.int32)[arms]
    for arm, table in enumerate(tables):
        rows = np.flatnonzero(arms == arm)
        masks[rows, : table[0]] = dealt_hands(table, seed, units[rows], games[rows], hand)
    return masks[np.arange(MAX_SEATS) < players[:, None]], players


def deal_again(about: dict[str, Any], table: Any, name: str) -> Any:
    """The column `hands` or `v_hands` (pyarrow.Array) of rows (pyarrow.Table) of the run that `about` describes."""
    import pyarrow as pa

    from bazas.sim.storage import KEY

    vueltas = name == "v_hands"
    there = table["vueltas"].to_numpy() if vueltas else np.ones(len(table), bool)
    numbers = {key: table[key].to_numpy()[there] for key in KEY if key in table.column_names}
    games = numbers["game"]
    units, in_unit = (numbers["match"], games) if "match" in numbers else (games, np.zeros_like(games))
    rules = [arm["rules"] or about["rules"] for arm in about["arms"]]
    masks, players = dealt_to_rows(
        [(r["players"], r["deck"]) for r in rules], about["seed"], numbers["arm"], units, in_unit, int(vueltas)
    )
    counts = np.zeros(len(there), np.int32)
    counts[there] = players
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(offsets, pa.array(masks), mask=pa.array(~there))
