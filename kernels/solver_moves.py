"""In which order the solver tries cards: the better the first one, the fewer it has to look at.

A choice is a set of cards to be preferred while there are any, and whether the strongest or the weakest comes first.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import (
    ASES,
    CABALLOS,
    REYES,
    SOTAS,
    TRESES,
    TRUMPS,
    WORTHLESS,
    beaten_by,
    suit_cards,
    suits_in,
)


@inner
def alike(hand: int, live: int) -> int:
    """The worthless cards of a hand that do the same as its next weaker one: nothing in play stands between them."""
    low = hand & WORTHLESS
    gone = WORTHLESS & ~live
    above = low << 4
    above |= (gone & above) << 4
    gone &= gone >> 4
    above |= (gone & above) << 8
    gone &= gone >> 8
    above |= (gone & above) << 16
    return low & above


@inner
def one_of(cards: int, preferred: int, strongest: bool) -> int:
    """A card of a set that is not empty: one that is preferred, if it has any, the strongest or the weakest."""
    some = cards & preferred
    some = choose(some != 0, some, cards)
    return choose(strongest, highest(some), lowest(some))


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
    beaten = beaten_by(reach)
    plain = moves & ~TRUMPS & choose(ours & (reach & beat == 0), -1, choose(follows | (reach == 0), beat & ~beaten, 0))
    trump = moves & TRUMPS & beat & choose(follows & (led != TRUMPS), -1, ~beaten)
    trump = choose(ours & (reach & beat == 0), 0, trump)
    return choose(plain != 0, plain, trump), plain != 0


@inner
def last_order(moves: int, beat: int, ours: bool) -> tuple[int, bool]:
    """Plain cards with most points where the trick stays on the own side or comes to it; else what costs least."""
    winning = moves & beat & ~TRUMPS
    return choose(ours, moves & ~TRUMPS, winning), ours | (winning != 0)


@inner
def first_guess(workspace: Any) -> int:
    """About what a position is worth, for the side to move: fitted to positions out of play, wrong by 25 on average."""
    seat = workspace.seat & 3
    own = workspace.hands[seat] | workspace.hands[seat ^ 2]
    lead = choose((workspace.winner ^ seat) & 1 == 0, 10 + workspace.worth, -10 - workspace.worth)
    return lead + _strength(own) - _strength(workspace.live & ~own)


@inner
def _strength(cards: int) -> int:
    trumps, plain = cards & TRUMPS, cards & ~TRUMPS
    high = 27 * count(trumps & ASES) + 16 * count(trumps & TRESES) + 8 * count(trumps & REYES)
    return (
        11 * count(trumps) + high + 4 * count(trumps & (SOTAS | CABALLOS))
        + 13 * count(plain & ASES) + 5 * count(plain & TRESES) + count(plain & REYES)
    )  # fmt: skip
