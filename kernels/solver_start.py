"""The decision that the solver is asked about: how it is set up, and how its value is narrowed down.

The search (`bazas.kernels.solver_search`) only tells whether a value is at least so much. It is asked again and again,
from a guess on, until the limits meet; what it finds out on the way stays in the table (MTD(f), by the paper that is
named there).
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count
from bazas.kernels.cards import LAST_TRICK, SUITS, suits_of_sotas
from bazas.kernels.compiling import inner
from bazas.kernels.legality import EVERYTHING, demands, legal_cards
from bazas.kernels.records import MAX_SEATS
from bazas.kernels.solver_after import goes_long, singing, to_lead
from bazas.kernels.solver_cards import (
    FORTY,
    REYES,
    SOTAS,
    SUIT,
    TRUMPS,
    beating,
    pairs_in,
    solvers_card,
    solvers_cards,
    swapped_suit,
    swapped_suits,
    worth_in,
    worth_of,
)
from bazas.kernels.solver_compiling import apart
from bazas.kernels.solver_game import end_by_points, first_bound, points_suffice
from bazas.kernels.solver_moves import doubles, last_order, lead_order, one_of
from bazas.kernels.solver_records import ENDINGS, ENDS, GAME, KILLERS, SLOTS
from bazas.kernels.solver_search import address_of_after, address_of_follow, address_of_lead, after_card
from bazas.kernels.solver_table import FAR
from bazas.kernels.vueltas import CERTAIN

STEP, GAME_STEP = 6, 400
"""How far beyond a limit the next question goes, by the goal."""

GENERATIONS = 1 << 22
"""So many positions are told apart before all is forgotten: the number of one has to fit into an entry."""


@inner
def copy_rules(rules: Any, target: Any) -> None:
    """The switches that the arrastre needs."""
    target.players = rules.players
    target.deck = rules.deck
    target.cantes_per_trick = rules.cantes_per_trick
    target.forty_or_nothing = rules.forty_or_nothing
    target.tute = rules.tute
    target.thirty = rules.thirty
    target.both_last_trick = rules.both_last_trick
    target.claim = rules.claim
    target.mano_after_last = rules.mano_after_last


@apart
def _new_generation(workspace: Any) -> None:
    """What is known of other positions is forgotten."""
    workspace.generation += 1
    if workspace.generation == GENERATIONS:
        workspace.generation = 1
        for i in range(2 * SLOTS):
            workspace.table[i] = 0
        for i in range(2 * ENDINGS):
            workspace.endings[i] = 0
        for i in range(ENDS):
            workspace.ends[i] = 0


@apart
def set_up(position: Any, goal: int, workspace: Any) -> None:
    """Begin a new position: the hands in the solver's cards, what is left, and what may be sung."""
    _new_generation(workspace)
    workspace.lead, workspace.after, workspace.follow = address_of_lead(), address_of_after(), address_of_follow()
    rules, trumps = position.rules, position.trumps
    workspace.players = rules.players
    workspace.allowance = choose(rules.cantes_per_trick != 0, rules.cantes_per_trick, SUITS)
    workspace.forty_or_nothing = rules.forty_or_nothing
    unsung = swapped_suits(suits_of_sotas(position.unsung), trumps)
    live = 0
    for side in range(2):
        workspace.sides[side] = 0
        workspace.tutes[side] = -1
    for seat in range(MAX_SEATS):
        hand = choose(seat < rules.players, solvers_cards(position.hands[seat], trumps), 0)
        workspace.hands[seat] = hand
        live |= hand
        workspace.sides[seat & 1] |= pairs_in(hand) & unsung
    for i in range(KILLERS):
        workspace.killers[i] = 0
    workspace.odd = workspace.hands[1] | workspace.hands[3]
    workspace.high = workspace.hands[2] | workspace.hands[3]
    workspace.live = live
    workspace.unsung = workspace.sides[0] | workspace.sides[1]
    workspace.left = worth_in(live) + LAST_TRICK
    workspace.leads = 1
    workspace.between = position.between
    workspace.seat = position.winner
    workspace.winner = position.winner
    workspace.cursor = position.cursor
    workspace.songs = workspace.allowance - choose(rules.cantes_per_trick != 0, position.cantes, 0)
    workspace.worth = 0
    if position.between == 0 and position.position > 0:
        workspace.worth = position.worth
        workspace.left += position.worth
    _set_goal(position, goal, workspace)
    workspace.special = goes_long(workspace, workspace.unsung)


@inner
def _set_goal(position: Any, goal: int, workspace: Any) -> None:
    """The points at the start and what else the goal GAME asks for."""
    workspace.counting = choose(goal == GAME, 0, -1)
    workspace.mapped = 0
    if goal != GAME:
        return
    rules = position.rules
    copy_rules(rules, workspace.rules)
    for side in range(2):
        workspace.points[side] = position.points[side]
        workspace.cards[side] = position.cards[side]
    workspace.vueltas = position.vueltas
    workspace.mano = position.mano
    workspace.total = workspace.left
    for seat in range(MAX_SEATS):
        hand = workspace.hands[seat]
        if rules.tute != 0 and hand & REYES == REYES:
            workspace.tutes[0] = seat & 1
        if rules.tute != 0 and hand & SOTAS == SOTAS:
            workspace.tutes[1] = seat & 1
    if points_suffice(workspace):
        workspace.counting = -1
        workspace.mapped = 1


