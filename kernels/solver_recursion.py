"""How the search calls itself: through its address, which the workspace holds.

Compiled functions that call each other in a ring are not written out inside each other, which this search owes a third of
its speed. So the ring is open where the search begins again: there the compiler sees an address only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic

from bazas.kernels.solver_records import WORKSPACE

_TYPES = (from_dtype(WORKSPACE), *[types.int64] * 12)
"""What the search takes."""


@intrinsic
def call_search(
    typingctx: Any, address: Any, workspace: Any, stage: Any, live: Any, laid: Any, seat: Any, led: Any, beat: Any,
    winner: Any, worth: Any, left: Any, unsung: Any, score: Any, bound: Any,
) -> Any:  # fmt: skip
    """The search at an address. It raises nothing."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        pointer = ir.PointerType(convention.get_function_type(types.int64, _TYPES))
        function = builder.inttoptr(args[0], pointer)
        _, answer = convention.call_function(builder, function, types.int64, _TYPES, args[1:])
        return answer

    return types.int64(types.int64, *_TYPES), generate


def address_of(search: Any) -> Any:
    """A function for compiled code that returns the address of the compiled `search`."""
    compiled = njit(search, _nrt=False)

    @intrinsic
    def address(typingctx: Any) -> Any:
        compiled.compile(_TYPES)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            result = compiled.overloads[_TYPES]
            context.active_code_library.add_linking_library(result.library)
            return builder.ptrtoint(context.declare_function(builder.module, result.fndesc), ir.IntType(64))

        return types.int64(), generate

    return address
