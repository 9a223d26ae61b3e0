"""Strategies checked in the tests' own process, with few games."""

from __future__ import annotations

import io
import json

import pytest

from bazas.sim import strategy_check_worker
from bazas.sim.player import Player
from bazas.sim.strategy_check import CHECKS, Finding
from bazas.sim.strategy_check_worker import Worker


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short checks, as far as they run in this process."""
    monkeypatch.setattr(strategy_check_worker, "GAMES", 10)
    monkeypatch.setattr(strategy_check_worker, "ORDER_GAMES", 20)
    monkeypatch.setattr(strategy_check_worker, "VIEW_GAMES", 3)
    monkeypatch.setattr(strategy_check_worker, "CHECKS", CHECKS[:6])


def only(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make no other checks than those without which there is none."""
    monkeypatch.setattr(strategy_check_worker, "CHECKS", tuple(dict.fromkeys(("loads", "compiles", check))))


def checked(spelled: str, kind: type[Player] = Player) -> tuple[dict[str, Finding], list[dict[str, object]]]:
    """What a worker finds, but for strength and speed, and all that it says."""
    out = io.StringIO()
    worker = Worker(out, spelled, seed=1, games=20, kind=kind)
    worker.run()
    return {finding.check: finding for finding in worker.findings}, [
        json.loads(line) for line in out.getvalue().splitlines()
    ]