@apart
def open_trick(position: Any, workspace: Any) -> int:
    """Make ready for a card: who may lay what. Returns the legal cards."""
    players, trumps = workspace.players, position.trumps
    seat = position.leader + position.position & players - 1 & 3
    workspace.seat = seat
    workspace.winner = seat
    workspace.led, workspace.beat = 0, EVERYTHING
    hand = workspace.hands[seat]
    legal, apart_too = hand, 0
    if position.position > 0:
        best = solvers_card(position.best, trumps)
        workspace.winner = position.winner
        workspace.led = SUIT << swapped_suit(position.led, trumps)
        workspace.beat = beating(best)
        # The best card on the table still keeps cards apart; which the others are is all the same by now.
        apart_too = 1 << best
        workspace.leads = 0
        workspace.odd |= (position.winner & 1) << best
        workspace.high |= (position.winner >> 1) << best
        montar, follow, fallar = demands(workspace.beat, workspace.led, TRUMPS, (position.winner ^ seat) & 1)
        legal = legal_cards(hand, montar, follow, fallar)
    workspace.double = doubles(workspace, workspace.live | apart_too)
    workspace.moves = legal & ~workspace.double
    workspace.unsungs[count(hand)], workspace.scores[count(hand)] = workspace.unsung, 0
    workspace.first = 0
    for i in range(48):
        workspace.lower[i] = -FAR
        workspace.upper[i] = FAR
    return legal


@inner
def _try_card(workspace: Any, card: int, bound: int) -> int:
    """Whether a card is worth at least `bound`, for the side of the seat that lays it; its limit is kept."""
    takes = workspace.beat >> card & 1 != 0
    value = after_card(
        workspace, workspace.live ^ 1 << card, workspace.seat,
        choose(workspace.leads != 0, SUIT << (card & 3), workspace.led), choose(takes, beating(card), workspace.beat),
        choose(takes, workspace.seat, workspace.winner), workspace.worth + worth_of(card), workspace.left,
        workspace.double, bound,
    )  # fmt: skip
    if value >= bound:
        workspace.lower[card] = value
    else:
        workspace.upper[card] = value
    return value


@apart
def _try_all(workspace: Any, bound: int) -> int:
    """Whether some card is worth at least `bound`: then it is `workspace.first` from now on."""
    moves = workspace.moves
    preferred = workspace.first
    strongest = True
    if preferred == 0 and workspace.leads != 0:
        preferred, strongest = lead_order(workspace, workspace.live, workspace.seat, moves)
    elif preferred == 0:
        preferred, strongest = last_order(moves, workspace.beat, (workspace.winner ^ workspace.seat) & 1 == 0)
    best = -FAR
    while moves != 0 and best < bound:
        card = one_of(moves, preferred, strongest)
        moves ^= 1 << card
        value = workspace.upper[card]
        if value >= bound:
            value = _try_card(workspace, card, bound)
            if value >= bound:
                workspace.first = 1 << card
        best = max(best, value)
    return best


@inner
def _try_between(workspace: Any, bound: int) -> int:
    """Whether the rest is worth at least `bound` for the side that has won the last trick."""
    live, winner, left = workspace.live, workspace.winner, workspace.left
    if workspace.cursor > 3:
        return to_lead(workspace, live, winner, left, workspace.unsung, 0, bound)
    return singing(workspace, live, winner, workspace.cursor, workspace.songs, left, workspace.unsung, 0, bound)


@apart
def exactly(workspace: Any, card: int, low: int, high: int, bound: int) -> int:
    """The value of a card, of the best card (-1), or of the rest between two tricks, which lies from `low` to `high`.

    The first question is whether it is at least `bound`.
    """
    step = choose(workspace.counting != 0, STEP, GAME_STEP)
    bound = max(low + 1, min(bound, high))
    while low < high:
        if workspace.between != 0:
            value = _try_between(workspace, bound)
        elif card >= 0:
            value = _try_card(workspace, card, bound)
        else:
            value = _try_all(workspace, bound)
        if value >= bound:
            low = value
            bound = min(value + step, high)
        else:
            high = value
            bound = max(value - step + 1, low + 1)
    return high


@inner
def best_value(workspace: Any) -> int:
    """The value of the start, for the side of `workspace.seat`."""
    far = choose(workspace.counting != 0, FAR, CERTAIN)
    value = exactly(workspace, -1, -far, far, first_bound(workspace))
    if workspace.first == 0:
        workspace.first = workspace.moves & -workspace.moves  # all cards lose: none was found good
    return value


@apart
def told(workspace: Any, value: int) -> int:
    """A value for the side of `workspace.seat` as callers have it: points, or the chance, of side a."""
    value = choose(workspace.seat & 1 == 0, value, -value)
    if workspace.mapped != 0:
        value = end_by_points(workspace, value) + 2 * workspace.point * value
    elif workspace.counting != 0:
        return value
    return (value + CERTAIN) >> 1


@apart
def offered_suits(workspace: Any) -> int:
    """Go to the first question for a cante; the suits that it offers."""
    workspace.cursor = max(workspace.cursor, 0)
    while workspace.cursor < 4 and workspace.songs > 0:
        seat = choose(workspace.cursor & 1 == 0, workspace.winner, workspace.winner + 2 & workspace.players - 1)
        suits = pairs_in(workspace.hands[seat & 3]) & workspace.unsung
        if workspace.cursor & 1 != 0 and workspace.players == 2:
            suits = 0
        if workspace.cursor < 2:
            suits &= FORTY
        elif workspace.forty_or_nothing != 0 and suits & FORTY != 0:
            suits = 0
        else:
            suits &= ~FORTY
        if suits != 0:
            return suits
        workspace.cursor += 1
    return 0
