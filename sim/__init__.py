"""Rules, strategies, runs, storage, replay, notation. Public names are imported at first use."""

from typing import TYPE_CHECKING

from bazas.sim.lazy import lazy_names

if TYPE_CHECKING:
    from bazas.sim.rules import Rules
    from bazas.sim.sheets import preset, rules_of
    from bazas.sim.show import show
    from bazas.sim.simulate import simulate
    from bazas.sim.solve import solve
    from bazas.sim.storage import load
    from bazas.sim.strategy import Strategy, strategy
    from bazas.sim.strategy_check import check_strategy
    from bazas.sim.strategy_new import new_strategy
    from bazas.sim.tarneeb.rules import TarneebRules
    from bazas.sim.tarneeb.strategy import TarneebStrategy

__all__ = [
    "Rules",
    "Strategy",
    "TarneebRules",
    "TarneebStrategy",
    "check_strategy",
    "load",
    "new_strategy",
    "preset",
    "rules_of",
    "show",
    "simulate",
    "solve",
    "strategy",
]

lazy_names(
    __name__,
    {
        "Rules": "bazas.sim.rules",
        "preset": "bazas.sim.sheets",
        "rules_of": "bazas.sim.sheets",
        "show": "bazas.sim.show",
        "simulate": "bazas.sim.simulate",
        "solve": "bazas.sim.solve",
        "load": "bazas.sim.storage",
        "Strategy": "bazas.sim.strategy",
        "strategy": "bazas.sim.strategy",
        "check_strategy": "bazas.sim.strategy_check",
        "new_strategy": "bazas.sim.strategy_new",
        "TarneebRules": "bazas.sim.tarneeb.rules",
        "TarneebStrategy": "bazas.sim.tarneeb.strategy",
    },
)
