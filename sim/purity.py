"""What a strategy may not do: write to the view, or draw random numbers of its own.

The view is one record that all seats are shown in turn. A strategy that could write to it would talk to its partner or
change the count, and one with a generator of its own would depend on the order of deals. Decisions are searched for
both before they are compiled, with every function that they call.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from bazas.sim.errors import StrategyError


def check_purity(
    view: np.dtype[Any], strategy: str, kind: str, decision: Callable[[Any], Any], *, memory: bool
) -> None:
    """Raise StrategyError for a decision that writes to the view (a record of dtype `view`) or is random.

    `memory`: `view.memory` is its own.
    """
    for function in reachable(decision):
        for what in _sins(function, frozenset(view.names or ()), memory):
            raise StrategyError(f"strategy {strategy}: {kind} {what}")


def reachable(decision: Callable[[Any], Any]) -> Iterator[Any]:
    """The plain functions that a decision consists of: itself, and all that it calls outside the kernels, each once.

    It calls them by their names, or through modules (`helper.pick(view)`).
    """
    seen, left = set(), [getattr(decision, "py_func", decision)]
    while left:
        function = left.pop()
        if function in seen or _is_known(function.__module__ or ""):
            continue
        seen.add(function)
        yield function
        left += [getattr(value, "py_func", value) for value in _named(function) if _is_function(value)]


def constants(function: Any) -> list[str]:
    """The values of the names that a function takes from its module or its closure, functions and modules apart."""
    values = [value for value in _named(function) if not callable(value) and not isinstance(value, ModuleType)]
    return sorted(repr(value.tolist() if isinstance(value, np.ndarray) else value) for value in values)


def fields_read(decision: Callable[[Any], Any]) -> set[str]:
    """Names of all attributes that a decision takes from anything, with every function that it calls."""
    from numba.core import ir

    values = (statement.value for function in reachable(decision) for statement in _assignments(function))
    return {value.attr for value in values if isinstance(value, ir.Expr) and value.op == "getattr"}


def _is_known(module: str) -> bool:
    """Whether the functions of a module need no search: the kernels, and what Numba has its own version of."""
    return module.startswith("bazas.kernels.") or module.partition(".")[0] in ("numpy", "numba", "math")


def _named(function: Any) -> Iterator[Any]:
    """What stands behind the names that a function does not set itself, and behind `module.name`, each as it is met."""
    for value in _outside(function):
        with_functions = isinstance(value, tuple) and any(map(callable, value))
        yield from value if with_functions else (value,)


def _outside(function: Any) -> Iterator[Any]:
    from numba.core import ir

    known: dict[str, Any] = {}  # variables that stand for something outside of the function
    for statement in _assignments(function):
        value, target = statement.value, statement.target.name
        if isinstance(value, (ir.Global, ir.FreeVar)):
            known[target] = value.value
            yield value.value
        elif isinstance(value, ir.Var) and value.name in known:
            known[target] = known[value.name]
        elif isinstance(value, ir.Expr) and value.op == "getattr":
            module = known.get(value.value.name)
            if isinstance(module, ModuleType) and hasattr(module, value.attr):
                known[target] = getattr(module, value.attr)
                yield known[target]


def _is_function(value: Any) -> bool:
    from numba.core.registry import CPUDispatcher

    return isinstance(value, (CPUDispatcher, FunctionType))


def _blocks(function: Any) -> Iterator[Any]:
    from numba.core.compiler import run_frontend

    for block in run_frontend(function).blocks.values():
        yield from block.body


def _assignments(function: Any) -> Iterator[Any]:
    from numba.core import ir

    return (statement for statement in _blocks(function) if isinstance(statement, ir.Assign))


def _is_random(value: Any) -> bool:
    """Whether a value is a module for random numbers, or a function of one, as `random.randint`."""
    generators = (random.Random, np.random.RandomState)
    return value in (random, np.random) if isinstance(value, ModuleType) else isinstance(_owner(value), generators)


def _owner(method: Any) -> Any:
    return getattr(method, "__self__", None)


def _sins(function: Any, fields: frozenset[str], memory: bool) -> Iterator[str]:
    """What a function does that it must not, as the end of a sentence."""
    from numba.core import ir

    attributes = {}
    for statement in _assignments(function):
        value = statement.value
        if isinstance(value, ir.Expr) and value.op == "getattr":
            attributes[statement.target.name] = value.attr
            if value.attr == "random":
                yield "uses a random generator of its own: view.noise is a random word"
        elif isinstance(value, ir.Var):
            attributes[statement.target.name] = attributes.get(value.name)
    if any(map(_is_random, _named(function))):
        yield "uses a random generator of its own: view.noise is a random word"
    for statement in _blocks(function):
        if isinstance(statement, ir.EnterWith):
            yield "leaves compiled code (objmode): a decision must follow from the view alone"
        field = None
        if isinstance(statement, ir.SetAttr):
            field = statement.attr
        elif isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
            field = attributes.get(statement.target.name)
        if field in fields and not (memory and field == "memory"):
            yield f"writes to view.{field}: a view is for reading (view.memory needs memory=True)"
