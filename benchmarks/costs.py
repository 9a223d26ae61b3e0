"""What a run costs beside the play: rows on disk, memory, the start."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from resource import struct_rusage as Usage  # noqa: N812 - a type

from tables import Table, say, spread

from bazas.sim import simulate
from bazas.sim.runner import usable_cores

ROWS, ROW_RUNS = 4_000_000, 4
SMALL, LARGE, MEMORY_RUNS = 1_000_000, 10_000_000, 3
PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
"""Of the process's own: what the system reports of a child begins with the memory of the parent that forked it."""
STARTS, COLD_STARTS = 7, 3
HELP = ("--help",)
SHORT = ("simulate", "--games", "1000", "--strategy", "careful")


def storage() -> Table:
    """Careful players with and without --out on all threads, alternated."""
    note = (
        f"`careful`, {ROWS:,} games a run, all threads ({usable_cores()}), {ROW_RUNS} pairs of neighbouring runs. "
        "Core-seconds are CPU time of the whole process, the compression of the files included; the two comparisons "
        "of speed are wall-clock."
    )
    table = Table("Storing rows", ["", "median (lowest to highest)"], note)
    say("storing rows")
    simulate("careful", games=1000)
    plain: list[tuple[float, float]] = []
    stored: list[tuple[float, float]] = []
    size = 0
    for _ in range(ROW_RUNS):
        plain.append(_timed(None))
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            stored.append(_timed(out))
            size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    pairs = list(zip(plain, stored, strict=True))
    million = ROWS / 1e6
    table.rows += [
        ["core-seconds a million games, without `--out`", spread([cpu / million for cpu, _ in plain])],
        ["core-seconds a million games, with `--out`", spread([cpu / million for cpu, _ in stored])],
        ["of these for the rows", spread([(w[0] - p[0]) / million for p, w in pairs])],
        ["hands a second, lower with `--out` by", spread([100 * (1 - p[1] / w[1]) for p, w in pairs], 0, " %")],
        ["time, longer with `--out` by", spread([100 * (w[1] / p[1] - 1) for p, w in pairs], 0, " %")],
        ["bytes a row on disk", f"{size / ROWS:.1f}"],
    ]
    return table


def _timed(out: Path | None) -> tuple[float, float]:
    """CPU seconds and wall-clock seconds of one run."""
    start = time.process_time()
    outcome = simulate("careful", games=ROWS, out=out).outcome
    return time.process_time() - start, outcome.seconds


def memory() -> Table:
    """Peak memory of whole processes."""
    note = f"Peak resident memory of the process, `random`; median (lowest to highest) of {MEMORY_RUNS} runs."
    table = Table("Memory", ["run", "peak, MB"], note)
    peaks: dict[tuple[int, bool], list[float]] = {}
    for games, stored in ((SMALL, False), (LARGE, False), (SMALL, True), (LARGE, True)):
        say(f"memory: {games:,} games{' with --out' * stored}")
        peaks[games, stored] = found = [_peak(games, stored) for _ in range(MEMORY_RUNS)]
        table.rows.append([f"{games:,} games{' with `--out`' * stored}", spread(found, 0)])
    ratios = [large / small for large, small in zip(peaks[LARGE, False], peaks[SMALL, False], strict=True)]
    table.rows.append([f"{LARGE:,} games / {SMALL:,} games", spread(ratios, 3)])
    return table


def _peak(games: int, stored: bool) -> float:
    """Peak resident memory, in MB, of one run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run") if stored else None
        code = f"from bazas.sim import simulate; simulate('random', games={games}, out={out!r}); {PEAK}"
        done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1000  # Linux counts in kB


def starts() -> Table:
    """Whole commands from the shell's point of view."""
    note = (
        f"Median (lowest to highest) of {STARTS} runs of the whole command, {COLD_STARTS} of the cold one, which "
        "compiles everything into an empty cache."
    )
    table = Table("Start", ["command", "wall-clock, s", "CPU, s"], note)
    say("start: warm")
    short = f"`bazas {' '.join(SHORT)}`"
    for name, command in (("`bazas --help`", HELP), (f"{short}, warm", SHORT)):
        _run(command)
        table.rows.append([name, *_times([_run(command) for _ in range(STARTS)])])
    cold = []
    for i in range(COLD_STARTS):
        say(f"start: cold, {i + 1} of {COLD_STARTS}")
        with tempfile.TemporaryDirectory() as cache:
            cold.append(_run(SHORT, cache))
            if not any(Path(cache).rglob("*.nbc")):
                raise RuntimeError("the cold start compiled nothing")
    table.rows.append([f"{short}, cold", *_times(cold, 1)])
    return table


def _times(runs: list[tuple[float, Usage]], digits: int = 2) -> tuple[str, str]:
    """Wall-clock and CPU seconds of processes."""
    cpu = [usage.ru_utime + usage.ru_stime for _, usage in runs]
    return spread([seconds for seconds, _ in runs], digits), spread(cpu, digits)


def _run(arguments: Sequence[str], cache: str | None = None) -> tuple[float, Usage]:
    """Run the installed command, with a cache of its own where one is named: wall-clock seconds and resources used."""
    environment = os.environ | ({} if cache is None else {"BAZAS_CACHE": cache})
    command = [str(Path(sysconfig.get_path("scripts")) / "bazas"), *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"bazas {' '.join(arguments)} failed")
    return seconds, usage
