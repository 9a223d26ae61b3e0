"""Sets of cards as 64-bit masks: the few operations that need a machine instruction.

All take and return signed 64-bit integers; masks use bits 0 to 60, so they are never negative. Each intrinsic has a
plain twin, which serves when compilation is off.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from bazas.kernels.compiling import JIT, inner

HAS_PDEP = JIT and bool(binding.get_host_cpu_features().get("bmi2", False))


def _declare(builder: Any, name: str, arguments: int) -> Any:
    """The LLVM intrinsic `name` on i64 with this number of i64 arguments."""
    i64 = ir.IntType(64)
    return builder.module.declare_intrinsic(name, (), ir.FunctionType(i64, [i64] * arguments))


if JIT:

    @intrinsic
    def _ctpop(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _cttz(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    @intrinsic
    def _ctlz(typingctx: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    @intrinsic
    def _pdep(typingctx: Any, source: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.call(_declare(builder, "llvm.x86.bmi.pdep.64", 2), args)

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def _select(typingctx: Any, condition: Any, yes: Any, no: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            chosen = builder.select(*args)
            chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
            return chosen

        return types.int64(types.boolean, types.int64, types.int64), generate

    @inner
    def choose(condition: bool, yes: int, no: int) -> int:
        """`yes if condition else no` without a branch, for conditions that a processor cannot predict."""
        return _select(condition, yes, no)

    @inner
    def count(mask: int) -> int:
        """Number of cards in a set."""
        return _ctpop(mask)

    @inner
    def lowest(mask: int) -> int:
        """Lowest bit number of a set, 64 of the empty set: the weakest card of the lowest suit."""
        return _cttz(mask)

    @inner
    def highest(mask: int) -> int:
        """Highest bit number of a set, -1 of the empty set: the strongest card of the highest suit."""
        return 63 - _ctlz(mask)

else:

    def choose(condition: bool, yes: int, no: int) -> int:
        """`yes if condition else no` without a branch, for conditions that a processor cannot predict."""
        return yes if condition else no

    def count(mask: int) -> int:
        """Number of cards in a set."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """Lowest bit number of a set, 64 of the empty set: the weakest card of the lowest suit."""
        mask = int(mask)
        return (mask & -mask).bit_length() - 1 if mask else 64

    def highest(mask: int) -> int:
        """Highest bit number of a set, -1 of the empty set: the strongest card of the highest suit."""
        return int(mask).bit_length() - 1


if HAS_PDEP:

    @inner
    def nth(mask: int, index: int) -> int:
        """Card number `index` (from 0, upwards) of a set that has more than `index` cards, as a set of one."""
        return _pdep(1 << index, mask)

else:

    @inner
    def nth(mask: int, index: int) -> int:
        """Card number `index` (from 0, upwards) of a set that has more than `index` cards, as a set of one."""
        for _ in range(index):
            mask &= mask - 1
        return mask & -mask


@inner
def pick(mask: int, index: int) -> int:
    """Bit number of card number `index` (from 0, upwards) of a set that has more than `index` cards."""
    return lowest(nth(mask, index))
