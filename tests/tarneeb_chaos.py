"""A strategy of Tarneeb for tests: random cards, suits and bids, low ones and high ones."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, pick
from bazas.kernels.noise import below, choice
from bazas.kernels.tarneeb.records import PASS
from bazas.sim.tarneeb.strategy import TarneebStrategy


def play(view: Any) -> int:
    """Any legal card."""
    return pick(view.legal, choice(view.noise, count(view.legal)))


def bid(view: Any) -> int:
    """A pass every other time, else any legal bid; one time out of eight the lowest or the highest there is."""
    bids = view.legal & ~(1 << PASS)
    if view.noise & 1:
        return PASS
    way = below(view.noise >> 1, 16)
    index = 0 if way == 0 else count(bids) - 1 if way == 1 else choice(view.noise, count(bids))
    return pick(bids, index)


def name_trumps(view: Any) -> int:
    """Any suit."""
    return choice(view.noise, 4)


chaos = TarneebStrategy("chaos", "random cards, suits and bids", play, bid, name_trumps)
