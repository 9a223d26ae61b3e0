"""The last two tricks of four players, for the goal POINTS: all sixteen ways to play the first one, side by side.

Every hand has two cards, and so a way to play the trick is four bits: bit i for the stronger card of the i-th seat from
the leader on. Each way has a lane, a signed byte in a vector of sixteen, and one instruction does the same to all of
them. Nothing is tried out and nothing branches: who may lay what, who wins the trick and the last one, and then the
choice of each seat, from the last one to the leader.

Without compilation there are no vectors; the search then plays these tricks like all others.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from bazas.kernels.bits import highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import CARD_POINTS
from bazas.kernels.solver_records import ENDINGS
from bazas.kernels.solver_table import entry_of, is_of, lower_of, slot_of

LANES = 16
LAID = [[2 * seat + (lane >> seat & 1) for lane in range(LANES)] for seat in range(4)]
"""For each seat and lane, the place of the card laid first among the eight of all hands."""
KEPT = [[2 * seat + 1 - (lane >> seat & 1) for lane in range(LANES)] for seat in range(4)]
OTHERWISE = [[lane ^ 1 << seat for lane in range(LANES)] for seat in range(4)]
"""For each seat and lane, the lane in which this seat alone lays its other card."""
SUIT_BITS, TRUMP_MARK = 3, 64
"""The bits of a card's suit; the mark of a trump, with which it is a higher number than all others."""
_BYTES = ir.VectorType(ir.IntType(8), LANES)
_MOST = 127
"""More than all that may be left, 98 points."""


class Vector:
    """Sixteen signed bytes in a function that is being compiled; its operators write the instructions."""

    def __init__(self, builder: Any, value: Any) -> None:
        """`value`: of the type <16 x i8>, or a number for all lanes."""
        self.builder = builder
        self.value = ir.Constant(_BYTES, [value] * LANES) if isinstance(value, int) else value

    def _operand(self, other: Vector | int) -> Any:
        return other.value if isinstance(other, Vector) else Vector(self.builder, other).value

    def _with(self, instruction: str, other: Vector | int) -> Vector:
        return Vector(self.builder, getattr(self.builder, instruction)(self.value, self._operand(other)))

    def __and__(self, other: Vector | int) -> Vector:
        return self._with("and_", other)

    def __or__(self, other: Vector | int) -> Vector:
        return self._with("or_", other)

    def __xor__(self, other: Vector | int) -> Vector:
        return self._with("xor", other)

    def __add__(self, other: Vector | int) -> Vector:
        return self._with("add", other)

    def __sub__(self, other: Vector | int) -> Vector:
        return self._with("sub", other)

    def __invert__(self) -> Vector:
        return self ^ -1

    def __gt__(self, other: Vector | int) -> Vector:
        """All bits in lanes where this is more, else none."""
        more = self.builder.icmp_signed(">", self.value, self._operand(other))
        return Vector(self.builder, self.builder.sext(more, _BYTES))

    def where(self, yes: Vector, no: Vector) -> Vector:
        """Lanes of `yes` where this has all bits, of `no` where it has none."""
        chosen = self.builder.icmp_signed("<", self.value, self._operand(0))
        return Vector(self.builder, self.builder.select(chosen, yes.value, no.value))

    def take(self, places: list[int]) -> Vector:
        """The bytes at these places, one for each lane."""
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), places)
        return Vector(self.builder, self.builder.shuffle_vector(self.value, self.value, mask))


def _larger(some: Vector, others: Vector) -> Vector:
    return (some > others).where(some, others)


def _smaller(some: Vector, others: Vector) -> Vector:
    return (some > others).where(others, some)


def _points(cards: Vector) -> Vector:
    """Points of cards that are not marked as trumps: from each rank on so many more than below it."""
    points = Vector(cards.builder, 0)
    for lowest_of_rank in range(4, 48, 4):
        more = (CARD_POINTS >> lowest_of_rank & 15) - (CARD_POINTS >> lowest_of_rank - 4 & 15)
        if more != 0:
            points += (cards > lowest_of_rank - 1) & more
    return points


