"""The code of a strategy: what its decisions are made of, and how they are compiled."""

from __future__ import annotations

import ast
import difflib
import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype

from bazas.kernels.calling import compile_decision, decisions_folder
from bazas.kernels.compiling import JIT, is_cached
from bazas.sim.errors import BazasError, StrategyError
from bazas.sim.purity import check_purity, constants, reachable

TRUTH = "True or False"


@dataclass(frozen=True)
class Form:
    """What the decisions of a game's strategies take and give.

    `view`: dtype of the record that they are shown. `questions`: the decisions by the numbers of the kernel's
    questions. `answers`: of each what it returns, in words; a whole number, unless it is `TRUTH`. `guide`: the page
    that lists the fields of the view.
    """

    view: np.dtype[Any]
    questions: tuple[str, ...]
    answers: Mapping[str, str]
    guide: str

    def __hash__(self) -> int:
        return hash(self.questions)


_STRATEGIES = ("bazas.sim.strategies.", "bazas.sim.tarneeb.strategies.")
"""What built-in strategies import from each other."""

told_of_compilation: list[Callable[[str], None]] = []
"""Called with the name of a built-in strategy that has to be compiled first, which may take a minute."""


@cache
def hash_of(decisions: tuple[Callable[[Any], Any], ...]) -> str:
    """Hash (16 hex digits) of all that decisions are made of; sorted by content, as the files may lie anywhere."""
    parts: set[bytes] = set()
    for decision in decisions:
        if _is_own(decision):
            parts |= own_content(decision.__module__)
            continue
        for function in reachable(decision):
            path = Path(inspect.getsourcefile(function) or "")
            parts.add(path.read_bytes() if path.is_file() else b"")
            if not _is_own(function):
                parts.update(constant.encode() for constant in constants(function))
    digests = sorted(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(b"".join(digests)).hexdigest()[:16]


def _is_own(decision: Callable[[Any], Any]) -> bool:
    return (decision.__module__ or "").startswith("bazas.")


@cache
def own_content(name: str) -> frozenset[bytes]:
    """What is in the file of a module of this package, and in those of the built-in strategies that it imports from.

    Read once in a process, right after the import: what is compiled minutes later is still what was imported.
    """
    content = Path(sys.modules[name].__file__ or "").read_bytes()
    found = {content}
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_STRATEGIES):
            found |= own_content(node.module or "")
    return frozenset(found)


@cache
def compiled(form: Form, strategy: str, kind: str, decision: Callable[[Any], Any], memory: bool) -> Any:
    """Compile one decision; on disk only those of this package: others may use files that Numba does not watch.

    Raises StrategyError for one that does not compile, returns a wrong type or does what it must not.
    """
    if not JIT:
        return decision
    own = _is_own(decision)
    function = getattr(decision, "py_func", decision)
    try:
        if not own:
            check_purity(form.view, strategy, kind, function, memory=memory)
            _check_return_type(form, strategy, kind, function)
        source = hash_of((decision,)) if own else None
        if source is not None and kind == "play" and not is_cached(function, decisions_folder(source)):
            for tell in told_of_compilation:
                tell(strategy)
        return compile_decision(function, form.view, source)
    except BazasError:
        raise
    except Exception as error:  # Numba raises many kinds
        raise StrategyError(f"strategy {strategy}: {kind} cannot be compiled: {_why(form, error)}") from error


def _why(form: Form, error: Exception) -> str:
    """What a compiler's error means to the author of a strategy."""
    if isinstance(error, KeyError):  # an attribute that a record does not have
        name = str(error.args[0])
        near = difflib.get_close_matches(name, form.view.names or (), 1)
        meant = f", did you mean {near[0]}?" if near else ""
        return f"the view has no field {name!r}{meant} ({form.guide} lists them)"
    lines = [line.strip().rstrip(":") for line in str(error).splitlines() if line.strip()]
    where = next((f" ({line})" for line in lines if line.startswith("File ")), "")
    reason = next((line for line in lines if not line.startswith(("Failed in", "File "))), "it does not compile")
    if "Untyped global name" in reason and "function" in reason:
        reason += "; functions that decisions call need the decorator bazas.kernels.compiling.inner"
    if "getiter" in reason:
        reason += "; a set of cards is a number, see lowest, pick and count in bazas.kernels.bits"
    return reason + where


def _check_return_type(form: Form, strategy: str, kind: str, function: Callable[[Any], Any]) -> None:
    """Raise StrategyError for a decision that returns another type: the kernel would truncate a float in silence."""
    import numba
    from numba import types

    probe, view, wanted = numba.njit(function), from_dtype(form.view), form.answers[kind]
    probe.compile((view,))
    returned = probe.overloads[view,].signature.return_type
    if isinstance(returned, (types.NoneType, types.Optional)):
        raise StrategyError(f"strategy {strategy}: not every branch of {kind} returns an answer")
    if not isinstance(returned, types.Boolean if wanted == TRUTH else (types.Integer, types.IntegerLiteral)):
        raise StrategyError(f"strategy {strategy}: {kind} returns {returned}, it must return {wanted}")
