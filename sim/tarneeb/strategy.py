"""The strategies of Tarneeb.

A strategy is an immutable record of three decisions, each a function of a view (`bazas.kernels.tarneeb.records.VIEW`):
`play` returns a card out of `view.legal`; `bid` returns 0 for a pass or one of the bids in `view.legal`; `name_trumps`
returns a suit, 0 to 3. All but `play` have defaults: pass, and name the longest suit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bazas.kernels.bits import count
from bazas.kernels.tarneeb.cards import HONOURS, SUITS, suit_mask
from bazas.kernels.tarneeb.records import PASS, QUESTIONS, VIEW
from bazas.sim.player import Player
from bazas.sim.strategy_code import Form
from bazas.sim.tarneeb.game import TARNEEB

BUILT_IN = {
    "random": "bazas.sim.tarneeb.strategies.random",
    "honours": "bazas.sim.tarneeb.strategies.honours",
    "careful": "bazas.sim.tarneeb.strategies.careful",
    "rollout": "bazas.sim.tarneeb.strategies.rollout",
}
"""Name of each built-in strategy, from the weakest on, and the module that holds it under the name `strategy`."""

FORM = Form(
    VIEW,
    QUESTIONS,
    {
        "play": "a whole number (a card)",
        "bid": "0 for a pass or a bid",
        "name_trumps": "a suit, 0 to 3",
    },
    "docs/tarneeb.md",
)


def pass_always(view: Any) -> int:
    """Never bid."""
    return PASS


def name_longest(view: Any) -> int:
    """Name the longest suit as trumps; of equals the one with more honours, then the highest."""
    best, most = 0, -1
    for suit in range(SUITS):
        cards = view.hand & suit_mask(suit)
        length = 8 * count(cards) + count(cards & HONOURS)
        if length >= most:
            best, most = suit, length
    return best


@dataclass(frozen=True)
class TarneebStrategy(Player):
    """A player of Tarneeb; see `Player` for what all have."""

    GAME = TARNEEB
    FORM = FORM
    BUILT_IN = BUILT_IN
    ENTRY_POINTS = "bazas.strategies.tarneeb"

    bid: Callable[[Any], int] = pass_always
    name_trumps: Callable[[Any], int] = name_longest
