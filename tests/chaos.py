"""Strategies for tests: random cards and random answers to every question, wrong claims and refusals included.

`reckless` answers against the rules too; where that does not lose the game, it stops the run.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, pick
from bazas.kernels.compiling import inner
from bazas.kernels.noise import below, choice
from bazas.sim.strategy import Strategy


@inner
def one_of(noise: int, cards: int) -> int:
    """One of the cards (or suits) of a mask, all equally likely."""
    return pick(cards, choice(noise, count(cards)))


@inner
def one_or_none(noise: int, suits: int) -> int:
    """One of the suits of a mask or -1, all equally likely."""
    index = choice(noise, count(suits) + 1)
    return -1 if index == count(suits) else pick(suits, index)


def play(view: Any) -> int:
    """Any legal card."""
    return one_of(view.noise, view.legal)


def swap(view: Any) -> bool:
    """Three times out of four."""
    return choice(view.noise, 4) > 0


def declare(view: Any) -> bool:
    """Every other time."""
    return choice(view.noise, 2) > 0


def sing(view: Any) -> int:
    """One of the legal suits or none, all equally likely."""
    return one_or_none(view.noise, view.legal)


def claim(view: Any) -> bool:
    """One time out of eight, true or not."""
    return choice(view.noise, 8) == 0


chaos = Strategy("chaos", "random cards and random answers", play, swap, declare, sing, claim)


def play_any(view: Any) -> int:
    """A legal card; 15 times out of 1024 any card of the hand, once any number."""
    slip = below(view.noise, 1024)
    if slip == 0:
        return choice(view.noise, 68) - 2
    return one_of(view.noise, view.hand if slip < 16 else view.legal)


def sing_any(view: Any) -> int:
    """A legal suit or none; one time out of 16 any suit or none."""
    return one_or_none(view.noise, 0b1111 if below(view.noise, 16) == 0 else view.legal)


reckless = Strategy("reckless", "chaos that breaks a rule now and then", play_any, swap, declare, sing_any, claim)


def lawless(rules: Any) -> Strategy:
    """Reckless where the rules take it, else chaos."""
    return reckless if rules.renuncio == "loses" else chaos
