"""The round: auction, trumps, thirteen tricks, the score; entered at the start or at any decision."""

from __future__ import annotations

from typing import Any

from bazas.kernels.asking import note, seat_after
from bazas.kernels.compiling import inner
from bazas.kernels.records import MAX_SEATS, MEMORY
from bazas.kernels.tarneeb.auction import ask, hold_auction, moment_of_trick, name_trumps, refuse
from bazas.kernels.tarneeb.cards import CARDS, TRICKS, beating, suit_mask
from bazas.kernels.tarneeb.records import BID, E_END, E_PLAY, E_TRICK, MAX_CALLS, NAME, NOBODY, PLAYERS
from bazas.kernels.trick import trick_loop


@inner
def deal(state: Any, view: Any, score: Any, dealer: int) -> None:
    """Begin a round with the deck in `state.cards`: 13 cards each, from seat 0 on.

    Not from the opener on, which is all one to chance: a deal is the same whoever deals. Points of the view are left
    as they are, everything else of the round is reset.
    """
    for seat in range(PLAYERS):
        hand = 0
        for i in range(TRICKS * seat, TRICKS * (seat + 1)):
            hand |= 1 << int(state.cards[i])
        state.hands[seat] = hand
    _reset_state(state)
    _reset_view(view, dealer)
    _reset_score(score, dealer)


@inner
def _reset_state(state: Any) -> None:
    for seat in range(MAX_SEATS):
        for i in range(MEMORY):
            state.memory[seat, i] = 0
    state.over = 0
    state.fault = 0


@inner
def _reset_view(view: Any, dealer: int) -> None:
    view.dealer = dealer
    view.question = BID
    view.seat = seat_after(dealer, 1, PLAYERS)
    view.position = 0
    view.trick = 0
    view.bid = 0
    view.declarer = NOBODY
    view.passed = 0
    view.called = 0
    view.forced = 0
    view.trumps = NOBODY
    view.leader = NOBODY
    view.led = NOBODY
    view.best = NOBODY
    view.winner = NOBODY
    for side in range(2):
        view.won[side] = 0
    for seat in range(MAX_SEATS):
        view.played[seat] = 0
        view.cannot[seat] = 0
        view.table[seat] = NOBODY
    for i in range(MEMORY):
        view.memory[i] = 0
    for i in range(MAX_CALLS):
        view.calls[i] = NOBODY
    for i in range(TRICKS):
        view.leaders[i] = NOBODY
    for i in range(CARDS):
        view.plays[i] = NOBODY


@inner
def _reset_score(score: Any, dealer: int) -> None:
    score.dealer = dealer
    score.declarer_trumps = 0
    score.declarer_honours = 0


@inner
def play_on(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """Play a round to its end from the decision at which `state` and `view` stand, after `auction.sit_down`.

    `seats` (SEATS) says who decides. `script` (int16, may be empty) answers the next questions in their order, `trace`
    (EVENT, may be empty) takes the events. The facts go into `score` (ROUND), the new totals into `view.points`.
    """
    if view.question == BID:
        hold_auction(state, view, seats, rules, script, trace)
    if view.question == NAME and state.over == 0:
        name_trumps(state, view, score, seats, rules, script, trace)
    while state.over == 0:
        play_trick(state, view, seats, rules, script, trace)
        if state.over == 0:
            finish_trick(state, view, trace)
    if state.fault == 0:
        close_score(view, score)
        note(trace, state, view, E_END, winner_of_game(view, rules), int(made(view)), 0)


@inner
def _players(view: Any) -> int:
    return PLAYERS


@inner
def _obliged(view: Any) -> bool:
    return True


@inner
def _demands(beat: int, led: int, trumps: int, opponent: int) -> tuple[int, int, int]:
    """Who holds the suit led must follow it, and nothing else is asked for."""
    return 0, led, 0


@inner
def _laid(view: Any, seat: int, card: int) -> None:
    pass


play_trick = trick_loop(
    players=_players, obliged=_obliged, demands=_demands, beating=beating, suit_mask=suit_mask,
    ask=ask, moment=moment_of_trick, laid=_laid, refuse=refuse, event=E_PLAY,
)  # fmt: skip


@inner
def finish_trick(state: Any, view: Any, trace: Any) -> None:
    """The trick goes to the winner's side, and the winner leads; after the last trick the round is over."""
    winner = view.winner & 3
    view.won[winner & 1] += 1
    view.leaders[view.trick - 1] = view.leader
    note(trace, state, view, E_TRICK, winner, view.trick, 0)
    if view.trick == TRICKS:
        state.over = 1
        return
    view.leader = winner
    view.trick += 1
    view.position = 0
    view.led = NOBODY
    view.best = NOBODY
    view.winner = NOBODY


@inner
def made(view: Any) -> bool:
    """Whether the declaring side has the tricks that it bid."""
    return view.won[view.declarer & 1] >= view.bid


@inner
def close_score(view: Any, score: Any) -> None:
    """The points of a round played out (sheet "النقاط والفوز"), and the facts that become a row.

    Made: the declaring side scores all its tricks. Failed: it loses its bid, and the others score all theirs.
    """
    declaring = view.declarer & 1
    keeps = made(view)
    for side in range(2):
        if side == declaring:
            points = view.won[side] if keeps else -view.bid
        else:
            points = 0 if keeps else view.won[side]
        view.points[side] += points
        score.tricks[side] = view.won[side]
        score.points[side] = points
        score.totals[side] = view.points[side]
    score.declarer = view.declarer
    score.bid = view.bid
    score.forced = view.forced
    score.trumps = view.trumps
    for i in range(MAX_CALLS):
        score.calls[i] = view.calls[i]


@inner
def winner_of_game(view: Any, rules: Any) -> int:
    """The side that has won the game: the only one that stands at the goal or above; -1 where there is none."""
    a, b = view.points[0] >= rules.goal, view.points[1] >= rules.goal
    if a == b:
        return NOBODY
    return 0 if a else 1
