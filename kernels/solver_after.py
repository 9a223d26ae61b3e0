"""What follows a trick: the last one is worth ten more, cantes are sung, and the winner leads; see solver_search.py.

This is the long way, for two players, for the goal GAME where points do not say enough, and while there are cantes to
sing. What it must know beside the cards lies in the workspace, by the number of cards in each hand at the lead.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import FORTY, SUIT, TRUMPS, pairs_in, worth_of_cantes
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_game import at_goal, end_of_hand, has_tute, limits_of_game
from bazas.kernels.solver_recursion import lead_again
from bazas.kernels.solver_table import FAR
from bazas.kernels.vueltas import CERTAIN


@inner
def last_card(workspace: Any, live: int, leader: int) -> int:
    """The card that wins the last trick, as a set: each hand has one card."""
    led = live & SUIT << (lowest(workspace.hands[leader & 3] & live) & 3)
    trumps = live & TRUMPS
    return 1 << highest(choose(trumps != 0, trumps, led))


@inner
def may_sing(workspace: Any, suits: int, own: int, partners: int, cursor: int, allowance: int) -> bool:
    """Whether the side may sing just these suits: `own` are the winner's to sing, `partners` its partner's.

    The order of asking (`bazas.kernels.questions.singable`) bars only what it has passed: who sings is asked again.
    """
    forty = (own if cursor == 0 else 0) | (partners if cursor <= 1 else 0)
    twenties = ((own if cursor <= 2 else 0) | (partners if cursor <= 3 else 0)) & ~FORTY
    if workspace.forty_or_nothing != 0 and suits & FORTY == 0:
        twenties &= ~((own if own & FORTY != 0 else 0) | (partners if partners & FORTY != 0 else 0))
    return count(suits) <= allowance and suits & ~(forty & FORTY | twenties) == 0


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
def goes_long(workspace: Any, suits: int) -> int:
    """1 where the long way is needed, else 0; `suits` are those of the cantes that may still be sung."""
    return int(workspace.counting == 0 or suits != 0 or workspace.players == 2)


@inner
def to_lead(workspace: Any, live: int, winner: int, left: int, unsung: int, score: int, bound: int) -> int:
    """All has been asked, and the winner of the trick leads the next one, unless the answer is plain already."""
    if workspace.counting == 0:
        low, high = limits_of_game(workspace, live, winner, left, unsung, score)
        alive = 0
    else:
        alive = unsung & pairs_in(live)
        low = -left - worth_of_cantes(alive & workspace.sides[winner + 1 & 1])
        high = left + worth_of_cantes(alive & workspace.sides[winner & 1])
    if bound > high:
        return high
    if bound <= low:
        return low
    cards = count(workspace.hands[winner & 3] & live)
    workspace.unsungs[cards] = unsung
    workspace.scores[cards] = score
    special = workspace.special
    workspace.special = goes_long(workspace, alive)
    value = lead_again(workspace, live, winner, left, bound)
    workspace.special = special
    return value


@inner
def _finish(workspace: Any, live: int, winner: int, worth: int, left: int, unsung: int, score: int) -> int:
    """The last trick but one is won, or the last: what is left follows from the cards."""
    side, last = winner & 1, winner & 1
    if live != 0:
        card = last_card(workspace, live, winner)
        last = int(card & (workspace.hands[1] | workspace.hands[3]) != 0)
    if workspace.counting != 0:
        return choose(last == side, left, worth + worth - left)
    if live != 0 and at_goal(workspace, side, left - worth, unsung, score):
        return CERTAIN
    return end_of_hand(workspace, winner, last, left - worth, unsung, score)


def after_trick(workspace: Any, live: int, winner: int, worth: int, left: int, bound: int) -> int:
    """A trick is won: its points, and what follows for the winner's side; `live` are the cards still in hand."""
    cards = count(workspace.hands[winner & 3] & live)
    unsung, score = workspace.unsungs[cards + 1], workspace.scores[cards + 1]
    gain = worth & workspace.counting
    score += worth & ~workspace.counting & (winner & 1) - 1
    if cards < 2:
        return _finish(workspace, live, winner, worth, left, unsung, score)
    if workspace.counting == 0 and has_tute(workspace, live, winner):
        return CERTAIN
    alive = unsung & pairs_in(live)
    unsung = choose(workspace.counting == 0, unsung, alive)
    if alive & workspace.sides[winner & 1] != 0:
        return gain + singing(
            workspace, live, winner, 0, workspace.allowance, left - worth, unsung, score, bound - gain
        )
    return gain + to_lead(workspace, live, winner, left - worth, unsung, score, bound - gain)
