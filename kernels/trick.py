"""The trick: one loop for every game, made out of what a game asks of a player who follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bazas.kernels.asking import note, seat_after
from bazas.kernels.bits import choose
from bazas.kernels.compiling import inner
from bazas.kernels.legality import EVERYTHING, legal_cards, ruled_out
from bazas.kernels.records import PLAY

Function = Callable[..., Any]


def trick_loop(
    *, players: Function, obliged: Function, demands: Function, beating: Function, suit_mask: Function,
    ask: Function, moment: Function, laid: Function, refuse: Function, event: int,
) -> Function:  # fmt: skip
    """The function `play_trick(state, view, seats, rules, script, trace)` of a game, compiled into its hand loop.

    The seats still to play lay a card each, from the decision at which `view` stands. A game says in functions for
    kernels (`bazas.kernels.compiling.inner`):

    - `players(view)`: how many seats there are;
    - `obliged(view)`: whether who follows in this trick stands before demands;
    - `demands(beat, led, trumps, opponent)`: which, three sets of cards (see `bazas.kernels.legality`);
    - `beating(best, trumps)`: the cards that beat a card; `suit_mask(suit)`: all cards of a suit;
    - `ask(state, view, seats, script, seat, question, moment, hand, legal)`: the answer to a question;
    - `moment(view)`: where in the stream of noise the words for the cards of this trick stand;
    - `laid(view, seat, card)`: what besides is to be noted of a card; `refuse(state, view, rules, trace, seat, card)`:
      what follows on an illegal one.

    `event`: the kind under which a trace notes a card.
    """

    @inner
    def play_trick(state: Any, view: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
        there, trumps, bound = players(view), view.trumps, obliged(view)
        best = view.best
        winner, led, beat = view.leader, 0, EVERYTHING
        if view.position > 0:
            winner, led, beat = view.winner, suit_mask(view.led), beating(best, trumps)
        played_before, asked_at = (view.trick - 1) * there, moment(view)
        for position in range(view.position, there):
            seat = seat_after(view.leader, position, there)
            hand = state.hands[seat]
            legal, montar, follow, fallar = hand, 0, 0, 0
            if bound and position > 0:
                montar, follow, fallar = demands(beat, led, suit_mask(trumps), (winner ^ seat) & 1)
                legal = legal_cards(hand, montar, follow, fallar)
            view.position = position
            card = ask(state, view, seats, script, seat, PLAY, asked_at, hand, legal)
            if card < 0 or card > 63 or (legal >> card) & 1 == 0:
                refuse(state, view, rules, trace, seat, card)
                return
            bit = 1 << card
            state.hands[seat] = hand ^ bit
            view.played[seat] |= bit
            if bound and position > 0:
                view.cannot[seat] |= ruled_out(card, montar, follow, fallar)
            view.table[position & 3] = card
            view.plays[(played_before + position) & 63] = card
            if position == 0:
                led = suit_mask(card >> 4)
                view.led = card >> 4
            takes = (beat >> card) & 1 != 0
            best = choose(takes, card, best)
            winner = choose(takes, seat, winner)
            beat = choose(takes, beating(card, trumps), beat)
            view.best = best
            view.winner = winner
            laid(view, seat, card)
            note(trace, state, view, event, seat, card, legal)

    return play_trick
