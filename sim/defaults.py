"""What the commands do unless they are told otherwise; their functions in Python do the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

S = TypeVar("S")

STRATEGY = "careful"
RULES = "lascuarenta"
TARNEEB_RULES = "cardems"
SEED = 1
SIMULATE_GAMES = 100_000
STUDY_GAMES = 1_000_000
TUNE_GAMES = 4_000_000
HELD_OUT = 500_000
CHECK_GAMES = 20_000
CHECK_LIMIT = 60
"""Seconds."""


def chosen(strategy: S | None, seats: str | Sequence[S | str] | None) -> S | str | None:
    """The strategy of side a: `STRATEGY`, where nobody was chosen."""
    return STRATEGY if strategy is None and seats is None else strategy
