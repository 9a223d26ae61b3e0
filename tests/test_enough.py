"""Runs that end when there is enough, or begin later: the same result whatever threads, chunks and interruptions."""

import json
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from bazas.sim.errors import UsageError
from bazas.sim.estimates import wilson
from bazas.sim.sequential import next_look
from bazas.sim.storage import load, part_files, read_parts
from bazas.sim.tally import Tally
from processes import environment
from running import LOWEST, play, same

MOST = 100_000
WIDTH, NARROWER = 0.05, 0.04
"""Of Wilson's interval of the games won by side a."""


def narrow(width: float) -> Callable[[Tally], bool]:
    def enough(tally: Tally) -> bool:
        share = wilson(tally.at("wins", 0), tally.total("games"))
        return share.high - share.low <= width

    return enough


@pytest.fixture(scope="module")
def expected() -> tuple[int, Tally]:
    """Where it ends: the first look that has enough, by a run of its own for each look."""
    look = next_look(0)
    while not narrow(WIDTH)(tally := play(LOWEST, look).tally):
        look = next_look(look)
    return look, tally


@pytest.mark.parametrize(
    ("threads", "chunk"), [(1, None), (3, None), (1, 5), (3, 7), (2, 61), (1, 1000), (3, MOST)]
)  # fmt: skip
def test_it_ends_at_the_same_look(threads: int, chunk: int | None, expected: tuple[int, Tally]) -> None:
    outcome = play(LOWEST, MOST, threads=threads, chunk=chunk, enough=narrow(WIDTH))
    assert outcome.units == expected[0] > 1000
    assert same(outcome.tally, expected[1])
    assert not outcome.interrupted


def test_it_looks_at_looks_alone() -> None:
    """In their order, at the tally of all units so far and none after them."""
    seen = []

    def enough(tally: Tally) -> bool:
        seen.append(tally)
        return len(seen) == 5

    outcome = play(LOWEST, MOST, threads=3, chunk=33, looks=lambda units: units + 70 - units % 70, enough=enough)
    assert outcome.units == 350
    assert [tally.total("games") for tally in seen] == [70, 140, 210, 280, 350]
    assert all(same(tally, play(LOWEST, 70 * i).tally) for i, tally in enumerate(seen, 1))


def test_there_may_never_be_enough(expected: tuple[int, Tally]) -> None:
    outcome = play(LOWEST, expected[0] - 1, enough=narrow(WIDTH))
    assert (outcome.units, outcome.interrupted) == (expected[0] - 1, False)
    assert same(outcome.tally, play(LOWEST, expected[0] - 1).tally)


# Stored


def test_what_is_stored_ends_at_the_look(expected: tuple[int, Tally], tmp_path: Path) -> None:
    units, tally = expected
    outcome = play(LOWEST, MOST, tmp_path, threads=3, part_rows=300, enough=narrow(WIDTH))
    assert same(outcome.tally, tally)
    assert load(tmp_path)["game"].tolist() == list(range(units))
    assert json.loads((tmp_path / "run.json").read_text())["games"] == units
    parts = read_parts(tmp_path)
    assert same(sum((part.tally for part in parts), Tally()), tally)
    before = [path.stat().st_mtime_ns for path in part_files(tmp_path)]
    again = play(LOWEST, MOST, tmp_path, resume=True, enough=narrow(WIDTH))
    assert (again.units, again.hands, again.interrupted) == (units, 0, False)
    assert same(again.tally, tally)
    assert [path.stat().st_mtime_ns for path in part_files(tmp_path)] == before
    assert json.loads((tmp_path / "run.json").read_text())["games"] == units


@pytest.mark.parametrize("chunks", [2, 9])
def test_an_interrupted_run_ends_at_the_same_look(chunks: int, expected: tuple[int, Tally], tmp_path: Path) -> None:
    calls = []

    def interrupt(progress: object) -> None:
        calls.append(progress)
        if len(calls) == chunks:
            signal.raise_signal(signal.SIGINT)

    first = play(LOWEST, MOST, tmp_path, chunk=93, enough=narrow(WIDTH), progress=interrupt)
    assert first.interrupted
    assert first.units < expected[0]
    assert len(load(tmp_path)) == first.units
    outcome = play(LOWEST, MOST, tmp_path, resume=True, threads=3, enough=narrow(WIDTH))
    assert (outcome.units, outcome.interrupted) == (expected[0], False)
    assert same(outcome.tally, expected[1])
    assert len(load(tmp_path)) == expected[0]


