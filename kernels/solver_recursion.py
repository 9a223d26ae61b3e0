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

_plain: list[Any] = []

if JIT:
    _LEAD = (from_dtype(WORKSPACE), *[types.int64] * 4)
    _AFTER = (from_dtype(WORKSPACE), *[types.int64] * 5)
    _FOLLOW = (from_dtype(WORKSPACE), *[types.int64] * 9)

    _NUMBER = ir.IntType(64)

    def _type_of(context: Any, taken: Any) -> Any:
        """The bare LLVM type of such a function: Numba's own calls hand results and errors over by way of the stack."""
        return ir.FunctionType(_NUMBER, [context.get_value_type(argument) for argument in taken])

    def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Call the function whose address comes first with the other arguments."""
        pointer = ir.PointerType(_type_of(context, signature.args[1:]))
        return builder.call(builder.inttoptr(args[0], pointer), args[1:])

    @intrinsic
    def _call_lead(typingctx: Any, address: Any, workspace: Any, live: Any, leader: Any, left: Any, bound: Any) -> Any:
        return types.int64(types.int64, *_LEAD), _call

    @intrinsic
    def _call_after(
        typingctx: Any, address: Any, workspace: Any, live: Any, winner: Any, worth: Any, left: Any, bound: Any
    ) -> Any:
        return types.int64(types.int64, *_AFTER), _call

    @intrinsic
    def _call_follow(
        typingctx: Any, address: Any, workspace: Any, live: Any, seat: Any, led: Any, beat: Any, winner: Any,
        worth: Any, left: Any, double: Any, bound: Any,
    ) -> Any:  # fmt: skip
        return types.int64(types.int64, *_FOLLOW), _call

    @inner
    def lead_again(workspace: Any, live: int, leader: int, left: int, bound: int) -> int:
        """`solver_search.lead`, from inside it."""
        return _call_lead(workspace.lead, workspace, live, leader, left, bound)

    @inner
    def after_again(workspace: Any, live: int, winner: int, worth: int, left: int, bound: int) -> int:
        """`solver_after.after_trick`: the long way is kept out of the short one."""
        return _call_after(workspace.after, workspace, live, winner, worth, left, bound)

    @inner
    def follow_again(
        workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int, double: int,
        bound: int,
    ) -> int:  # fmt: skip
        """`solver_search.follow`, from inside it."""
        return _call_follow(workspace.follow, workspace, live, seat, led, beat, winner, worth, left, double, bound)

    def _add(context: Any, module: Any, name: str, compiled: Any) -> None:
        """Add a bare function to a module that does what a compiled one does, which raises nothing."""
        context.active_code_library.add_linking_library(compiled.library)
        taken = compiled.signature.args
        function = ir.Function(module, _type_of(context, taken), name)
        function.linkage = "internal"
        builder = ir.IRBuilder(function.append_basic_block())
        inside = context.declare_function(module, compiled.fndesc)
        builder.ret(context.call_conv.call_function(builder, inside, types.int64, taken, function.args)[1])

    def _address_of(name: str, function: Any, taken: Any) -> Any:
        """A function for compiled code that returns the address of a compiled one, `name` in the module."""
        compiled = njit(function, forceinline=True, _nrt=False)

        @intrinsic
        def address(typingctx: Any) -> Any:
            compiled.compile(taken)

            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                if name not in builder.module.globals:
                    _add(context, builder.module, name, compiled.overloads[taken])
                return builder.ptrtoint(builder.module.globals[name], _NUMBER)

            return types.int64(), generate

        return address

    def addresses_of(lead: Any, after: Any, follow: Any) -> tuple[Any, Any, Any]:
        """Functions for compiled code that return the addresses of the three."""
        return (
            _address_of("bazas_lead", lead, _LEAD),
            _address_of("bazas_after", after, _AFTER),
            _address_of("bazas_follow", follow, _FOLLOW),
        )

else:

    def lead_again(workspace: Any, live: int, leader: int, left: int, bound: int) -> int:
        """`solver_search.lead`, from inside it."""
        return int(_plain[0](workspace, live, leader, left, bound))

    def after_again(workspace: Any, live: int, winner: int, worth: int, left: int, bound: int) -> int:
        """`solver_after.after_trick`: the long way is kept out of the short one."""
        return int(_plain[1](workspace, live, winner, worth, left, bound))

    def follow_again(
        workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int, double: int,
        bound: int,
    ) -> int:  # fmt: skip
        """`solver_search.follow`, from inside it."""
        return int(_plain[2](workspace, live, seat, led, beat, winner, worth, left, double, bound))

    def addresses_of(lead: Any, after: Any, follow: Any) -> tuple[Any, Any, Any]:
        """Functions that return a number each for the three, which the functions above call."""
        _plain.extend((lead, after, follow))
        return lambda: 0, lambda: 0, lambda: 0
