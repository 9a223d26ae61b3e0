"""What all the tests share."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from commands import Ran, runner

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
