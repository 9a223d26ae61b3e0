"""The built-in strategies, one module each; `bazas.sim.strategy.BUILT_IN` lists them."""
