"""The process in which strategies are checked: `python -m bazas.sim.strategy_check_worker REQUEST`.

It writes messages to stdout, one JSON object a line; whatever a strategy prints goes to stderr. `strategy_check` reads
them.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, TextIO

from bazas.kernels.compiling import JIT
from bazas.sim.errors import BazasError, StrategyError, UsageError
from bazas.sim.player import Player
from bazas.sim.playing import prepare
from bazas.sim.purity import fields_read
from bazas.sim.sheets import game_named
from bazas.sim.strategy import spelled_out, strategy
from bazas.sim.strategy_check import CHECKS, COMPILING, FAILED, LEFT_OUT, LOADING, PASSED, WARNING, Finding
from bazas.sim.strategy_check_measures import ENOUGH, play_ends, speeds, strength
from bazas.sim.strategy_check_play import Checker, Fault, digests_again, play_everywhere, play_in_every_order
from bazas.sim.strategy_check_views import sins_of, views_of

SCALE = 1 if JIT else 20
"""Fewer games where nothing is compiled."""

GAMES, ORDER_GAMES, VIEW_GAMES = 25 // SCALE, 60 // SCALE, 10 // SCALE
"""Games at each table, in each order, and out of which views are taken."""

SECONDS = {"answers": 3.0, "rules": 15.0, "order": 4.0, "parameters": 1.0, "strength": 3.0}
"""How long a check takes at most, or about; of parameters one value, of strength one opponent."""


@dataclass
class Worker:
    """One check after another of one strategy; `kind`: its class, or `Player`, see `bazas.sim.strategy`."""

    out: TextIO
    spelled: str
    seed: int
    games: int
    kind: type[Player] = Player
    check: str = "loads"
    findings: list[Finding] = field(default_factory=list)

    def send(self, **message: Any) -> None:
        """A message to the process that waits."""
        print(json.dumps(message), file=self.out, flush=True)

    def told(self, doing: str, command: str | None = None, limit: float = 1) -> None:
        """Say what is done next, and how many times longer than a game it may take."""
        self.send(check=self.check, doing=doing, command=command, limit=limit)

    def found(self, status: str, told: str, command: str | None = None) -> None:
        """The result of the check at hand."""
        self.findings.append(Finding(self.check, status, told, command))
        self.send(finding=asdict(self.findings[-1]))

    def run(self) -> None:
        """All checks; those after one that failed are left out where they would fail too."""
        self.send(begin=self.spelled)
        chosen, methods = self.loads(), self.methods()
        for check in CHECKS[1:]:
            self.check = check
            if chosen is None or self.failed("compiles", "rules"):
                self.found(LEFT_OUT, "")
            else:
                self.do(methods[check], Checker(chosen, self.spelled, self.seed, self.told))

    def methods(self) -> dict[str, Callable[[Checker], None]]:
        """Of each check but `loads`, which comes first, what does it."""
        return {
            "compiles": self.compiles,
            "answers": self.answers,
            "rules": self.rules,
            "order": self.order,
            "parameters": self.parameters,
            "strength": self.strength,
            "speed": self.speed,
        }

    def unreadable(self, told: str) -> None:
        """The findings on a file that cannot be read."""
        self.send(begin=self.spelled)
        self.found(FAILED, told)
        for check in CHECKS[1:]:
            self.check = check
            self.found(LEFT_OUT, "")

    def failed(self, *checks: str) -> bool:
        """Whether one of these has failed."""
        return any(finding.status == FAILED and finding.check in checks for finding in self.findings)

    def do(self, check: Callable[[Checker], None], checker: Checker) -> None:
        """One check; what the strategy does to it is the finding."""
        try:
            check(checker)
        except Fault as fault:
            self.found(FAILED, str(fault), fault.command)
        except BazasError as error:
            self.found(FAILED, str(error))

    # The checks

    def loads(self) -> Player | None:
        """Read the file."""
        self.told(f"the file of {self.spelled}", limit=LOADING)
        try:
            chosen = strategy(self.spelled, self.kind)
        except StrategyError as error:
            self.found(FAILED, str(error))
            return None
        self.send(description=chosen.description, game=chosen.GAME.name)
        count = len(chosen.parameters)
        parameters = f"{count} parameter{'' if count == 1 else 's'}"
        self.found(PASSED, f"{parameters}, {'with memory' if chosen.memory else 'no memory'}")
        return chosen

    def compiles(self, checker: Checker) -> None:
        """Compile, which finds wrong types, writing and random numbers; and the memory that is read or not."""
        self.told(f"{self.spelled} is compiled", limit=COMPILING)
        start = time.perf_counter()
        chosen = checker.strategy
        chosen.seat()
        seconds = f"{time.perf_counter() - start:.1f} s"
        read = {name for decision in chosen.decisions for name in fields_read(decision)}
        if "memory" in read and not chosen.memory:
            self.found(FAILED, "view.memory is read: it is the strategy's own with memory=True only")
        elif chosen.parameters and "params" not in read:
            self.found(FAILED, "it has parameters, and never reads view.params")
        elif chosen.memory and "memory" not in read:
            self.found(WARNING, "memory=True, and view.memory is never used: leave it out, the games are faster")
        else:
            self.found(PASSED, seconds if JIT else "nothing is compiled, nor searched for what is not allowed")

    def answers(self, checker: Checker) -> None:
        """Ask about views of other players' games, again and again."""
        self.told("the views are collected", limit=COMPILING)
        views = []
        for unit, table in enumerate(checker.workshop.view_tables(max(VIEW_GAMES, 1))):
            spec = table.spec(checker.strategy, self.seed)
            prepare(spec)
            views += list(views_of(spec, unit))
        asked, sins = sins_of(checker.strategy, views, SECONDS["answers"], self.told)
        if sins:
            self.found(FAILED, "; ".join(sins[:3]))
        else:
            self.found(PASSED, f"{asked:,} views, each asked again and again: the same answer")

    def rules(self, checker: Checker) -> None:
        """Play at every table."""
        prepare_all(checker, self.told)
        games, tables = play_everywhere(checker, max(GAMES, 1), SECONDS["rules"])
        self.found(PASSED, f"{games:,} games at {tables} tables without an illegal answer")

    def order(self, checker: Checker) -> None:
        """Play the same games in other orders; the last of them in another process."""
        digests, wrong = play_in_every_order(checker, max(ORDER_GAMES, 2), SECONDS["order"])
        if wrong:
            self.found(FAILED, wrong)
            return
        games = sum(count for count, _ in digests)
        self.found(PASSED, f"{games:,} games are the same in any order, in two threads, in another process")
        self.send(digests=digests)

    def parameters(self, checker: Checker) -> None:
        """Play with each parameter at both ends."""
        if not checker.strategy.parameters:
            self.found(PASSED, "none")
            return
        found = [play_ends(checker, parameter, SECONDS["parameters"]) for parameter in checker.strategy.parameters]
        unused = [ends for ends in found if ends.unused]
        sure = [ends for ends in unused if ends.games >= ENOUGH]
        if unused:
            names = " and ".join(ends.parameter.name for ends in unused)
            told = f"{names} changed nothing in {max(ends.games for ends in unused):,} games"
            self.found(
                FAILED if sure else WARNING, f"{told}{': read from view.params?' if sure else ', too few to tell'}"
            )
            return
        shares = ", ".join(f"{ends.parameter.name} {max(ends.low, ends.high) / ends.games:.0%}" for ends in found)
        self.found(PASSED, f"from end to end; games that change: {shares}")

    def strength(self, checker: Checker) -> None:
        """Play duels with the opponents."""
        found = {name: strength(checker, name, self.games, SECONDS["strength"]) for name in checker.workshop.opponents}
        self.send(strength={name: vars(estimate) for name, estimate in found.items()})
        weak = found["random"].high < 0
        self.found(WARNING if weak else PASSED, "it is weaker than random play" if weak else "")

    def speed(self, checker: Checker) -> None:
        """Measure speed."""
        speed, ratio = speeds(checker, 5 if JIT else 1)
        self.send(hands_per_second=round(speed, 1), speed_ratio=round(ratio, 4), yardstick=checker.workshop.yardstick)
        self.found(PASSED, "")


