"""Running sums over games of Tarneeb: what a summary and a comparison need, as exact integers."""

from __future__ import annotations

import numpy as np

from bazas.kernels.tarneeb.records import HIGHEST_BID
from bazas.sim.playing import Array

BIDS = HIGHEST_BID + 1

LENGTHS = {
    "games": 1,
    "hands": 1,  # rounds
    "hands_squared": 1,  # of each game
    "wins": 2,  # games won by each side
    "wins_of_opener": 1,  # games won by the side that opened the bidding of the first round
    # The rest counts first rounds only: one a game, so that what is counted is independent of each other.
    "points": 2,
    "points_squared": 2,
    "margin_squared": 1,  # points of side a less those of side b
    "declared": 2,
    "made": 2,
    "forced": 1,
    "bid": 1,
    "bid_squared": 1,
    "bids": BIDS,  # contracts by their bid
    "bids_made": BIDS,
    "bids_tricks": BIDS,  # tricks of the declaring side
    "bids_tricks_squared": BIDS,
}
"""Length of each sum, in their order in the vector."""

PLACES = {name: sum(list(LENGTHS.values())[:i]) for i, name in enumerate(LENGTHS)}
SIZE = sum(LENGTHS.values())


def add_up(rounds: Array) -> Array:
    """The sums (int64, `SIZE`) of whole games (ROUND, n)."""
    first = rounds[rounds["number"] == 0]
    winner, length = first["winner"].astype(np.int64), first["rounds"].astype(np.int64)
    opener, declaring = (first["dealer"] + 1) & 1, (first["declarer"] & 1).astype(np.int64)
    points, bid = first["points"].astype(np.int64), first["bid"].astype(np.int64)
    tricks = first["tricks"][np.arange(len(first)), declaring].astype(np.int64)
    made = tricks >= bid
    margin = points[:, 0] - points[:, 1]
    found = {
        "games": len(first),
        "hands": len(rounds),
        "hands_squared": length @ length,
        "wins": np.bincount(winner, minlength=2),
        "wins_of_opener": np.count_nonzero(winner == opener),
        "points": points.sum(axis=0),
        "points_squared": (points * points).sum(axis=0),
        "margin_squared": margin @ margin,
        "declared": np.bincount(declaring, minlength=2),
        "made": np.bincount(declaring[made], minlength=2),
        "forced": np.count_nonzero(first["forced"]),
        "bid": bid.sum(),
        "bid_squared": bid @ bid,
        "bids": np.bincount(bid, minlength=BIDS),
        "bids_made": np.bincount(bid[made], minlength=BIDS),
        "bids_tricks": np.bincount(bid, weights=tricks, minlength=BIDS),
        "bids_tricks_squared": np.bincount(bid, weights=tricks * tricks, minlength=BIDS),
    }
    return np.concatenate([np.atleast_1d(np.asarray(found[name], np.int64)) for name in LENGTHS])
