"""Between two tricks: swaps, tute, cantes and the check for 101.

Each stage can be entered at any question: `view.cursor` says whose turn it is to be asked, so that a hand can go on
from any decision.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.asking import ask_between, end_hand, note, refuse, seat_after
from bazas.kernels.bits import choose, lowest
from bazas.kernels.cards import (
    AS,
    CABALLO,
    GOAL,
    REY,
    REYES,
    SEVEN,
    SOTA,
    SOTAS,
    TRES,
    TWO,
    cantes_in,
    suit_mask,
    suits_of_sotas,
)
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.kernels.records import (
    BY_CLAIM,
    BY_FALSE_CLAIM,
    BY_TUTE,
    BY_VUELTAS,
    CLAIM,
    E_CLAIM,
    E_SING,
    E_SWAP,
    E_TUTE,
    E_WITHHELD,
    NONE,
    SING,
    SWAP,
    TUTE,
    WITHHOLD_FIRST,
    WITHHOLD_NONE,
)

_FIGURES = 1 << CABALLO | 1 << SOTA | 1 << REY | 1 << TRES | 1 << AS
"""The strengths that `swap_figures` allows to be taken."""


@inner
def winning_hands(state: Any, view: Any) -> tuple[int, int]:
    """The hands of the winner and of its partner; the second is empty with two players."""
    return state.hands[view.winner & 3], state.hands[(view.winner ^ 2) & 3]


@inner
def swap_possible(state: Any, view: Any, rules: Any, own: int) -> bool:
    """Whether somebody may have to be asked for a swap; `own`: the cards of the winning side."""
    if state.given == 0 or view.stock == 0 or (rules.swap_just_won != 0 and view.after_draw != 0):
        return False
    others = state.hands[(view.winner ^ 1) & 3] | state.hands[(view.winner ^ 3) & 3]
    asked_too = rules.swap_just_won == 0 and view.won[(view.winner ^ 1) & 1] > 0
    return ((own | choose(asked_too, others, 0)) & state.given) != 0


@inner
def card_given(view: Any, rules: Any) -> int:
    """The card that may be exchanged for the muestra as it lies now, as a mask; 0 where none may."""
    strength = view.muestra & 15
    if view.chained != 0 and rules.chained_swap == 0:
        return 0
    lane = view.muestra & 48
    if strength == SEVEN:
        return (1 << TWO << lane) & view.deck if rules.swap_two != 0 else 0
    allowed = (_FIGURES >> strength) & 1 != 0 if rules.swap_figures != 0 else strength > SEVEN
    return 1 << SEVEN << lane if allowed else 0


@inner
def may_swap(view: Any, rules: Any, seat: int) -> bool:
    """Whether the rules let this seat swap now, if it holds the card given."""
    if rules.swap_winner_only != 0 and seat != view.winner:
        return False
    if rules.swap_just_won != 0:
        return (seat ^ view.winner) & 1 == 0
    return view.won[seat & 1] > 0


@inner
def seat_to_ask(view: Any, cursor: int) -> int:
    """Seat number `cursor` in the order of asking: the winner, its partner, the seat after the winner, the last one."""
    steps = cursor if view.players == 2 else 0x3120 >> (4 * cursor)
    return seat_after(view.winner, steps, view.players)


@inner
def ask_swaps(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """The winner and its partner are asked until neither swaps, then the others once."""
    players = view.players
    own = players >> 1  # how many belong to the winner's side
    while view.cursor < players and state.given != 0:
        given = state.given
        seat = seat_to_ask(view, view.cursor)
        if state.hands[seat] & given != 0 and may_swap(view, rules, seat):
            answer = ask_between(state, view, seats, script, seat, SWAP, given | 1 << view.muestra)
            note(trace, state, view, E_SWAP, seat, answer, view.legal)
            if answer != 0:
                if _withheld(state, view, score, given, seat):
                    note(trace, state, view, E_WITHHELD, seat, view.muestra, 0)
                else:
                    _swap(state, view, score, rules, seat)
                    view.swapped = 1 if view.cursor < own else 0
        view.cursor += 1
        if view.cursor == own and view.swapped != 0:
            view.cursor = 0
            view.swapped = 0


@inner
def _withheld(state: Any, view: Any, score: Any, given: int, seat: int) -> bool:
    """Whether a study ignores this exchange: one of the seven, by side a."""
    if state.withhold == WITHHOLD_NONE or seat & 1 != 0 or given & (1 << SEVEN) * ALL_LANES == 0:
        return False
    if score.withheld_seat == NONE:
        score.withheld_seat = seat
        score.withheld_trick = view.trick
    if state.withhold == WITHHOLD_FIRST:
        state.withhold = WITHHOLD_NONE
    return True


@inner
def _swap(state: Any, view: Any, score: Any, rules: Any, seat: int) -> None:
    """Exchange the card given for the muestra; everybody sees who takes what."""
    taken = view.muestra
    state.hands[seat] ^= state.given | 1 << taken
    view.holds[seat] |= 1 << taken
    view.muestra = lowest(state.given)
    if view.chained == 0:
        score.swap_seat = seat
        score.swap_trick = view.trick
        score.swap_card = taken
    else:
        score.swap2_seat = seat
        score.swap2_trick = view.trick
    view.chained = 1
    state.given = card_given(view, rules)


@inner
def fours_in(hand: int) -> int:
    """The four reyes or the four sotas, or both, where `hand` holds them all; else the empty set."""
    return choose(hand & REYES == REYES, REYES, 0) | choose(hand & SOTAS == SOTAS, SOTAS, 0)


@inner
def ask_tute(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """A seat of the side that won the trick may declare four reyes or four sotas and win the game."""
    while view.cursor < view.players >> 1:
        seat = seat_to_ask(view, view.cursor)
        fours = fours_in(state.hands[seat])
        if fours != 0:
            answer = ask_between(state, view, seats, script, seat, TUTE, fours)
            note(trace, state, view, E_TUTE, seat, answer, fours)
            if answer != 0:
                score.tute_seat = seat
                end_hand(state, view, trace, seat & 1, BY_TUTE)
                return
        view.cursor += 1


@inner
def singable(state: Any, view: Any, rules: Any, cursor: int) -> int:
    """Suits (a mask of bits 0 to 3) that the seat at this place in the order of asking for cantes may sing.

    Places 0 and 1: the unsung 40 of the winner and of its partner; 2 and 3: their 20s.
    """
    if view.players == 2 and cursor & 1:
        return 0
    suits = suits_of_sotas(cantes_in(state.hands[seat_to_ask(view, cursor & 1)]) & state.unsung)
    trumps = 1 << view.trumps
    if cursor < 2:
        return suits & trumps
    if rules.forty_or_nothing != 0 and suits & trumps != 0:
        return 0
    return suits & ~trumps


@inner
def ask_cantes(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """The unsung 40 first, then the winner's 20s, then its partner's, while the trick's allowance lasts."""
    while view.cursor < 4:
        if rules.cantes_per_trick != 0 and view.cantes >= rules.cantes_per_trick:
            return
        suits = singable(state, view, rules, view.cursor)
        if suits == 0:
            view.cursor += 1
            continue
        seat = seat_to_ask(view, view.cursor & 1)
        suit = ask_between(state, view, seats, script, seat, SING, suits)
        if suit != NONE and (suit < 0 or suit > 3 or (suits >> suit) & 1 == 0):
            refuse(state, view, rules, trace, seat, suit)
            return
        if suit == NONE:
            view.cursor += 1
        else:
            _sing(state, view, score, rules, seat, suit)
        note(trace, state, view, E_SING, seat, suit, suits)


