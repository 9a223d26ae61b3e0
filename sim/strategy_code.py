"""The code of a strategy: what its decisions are made of, and how they are compiled."""

from __future__ import annotations

import ast
import difflib
import hashlib
import inspect
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from bazas.kernels.calling import VIEW_TYPE, compile_decision, decisions_folder
from bazas.kernels.compiling import JIT, is_cached
from bazas.kernels.records import VIEW
from bazas.sim.errors import BazasError, StrategyError
from bazas.sim.purity import check_purity, constants, reachable

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
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bazas.sim.strategies."):
            found |= own_content(node.module or "")
    return frozenset(found)


@cache
def compiled(strategy: str, kind: str, decision: Callable[[Any], Any], memory: bool) -> Any:
    """Compile one decision; on disk only those of this package: others may use files that Numba does not watch.

    Raises StrategyError for one that does not compile, returns a wrong type or does what it must not.
    """
    if not JIT:
        return decision
    own = _is_own(decision)
    function = getattr(decision, "py_func", decision)
    try:
        if not own:
            check_purity(strategy, kind, function, memory=memory)
            _check_return_type(strategy, kind, function)
        source = hash_of((decision,)) if own else None
        if source is not None and kind == "play" and not is_cached(function, decisions_folder(source)):
            for tell in told_of_compilation:
                tell(strategy)
        return compile_decision(function, source)
    except BazasError:
        raise
    except Exception as error:  # Numba raises many kinds
        raise StrategyError(f"strategy {strategy}: {kind} cannot be compiled: {_why(error)}") from error


def _why(error: Exception) -> str:
    """What a compiler's error means to the author of a strategy."""
    if isinstance(error, KeyError):  # an attribute that a record does not have
        name = str(error.args[0])
        near = difflib.get_close_matches(name, VIEW.names or (), 1)
        meant = f", did you mean {near[0]}?" if near else ""
        return f"the view has no field {name!r}{meant} (docs/write-a-strategy.md lists them)"
    lines = [line.strip().rstrip(":") for line in str(error).splitlines() if line.strip()]
    where = next((f" ({line})" for line in lines if line.startswith("File ")), "")
    reason = next((line for line in lines if not line.startswith(("Failed in", "File "))), "it does not compile")
    if "Untyped global name" in reason and "function" in reason:
        reason += "; functions that decisions call need the decorator bazas.kernels.compiling.inner"
    if "getiter" in reason:
        reason += "; a set of cards is a number, see lowest, pick and count in bazas.kernels.bits"
    return reason + where


def _check_return_type(strategy: str, kind: str, function: Callable[[Any], Any]) -> None:
    """Raise StrategyError for a decision that returns another type: the kernel would truncate a float in silence."""
    import numba
    from numba import types

    probe = numba.njit(function)
    probe.compile((VIEW_TYPE,))
    returned = probe.overloads[VIEW_TYPE,].signature.return_type
    number = kind in ("play", "sing")
    if isinstance(returned, (types.NoneType, types.Optional)):
        raise StrategyError(f"strategy {strategy}: not every branch of {kind} returns an answer")
    if not isinstance(returned, (types.Integer, types.IntegerLiteral) if number else types.Boolean):
        wanted = "a whole number (a card)" if kind == "play" else "a suit or -1" if number else "True or False"
        raise StrategyError(f"strategy {strategy}: {kind} returns {returned}, it must return {wanted}")
