"""Where a run comes from: everything that repeats it, and the words for what differs between two runs."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bazas.kernels.compiling import package_version
from bazas.sim.runner import usable_cores
from bazas.sim.sheets import rules_name
from bazas.sim.spec import Spec
from bazas.sim.storage import FORMAT


def describe(spec: Spec) -> dict[str, Any]:
    """The content of run.json but for counts and speed: the specification's identity, versions, machine, columns."""
    return {
        "format": FORMAT,
        "rules_name": rules_name(spec.rules),
        **spec.identity(),
        "switches": {switch.name: switch.meaning for switch in spec.rules.SWITCHES},
        **session(),
        "columns": [column.name for column in spec.game.columns(spec)],
    }


def session() -> dict[str, Any]:
    """With what the games are played now: versions and machine. A resumed run has one more for each time."""
    return {
        "bazas": package_version(),
        "versions": {"python": platform.python_version()}
        | {name: _version(name) for name in ("numpy", "numba", "pyarrow")},
        "machine": {
            "cpu": _cpu(),
            "cores": usable_cores(),
            "system": f"{platform.system()} {platform.machine()}",
        },
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _cpu() -> str:
    """The processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def differences(run: dict[str, Any], spec: Spec) -> str:
    """What differs between a stored run and a specification, as the end of a sentence; "" for the same identity."""
    wanted = spec.identity()
    if run.get("game", wanted["game"]) != wanted["game"]:
        return f"its game is {run['game']}, not {wanted['game']}: name another folder"
    stored, asked = _flat({name: run.get(name) for name in wanted}), _flat(wanted)
    found = []
    for name in [*asked, *(name for name in stored if name not in asked)]:
        there, here = stored.get(name), asked.get(name)
        if there != here:
            found.append(f"{name} is {_said(there)} there and {_said(here)} here")
    more = f", and {len(found) - 3} more" if len(found) > 3 else ""
    return "; ".join(found[:3]) + more


def _flat(value: Any, name: str = "") -> dict[str, Any]:
    """Nested objects as one level: `arms[0].strategies[1].name`."""
    if isinstance(value, dict):
        items = [(f"{name}.{key}" if name else str(key), inner) for key, inner in value.items()]
    elif isinstance(value, list):
        items = [(f"{name}[{i}]", inner) for i, inner in enumerate(value)]
    else:
        return {name: value}
    return {key: leaf for path, inner in items for key, leaf in _flat(inner, path).items()}


def _said(value: Any) -> str:
    return "absent" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
