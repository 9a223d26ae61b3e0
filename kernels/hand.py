"""The hand: one loop for every sheet, number of players and deck, entered at the start or at any decision."""

from __future__ import annotations

from typing import Any

from bazas.kernels.asking import ask, end_hand, moment_of, note, refuse, seat_after
from bazas.kernels.bits import choose
from bazas.kernels.cards import AS, LAST_TRICK, SEVEN, TRES, beating, cantes_in, points_of, suit_mask
from bazas.kernels.compiling import inner
from bazas.kernels.counting import winner_by_count
from bazas.kernels.legality import demands
from bazas.kernels.questions import ask_cantes, ask_swaps, ask_tute, check, fours_in, swap_possible, winning_hands
from bazas.kernels.records import (
    E_DRAW,
    E_LAST,
    E_PLAY,
    E_TRICK,
    NONE,
    PLAY,
    SING,
    SWAP,
    TUTE,
)
from bazas.kernels.trick import trick_loop


@inner
def _players(view: Any) -> int:
    return view.players


@inner
def _obliged(view: Any) -> bool:
    """In the free phase any card may be played."""
    return view.stock == 0


@inner
def _moment(view: Any) -> int:
    return moment_of(view.trick, PLAY, 0)


@inner
def _laid(view: Any, seat: int, card: int) -> None:
    view.holds[seat] &= ~(1 << card)
    view.worth += points_of(card)


play_trick = trick_loop(
    players=_players, obliged=_obliged, demands=demands, beating=beating, suit_mask=suit_mask,
    ask=ask, moment=_moment, laid=_laid, refuse=refuse, event=E_PLAY,
)  # fmt: skip


@inner
def play_on(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """Play a hand to its end from the decision at which `state` and `view` stand, after `asking.sit_down`.

    `seats` (SEATS) says who decides. `script` (int16, may be empty) answers the next questions in their order, `trace`
    (EVENT, may be empty) takes the events. Facts of the hand go into `score`, the outcome into `state`.
    """
    while state.over == 0:
        if view.question == PLAY:
            play_trick(state, view, seats, rules, script, trace)
            if state.over == 0:
                finish_trick(state, view, score, rules, trace)
        if state.over == 0:
            between_tricks(state, view, score, seats, rules, script, trace)
    close_score(state, view, score, rules)


@inner
def finish_trick(state: Any, view: Any, score: Any, rules: Any, trace: Any) -> None:
    """The trick goes to the winner's side; the last one is worth ten more and ends the hand."""
    winner, worth = view.winner, view.worth
    side = winner & 1
    view.won[side] += 1
    view.points[side] += worth
    score.cards[side] += worth
    score.tricks[side] += 1
    view.leaders[view.trick - 1] = view.leader
    note(trace, state, view, E_TRICK, winner, worth, 0)
    if view.stock == view.players:
        score.last_free = winner
    if view.trick == view.tricks:
        view.points[side] += LAST_TRICK
        score.last_trick = winner
        note(trace, state, view, E_LAST, winner, LAST_TRICK, 0)
        winning, decided = winner_by_count(view, score, rules)
        end_hand(state, view, trace, winning, decided)
        return
    view.question = SWAP
    view.after_draw = 0
    view.cursor = 0
    view.cantes = 0


@inner
def between_tricks(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """Before the draw: swaps, tute, cantes, the check; the draw; after it the same again. Then the winner leads."""
    while True:
        ask_all(state, view, score, seats, rules, script, trace)
        if state.over != 0:
            return
        if view.vueltas != 0:
            check(state, view, seats, rules, script, trace)
            if state.over != 0:
                return
        if view.after_draw != 0 or view.stock == 0:
            break
        draw(state, view, score, trace)
        view.after_draw = 1
        view.question = SWAP
        view.cursor = 0
    _next_trick(view)


@inner
def ask_all(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """Swaps, tute and cantes, from the question at which the view stands; most often there is nothing to ask."""
    stage = view.question
    first, second = winning_hands(state, view)
    if stage <= SWAP and swap_possible(state, view, rules, first | second):
        ask_swaps(state, view, score, seats, rules, script, trace)
        view.cursor = 0
        first, second = winning_hands(state, view)
    if stage <= TUTE and rules.tute != 0 and fours_in(first) | fours_in(second) != 0:
        ask_tute(state, view, score, seats, rules, script, trace)
        view.cursor = 0
    if stage <= SING and state.over == 0 and (cantes_in(first) | cantes_in(second)) & state.unsung != 0:
        ask_cantes(state, view, score, seats, rules, script, trace)


@inner
def draw(state: Any, view: Any, score: Any, trace: Any) -> None:
    """Everybody draws one card, the winner first; the muestra is the last card of the stock."""
    players = view.players
    stock = view.stock
    view.stock = stock - players
    for i in range(players):
        seat = seat_after(view.winner, i, players)
        if i + 1 == stock:
            card = view.muestra
            score.muestra_seat = seat
            view.holds[seat] |= 1 << card
        else:
            card = int(state.cards[state.next])
            state.next += 1
        state.hands[seat] |= 1 << card
        note(trace, state, view, E_DRAW, seat, card, 0)


@inner
def _next_trick(view: Any) -> None:
    view.leader = view.winner
    view.trick += 1
    view.question = PLAY
    view.after_draw = 0
    view.position = 0
    view.led = NONE
    view.best = NONE
    view.winner = NONE
    view.worth = 0
    view.cantes = 0


@inner
def close_score(state: Any, view: Any, score: Any, rules: Any) -> None:
    """Note who played the as, the tres and the seven of trumps, and who leads the next hand."""
    lane = view.trumps << 4
    as_seat = tres_seat = seven_seat = NONE
    for seat in range(view.players):
        trumps = view.played[seat & 3] >> lane
        as_seat = choose(trumps & 1 << AS != 0, seat, as_seat)
        tres_seat = choose(trumps & 1 << TRES != 0, seat, tres_seat)
        seven_seat = choose(trumps & 1 << SEVEN != 0, seat, seven_seat)
    score.as_seat, score.tres_seat, score.seven_seat = as_seat, tres_seat, seven_seat
    score.next_mano = seat_after(view.mano, 1, view.players)
    if rules.mano_after_last != 0:
        unfinished = view.question == PLAY and score.last_trick == NONE
        last = view.leader if unfinished else view.winner
        score.next_mano = seat_after(last, 1, view.players)
