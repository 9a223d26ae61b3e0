"""In which order the solver tries cards: the better the first one, the fewer it has to look at.

A choice is a set of cards to be preferred while there are any, and whether the strongest or the weakest comes first.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import (
    ASES,
    SUIT,
    TRESES,
    TRUMPS,
    WORTHLESS,
    beaten_by,
    suit_cards,
    suits_in,
    worth_of,
)


@inner
def doubles(workspace: Any, live: int) -> int:
    """The worthless cards that do the same as a weaker one in the same hand: nothing in play stands between them.

    For all hands at once: what owner is found under a card, the gaps left by cards that are gone skipped?
    """
    low = live & WORTHLESS
    gone = WORTHLESS & ~live
    some, odd, high = low << 4, (low & workspace.odd) << 4, (low & workspace.high) << 4
    some |= (gone & some) << 4
    odd |= (gone & odd) << 4
    high |= (gone & high) << 4
    gone &= gone >> 4
    some |= (gone & some) << 8
    odd |= (gone & odd) << 8
    high |= (gone & high) << 8
    gone &= gone >> 8
    some |= (gone & some) << 16
    odd |= (gone & odd) << 16
    high |= (gone & high) << 16
    return low & some & ~(odd ^ workspace.odd | high ^ workspace.high)


@inner
def neighbours(card: int, others: int) -> int:
    """The cards of a suit between which and `card` there is none of the set `others`, in which it is not."""
    suit = SUIT << (card & 3)
    below = others & suit & (1 << card) - 1
    above = others & suit & -(2 << card)
    return suit & ~(choose(below != 0, (2 << highest(below | 1)) - 1, 0)) & choose(above != 0, (above & -above) - 1, -1)


@inner
def without_the_like(moves: int, card: int, others: int, value: int, bound: int) -> tuple[int, int]:
    """The moves that may still reach `bound` after `card` was found worth `value` at most, and what the rest may.

    Two cards of a hand and a suit, with no card of the `others` between them, change places in all that may happen
    later. So they differ by twice their difference of points at most, as a card that is won or lost is.
    """
    best = value
    near = moves & neighbours(card, others)
    while near != 0:
        other = lowest(near)
        near ^= 1 << other
        most = value + 2 * abs(worth_of(card) - worth_of(other))
        if most < bound:
            moves ^= 1 << other
            best = max(best, most)
    return moves, best


@inner
def one_of(cards: int, preferred: int, strongest: bool) -> int:
    """A card of a set that is not empty: one that is preferred, if it has any, the strongest or the weakest."""
    some = cards & preferred
    some = choose(some != 0, some, cards)
    return highest(choose(strongest, some, some & -some))


@inner
def lead_order(workspace: Any, live: int, leader: int, moves: int) -> tuple[int, bool]:
    """Plain cards that win for sure, the strongest first; suits for the partner to win; what gives least away."""
    left = workspace.hands[leader + 1 & 3] & live
    right = workspace.hands[leader + 3 & 3] & live
    partner = workspace.hands[leader + 2 & 3] & live
    against = left | right
    trumped = choose(left & TRUMPS != 0, ~suits_in(left), 0) | choose(right & TRUMPS != 0, ~suits_in(right), 0)
    open_to_trumps = suit_cards(trumped & 7)
    masters = ~(beaten_by(against) | open_to_trumps)
    sure = moves & masters & ~TRUMPS
    ruffs = choose(partner & TRUMPS != 0, ~suits_in(partner) & 7, 0)
    helped = moves & (beaten_by(partner & masters) | suit_cards(ruffs) & ~open_to_trumps)
    cheap = moves & ~(TRUMPS | ASES | TRESES)
    preferred = choose(helped != 0, helped, cheap)
    return choose(sure != 0, sure, preferred), sure != 0


@inner
def middle_order(moves: int, beat: int, ours: bool, led: int, rival: int) -> tuple[int, bool]:
    """Points, then trumps, where the next seat, whose hand is `rival`, cannot beat them; else what costs least."""
    follows = rival & led != 0
    reach = rival & choose(follows, led, TRUMPS)  # what the next seat may beat a card with
    stronger = choose(reach != 0, -(2 << highest(reach | 1)), -1)  # in its suit: what the next seat cannot beat
    safe = ours & (reach & beat == 0)
    plain = moves & ~TRUMPS & choose(safe, -1, choose(follows | (reach == 0), beat & stronger, 0))
    trump = moves & TRUMPS & choose(safe, 0, beat & choose(follows & (led != TRUMPS), -1, stronger))
    return choose(plain != 0, plain, trump), plain != 0


@inner
def last_order(moves: int, beat: int, ours: bool) -> tuple[int, bool]:
    """Plain cards with most points where the trick stays on the own side or comes to it.

    Else what costs least; where the trick is the own one and only trumps may be laid, the strongest.
    """
    winning = moves & beat & ~TRUMPS
    return choose(ours, moves & ~TRUMPS, winning), ours | (winning != 0)
