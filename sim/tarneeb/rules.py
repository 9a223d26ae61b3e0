"""The rule sheet of Tarneeb as a record of switches: the one place where a switch of it is described."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from bazas.sim.switches import Preset, RuleSet, Switch
from bazas.sim.tarneeb.game import TARNEEB

if TYPE_CHECKING:
    import numpy as np

SWITCHES = (
    Switch(
        "goal",
        (31, 41, 61),
        "points that win the game: it is over after a round in which one side alone stands at so many or more",
    ),
)


VARIATIONS = ("none", "raised", "turned")
"""What a study changes: the declarer has to take one more than it bid, or the deal is moved one seat on."""


@dataclass(frozen=True)
class TarneebRules(RuleSet):
    """The switches of Tarneeb, by default those of `cardems`; a value that is not allowed raises UsageError."""

    SWITCHES = SWITCHES
    GAME = TARNEEB
    has_deals = True
    EXAMPLE = "goal=41"
    VARIATIONS = VARIATIONS

    goal: int = 31

    @property
    def players(self) -> int:
        """Seats at the table."""
        return 4

    def record(self) -> np.record:
        """The integers that the kernel reads (dtype `bazas.kernels.tarneeb.records.RULES`)."""
        from bazas.kernels.records import blank
        from bazas.kernels.tarneeb.records import RULES

        record = blank(RULES)
        record.goal = self.goal
        return record


PRESETS = {"cardems": Preset("cardems", "Tarneeb by the sheet of Cardems", TarneebRules())}

assert [field.name for field in fields(TarneebRules)] == [switch.name for switch in SWITCHES]
