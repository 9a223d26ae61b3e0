"""Runs that are interrupted or killed: what was finished is kept, and they go on to the same games."""

import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from bazas.sim import runner, writing
from bazas.sim.spec import Spec
from bazas.sim.storage import check_free, load, read_parts
from bazas.sim.tally import Tally
from processes import environment
from running import GAMES, LOWEST, play, same

KILLED = """
    import sys, time
    from pathlib import Path
    from running import LOWEST, play
    play(LOWEST, 3000, Path(sys.argv[1]), chunk=50, part_rows=200, progress=lambda progress: time.sleep(0.05))
"""


def test_a_killed_run_goes_on(whole: tuple[Tally, pd.DataFrame], tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)]
    with subprocess.Popen(command, env=environment()) as process:
        wait_for(lambda: len(list((tmp_path / "games").glob("*.parquet"))) >= 2, process)
        process.send_signal(signal.SIGKILL)
    kept = read_parts(tmp_path)
    assert 400 <= sum(part.count for part in kept) < GAMES
    assert same(play(LOWEST, GAMES, tmp_path, resume=True).tally, whole[0])
    pd.testing.assert_frame_equal(load(tmp_path), whole[1])


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[Any], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, "the process has ended"
        assert time.monotonic() < end, "too long"
        time.sleep(0.01)


def test_interrupt_ends_in_good_order(whole: tuple[Tally, pd.DataFrame], tmp_path: Path) -> None:
    calls = []

    def interrupt(progress: object) -> None:
        calls.append(progress)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    outcome = play(LOWEST, GAMES, tmp_path, chunk=100, progress=interrupt)
    assert outcome.interrupted
    assert signal.getsignal(signal.SIGINT) is before
    assert [(part.first, part.count) for part in read_parts(tmp_path)] == [(0, outcome.units)]
    assert outcome.units < GAMES
    pd.testing.assert_frame_equal(load(tmp_path), whole[1][: outcome.units])
    assert same(play(LOWEST, GAMES, tmp_path, resume=True).tally, whole[0])


def test_an_interrupt_before_the_first_game(
    whole: tuple[Tally, pd.DataFrame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the compiler works, the first Ctrl-C stops it; the run ends with no games and can go on."""

    def interrupted(chosen: Spec) -> float:
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("nothing is to be done after it")

    monkeypatch.setattr(runner, "prepare", interrupted)
    outcome = play(LOWEST, GAMES, tmp_path)
    monkeypatch.undo()
    assert (outcome.interrupted, outcome.units, len(load(tmp_path))) == (True, 0, 0)
    assert same(play(LOWEST, GAMES, tmp_path, resume=True).tally, whole[0])


def test_an_interrupt_while_the_folder_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(folder: Path, resume: bool) -> None:
        signal.raise_signal(signal.SIGINT)
        check_free(folder, resume)

    monkeypatch.setattr(writing, "check_free", interrupted)
    outcome = play(LOWEST, GAMES, tmp_path)
    assert (outcome.interrupted, outcome.units, len(load(tmp_path))) == (True, 0, 0)


def test_handlers_that_python_did_not_set_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    play(LOWEST, 10)
    monkeypatch.undo()
    assert signal.getsignal(signal.SIGTERM) is asked
