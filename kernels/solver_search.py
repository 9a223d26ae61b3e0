"""The search: what a position with all hands known is worth, by narrow windows.

Every function here answers one question, is the value at least `bound`?, for the side of the seat that decides. What
it returns is at least `bound` and a lower limit of the value, or less and an upper limit: alpha-beta with an empty
window, fail-soft, and a memory (Plaat, Schaeffer, Pijls, de Bruin 1996, "Best-first fixed-depth minimax algorithms").
Values are whole numbers, so that a no is the other side's yes to 1 - bound.

What the functions share: `live` are the cards in all hands before the trick, `left` the points still to come but for
cantes, `unsung` the suits of cantes that may still be sung, `score` is kept for the goal GAME (see solver_game.py).
In a trick `laid` are the cards on the table, `led` all cards of the suit led, `beat` those that beat the best card.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count
from bazas.kernels.compiling import inner
from bazas.kernels.legality import demands, legal_cards
from bazas.kernels.solver_after import after_trick, finish, go_on, last_trick, singing
from bazas.kernels.solver_cards import SUIT, TRUMPS, beating, worth_of
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_moves import alike, last_order, lead_order, middle_order, one_of
from bazas.kernels.solver_records import KILLERS
from bazas.kernels.solver_recursion import FOLLOWING, LEADING, address_of, search_again
from bazas.kernels.solver_table import FAR, card_of, entry_of, lower_of, slot_of, upper_of

# The cards of a trick


@inner
def close(
    workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    unsung: int, score: int, bound: int,
) -> int:  # fmt: skip
    """The trick is full: `seat` has laid the last card."""
    same = (winner ^ seat) & 1 == 0
    value = after_trick(workspace, live & ~laid, winner, worth, left, unsung, score, choose(same, bound, 1 - bound))
    return choose(same, value, -value)


def laying(onward: Any, last: bool = False, choosy: bool = True) -> Any:
    """The choice of a card behind the leader; `onward` is asked for the same side after each card."""

    def lay(
        workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        hand = workspace.hands[seat & 3] & live
        ours = (winner ^ seat) & 1 == 0
        montar, follow, fallar = demands(beat, led, TRUMPS, (winner ^ seat) & 1)
        moves = legal_cards(hand, montar, follow, fallar)
        if choosy:
            moves &= ~alike(hand, live)
        if last:
            preferred, strongest = last_order(moves, beat, ours)
        else:
            preferred, strongest = middle_order(moves, beat, ours, led, workspace.hands[seat + 1 & 3] & live)
        best = -FAR
        while (moves != 0) & (best < bound):
            card = one_of(moves, preferred, strongest)
            bit = 1 << card
            moves ^= bit
            takes = beat & bit != 0
            value = onward(
                workspace, live, laid | bit, seat, led, choose(takes, beating(card), beat),
                choose(takes, seat, winner), worth + worth_of(card), left, unsung, score, bound,
            )  # fmt: skip
            best = max(best, value)
        return best

    return lay


def before(lay: Any) -> Any:
    """After a card that is not the last one: the next seat answers by `lay`, for the other side."""

    @inner
    def onward(
        workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        return -lay(workspace, live, laid, seat + 1 & 3, led, beat, winner, worth, left, unsung, score, 1 - bound)

    return onward


@inner
def close_early(
    workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    unsung: int, score: int, bound: int,
) -> int:  # fmt: skip
    """The same, where at least two more tricks follow."""
    same = (winner ^ seat) & 1 == 0
    value = go_on(workspace, live & ~laid, winner, worth, left, unsung, score, choose(same, bound, 1 - bound))
    return choose(same, value, -value)


@inner
def close_late(
    workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    unsung: int, score: int, bound: int,
) -> int:  # fmt: skip
    """The same, for four players, where one more trick follows."""
    same = (winner ^ seat) & 1 == 0
    cards = live & ~laid
    last = last_trick(workspace, cards, winner, 4)
    value = finish(workspace, cards, winner, last, worth, left, unsung, score)
    return choose(same, value, -value)


fourth = inner(laying(close_early, last=True))
third = inner(laying(before(fourth)))
second = inner(laying(before(third)))
"""The second card of four, with the third and the fourth written out inside it."""

fourth_of_two = inner(laying(close_late, last=True, choosy=False))
third_of_two = inner(laying(before(fourth_of_two), choosy=False))
second_of_two = inner(laying(before(third_of_two), choosy=False))
"""The same for hands of two cards."""


@apart
def after_card(
    workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
    unsung: int, score: int, bound: int,
) -> int:  # fmt: skip
    """After any card of a trick, by two players or four."""
    if count(laid) == workspace.players:
        return close(workspace, live, laid, seat, led, beat, winner, worth, left, unsung, score, bound)
    after = seat + 1 & workspace.players - 1
    return -search_again(
        workspace, FOLLOWING, live, laid, after, led, beat, winner, worth, left, unsung, score, 1 - bound
    )


following = inner(laying(after_card))


# The lead


@inner
def leading(workspace: Any, live: int, leader: int, left: int, unsung: int, score: int, bound: int) -> int:
    """The lead of a trick: points still to come, those of the leader's side less those of the other."""
    workspace.nodes += 1
    key = live | unsung << 48 | leader << 52 | score << 54
    slot = slot_of(key)
    entry = workspace.table[slot + 1]
    found = (workspace.table[slot] == key) & (entry >> 40 == workspace.generation)
    lower = choose(found, lower_of(entry), -FAR)
    upper = choose(found, upper_of(entry), FAR)
    if (lower >= bound) | (upper < bound):
        return choose(lower >= bound, lower, upper)
    known = choose(found, 1 << card_of(entry), 0)
    hand = workspace.hands[leader & 3] & live
    moves = hand & ~alike(hand, live)
    cards = count(hand)
    killer = (cards << 2 | leader) & KILLERS - 1
    known = choose(known != 0, known, moves & workspace.killers[killer])
    preferred, strongest = lead_order(workspace, live, leader, moves)
    best, best_card = -FAR, 0
    written_out = workspace.players == 4 and cards > 1
    while (moves != 0) & (best < bound):
        card = one_of(moves, choose(known != 0, known, preferred), strongest)
        known = 0
        bit = 1 << card
        moves ^= bit
        led, beat, worth = SUIT << (card & 3), beating(card), worth_of(card)
        after = leader + 1 & workspace.players - 1
        if written_out and cards == 2:
            value = -second_of_two(
                workspace, live, bit, after, led, beat, leader, worth, left, unsung, score, 1 - bound
            )
        elif written_out:
            value = -second(workspace, live, bit, after, led, beat, leader, worth, left, unsung, score, 1 - bound)
        else:
            value = -search_again(
                workspace, FOLLOWING, live, bit, after, led, beat, leader, worth, left, unsung, score, 1 - bound
            )
        best_card = choose(value > best, card, best_card)
        best = max(best, value)
    if best >= bound:
        workspace.killers[killer] = 1 << best_card
    lower = choose(best >= bound, best, lower)
    upper = choose(best >= bound, upper, best)
    workspace.table[slot] = key
    workspace.table[slot + 1] = entry_of(lower, upper, best_card, workspace.generation)
    return best


def search(
    workspace: Any, stage: int, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int,
    left: int, unsung: int, score: int, bound: int,
) -> int:  # fmt: skip
    """The one function that calls itself.

    Where cantes are asked for, `seat` has won the trick, `led` is the cursor and `worth` how many may still be sung.
    """
    if stage == LEADING:
        return leading(workspace, live, seat, left, unsung, score, bound)
    if stage == FOLLOWING:
        return following(workspace, live, laid, seat, led, beat, winner, worth, left, unsung, score, bound)
    return singing(workspace, live, seat, led, worth, left, unsung, score, bound)


address_of_search = address_of(search)
