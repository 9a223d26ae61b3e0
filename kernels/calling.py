"""Calls from the kernel to the decisions of strategies, through addresses.

The kernel is compiled once for all strategies: it gets a table of addresses of functions that were compiled for
`int64(view)`. (Numba's own function objects did the same at twice the cost: twenty of them are unpacked at every call
of the kernel, kept on its stack and chosen by a jump table.) What a strategy raises reaches the caller of the kernel.

A strategy that looks ahead plays hands to their end inside its decisions. There one policy answers for all seats: a
function of a view, known to the compiler, in the place of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic, overload

from bazas.kernels.compiling import JIT, cache_folder, compile_function
from bazas.kernels.records import MAX_SEATS, MEMORY, PARAMETERS, SEATS, VIEW, blank

VIEW_TYPE = from_dtype(VIEW)


def compile_decision(function: Any, view: Any, source: str | None) -> Any:
    """Compile a decision for the kernel: a function of a `view` (dtype) that returns a whole number or a truth value.

    `source`: hash of all files that it is made of, under which it is kept on disk; without it it is not.
    """
    folder = None if source is None else decisions_folder(source)
    return compile_function(function, types.int64(from_dtype(view)), folder=folder, arrays=True)


def decisions_folder(source: str) -> Path:
    """Where the machine code of the decisions is kept that are made of files with this hash."""
    return cache_folder() / source


@dataclass(frozen=True)
class Seat:
    """What the kernel must know of a seat's strategy: compiled decisions, parameters, use of memory.

    `decisions`: by the numbers of the questions that its game asks.
    """

    decisions: tuple[Any, ...]
    params: tuple[int, ...]
    memory: bool


def seats_record(seats: Sequence[Seat]) -> Any:
    """The record (SEATS) of two or four seats. The decisions must outlive it: it holds their addresses."""
    record = blank(SEATS)
    for seat in range(MAX_SEATS):
        taken = seats[seat % len(seats)]
        for question, decision in enumerate(taken.decisions):
            record.decisions[seat, question] = _address(decision)
        record.params[seat] = taken.params
        record.differ |= taken.memory or taken.params != seats[0].params
    return record


_plain: list[Any] = []


def _address(decision: Any) -> int:
    """Address of a compiled decision; without JIT its place in a list that only grows."""
    if not JIT:
        if decision not in _plain:
            _plain.append(decision)
        return _plain.index(decision)
    (compiled,) = decision.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def decide(seats: Any, seat: int, question: int, view: Any) -> int:
    """The answer to the question that the view describes: of a seat's strategy, or of a policy."""
    if callable(seats):
        return int(seats(view))
    return int(_plain[seats.decisions[seat, question]](view))


def fill_in(seats: Any, state: Any, view: Any, seat: int) -> None:
    """Give the view the parameters and the memory of a seat's strategy; a policy has no memory, and all seats alike."""
    if not callable(seats):
        _fill_in(seats, state, view, seat)


def keep(seats: Any, state: Any, view: Any, seat: int) -> None:
    """Keep what a seat's strategy has written into the view's memory."""
    if not callable(seats):
        _keep(seats, state, view, seat)


def _fill_in(seats: Any, state: Any, view: Any, seat: int) -> None:
    for i in range(PARAMETERS):
        view.params[i] = seats.params[seat, i]
    for i in range(MEMORY):
        view.memory[i] = state.memory[seat, i]


def _keep(seats: Any, state: Any, view: Any, seat: int) -> None:
    for i in range(MEMORY):
        state.memory[seat, i] = view.memory[i]


def _nothing(seats: Any, state: Any, view: Any, seat: int) -> None:
    pass


if JIT:

    @intrinsic
    def _call(typingctx: Any, address: Any, view: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            convention = context.call_conv
            arguments = (signature.args[1],)
            function_type = convention.get_function_type(signature.return_type, arguments)
            function = builder.inttoptr(args[0], ir.PointerType(function_type))
            status, answer = convention.call_function(builder, function, signature.return_type, arguments, (args[1],))
            with builder.if_then(status.is_error, likely=False):
                convention.return_status_propagate(builder, status)
            return answer

        return types.int64(types.int64, view), generate

    def _ask_strategy(seats: Any, seat: int, question: int, view: Any) -> int:
        return _call(seats.decisions[seat, question], view)

    def _ask_policy(seats: Any, seat: int, question: int, view: Any) -> int:
        return seats(view)

    _INLINED = {"forceinline": True, "_nrt": False}

    # What follows chooses by the type of `seats` when a caller is compiled.

    @overload(decide, jit_options=_INLINED)
    def _decide(seats: Any, seat: int, question: int, view: Any) -> Any:
        return _ask_policy if isinstance(seats, types.Dispatcher) else _ask_strategy

    @overload(fill_in, jit_options=_INLINED)
    def _choose_fill_in(seats: Any, state: Any, view: Any, seat: int) -> Any:
        return _nothing if isinstance(seats, types.Dispatcher) else _fill_in

    @overload(keep, jit_options=_INLINED)
    def _choose_keep(seats: Any, state: Any, view: Any, seat: int) -> Any:
        return _nothing if isinstance(seats, types.Dispatcher) else _keep
