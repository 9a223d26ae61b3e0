"""The search: what a position with all hands known is worth, by narrow windows.

Every function here answers one question, is the value at least `bound`?, for the side of the seat that decides. What it
returns is at least `bound` and a lower limit of the value, or less and an upper limit: alpha-beta with an empty window,
fail-soft, and a memory (Plaat, Schaeffer, Pijls, de Bruin 1996, "Best-first fixed-depth minimax algorithms"). Values are
whole numbers, so that no is the other side's yes to 1 - bound.

What the functions share: `live` are the cards in all hands before the trick, `left` the points still to come but for
cantes, `unsung` the suits of cantes that may still be sung, `score` is kept for the goal GAME (see solver_game.py).
In a trick `laid` are the cards on the table, `led` all cards of the suit led, `beat` those that would beat the best card.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, lowest
from bazas.kernels.compiling import JIT, inner
from bazas.kernels.legality import demands, legal_cards
from bazas.kernels.solver_cards import SUIT, TRUMPS, beating, pairs_in, worth_of, worth_of_cantes
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_game import at_goal, end_of_hand, has_tute, limits_of_game
from bazas.kernels.solver_moves import alike, follow_order, lead_order, one_of
from bazas.kernels.solver_table import FAR, card_of, entry_of, lower_of, slot_of, upper_of
from bazas.kernels.vueltas import CERTAIN


LEADING, FOLLOWING, SINGING = range(3)
"""Where the search may stand: at a lead, behind one, or where cantes are asked for."""


# After a trick


@inner
def last_trick(workspace: Any, live: int, leader: int) -> int:
    """The seat that wins the last trick: each hand has one card."""
    winner = leader
    beat = beating(lowest(workspace.hands[leader & 3] & live))
    around = workspace.players - 1
    for i in range(1, workspace.players):
        seat = leader + i & around & 3
        card = workspace.hands[seat] & live
        takes = card & beat != 0
        winner = choose(takes, seat, winner)
        beat = choose(takes, beating(lowest(card)), beat)
    return winner


@inner
def may_sing(workspace: Any, suits: int, own: int, partners: int, cursor: int, allowance: int) -> bool:
    """Whether the side may sing just these suits: `own` are the winner's to sing, `partners` its partner's.

    The order of asking (`bazas.kernels.questions.singable`) bars only what it has passed: a seat that sings is asked again.
    """
    forty = (own if cursor == 0 else 0) | (partners if cursor <= 1 else 0)
    twenties = ((own if cursor <= 2 else 0) | (partners if cursor <= 3 else 0)) & 7
    if workspace.forty_or_nothing != 0 and suits & 8 == 0:
        twenties &= ~((own if own & 8 != 0 else 0) | (partners if partners & 8 != 0 else 0))
    return count(suits) <= allowance and suits & ~(forty & 8 | twenties) == 0


@apart
def singing(
    workspace: Any, live: int, winner: int, cursor: int, allowance: int, left: int, unsung: int, score: int, bound: int
) -> int:
    """The winner's side sings as much as it may, and there may be a choice; then the winner leads.

    To sing more is never worse, so that only those sets are tried to which nothing may be added: what was not sung now
    may be sung later at best, for the same points, and then bars another cante.
    """
    own = pairs_in(workspace.hands[winner & 3] & live) & unsung
    partners = pairs_in(workspace.hands[winner + 2 & workspace.players - 1 & 3] & live) & unsung
    partners = choose(workspace.players == 4, partners, 0)
    both = own | partners
    best = -FAR
    suits = both
    while True:
        if may_sing(workspace, suits, own, partners, cursor, allowance):
            more = False
            for suit in range(4):
                added = both & ~suits & 1 << suit
                more |= added != 0 and may_sing(workspace, suits | added, own, partners, cursor, allowance)
            if not more:
                won = worth_of_cantes(suits) & workspace.counting
                best = max(best, won + to_lead(workspace, live, winner, left, unsung & ~suits, score, bound - won))
        if suits == 0 or best >= bound:
            return best
        suits = (suits - 1) & both


@inner
def to_lead(workspace: Any, live: int, winner: int, left: int, unsung: int, score: int, bound: int) -> int:
    """All has been asked, and the winner of the trick leads the next one, unless the answer is plain already."""
    if workspace.counting == 0:
        low, high = limits_of_game(workspace, live, winner, left, unsung, score)
    else:
        alive = unsung & pairs_in(live)
        low, high = -left, left
        if alive != 0:
            low -= worth_of_cantes(alive & workspace.sides[winner + 1 & 1])
            high += worth_of_cantes(alive & workspace.sides[winner & 1])
    if bound > high:
        return high
    if bound <= low:
        return low
    return search_again(workspace, LEADING, live, 0, winner, 0, 0, winner, 0, left, unsung, score, bound)


@inner
def after_trick(
    workspace: Any, live: int, winner: int, worth: int, left: int, unsung: int, score: int, bound: int
) -> int:
    """A trick is won: its points, and what follows for the winner's side; `live` are the cards still in hand."""
    gain = worth & workspace.counting
    score += worth & ~workspace.counting & (winner & 1) - 1
    rest = left - worth
    cards = count(live)
    if cards <= workspace.players:
        last = winner
        if cards != 0:
            last = last_trick(workspace, live, winner)
        if workspace.counting == 0:
            if cards != 0 and at_goal(workspace, winner & 1, rest, unsung, score):
                return CERTAIN
            return end_of_hand(workspace, winner, last, rest, unsung, score)
        return choose((last ^ winner) & 1 == 0, worth + rest, worth - rest)
    if workspace.counting == 0 and has_tute(workspace, live, winner):
        return CERTAIN
    alive = unsung & pairs_in(live)
    unsung = choose(workspace.counting == 0, unsung, alive)
    if alive & workspace.sides[winner & 1] != 0:
        return gain + search_again(
            workspace, SINGING, live, 0, winner, 0, 0, 0, workspace.allowance, rest, unsung, score, bound - gain
        )
    return gain + to_lead(workspace, live, winner, rest, unsung, score, bound - gain)


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


