"""Rules, strategies, runs, storage, replay, notation. Public names are imported at first use."""

from typing import TYPE_CHECKING

from bazas.sim.lazy import lazy_names

if TYPE_CHECKING:
    from bazas.sim.rules import Rules, preset
    from bazas.sim.simulate import simulate
    from bazas.sim.strategy import Strategy, strategy

__all__ = ["Rules", "Strategy", "preset", "simulate", "strategy"]

lazy_names(
    __name__,
    {
        "Rules": "bazas.sim.rules",
        "preset": "bazas.sim.rules",
        "simulate": "bazas.sim.simulate",
        "Strategy": "bazas.sim.strategy",
        "strategy": "bazas.sim.strategy",
    },
)
