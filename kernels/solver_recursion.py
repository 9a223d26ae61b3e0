"""How the search calls itself: through its address, which the workspace holds.

Compiled functions that call each other in a ring are not written out inside each other, to which this search owes a
third of its speed. So the ring is open where the search begins again: there the compiler sees an address only.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic

from bazas.kernels.compiling import JIT, inner
from bazas.kernels.solver_records import WORKSPACE

LEADING, FOLLOWING, SINGING = range(3)
"""Where the search may begin: at a lead, behind one, or where cantes are asked for."""

_plain: list[Any] = []

if JIT:
    _TYPES = (from_dtype(WORKSPACE), *[types.int64] * 12)

    @intrinsic
    def _call(
        typingctx: Any, address: Any, workspace: Any, stage: Any, live: Any, laid: Any, seat: Any, led: Any, beat: Any,
        winner: Any, worth: Any, left: Any, unsung: Any, score: Any, bound: Any,
    ) -> Any:  # fmt: skip
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            convention = context.call_conv
            pointer = ir.PointerType(convention.get_function_type(types.int64, _TYPES))
            function = builder.inttoptr(args[0], pointer)
            _, answer = convention.call_function(builder, function, types.int64, _TYPES, args[1:])
            return answer  # it raises nothing, so that its status says nothing

        return types.int64(types.int64, *_TYPES), generate

    @inner
    def search_again(
        workspace: Any, stage: int, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int,
        left: int, unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        """`solver_search.search`, from inside it."""
        return _call(
            workspace.search, workspace, stage, live, laid, seat, led, beat, winner, worth, left, unsung, score, bound
        )

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

else:

    def search_again(
        workspace: Any, stage: int, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int,
        left: int, unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        """`solver_search.search`, from inside it."""
        return int(_plain[-1](workspace, stage, live, laid, seat, led, beat, winner, worth, left, unsung, score, bound))

    def address_of(search: Any) -> Any:
        """A function that returns a number for `search`, which `search_again` calls."""
        _plain.append(search)
        return lambda: 0
