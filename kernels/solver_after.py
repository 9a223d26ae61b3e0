"""What follows a trick: the last one is worth ten more, cantes are sung, and the winner leads; see solver_search.py."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.solver_cards import FORTY, beating, pairs_in, worth_of_cantes
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_game import at_goal, end_of_hand, has_tute, limits_of_game
from bazas.kernels.solver_recursion import LEADING, SINGING, search_again
from bazas.kernels.solver_table import FAR
from bazas.kernels.vueltas import CERTAIN


@inner
def last_trick(workspace: Any, live: int, leader: int, players: int) -> int:
    """The seat that wins the last trick: each hand has one card."""
    winner = leader
    beat = beating(lowest(workspace.hands[leader & 3] & live))
    for i in range(1, players):
        seat = leader + i & players - 1 & 3
        card = workspace.hands[seat] & live
        takes = card & beat != 0
        winner = choose(takes, seat, winner)
        beat = choose(takes, beating(lowest(card)), beat)
    return winner


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
    if (bound > high) | (bound <= low):
        return choose(bound > high, high, low)
    return search_again(workspace, LEADING, live, 0, winner, 0, 0, winner, 0, left, unsung, score, bound)


@inner
def finish(workspace: Any, live: int, winner: int, last: int, worth: int, left: int, unsung: int, score: int) -> int:
    """The last trick but one is won, or the last, and the seat `last` takes what is left."""
    if workspace.counting == 0:
        score += worth & (winner & 1) - 1
        if live != 0 and at_goal(workspace, winner & 1, left - worth, unsung, score):
            return CERTAIN
        return end_of_hand(workspace, winner, last, left - worth, unsung, score)
    return choose((last ^ winner) & 1 == 0, left, worth + worth - left)


@inner
def go_on(workspace: Any, live: int, winner: int, worth: int, left: int, unsung: int, score: int, bound: int) -> int:
    """A trick is won, and at least two are to come: its points, and what follows for the winner's side."""
    gain = worth & workspace.counting
    score += worth & ~workspace.counting & (winner & 1) - 1
    if workspace.counting == 0 and has_tute(workspace, live, winner):
        return CERTAIN
    if unsung != 0:
        alive = unsung & pairs_in(live)
        unsung = choose(workspace.counting == 0, unsung, alive)
        if alive & workspace.sides[winner & 1] != 0:
            return gain + search_again(
                workspace, SINGING, live, 0, winner, 0, 0, 0, workspace.allowance, left - worth, unsung, score,
                bound - gain,
            )  # fmt: skip
    return gain + to_lead(workspace, live, winner, left - worth, unsung, score, bound - gain)


@inner
def after_trick(
    workspace: Any, live: int, winner: int, worth: int, left: int, unsung: int, score: int, bound: int
) -> int:
    """A trick is won: its points, and what follows for the winner's side; `live` are the cards still in hand."""
    cards = count(live)
    if cards > workspace.players:
        return go_on(workspace, live, winner, worth, left, unsung, score, bound)
    last = winner
    if cards != 0:
        last = last_trick(workspace, live, winner, workspace.players)
    return finish(workspace, live, winner, last, worth, left, unsung, score)
