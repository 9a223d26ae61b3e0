"""The search: what a position with all hands known is worth, by narrow windows.

Every function here answers one question, is the value at least `bound`?, for the side of the seat that decides. What
it returns is at least `bound` and a lower limit of the value, or less and an upper limit: alpha-beta with an empty
window, fail-soft, and a memory (Plaat, Schaeffer, Pijls, de Bruin 1996, "Best-first fixed-depth minimax algorithms").
Values are whole numbers, so that a no is the other side's yes to 1 - bound.

What the functions share: `live` are the cards in all hands, those laid in a trick left out, `left` the points still to
come but for cantes, `double` cards that need not be tried, as a weaker one of the same hand does the same. In a trick
`led` are all cards of the suit led, `beat` those that beat the best card, `worth` the points on the table. The short
way, where only points count and nothing can be sung, is written out; for what else there is see solver_after.py.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count
from bazas.kernels.compiling import JIT, inner
from bazas.kernels.legality import demands, legal_cards
from bazas.kernels.solver_after import after_trick
from bazas.kernels.solver_cards import SUIT, TRUMPS, beating, worth_of
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_ending import two_tricks
from bazas.kernels.solver_moves import doubles, last_order, lead_order, middle_order, one_of, without_the_like
from bazas.kernels.solver_records import KILLERS
from bazas.kernels.solver_recursion import addresses_of, after_again, follow_again, lead_again
from bazas.kernels.solver_table import FAR, card_of, entry_of, is_of, lower_of, slot_of, upper_of

# After the last card of a trick, for the side that laid it


@inner
def close(
    workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    double: int, bound: int,
) -> int:  # fmt: skip
    """By the long way."""
    same = (winner ^ seat) & 1 == 0
    value = after_again(workspace, live, winner, worth, left, choose(same, bound, 1 - bound))
    return choose(same, value, -value)


@inner
def close_shortly(
    workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    double: int, bound: int,
) -> int:  # fmt: skip
    """By the short way."""
    if workspace.special != 0:
        return close(workspace, live, seat, led, beat, winner, worth, left, double, bound)
    same = (winner ^ seat) & 1 == 0
    rest = left - worth
    target = choose(same, bound, 1 - bound) - worth
    if JIT and count(live) == 8:
        value = worth + two_tricks(workspace, live, winner, rest)
    elif target > rest:
        value = left
    elif target <= -rest:
        value = worth - rest
    else:
        value = worth + lead_again(workspace, live, winner, rest, target)
    return choose(same, value, -value)


# The cards of a trick


def laying(onward: Any, looks_on: bool = False) -> Any:
    """The choice of a card behind the leader; `onward` is asked for the same side after each card.

    `looks_on`: the order of trying heeds the next seat's hand.
    """

    def lay(
        workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        double: int, bound: int,
    ) -> int:  # fmt: skip
        hand = workspace.hands[seat & 3] & live
        ours = (winner ^ seat) & 1 == 0
        montar, follow, fallar = demands(beat, led, TRUMPS, (winner ^ seat) & 1)
        moves = legal_cards(hand, montar, follow, fallar) & ~double
        if looks_on:
            preferred, strongest = middle_order(moves, beat, ours, led, workspace.hands[seat + 1 & 3] & live)
        else:
            preferred, strongest = last_order(moves, beat, ours)
        best = -FAR
        while moves != 0:
            card = one_of(moves, preferred, strongest)
            bit = 1 << card
            moves ^= bit
            takes = beat & bit != 0
            value = onward(
                workspace, live ^ bit, seat, led, choose(takes, beating(card), beat),
                choose(takes, seat, winner), worth + worth_of(card), left, double, bound,
            )  # fmt: skip
            best = max(best, value)
            if best >= bound:
                break
        return best

    return lay


def before(lay: Any) -> Any:
    """After a card that is not the last one: the next seat answers by `lay`, for the other side."""

    @inner
    def onward(
        workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        double: int, bound: int,
    ) -> int:  # fmt: skip
        return -lay(workspace, live, seat + 1 & 3, led, beat, winner, worth, left, double, 1 - bound)

    return onward


fourth = inner(laying(close_shortly))
third = inner(laying(before(fourth), looks_on=True))
second = inner(laying(before(third)))
"""The second card of four, with the third and the fourth written out inside it."""


@apart
def after_card(
    workspace: Any, live: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    double: int, bound: int,
) -> int:  # fmt: skip
    """After any card of a trick, by two players or four."""
    after = seat + 1 & workspace.players - 1
    if count(workspace.hands[after & 3] & live) == count(workspace.hands[seat & 3] & live):
        if (workspace.special == 0) & (count(live) >= 8):
            return close_shortly(workspace, live, seat, led, beat, winner, worth, left, double, bound)
        return close(workspace, live, seat, led, beat, winner, worth, left, double, bound)
    return -follow_again(workspace, live, after, led, beat, winner, worth, left, double, 1 - bound)


follow = laying(after_card)
"""Any card but the first of a trick, by two players or four."""


# The lead


def lead(workspace: Any, live: int, leader: int, left: int, bound: int) -> int:
    """The first card of a trick: the value of what is still to come, for the leader's side."""
    workspace.nodes += 1
    hand = workspace.hands[leader & 3] & live
    cards = count(hand)
    if JIT and cards == 2 and workspace.players == 4 and workspace.counting != 0:
        return two_tricks(workspace, live, leader, left)
    key = live | leader << 52
    if workspace.special != 0:
        key |= workspace.unsungs[cards] << 48 | workspace.scores[cards] << 54
    slot = slot_of(key)
    entry = workspace.table[slot + 1]
    lower, upper, known = -FAR, FAR, 0
    if workspace.table[slot] == key and is_of(entry, workspace.generation):
        lower = lower_of(entry)
        if lower >= bound:
            return lower
        upper = upper_of(entry)
        if upper < bound:
            return upper
        known = 1 << card_of(entry)
    double = doubles(workspace, live)
    moves = hand & ~double
    killer = (cards << 2 | leader) & KILLERS - 1
    known = choose(known != 0, known, moves & workspace.killers[killer])
    preferred, strongest = lead_order(workspace, live, leader, moves)
    best, best_card = -FAR, 0
    written_out = workspace.players == 4 and cards > 1
    while moves != 0:
        card = one_of(moves, choose(known != 0, known, preferred), strongest)
        known = 0
        bit = 1 << card
        moves ^= bit
        led, beat, worth = SUIT << (card & 3), beating(card), worth_of(card)
        after = leader + 1 & workspace.players - 1
        if written_out:
            value = -second(workspace, live ^ bit, after, led, beat, leader, worth, left, double, 1 - bound)
        else:
            value = -follow_again(workspace, live ^ bit, after, led, beat, leader, worth, left, double, 1 - bound)
        if value > best:
            best, best_card = value, card
            if value >= bound:
                break
        if value + 2 < bound and workspace.special == 0:
            moves, most = without_the_like(moves, card, live & ~hand, value, bound)
            best = max(best, most)
    if best >= bound:
        lower = best
        workspace.killers[killer] = 1 << best_card
    else:
        upper = best
    workspace.table[slot] = key
    workspace.table[slot + 1] = entry_of(lower, upper, best_card, workspace.generation)
    return best


address_of_lead, address_of_after, address_of_follow = addresses_of(lead, after_trick, follow)
