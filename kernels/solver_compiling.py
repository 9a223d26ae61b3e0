"""Functions of the solver that are compiled once for all their callers, not written out in each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from bazas.kernels.compiling import JIT

F = TypeVar("F", bound=Callable[..., Any])


def apart(function: F) -> F:
    """Compile a function apart: it is long, and seldom called next to how much happens inside it."""
    return numba.njit(function, _nrt=False) if JIT else function
