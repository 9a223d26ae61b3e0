"""A strategy for tests: random cards and random answers to every question, wrong claims and refusals included."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, pick
from bazas.kernels.noise import choice
from bazas.sim.strategy import Strategy


def play(view: Any) -> int:
    """Any legal card."""
    return pick(view.legal, choice(view.noise, count(view.legal)))


def swap(view: Any) -> bool:
    """Three times out of four."""
    return choice(view.noise, 4) > 0


def declare(view: Any) -> bool:
    """Every other time."""
    return choice(view.noise, 2) > 0


def sing(view: Any) -> int:
    """One of the legal suits or none, all equally likely."""
    index = choice(view.noise, count(view.legal) + 1)
    return -1 if index == count(view.legal) else pick(view.legal, index)


def claim(view: Any) -> bool:
    """One time out of eight, true or not."""
    return choice(view.noise, 8) == 0


chaos = Strategy("chaos", "random cards and random answers", play, swap, declare, sing, claim)
