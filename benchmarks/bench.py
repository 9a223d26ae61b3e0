"""Speed, measured: `make bench` prints the tables of RESULTS.md, `make bench BENCH=--write` writes them there.

Run it on an idle machine; it takes some minutes. Parts of it: `bench.py twin speed solver ahead tarneeb tarneeb-ahead
storage memory start`.
`make bench BENCH="--against HEAD~1"` compares the kernel with that of an older commit.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

import against
import costs
import solver
import speed
import twin
from tables import Table, say

from bazas.kernels.compiling import kernel_hash
from bazas.sim.provenance import describe
from bazas.sim.rules import PRESETS
from bazas.sim.runner import usable_cores
from bazas.sim.spec import Arm, Spec, seats_of

RESULTS = Path(__file__).with_name("RESULTS.md")
BEGIN, END = "<!-- measured: bench.py --write writes this part -->", "<!-- end of the measured part -->"
IDLE = 0.5
"""Load up to which the machine counts as idle."""

PARTS: dict[str, Callable[[], Table | None]] = {
    "twin": speed.against_twin,
    "speed": partial(speed.hands_per_second, "guinote"),
    "solver": solver.solver,
    "ahead": partial(speed.looking_ahead, "guinote"),
    "tarneeb": partial(speed.hands_per_second, "tarneeb"),
    "tarneeb-ahead": partial(speed.looking_ahead, "tarneeb"),
    "storage": costs.storage,
    "memory": costs.memory,
    "start": costs.starts,
}


def busy() -> float:
    """Processes that want the cores beside this one, over the last minute; 0 where that is little."""
    return load if (load := os.getloadavg()[0]) > IDLE else 0.0


def machine() -> list[str]:
    """What the figures were measured on and with, as lines of a list."""
    from llvmlite import binding

    described = describe(Spec("simulate", PRESETS["lascuarenta"].rules, 1, (Arm(seats_of(4, "random")),)))
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = f"{platform.system()} {platform.release()}"
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy", "pyarrow"))
    llvm = ".".join(map(str, binding.llvm_version_info))
    lines = [
        f"- {described['machine']['cpu']}, {usable_cores()} cores; {system}, {platform.machine()}",
        f"- Python {platform.python_version()}, {packages}; LLVM {llvm}; {_compiler()}",
        f"- bazas {version('bazas')}, kernel {kernel_hash()}",
        f"- {datetime.date.today().isoformat()}, `make bench BENCH=--write`",
    ]
    if load := busy():
        lines.append(f"- The machine was busy (load {load:.1f}): the figures are worse than it can do.")
    return lines


def _compiler() -> str:
    if twin.compiler() is None:
        return "no g++"
    done = subprocess.run(["g++", "-dumpfullversion"], check=True, capture_output=True, text=True)
    return f"g++ {done.stdout.strip()} with `{' '.join(twin.OPTIONS)}`"


def write(text: str) -> None:
    """Replace the measured part of RESULTS.md."""
    before, begin, rest = RESULTS.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{RESULTS.name} has lost the two comments around its measured part: put them back")
    RESULTS.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")


def main() -> None:
    """Measure, print, and write where asked to."""
    parser = argparse.ArgumentParser(description="Measure the speed of bazas.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all unless named")
    parser.add_argument("--write", action="store_true", help="refresh the measured part of RESULTS.md")
    parser.add_argument("--against", metavar="REV", help="only compare the kernel with that of this commit, in turns")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part named {min(unknown)!r}: choose of {', '.join(PARTS)}")
    if arguments.write and arguments.parts:
        parser.error("--write needs all parts: name none")
    if load := busy():
        say(f"the machine is busy (load {load:.1f}): the figures will be worse than it can do")
    if arguments.against:
        print(against.against(arguments.against).markdown())
        return
    start = time.perf_counter()
    texts = ["\n".join(machine())]
    for name in arguments.parts or PARTS:
        table = PARTS[name]()
        if table is not None:
            texts.append(table.markdown())
            print(f"{texts[-1]}\n", flush=True)
    if arguments.write:
        write("\n\n".join(texts))
    say(f"done in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
