"""Command lines run inside the tests' own process."""

from collections.abc import Callable

import pytest

from bazas.analyses.cli import app
from bazas.sim.options import call

Ran = tuple[int, str, str]
"""Exit status, stdout, stderr."""


def runner(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """A function that runs the words of a line, and more words that may hold blanks."""

    def run(line: str, *more: object) -> Ran:
        capsys.readouterr()
        status = call(app, [*line.split(), *map(str, more)])
        return status, *capsys.readouterr()

    return run
