"""The C++ twins of the hand loops: how they are built and run, and the sums in which kernel and twin must agree."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
HERE = Path(__file__).parent
OPTIONS = ("-O3", "-march=native", "-std=c++17")


def compiler() -> str | None:
    """Path of g++, None where there is none."""
    return shutil.which("g++")


def sums_of_guinote(games: Records, hands: Records) -> dict[str, int]:
    """The twin's sums of what the kernel has played: games (GAME, n) and hands (HAND, n by 2)."""
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


def sums_of_tarneeb(rounds: Records) -> dict[str, int]:
    """The twin's sums of what the kernel has played: rounds (ROUND, n) of whole games."""
    names = ("tricks", "points", "totals", "bid", "declarer", "trumps")
    tricks, points, totals, bid, declarer, trumps = (rounds[name].astype(np.int64) for name in names)
    first = rounds["number"] == 0
    found = {
        "games": first.sum(),
        "rounds": len(rounds),
        "wins_a": (rounds["winner"][first] == 0).sum(),
        "bids": bid.sum(),
        "calls": (rounds["calls"] >= 0).sum(),
        "forced": rounds["forced"].sum(),
        "made": (tricks[np.arange(len(rounds)), declarer & 1] >= bid).sum(),
        "tricks_a": tricks[:, 0].sum(),
        "points_a": points[:, 0].sum(),
        "points_b": points[:, 1].sum(),
        "checksum": (tricks[:, 0] + 131 * declarer + 7919 * trumps + 104729 * totals[:, 0]).sum(),
    }
    return {name: int(total) for name, total in found.items()}


class Twin(NamedTuple):
    """The twin of a game by one sheet: its source, and its sums of the arrays that the kernel fills."""

    sheet: str
    source: Path
    sums: Callable[..., dict[str, int]]


TWINS = {
    "guinote": Twin("lascuarenta", HERE / "twin.cpp", sums_of_guinote),
    "tarneeb": Twin("cardems", HERE / "twin_tarneeb.cpp", sums_of_tarneeb),
}
"""The twin of each game, by the game's name."""


def build(game: str, folder: Path) -> Path:
    """Compile a twin into `folder`; raises RuntimeError without g++ and CalledProcessError where it fails."""
    command = compiler()
    if command is None:
        raise RuntimeError("the twin needs g++: install it")
    source = TWINS[game].source
    subprocess.run([command, *OPTIONS, str(source), "-o", str(folder / source.stem)], check=True)
    return folder / source.stem


def play(built: Path, seed: int, first: int, games: int) -> tuple[dict[str, int], float]:
    """Play games `first` to `first + games - 1`; returns the sums of all their hands and the CPU seconds."""
    command = [str(built), str(seed), str(first), str(games)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    seconds = answer.pop("seconds")
    return {name: value for name, value in answer.items() if name not in ("seed", "first")}, seconds
