"""The kernels of this tree against those of an older commit, in turns: whether a change has made a hand loop slower."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tables import Table, say

if TYPE_CHECKING:
    from bazas.sim.spec import Spec

ROOT = Path(__file__).resolve().parent.parent
PAIRS = 20
CALLS = 12
"""Calls of the kernel in a slice."""
LINES = (("lascuarenta", "random", 8000), ("lascuarenta", "careful", 8000), ("cardems", "random", 800))
"""Sheet, strategy of all four players, games of a call."""
RESAMPLES = 4000


def against(revision: str) -> Table:
    """Time of the kernels over those of a commit, by games that it knows; raises SystemExit for no commit."""
    sizes = " or ".join(f"{games:,}" for games in sorted({games for _, _, games in LINES}, reverse=True))
    table = Table(
        f"This tree against {revision}",
        ["sheet, strategy", "before, ns a hand", "now, ns a hand", "now / before", "95 % interval", "quickest slices"],
        f"Four players, one thread, CPU time of `play_chunk`. {PAIRS} pairs of neighbouring slices of {CALLS} times "
        f"{sizes} games, first the one, then the other; median of their ratios with its bootstrap interval, and the "
        "ratio of the quickest slices. A hand of Tarneeb is a round.",
    )
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before" / "bazas"
        _extract(revision, before)
        now = Path(folder) / "now" / "bazas"
        now.parent.mkdir()
        now.symlink_to(ROOT)
        for sheet, name, games in LINES:
            say(f"{revision} and this tree: {sheet}, {name}")
            chosen = sheet, name, str(games)
            with _timer(before.parent, chosen) as old, _timer(now.parent, chosen) as new:
                if old is None or new is None:
                    say("  the older of the two does not know this game: left out")
                else:
                    table.rows.append([f"{sheet}, {name}", *_compare(old, new)])
    return table


def _extract(revision: str, place: Path) -> None:
    place.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        raise SystemExit(f"{revision} is no commit of this repository: name one, as HEAD~1")
    subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)


Timer = subprocess.Popen[str]


@contextmanager
def _timer(site: Path, chosen: tuple[str, str, str]) -> Iterator[Timer | None]:
    """A process that has compiled the kernel below `site` and times a slice for every line that it is sent.

    `chosen`: sheet, strategy, games of a call. None where the tree there has no such sheet.
    """
    environment = {**os.environ, "PYTHONPATH": str(site), "BAZAS_CACHE": str(site / "cache")}
    command = [sys.executable, str(Path(__file__)), *chosen]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as timer:
        try:
            assert timer.stdout is not None
            answer = timer.stdout.readline()
            if answer not in ("ready\n", "unknown\n"):
                raise SystemExit(f"the kernel in {site.name} could not be timed")
            yield timer if answer == "ready\n" else None
        finally:
            timer.kill()


def _slice(timer: Timer, number: int) -> tuple[float, int]:
    """Nanoseconds a hand, and the hands, of a slice."""
    assert timer.stdin is not None
    assert timer.stdout is not None
    print(number, file=timer.stdin, flush=True)
    nanoseconds, hands = timer.stdout.readline().split()
    return float(nanoseconds), int(hands)


def _compare(old: Timer, new: Timer) -> list[str]:
    times: dict[Timer, list[float]] = {old: [], new: []}
    for number in range(PAIRS):
        hands = set()
        for timer in (old, new) if number % 2 else (new, old):
            nanoseconds, played = _slice(timer, number)
            times[timer].append(nanoseconds)
            hands.add(played)
        if len(hands) > 1:
            say("  the two play different games: their hands are compared all the same")
    ratios = [now / before for before, now in zip(times[old], times[new], strict=True)]
    draw = random.Random(1)
    medians = sorted(statistics.median(draw.choices(ratios, k=PAIRS)) for _ in range(RESAMPLES))
    low, high = (medians[round(share * (RESAMPLES - 1))] for share in (0.025, 0.975))
    return [
        *(f"{statistics.median(times[timer]):.0f}" for timer in (old, new)),
        f"{statistics.median(ratios):.3f}",
        f"{low:.3f} to {high:.3f}",
        f"{min(times[new]) / min(times[old]):.3f}",
    ]


def _spec(sheet: str, strategy: str) -> Spec | None:
    """A run of the installed version, which may be one from before it knew Tarneeb; None for a sheet unknown to it."""
    from bazas.sim.rules import PRESETS
    from bazas.sim.spec import Arm, Spec, seats_of

    if sheet in PRESETS:
        return Spec("simulate", PRESETS[sheet].rules, 1, (Arm(seats_of(4, strategy)),))
    try:
        from bazas.sim.sheets import SHEETS
        from bazas.sim.spec import players_at
    except ImportError:
        return None
    rules = SHEETS[sheet].rules
    return Spec("simulate", rules, 1, (Arm(players_at(rules, strategy)),))


def serve(sheet: str, strategy: str, games: int) -> None:
    """Time slices of the installed kernel: the other end of `_slice`."""
    from bazas.sim.playing import play_chunk, prepare

    spec = _spec(sheet, strategy)
    if spec is None:
        print("unknown", flush=True)
        return
    prepare(spec)
    play_chunk(spec, 0, games)
    print("ready", flush=True)
    for line in sys.stdin:
        hands, seconds = 0, 0.0
        for call in range(CALLS):
            start = time.thread_time()
            arm = play_chunk(spec, (int(line) * CALLS + call) * games, games).arms[0]
            seconds += time.thread_time() - start
            hands += len(arm[0]) if len(arm) == 1 else int(arm[0]["hands"].sum(dtype=int))
        print(1e9 * seconds / hands, hands, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], int(sys.argv[3]))
