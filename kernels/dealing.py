"""Decks, deals and the state of a hand before its first card."""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, lowest, nth
from bazas.kernels.cards import SOTAS, suit_of
from bazas.kernels.compiling import inner
from bazas.kernels.noise import ANSWER_STREAM, DECK_STREAM, below, stream, word
from bazas.kernels.questions import card_given
from bazas.kernels.records import BY_HAND, MAX_CARDS, MAX_TRICKS, MAX_TWENTIES, MEMORY, NONE, PLAY


@inner
def shuffle(cards: Any, deck: int, seed: int, unit: int, game: int, hand: int) -> None:
    """Fill `cards` with the cards of the mask `deck` in random order, all orders equally likely.

    Each card is drawn from those that are left; a deck has an even number, and each word of the generator serves two
    draws. A pure function of the five numbers.
    """
    key = stream(seed, unit, game, hand, DECK_STREAM)
    left = count(deck)
    for i in range(left // 2):
        bits = word(key, i)
        first = nth(deck, below(bits, left))
        deck ^= first
        second = nth(deck, below(bits >> 32, left - 1))
        deck ^= second
        cards[2 * i] = lowest(first)
        cards[2 * i + 1] = lowest(second)
        left -= 2


@inner
def deal(state: Any, view: Any, score: Any, rules: Any, mano: int, vueltas: int) -> None:
    """Begin a hand with the deck in `state.cards`: six cards each from seat 0 on, then the muestra, then the stock.

    Not from the mano on, which is all one to chance: so a deal is the same whoever leads, and games by rules that pass
    the mano on in other ways can be compared on the same cards in the same hands.

    Points and carried points of the view are left as they are; everything else of the hand is reset.
    """
    players = rules.players
    for seat in range(4):
        state.hands[seat] = 0
    for i in range(players):
        hand = 0
        for j in range(6 * i, 6 * i + 6):
            hand |= 1 << int(state.cards[j])
        state.hands[i & 3] = hand
    muestra = int(state.cards[6 * players])
    _reset_state(state)
    _reset_view(view, rules, mano, vueltas, muestra)
    _reset_score(score, mano, muestra)
    state.next = 6 * players + 1
    state.given = card_given(view, rules)


@inner
def open_streams(state: Any, rules: Any, seed: int, unit: int, game: int, hand: int) -> None:
    """Shuffle the deck of one hand and open the stream of its noise."""
    shuffle(state.cards, rules.deck, seed, unit, game, hand)
    state.key = stream(seed, unit, game, hand, ANSWER_STREAM)


@inner
def _reset_state(state: Any) -> None:
    for seat in range(4):
        for i in range(MEMORY):
            state.memory[seat, i] = 0
    state.unsung = SOTAS
    state.named = 0
    for seat in range(4):
        state.secret[seat] = 0
    state.simple = 1 if state.alike != 0 and state.left == 0 else 0
    state.over = 0
    state.winning_side = NONE
    state.decided = BY_HAND
    state.fault = 0


@inner
def _reset_view(view: Any, rules: Any, mano: int, vueltas: int, muestra: int) -> None:
    stock = count(rules.deck) - 6 * rules.players
    view.players = rules.players
    view.question = PLAY
    view.after_draw = 0
    view.cursor = 0
    view.position = 0
    view.trick = 1
    view.tricks = stock // rules.players + 6
    view.vueltas = vueltas
    view.mano = mano
    view.deck = rules.deck
    view.stock = stock
    view.muestra = muestra
    view.trumps = suit_of(muestra)
    view.leader = mano
    view.led = NONE
    view.best = NONE
    view.winner = NONE
    view.worth = 0
    view.sung = 0
    view.cantes = 0
    view.chained = 0
    view.swapped = 0
    for side in range(2):
        view.won[side] = 0
    for seat in range(4):
        view.played[seat] = 0
        view.holds[seat] = 0
        view.cannot[seat] = 0
        view.unnamed[seat] = 0
        for i in range(MAX_TWENTIES):
            view.unnamed_tricks[seat, i] = 0
        view.table[seat] = NONE
    for i in range(MEMORY):
        view.memory[i] = 0
    for i in range(MAX_CARDS):
        view.plays[i] = NONE
    for i in range(MAX_TRICKS):
        view.leaders[i] = NONE


@inner
def _reset_score(score: Any, mano: int, muestra: int) -> None:
    score.mano = mano
    score.muestra = muestra
    for side in range(2):
        score.cards[side] = 0
        score.cantes[side] = 0
        score.tricks[side] = 0
        score.twenties[side] = 0
    for i in range(3):
        score.twenty_seat[i] = NONE
        score.twenty_trick[i] = NONE
        score.twenty_suit[i] = NONE
    score.last_trick = NONE
    score.forty_seat = NONE
    score.forty_trick = NONE
    score.swap_seat = NONE
    score.swap_trick = NONE
    score.swap_card = NONE
    score.swap2_seat = NONE
    score.swap2_trick = NONE
    score.tute_seat = NONE
    score.as_seat = NONE
    score.tres_seat = NONE
    score.seven_seat = NONE
    score.muestra_seat = NONE
    score.last_free = NONE
    score.withheld_seat = NONE
    score.withheld_trick = NONE
    score.next_mano = NONE
