"""Built-in strategies as tests can afford them."""

from bazas.sim.strategy import Strategy, strategy

WORLDS = 2


def quick(name: str) -> Strategy:
    """A built-in strategy; one that looks ahead does so in a few worlds only."""
    chosen = strategy(name)
    heavy = any(parameter.name == "worlds" for parameter in chosen.parameters)
    return chosen.with_values({"worlds": WORLDS}) if heavy else chosen