def prepare_all(checker: Checker, told: Callable[..., None]) -> None:
    """Compile what the tables need, before games are timed."""
    told("the other strategies are compiled", limit=COMPILING)
    for table in checker.workshop.all_tables():
        prepare(table.spec(checker.strategy, checker.seed))


def kind_of(request: dict[str, Any]) -> type[Player]:
    """The class of the strategies of the game that is asked for; `Player` where it is found by the strategies."""
    return Player if request["game"] is None else game_named(request["game"]).strategies


def again(out: TextIO, request: dict[str, Any]) -> None:
    """Play the games of the check of orders."""
    (spelled,) = request["names"]
    chosen = strategy(spelled, kind_of(request))
    checker = Checker(chosen, spelled, request["seed"], lambda doing, command=None: None)
    for table in checker.workshop.order_tables():
        prepare(table.spec(checker.strategy, checker.seed))
    print(json.dumps({"again": digests_again(checker, request["counts"])}), file=out, flush=True)


def serve(out: TextIO, request: dict[str, Any]) -> None:
    """Answer a request: check strategies, or play games again."""
    if request["role"] == "again":
        again(out, request)
        return
    names, asked = request["names"], request["strategy"]
    kind = kind_of(request)
    first = Worker(out, asked, request["seed"], request["games"], kind)
    if names is None:
        first.told(f"the file of {asked}", limit=LOADING)
        try:
            names = spelled_out(asked, kind)
        except StrategyError as error:
            first.send(names=[asked])
            first.unreadable(str(error))
            first.send(done=True)
            return
        first.send(names=names)
    for spelled in names:
        Worker(out, spelled, request["seed"], request["games"], kind).run()
    first.send(done=True)


def _end_with_parent() -> None:
    """End when nobody listens any more, even in the middle of an endless loop."""
    os.read(0, 1)
    os._exit(1)


def main() -> None:
    """Keep stdout for messages, and serve the request in the arguments."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        serve(out, json.loads(sys.argv[1]))
    except UsageError as error:
        print(json.dumps({"error": str(error), "kind": "UsageError"}), file=out, flush=True)
    except Exception as error:
        told = f"the check itself failed, please report it ({type(error).__name__}: {error})"
        print(json.dumps({"error": told, "kind": "BazasError"}), file=out, flush=True)


if __name__ == "__main__":
    main()
