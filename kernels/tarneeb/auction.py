"""The auction, and the questions of a round (sheet `cardems`, "طريقة اللعب", RULES.md 3 "Bidding")."""

from __future__ import annotations

from typing import Any

from bazas.kernels.asking import answer_of, note, put, seat_after
from bazas.kernels.bits import count, lowest
from bazas.kernels.calling import decide
from bazas.kernels.compiling import inner
from bazas.kernels.records import PARAMETERS, PLAY
from bazas.kernels.tarneeb.cards import HONOURS, suit_mask
from bazas.kernels.tarneeb.records import (
    BID,
    E_BID,
    E_CONTRACT,
    E_TRUMPS,
    HIGHEST_BID,
    LOWEST_BID,
    NAME,
    PASS,
    PLAYERS,
)

ALL_BIDS = (1 << HIGHEST_BID + 1) - (1 << LOWEST_BID)
EVERY_SUIT = 0b1111
_OF_NAMES = PLAYERS * (HIGHEST_BID + 1)
_OF_CARDS = _OF_NAMES + PLAYERS


@inner
def sit_down(state: Any, view: Any, seats: Any, script: Any) -> None:
    """Before the first round of these seats, or in the middle of one: what all share is filled in once."""
    state.alike = 1 if seats.differ == 0 else 0
    state.left = script.size
    state.simple = 1 if seats.differ == 0 and script.size == 0 else 0
    for i in range(PARAMETERS):
        view.params[i] = seats.params[0, i]


@inner
def ask(
    state: Any, view: Any, seats: Any, script: Any, seat: int, question: int, moment: int, hand: int, legal: int
) -> int:
    """The answer of a seat to a question: the script's, where it has one, else its strategy's.

    `moment`: with the seat added an index of the stream of noise, so that a word of noise depends on seed, game, round,
    kind of question, bid to be beaten or trick, and seat alone.
    """
    view.question = question
    put(state, view, seat, moment, hand, legal)
    if state.simple != 0:
        return decide(seats, seat, question, view)
    answer = answer_of(state, view, seats, script, seat, question)
    state.simple = 1 if state.left == 0 and state.alike != 0 else 0
    return answer


@inner
def moment_of_trick(view: Any) -> int:
    """Where in the stream of noise the words for the cards of a trick stand."""
    return _OF_CARDS + PLAYERS * view.trick


@inner
def refuse(state: Any, view: Any, rules: Any, trace: Any, seat: int, move: int) -> None:
    """An illegal answer is a fault that stops the run."""
    state.move = move
    state.fault = 1
    state.over = 1


@inner
def legal_bids(bid: int) -> int:
    """What may be called over a bid (0: before the first): a mask of numbers, bit 0 for the pass."""
    return ALL_BIDS & -(2 << bid) | 1 << PASS


@inner
def hold_auction(state: Any, view: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """Call on, from the seat of the view, until there is a contract.

    A pass is final. The highest bidder is never asked: the others have all passed before its turn comes. After three
    opening passes the fourth seat has the contract at 7. Where a study raises contracts, all but 13 are one higher
    than what was bid.
    """
    seat = view.seat
    while view.bid != HIGHEST_BID and count(view.passed) < PLAYERS - 1:
        if view.passed >> seat & 1 == 0:
            legal = legal_bids(view.bid)
            call = ask(state, view, seats, script, seat, BID, PLAYERS * view.bid, state.hands[seat], legal)
            if call < 0 or call > HIGHEST_BID or legal >> call & 1 == 0:
                refuse(state, view, rules, trace, seat, call)
                return
            view.calls[view.called & 15] = call
            view.called += 1
            if call == PASS:
                view.passed |= 1 << seat
            else:
                view.bid = call
                view.declarer = seat
            note(trace, state, view, E_BID, seat, call, legal)
        seat = seat_after(seat, 1, PLAYERS)
    if view.bid == 0:
        view.bid = LOWEST_BID
        view.declarer = lowest(~view.passed & 0b1111)
        view.forced = 1
    view.bid += state.raised & (view.bid < HIGHEST_BID)
    view.question = NAME
    note(trace, state, view, E_CONTRACT, view.declarer, view.bid, view.forced)


@inner
def name_trumps(state: Any, view: Any, score: Any, seats: Any, rules: Any, script: Any, trace: Any) -> None:
    """The declarer names trumps, and will lead."""
    declarer = view.declarer & 3
    hand = state.hands[declarer]
    suit = ask(state, view, seats, script, declarer, NAME, _OF_NAMES, hand, EVERY_SUIT)
    if suit < 0 or suit > 3:
        refuse(state, view, rules, trace, declarer, suit)
        return
    view.trumps = suit
    view.leader = declarer
    view.trick = 1
    view.question = PLAY
    score.declarer_trumps = count(hand & suit_mask(suit))
    score.declarer_honours = count(hand & suit_mask(suit) & HONOURS)
    note(trace, state, view, E_TRUMPS, declarer, suit, EVERY_SUIT)