KILLED = """
    import os, sys
    from pathlib import Path
    from running import LOWEST, play
    from test_enough import MOST, WIDTH, narrow
    from bazas.sim.storage import part_files
    folder = Path(sys.argv[1])
    def kill(progress):
        if len(part_files(folder)) >= 3:
            os.kill(os.getpid(), 9)
    play(LOWEST, MOST, folder, chunk=40, part_rows=80, enough=narrow(WIDTH), progress=kill)
"""


def test_a_killed_run_ends_at_the_same_look(expected: tuple[int, Tally], tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)]
    assert subprocess.run(command, env=environment(), check=False).returncode == -signal.SIGKILL
    kept = read_parts(tmp_path)
    assert 0 < sum(part.count for part in kept) < expected[0]
    outcome = play(LOWEST, MOST, tmp_path, resume=True, enough=narrow(WIDTH))
    assert same(outcome.tally, expected[1])
    assert len(load(tmp_path)) == outcome.units == expected[0]


@pytest.mark.parametrize("lost", [0, 1, -1])
def test_a_lost_part_is_played_again(lost: int, expected: tuple[int, Tally], tmp_path: Path) -> None:
    play(LOWEST, MOST, tmp_path, chunk=100, part_rows=300, enough=narrow(WIDTH))
    rows = load(tmp_path)
    part_files(tmp_path)[lost].unlink()
    outcome = play(LOWEST, MOST, tmp_path, resume=True, chunk=70, enough=narrow(WIDTH))
    assert outcome.units == expected[0]
    assert same(outcome.tally, expected[1])
    pd.testing.assert_frame_equal(load(tmp_path), rows)


def test_it_goes_on_to_a_narrower_interval(expected: tuple[int, Tally], tmp_path: Path) -> None:
    play(LOWEST, MOST, tmp_path, enough=narrow(WIDTH))
    outcome = play(LOWEST, MOST, tmp_path, resume=True, enough=narrow(NARROWER))
    at_once = play(LOWEST, MOST, enough=narrow(NARROWER))
    assert outcome.units == at_once.units > expected[0]
    assert same(outcome.tally, at_once.tally)


def test_it_goes_on_to_more_units(expected: tuple[int, Tally], tmp_path: Path) -> None:
    play(LOWEST, MOST, tmp_path, enough=narrow(WIDTH))
    more = expected[0] + 500
    assert same(play(LOWEST, more, tmp_path, resume=True).tally, play(LOWEST, more).tally)


def test_what_is_stored_counts_whole(expected: tuple[int, Tally], tmp_path: Path) -> None:
    """More than was enough, by a number of units that is no look: it goes on to the next one."""
    play(LOWEST, 3 * expected[0] + 1, tmp_path)
    outcome = play(LOWEST, MOST, tmp_path, resume=True, enough=narrow(WIDTH))
    assert outcome.units == next_look(3 * expected[0] + 1)
    assert same(outcome.tally, play(LOWEST, outcome.units).tally)


# From another unit on


@pytest.mark.parametrize(("threads", "chunk"), [(1, None), (3, 17)])
def test_the_first_unit_may_be_another(threads: int, chunk: int | None) -> None:
    later = play(LOWEST, 250, first=300, threads=threads, chunk=chunk)
    assert later.units == 250
    assert same(play(LOWEST, 300).tally + later.tally, play(LOWEST, 550).tally)


def test_looks_count_the_units_played() -> None:
    outcome = play(LOWEST, MOST, first=1234, enough=lambda tally: tally.total("games") >= 230)
    assert outcome.units == 242
    assert same(outcome.tally, play(LOWEST, 242, first=1234).tally)


@pytest.mark.parametrize(
    ("first", "out", "sentence"),
    [
        (-1, False, "cannot begin with number -1: choose 0 to"),
        (2**62 - 9, False, "cannot begin with number"),
        (5, True, "a run that begins with number 5 cannot be stored"),
    ],
)
def test_impossible_first_units_are_refused(first: int, out: bool, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=sentence):
        play(LOWEST, 10, tmp_path / "run" if out else None, first=first)
    assert not (tmp_path / "run").exists()
