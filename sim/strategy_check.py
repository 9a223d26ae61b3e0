"""Whether a strategy is sound: it is played in a process of its own, which can be ended, and what is wrong is told.

The process (`bazas.sim.strategy_check_worker`) says what it does before it does it, so that of a strategy that hangs,
or brings the process down, the game is known. Another process plays some games again: they must be the same there.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from bazas.kernels.compiling import package_version
from bazas.sim import defaults
from bazas.sim.errors import BazasError, UsageError
from bazas.sim.estimates import Estimate
from bazas.sim.games import Game
from bazas.sim.guinote import GUINOTE
from bazas.sim.sheets import game_named, rules_of
from bazas.sim.switches import RuleSet

CHECKS = ("loads", "compiles", "answers", "rules", "order", "parameters", "strength", "speed")
"""What is looked at, in this order."""

PASSED, WARNING, FAILED, LEFT_OUT = "passed", "warning", "failed", "left out"

LOADING, COMPILING = 5, 20
"""How many times longer than a game a file may take to be read, and the compiler."""


@dataclass(frozen=True)
class Finding:
    """The result of one check: passed, warning, failed or left out; in words; the command that shows it."""

    check: str
    status: str
    told: str
    command: str | None = None


@dataclass
class Checked:
    """What was found of one strategy, which `spelled` names as one would type it.

    `speed_ratio`: hands a second, divided by those of the strategy `yardstick`.
    """

    spelled: str
    description: str = ""
    findings: list[Finding] = field(default_factory=list)
    strength: dict[str, Estimate] = field(default_factory=dict)
    hands_per_second: float | None = None
    speed_ratio: float | None = None
    yardstick: str = ""
    game: Game = GUINOTE

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return all(finding.status != FAILED for finding in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """As part of the JSON object."""
        return {
            "name": self.spelled,
            "description": self.description,
            "passed": self.passed,
            "findings": [asdict(finding) for finding in self.findings],
            "strength": {name: estimate.as_dict() for name, estimate in self.strength.items()},
            f"{self.game.hands}_per_second": self.hands_per_second,
            "speed_ratio": self.speed_ratio,
        }


@dataclass
class CheckReport:
    """The result of `check_strategy`, a part for each strategy."""

    strategies: list[Checked]
    seed: int

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return all(checked.passed for checked in self.strategies)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of `bazas strategy check --json`."""
        return {
            "command": "strategy check",
            "version": package_version(),
            "seed": self.seed,
            "passed": self.passed,
            "strategies": [checked.as_dict() for checked in self.strategies],
        }


def check_strategy(
    strategy: str,
    *,
    games: int = defaults.CHECK_GAMES,
    limit: float = defaults.CHECK_LIMIT,
    seed: int = defaults.SEED,
    rules: str | RuleSet | None = None,
    progress: Callable[[str, str], None] | None = None,
) -> CheckReport:
    """Check a strategy, or all of a file: `./mine.py`, `./mine.py:name`, `careful`, `careful:draw_from=3`.

    `games`: deals at most of each comparison with another strategy. `limit`: seconds that one game may take; a strategy
    that needs longer is said to hang. `rules`: any of the game that it plays; without them the strategies of a file are
    of the game that they were written for, names are Guiñote's. `progress` is called with the check and what is played.

    Raises UsageError for what cannot be found, and for impossible counts.
    """
    if games < 2:
        raise UsageError(f"strengths cannot be compared on {games} deals: choose 2 or more")
    if limit <= 0:
        raise UsageError(f"a limit of {limit} seconds is impossible: choose 1 or more")
    game = None if rules is None else rules_of(rules).GAME
    checking = _Checking(strategy, games, limit, seed, progress or (lambda check, doing: None), game)
    return CheckReport(checking.run(), seed)


