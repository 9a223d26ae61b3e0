"""What tests of several files share."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import settings

import storing
from bazas.sim.storage import load, read_parts
from bazas.sim.tally import Tally
from commands import Ran, runner
from running import GAMES, LOWEST, play

# No test asserts a time: the first call of a kernel compiles it. The same examples at every run.
settings.register_profile("bazas", deadline=None, derandomize=True, database=None)
settings.load_profile("bazas")


@pytest.fixture
def bazas(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs a command line here: exit status, stdout, stderr."""
    return runner(capsys)


@pytest.fixture
def python(tmp_path: Path) -> Callable[[str], str]:
    """Runs code in a fresh interpreter with only what is installed, in an empty folder: what it prints."""

    def run(code: str) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tally, pd.DataFrame]:
    """Tally and rows of a run in one thread, chunk and part."""
    out = tmp_path_factory.mktemp("whole") / "run"
    outcome = play(LOWEST, GAMES, out, threads=1, chunk=GAMES)
    assert len(read_parts(out)) == 1
    return outcome.tally, load(out)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 100 games in two parts, to be read."""
    out = tmp_path_factory.mktemp("kept")
    storing.play(out)
    return out


@pytest.fixture
def stored(kept: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copytree(kept, tmp_path / "run"))