@inner
def _sing(state: Any, view: Any, score: Any, rules: Any, seat: int, suit: int) -> None:
    """Score a cante; where its suit is named everybody knows the two cards, else only that there was one."""
    side = seat & 1
    state.unsung &= ~suit_mask(suit)
    view.cantes += 1
    points = 20
    if suit == view.trumps:
        points = 40
        score.forty_seat = seat
        score.forty_trick = view.trick
    else:
        index = score.twenties[0] + score.twenties[1]
        score.twenties[side] += 1
        score.twenty_seat[index] = seat
        score.twenty_trick[index] = view.trick
        score.twenty_suit[index] = suit
    score.cantes[side] += points
    view.points[side] += points
    if suit == view.trumps or view.stock > 0 or rules.twenty_named != 0:
        state.named |= 1 << suit
        view.sung |= 1 << suit
        view.holds[seat] |= (REYES | SOTAS) & suit_mask(suit)
    else:
        state.secret[seat] |= 1 << suit
        state.simple = 0  # from now on the seats do not know the same
        view.unnamed_tricks[seat, view.unnamed[seat]] = view.trick
        view.unnamed[seat] += 1


@inner
def check(state: Any, view: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """In the vueltas: the side that won the trick stops at 101, or the trick's winner may claim it."""
    side = view.winner & 1
    reached = view.points[side] >= GOAL
    if rules.claim == 0:
        if reached:
            end_hand(state, view, trace, side, BY_VUELTAS)
        return
    seat = view.winner
    answer = ask_between(state, view, seats, script, seat, CLAIM, 0)
    note(trace, state, view, E_CLAIM, seat, answer, 0)
    if answer != 0 and reached:
        end_hand(state, view, trace, side, BY_CLAIM)
    elif answer != 0:
        end_hand(state, view, trace, 1 - side, BY_FALSE_CLAIM)