@dataclass
class _Checking:
    """The conversation with the processes."""

    text: str
    games: int
    limit: float
    seed: int
    progress: Callable[[str, str], None]
    game: Game | None = None
    found: list[Checked] = field(default_factory=list)
    left: list[str] | None = None

    def run(self) -> list[Checked]:
        """Check all; a process that is ended is followed by another for the strategies left."""
        while self.left is None or self.left:
            before = self.left
            self._listen()
            if self.left is None:
                break
            assert self.left != before, "every process must come on"
        return self.found

    def _request(self, role: str, **more: Any) -> dict[str, Any]:
        game = None if self.game is None else self.game.name
        return {"role": role, "strategy": self.text, "game": game, "games": self.games, "seed": self.seed, **more}

    def _begin(self, spelled: str) -> None:
        self.found.append(Checked(spelled, game=self.game or GUINOTE))

    def _listen(self) -> None:
        """Take all that one process has to say. Where it hangs or dies, its strategy has failed."""
        doing: dict[str, Any] = {
            "check": "loads",
            "doing": f"the file of {self.text}",
            "command": None,
            "limit": COMPILING,
        }
        with _process(self._request("check", names=self.left)) as messages:
            while True:
                try:
                    message = messages.get(timeout=self.limit * doing["limit"])
                except queue.Empty:
                    self._fail(doing, f"it hangs: no end within {self.limit * doing['limit']:g} s in {doing['doing']}")
                    return
                if message is None:
                    self._fail(doing, f"it brought the process down in {doing['doing']}")
                    return
                if "error" in message:
                    raise (UsageError if message["kind"] == "UsageError" else BazasError)(message["error"])
                if "doing" in message:
                    doing = message
                    self.progress(message["check"], message["doing"])
                elif "done" in message:
                    return
                else:
                    self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if "names" in message:
            self.left = message["names"]
        elif "begin" in message:
            self._begin(message["begin"])
            self.left = [name for name in self.left or () if name != message["begin"]]
        elif "finding" in message:
            self.found[-1].findings.append(Finding(**message["finding"]))
        elif "digests" in message:
            self._compare(message["digests"])
        else:
            for name, value in message.items():
                setattr(self.found[-1], name, _READ.get(name, lambda value: value)(value))

    def _compare(self, digests: Sequence[tuple[int, str]]) -> None:
        """Play the games of the check of orders in another process; its finding is the last one so far."""
        last = self.found[-1].findings[-1]
        if last.status != PASSED:
            return
        self.progress("order", "the same games in another process")
        counts = [count for count, _ in digests]
        with _process(self._request("again", names=[self.found[-1].spelled], counts=counts)) as messages:
            try:
                answer = messages.get(timeout=self.limit * COMPILING)
            except queue.Empty:
                answer = None
        wrong = ""
        if not answer or "again" not in answer:
            wrong = "the games could not be played again in another process"
        elif answer["again"] != [digest for _, digest in digests]:
            wrong = "games are others in another process: is a constant drawn, or timed, when the file is read?"
        if wrong:
            self.found[-1].findings[-1] = Finding("order", FAILED, wrong)

    def _fail(self, doing: dict[str, Any], told: str) -> None:
        """A process that is no more: what it did has failed, what would have followed is left out."""
        if not self.found or self.left is None:
            self._begin(self.text)
            self.left = []
        findings = self.found[-1].findings
        findings.append(Finding(doing["check"], FAILED, told, doing["command"]))
        known = {finding.check for finding in findings}
        findings += [Finding(check, LEFT_OUT, "") for check in CHECKS if check not in known]


_READ: dict[str, Callable[[Any], Any]] = {
    "game": game_named,
    "strength": lambda value: {name: Estimate(**found) for name, found in value.items()},
}
"""How values in messages are read, where they are not what they stand for."""


@contextmanager
def _process(request: dict[str, Any]) -> Iterator[queue.Queue[dict[str, Any] | None]]:
    """A process that checks, and its messages, None after the last. It is ended with the context."""
    paths = os.pathsep.join(filter(None, sys.path))
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "bazas.sim.strategy_check_worker", json.dumps(request)],
        stdin=subprocess.PIPE,  # closed when this process ends, however it does
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,  # Ctrl-C is for this process
        text=True,
    ) as process:
        messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=_read, args=(process, messages), daemon=True).start()
        try:
            yield messages
        finally:
            process.kill()


def _read(process: subprocess.Popen[str], messages: queue.Queue[dict[str, Any] | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        messages.put(json.loads(line))
    messages.put(None)