def laying(onward: Any) -> Any:
    """The choice of a card behind the leader; `onward` is asked for the same side after each card."""

    def lay(
        workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        hand = workspace.hands[seat & 3] & live
        ours = (winner ^ seat) & 1 == 0
        montar, follow, fallar = demands(beat, led, TRUMPS, (winner ^ seat) & 1)
        moves = legal_cards(hand, montar, follow, fallar) & ~alike(hand, live)
        preferred, strongest = follow_order(moves, beat, ours)
        best = -FAR
        while moves != 0:
            card = one_of(moves, preferred, strongest)
            bit = 1 << card
            moves ^= bit
            takes = beat & bit != 0
            value = onward(
                workspace, live, laid | bit, seat, led, choose(takes, beating(card), beat),
                choose(takes, seat, winner), worth + worth_of(card), left, unsung, score, bound,
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
        workspace: Any, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int, left: int,
        unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        return -lay(workspace, live, laid, seat + 1 & 3, led, beat, winner, worth, left, unsung, score, 1 - bound)

    return onward


second = inner(laying(before(inner(laying(before(inner(laying(close))))))))
"""The second card of four, with the third and the fourth written out inside it."""


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
    lower, upper, known = -FAR, FAR, 0
    key = live | unsung << 48 | leader << 52 | score << 54
    slot = slot_of(key)
    entry = workspace.table[slot + 1]
    if workspace.table[slot] == key and entry >> 40 == workspace.generation:
        lower = lower_of(entry)
        if lower >= bound:
            return lower
        upper = upper_of(entry)
        if upper < bound:
            return upper
        known = 1 << card_of(entry)
    hand = workspace.hands[leader & 3] & live
    moves = hand & ~alike(hand, live)
    killer = (count(hand) << 2 | leader) & 31
    known = choose(known != 0, known, moves & workspace.killers[killer])
    preferred, strongest = lead_order(workspace, live, leader, moves)
    best, best_card = -FAR, 0
    while moves != 0:
        card = one_of(moves, choose(known != 0, known, preferred), strongest)
        known = 0
        bit = 1 << card
        moves ^= bit
        led, beat, worth = SUIT << (card & 3), beating(card), worth_of(card)
        if workspace.players == 4:
            value = -second(workspace, live, bit, leader + 1 & 3, led, beat, leader, worth, left, unsung, score, 1 - bound)
        else:
            value = -search_again(
                workspace, FOLLOWING, live, bit, leader ^ 1, led, beat, leader, worth, left, unsung, score, 1 - bound
            )
        if value > best:
            best, best_card = value, card
            if value >= bound:
                workspace.killers[killer] = bit
                break
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


if JIT:
    from bazas.kernels.solver_recursion import address_of, call_search

    @inner
    def search_again(
        workspace: Any, stage: int, live: int, laid: int, seat: int, led: int, beat: int, winner: int, worth: int,
        left: int, unsung: int, score: int, bound: int,
    ) -> int:  # fmt: skip
        """`search`, from inside it."""
        return call_search(
            workspace.search, workspace, stage, live, laid, seat, led, beat, winner, worth, left, unsung, score, bound
        )

    address_of_search = address_of(search)

else:
    search_again = search

    def address_of_search() -> int:
        """Not needed: the search calls itself."""
        return 0
