"""How the result of `check_strategy` is shown: a line for each check; and what is done meanwhile."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

from bazas.sim.strategy_check import CHECKS, FAILED, PASSED, Checked, CheckReport, Finding
from bazas.sim.terminal import PATIENCE, console, listing, plain, rounded

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bar


def print_check(result: CheckReport, screen: Console) -> None:
    """All strategies, then the verdict."""
    for checked in result.strategies:
        description = f"  {checked.description}" if checked.description else ""
        screen.print(f"{checked.spelled}{description}\n")
        screen.print(listing(["check", "", "found"], [_row(checked, finding) for finding in checked.findings]))
        for finding in checked.findings:
            if finding.command is not None:
                screen.print(f"\nThe game of `{finding.check}` is shown by:\n  {finding.command}")
        screen.print("")
    failed = [checked for checked in result.strategies if not checked.passed]
    for checked in failed:
        checks = ", ".join(finding.check for finding in checked.findings if finding.status == FAILED)
        screen.print(f"{checked.spelled} failed: {checks}.")
    if not failed:
        screen.print("Nothing is wrong." if len(result.strategies) == 1 else "Nothing is wrong with any of them.")


def _row(checked: Checked, finding: Finding) -> list[str]:
    told = finding.told
    if finding.check == "strength" and checked.strength:
        told = "\n".join([*_strength(checked), *filter(None, [told])])
    if finding.check == "speed" and checked.hands_per_second is not None:
        speed = f"{rounded(checked.hands_per_second)} {checked.game.hands}/s in one thread"
        told = f"{speed}, {checked.speed_ratio:.2g} of {checked.yardstick}"
    return [finding.check, "" if finding.status == PASSED else finding.status, told]


def _strength(checked: Checked) -> list[str]:
    """Lines: how many points more than each opponent."""
    deals = min(estimate.n for estimate in checked.strength.values())
    lines = [f"points a {checked.game.hand} more than the opponent, on {deals:,} deals or more:"]
    for opponent, estimate in checked.strength.items():
        mean, interval = plain(estimate, 1, 1)
        lines.append(f"{mean:>6} ({interval}) than {opponent}")
    return lines


class CheckMeter:
    """What is being checked, on stderr, where that is a terminal. A context that is called with check and game."""

    def __init__(self) -> None:
        self.console = console(stderr=True)
        self.bar: Bar | None = None
        self.born = time.monotonic()

    def __enter__(self) -> CheckMeter:
        return self

    def __call__(self, check: str, doing: str) -> None:
        """Show how far the check of a strategy is."""
        if not self.console.is_terminal or (self.bar is None and time.monotonic() - self.born < PATIENCE):
            return
        if self.bar is None:
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = BarColumn(12), TextColumn("{task.description}", markup=False)
            self.bar = Bar(*columns, console=self.console, transient=True, refresh_per_second=5)
            self.bar.add_task("", total=len(CHECKS))
            self.bar.start()
        step = CHECKS.index(check)
        self.bar.update(self.bar.task_ids[0], completed=step, description=f"{step + 1} of {len(CHECKS)}: {doing}"[:64])

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()
