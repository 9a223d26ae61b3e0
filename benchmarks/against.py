"""The kernel of this tree against that of an older commit, in turns: whether a change has made the hand loop slower."""

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

from tables import Table, say

ROOT = Path(__file__).resolve().parent.parent
PAIRS = 20
GAMES, CALLS = 8000, 12
"""Games of a kernel call, and calls of a slice."""
STRATEGIES = ("random", "careful")
RESAMPLES = 4000


def against(revision: str) -> Table:
    """Time of the kernel by `lascuarenta` over that of a commit; raises SystemExit for a revision that is none."""
    table = Table(
        f"This tree against {revision}",
        ["strategy", "before, ns a hand", "now, ns a hand", "now / before", "95 % interval", "quickest slices"],
        f"`lascuarenta`, four players, one thread, CPU time of `play_chunk`. {PAIRS} pairs of neighbouring slices of "
        f"{CALLS} times {GAMES:,} games, first the one, then the other; median of their ratios with its bootstrap "
        "interval, and the ratio of the quickest slices.",
    )
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before" / "bazas"
        _extract(revision, before)
        now = Path(folder) / "now" / "bazas"
        now.parent.mkdir()
        now.symlink_to(ROOT)
        for name in STRATEGIES:
            say(f"{revision} and this tree: {name}")
            with _timer(before.parent, name) as old, _timer(now.parent, name) as new:
                table.rows.append([name, *_compare(old, new)])
    return table


def _extract(revision: str, place: Path) -> None:
    place.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        raise SystemExit(f"{revision} is no commit of this repository: name one, as HEAD~1")
    subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)


Timer = subprocess.Popen[str]


@contextmanager
def _timer(site: Path, strategy: str) -> Iterator[Timer]:
    """A process that has compiled the kernel below `site` and times a slice for every line that it is sent."""
    environment = {**os.environ, "PYTHONPATH": str(site), "BAZAS_CACHE": str(site / "cache")}
    command = [sys.executable, str(Path(__file__)), strategy]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as timer:
        try:
            assert timer.stdout is not None
            if timer.stdout.readline() != "ready\n":
                raise SystemExit(f"the kernel in {site.name} could not be timed")
            yield timer
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


def serve(strategy: str) -> None:
    """Time slices of the installed kernel: the other end of `_slice`."""
    from bazas.sim.playing import play_chunk, prepare
    from bazas.sim.rules import PRESETS
    from bazas.sim.spec import Arm, Spec, seats_of

    spec = Spec("simulate", PRESETS["lascuarenta"].rules, 1, (Arm(seats_of(4, strategy)),))
    prepare(spec)
    play_chunk(spec, 0, GAMES)
    print("ready", flush=True)
    for line in sys.stdin:
        hands, seconds = 0, 0.0
        for call in range(CALLS):
            start = time.thread_time()
            games, _ = play_chunk(spec, (int(line) * CALLS + call) * GAMES, GAMES).arms[0]
            seconds += time.thread_time() - start
            hands += int(games["hands"].sum(dtype=int))
        print(1e9 * seconds / hands, hands, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
