"""Results of studies as they are reported: in JSON and in tables."""

import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bazas.sim.tally import Tally

TIMED = {"seconds", "compile_seconds", "hands_per_second"}


def untimed(found: Mapping[str, Any]) -> dict[str, Any]:
    """A result as JSON gives it back, without what a clock has measured."""
    return {name: value for name, value in json.loads(json.dumps(found, allow_nan=False)).items() if name not in TIMED}


def printed(tables: Iterable[Table], width: int = 80) -> str:
    """Tables one below the other, on a screen of this width."""
    file = io.StringIO()
    screen = Console(file=file, width=width)
    for table in tables:
        screen.print(table)
    return file.getvalue()


def scaled(tally: Tally, factor: int) -> Tally:
    """As if all of it had been played `factor` times."""
    return Tally({name: (np.asarray(sums) * factor).tolist() for name, sums in tally.items()})