def _strays(card: Vector, led: Vector) -> Vector:
    """Whether a card is of another suit than the one led."""
    return ((card ^ led) & SUIT_BITS) > 0


def _most(cards: Vector, left: Vector) -> Vector:
    """The points of the leader's side by best play, in every lane: `cards` are the eight cards, hand by hand."""
    worth = _points(cards)
    on_table = worth.take(LAID[0]) + worth.take(LAID[1]) + (worth.take(LAID[2]) + worth.take(LAID[3]))
    cards |= ((cards & SUIT_BITS) > 2) & TRUMP_MARK
    laid, kept = [cards.take(places) for places in LAID], [cards.take(places) for places in KEPT]
    best, next_lead, ours, barred = laid[0], kept[0], Vector(cards.builder, -1), [Vector(cards.builder, 0)]
    for seat in range(1, 4):
        partner = seat == 2
        strays = _strays(laid[seat], laid[0])
        power = laid[seat] | strays & ~(laid[seat] > TRUMP_MARK)  # -1 where it cannot win
        takes = power > best
        # montar 3, following 2, fallar 1: no card may be laid while the other one meets a demand that ranks higher
        demand = (~strays & 2) - (takes & (~ours if partner else ours))
        barred.append(demand.take(OTHERWISE[seat]) > demand)
        best = _larger(best, power)
        next_lead = takes.where(kept[seat], next_lead)
        ours = ours | takes if partner else ours & ~takes
    ends = [card | _strays(card, next_lead) & ~(card > TRUMP_MARK) for card in kept]
    last = _larger(ends[0], ends[2]) > _larger(ends[1], ends[3])
    won = (ours & on_table) + (last & (left - on_table))
    for seat in (3, 2, 1, 0):
        mine = seat & 1 == 0
        won = won & ~barred[seat] if mine else won | barred[seat] & _MOST
        won = (_larger if mine else _smaller)(won, won.take(OTHERWISE[seat]))
    return won


def _function(module: Any) -> Any:
    """`_most` as a function of a module that is being compiled, and of two numbers: see `_points_of_leader`.

    It is not to be written out in its callers, which would then keep its many constants on the stack.
    """
    name, number, byte = "bazas_two_tricks", ir.IntType(64), ir.IntType(8)
    if name in module.globals:
        return module.globals[name]
    function = ir.Function(module, ir.FunctionType(number, [number, number]), name)
    function.linkage = "internal"
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block())
    eight = builder.bitcast(function.args[0], ir.VectorType(byte, 8))
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [*range(8), *range(8)])
    cards = Vector(builder, builder.shuffle_vector(eight, eight, places))
    one = builder.insert_element(ir.Constant(_BYTES, ir.Undefined), builder.trunc(function.args[1], byte), number(0))
    won = _most(cards, Vector(builder, one).take([0] * LANES))
    builder.ret(builder.zext(builder.extract_element(won.value, number(0)), number))
    return function


@intrinsic
def _points_of_leader(typingctx: Any, cards: Any, left: Any) -> Any:
    """What `_most` finds; `cards`: the eight solver's cards, a byte each, from the lowest byte on."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(_function(builder.module), args)

    return types.int64(types.int64, types.int64), generate


@inner
def two_tricks(workspace: Any, live: int, leader: int, left: int) -> int:
    """The value of two cards in each of four hands, for the side of the leader; `left`: points still to come.

    Every question of the search comes by the same endings again: the values found last are kept.
    """
    key = live | (leader & 3) << 52
    slot = slot_of(key) & 2 * (ENDINGS - 1)
    entry = workspace.endings[slot + 1]
    if workspace.endings[slot] == key and is_of(entry, workspace.generation):
        return lower_of(entry)
    cards = 0
    for seat in range(4):
        hand = workspace.hands[leader + seat & 3] & live
        cards |= (lowest(hand) | highest(hand) << 8) << 16 * seat
    value = 2 * _points_of_leader(cards, left) - left
    workspace.endings[slot] = key
    workspace.endings[slot + 1] = entry_of(value, value, 0, workspace.generation)
    return value
