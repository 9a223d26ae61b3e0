"""Built-in strategies as tests can afford them."""

from typing import TypeVar, overload

from bazas.sim.player import Player
from bazas.sim.strategy import Strategy, strategy

P = TypeVar("P", bound=Player)
WORLDS = 2


@overload
def quick(name: str) -> Strategy: ...


@overload
def quick(name: str, kind: type[P]) -> P: ...


def quick(name: str, kind: type[Player] = Strategy) -> Player:
    """A built-in strategy; one that looks ahead does so in a few worlds only."""
    chosen = strategy(name, kind)
    heavy = any(parameter.name == "worlds" for parameter in chosen.parameters)
    return chosen.with_values({"worlds": WORLDS}) if heavy else chosen
