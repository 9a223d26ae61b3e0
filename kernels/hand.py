"""The hand: one loop for every sheet, number of players and deck, entered at the start or at any decision."""

from __future__ import annotations

from typing import Any

from bazas.kernels.asking import end_hand, note, present, refuse, remember, scripted
from bazas.kernels.cards import AS, LAST_TRICK, SEVEN, TRES, points_of, suit_mask
from bazas.kernels.compiling import inner
from bazas.kernels.counting import winner_by_count
from bazas.kernels.legality import fallar, legal_cards, montar, ruled_out
from bazas.kernels.questions import anything_to_ask, ask_cantes, ask_swaps, ask_tute, check
from bazas.kernels.records import (
    ASK,
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


@inner
def play_on(state: Any, view: Any, score: Any, seats: Any, seating: Any, rules: Any, script: Any, trace: Any) -> None:
    """Play a hand to its end from the decision at which `state` and `view` stand.

    `seats` holds the decisions of each seat (play, swap, declare, sing, claim), `seating` their parameters (int64, 4 by
    SEATING). `script` (int16, may be empty) answers the next questions in their order, `trace` (EVENT, may be empty)
    takes the events. Facts of the hand go into `score`, the outcome into `state`.
    """
    state.loaded = NONE
    while state.over == 0:
        if view.question == PLAY:
            play_trick(state, view, seats, seating, rules, script, trace)
            if state.over == 0:
                finish_trick(state, view, score, rules, trace)
        if state.over == 0:
            between_tricks(state, view, score, seats, seating, rules, script, trace)
    close_score(state, view, score, rules)


@inner
def play_trick(state: Any, view: Any, seats: Any, seating: Any, rules: Any, script: Any, trace: Any) -> None:
    """The seats still to play lay a card each."""
    players = view.players
    free = view.stock > 0
    trumps = view.trumps
    led, best, winner, worth = view.led, view.best, view.winner, view.worth
    played_before = (view.trick - 1) * players
    for position in range(view.position, players):
        seat = (view.leader + position) & (players - 1)
        partner = (winner ^ seat) & 1 == 0
        beat = follow = trump = 0
        if not free and position > 0:
            beat, follow, trump = montar(led, best, partner), suit_mask(led), fallar(best, trumps, partner)
        legal = legal_cards(state.hands[seat], beat, follow, trump)
        view.position = position
        present(state, view, seating, seat, PLAY, legal)
        card = scripted(state, script)
        if card == ASK:
            card = seats[seat][0](view)
            remember(state, view, seating, seat)
        if card < 0 or card > 63 or (legal >> card) & 1 == 0:
            refuse(state, view, rules, trace, seat, card)
            return
        bit = 1 << card
        state.hands[seat] ^= bit
        view.played[seat] |= bit
        view.holds[seat] &= ~bit
        view.cannot[seat] |= ruled_out(card, beat, follow, trump)
        view.table[position] = card
        view.plays[played_before + position] = card
        led = card >> 4 if position == 0 else led
        takes = position == 0 or beats(card, best, trumps)
        best = card if takes else best
        winner = seat if takes else winner
        worth += points_of(card)
        view.led = led
        view.best = best
        view.winner = winner
        view.worth = worth
        note(trace, state, view, E_PLAY, seat, card, legal)


@inner
def beats(card: int, best: int, trumps: int) -> bool:
    """Whether `card` takes the trick from the winning card `best`: stronger in its suit, or a trump on a plain suit."""
    same_suit = (card ^ best) >> 4 == 0
    return (same_suit & (card > best)) | (not same_suit) & (card >> 4 == trumps)


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
def between_tricks(
    state: Any, view: Any, score: Any, seats: Any, seating: Any, rules: Any, script: Any, trace: Any
) -> None:
    """Before the draw: swaps, tute, cantes, the check; the draw; after it the same again. Then the winner leads."""
    while True:
        if view.cursor != 0 or view.question != SWAP or anything_to_ask(state, view, rules):
            ask_all(state, view, score, seats, seating, rules, script, trace)
            if state.over != 0:
                return
        if view.vueltas != 0:
            check(state, view, seats, seating, rules, script, trace)
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
def ask_all(state: Any, view: Any, score: Any, seats: Any, seating: Any, rules: Any, script: Any, trace: Any) -> None:
    """Swaps, tute and cantes, from the question at which the view stands."""
    if view.question == SWAP:
        ask_swaps(state, view, score, seats, seating, rules, script, trace)
        view.question = TUTE
        view.cursor = 0
    if view.question == TUTE:
        ask_tute(state, view, score, seats, seating, rules, script, trace)
        view.question = SING
        view.cursor = 0
    if view.question == SING and state.over == 0:
        ask_cantes(state, view, score, seats, seating, rules, script, trace)


@inner
def draw(state: Any, view: Any, score: Any, trace: Any) -> None:
    """Everybody draws one card, the winner first; the muestra is the last card of the stock."""
    players = view.players
    for i in range(players):
        seat = (view.winner + i) & (players - 1)
        view.stock -= 1
        if view.stock == 0:
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
    for seat in range(view.players):
        trumps = view.played[seat] >> lane
        if (trumps >> AS) & 1:
            score.as_seat = seat
        if (trumps >> TRES) & 1:
            score.tres_seat = seat
        if (trumps >> SEVEN) & 1:
            score.seven_seat = seat
    score.next_mano = (view.mano + 1) & (view.players - 1)
    if rules.mano_after_last != 0:
        unfinished = view.question == PLAY and score.last_trick == NONE
        last = view.leader if unfinished else view.winner
        score.next_mano = (last + 1) & (view.players - 1)
