"""The C++ twin of the hand loop: how it is built and run, and the sums in which kernel and twin must agree."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

SOURCE = Path(__file__).with_name("twin.cpp")
OPTIONS = ("-O3", "-march=native", "-std=c++17")


def compiler() -> str | None:
    """Path of g++, None where there is none."""
    return shutil.which("g++")


def build(folder: Path) -> Path:
    """Compile the twin into `folder`; raises RuntimeError without g++ and CalledProcessError where it fails."""
    command = compiler()
    if command is None:
        raise RuntimeError("the twin needs g++: install it")
    subprocess.run([command, *OPTIONS, str(SOURCE), "-o", str(folder / "twin")], check=True)
    return folder / "twin"


def play(twin: Path, seed: int, first: int, games: int) -> tuple[dict[str, int], float]:
    """Play games `first` to `first + games - 1`; returns the sums of all their hands and the CPU seconds."""
    command = [str(twin), str(seed), str(first), str(games)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    seconds = answer.pop("seconds")
    return {name: value for name, value in answer.items() if name not in ("seed", "first")}, seconds


def sums(games: npt.NDArray[Any], hands: npt.NDArray[Any]) -> dict[str, int]:
    """The same sums of what the kernel has played: games (GAME, n) and hands (HAND, n by 2)."""
    two = games["hands"] == 2
    played = np.concatenate([hands[:, 0], hands[two, 1]])
    facts = {name: played[name].astype(np.int64) for name in ("cards", "cantes", "tricks", "last_trick", "swap_seat")}
    cards, cantes, tricks = facts["cards"], facts["cantes"], facts["tricks"]
    last, swap = facts["last_trick"] + 1, facts["swap_seat"] + 1
    totals = {
        "games": len(games),
        "hands": len(played),
        "wins_a": (games["winner"] == 0).sum(),
        "cards_a": cards[:, 0].sum(),
        "cards_b": cards[:, 1].sum(),
        "cantes_a": cantes[:, 0].sum(),
        "cantes_b": cantes[:, 1].sum(),
        "tricks_a": tricks[:, 0].sum(),
        "swaps": (swap > 0).sum() + (played["swap2_seat"] >= 0).sum(),
        "vueltas": two.sum(),
        "tute": (played["tute_seat"] >= 0).sum(),
        "checksum": (cards[:, 0] + 131 * cantes[:, 0] + 7919 * last + 104729 * swap).sum(),
    }
    return {name: int(total) for name, total in totals.items()}
