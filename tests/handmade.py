"""Players for hands made by hand."""

from typing import Any

from bazas.kernels.cards import strongest
from bazas.sim.strategy import Strategy


def _strongest(view: Any) -> int:
    """A trump before others of its strength, then the lowest suit."""
    return strongest(view.legal, view.trumps)


BOLD = Strategy("bold", "plays its strongest legal card", _strongest)
