"""Calls from the kernel to the decisions of strategies, through addresses.

The kernel is compiled once for all strategies: it gets a table of addresses of functions that were compiled for
`int64(view)`. (Numba's own function objects did the same at twice the cost: twenty of them are unpacked at every call
of the kernel, kept on its stack and chosen by a jump table.) What a strategy raises reaches the caller of the kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic

from bazas.kernels.compiling import JIT, compile_function, inner
from bazas.kernels.records import MAX_SEATS, SEATS, VIEW, blank

VIEW_TYPE = from_dtype(VIEW)


def compile_decision(function: Any, *, on_disk: bool) -> Any:
    """Compile a decision for the kernel: a function of a view that returns a whole number or a truth value."""
    return compile_function(function, types.int64(VIEW_TYPE), on_disk=on_disk, arrays=True)


@dataclass(frozen=True)
class Seat:
    """What the kernel must know of a seat's strategy: compiled decisions (QUESTIONS), parameters, use of memory."""

    decisions: tuple[Any, ...]
    params: tuple[int, ...]
    memory: bool


def seats_record(seats: Sequence[Seat]) -> Any:
    """The record (SEATS) of two or four seats. The decisions must outlive it: it holds their addresses."""
    record = blank(SEATS)
    for seat in range(MAX_SEATS):
        taken = seats[seat % len(seats)]
        record.decisions[seat] = [_address(decision) for decision in taken.decisions]
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

    @inner
    def decide(seats: Any, seat: int, question: int, view: Any) -> int:
        """The answer of a seat's strategy to the question that the view describes."""
        return _call(seats.decisions[seat, question], view)

else:

    def decide(seats: Any, seat: int, question: int, view: Any) -> int:
        """The answer of a seat's strategy to the question that the view describes."""
        return int(_plain[seats.decisions[seat, question]](view))
