"""Decks built for a purpose, for four players with seat 0 as mano, and games with them compared with the reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bazas.kernels.cards import CABALLO, REY, SOTA
from bazas.kernels.records import NONE
from bazas.sim.rules import Rules
from bazas.sim.strategy import Strategy
from comparing import compare_game
from tracing import Array, Event, Game, Tracer, cards_in, random_decks

LASCUARENTA = Rules()

MUESTRA, BOTTOM = 24, 39
"""Places in a deck for four players: of the muestra, and of the card above it, that is drawn last but one."""

PLAIN_DECK = cards_in(40)


def arranged(order: Sequence[int], places: dict[int, int]) -> list[int]:
    """The deck in this order, but with some cards at chosen places (card: place)."""
    deck = list(order)
    for card, place in places.items():
        other = deck.index(card)
        deck[other], deck[place] = deck[place], deck[other]
    return deck


def in_hand(seat: int, *cards: int) -> dict[int, int]:
    """Places for some cards in the first hand of a seat, seat 0 being the mano."""
    return {card: 6 * seat + number for number, card in enumerate(cards)}


@dataclass
class Table:
    """A tracer whose games are compared with the reference engine."""

    tracer: Tracer

    def play(self, deck: Sequence[int], number: int = 0, script: Sequence[int] = ()) -> Game:
        """The game with this first deck (the vueltas' is in plain order) and seat 0 as mano."""
        return self.play_both([list(deck), PLAIN_DECK], number, script)

    def play_both(self, decks: list[list[int]], number: int = 0, script: Sequence[int] = ()) -> Game:
        game = self.tracer.play(number, np.array(decks, np.int8), script)
        compare_game(self.tracer.rules, game, decks, 0, "none", f"decks {decks}")
        return game


def table(rules: Rules, *strategies: Strategy) -> Table:
    return Table(Tracer(rules, strategies, mano=0))


def first_hand(game: Game) -> list[Event]:
    return game.events[: 1 + next(place for place, event in enumerate(game.events) if event[0] == "end")]


def events(game: Game, kind: str) -> list[Event]:
    """The first hand's events of a kind."""
    return [event for event in first_hand(game) if event[0] == kind]


def pair_of(suit: int) -> tuple[int, int]:
    return 16 * suit + REY, 16 * suit + SOTA


def first_totals(hands: Array) -> tuple[Array, Array]:
    """Points of both sides in the first hand (n by 2), with and without cantes."""
    return hand_totals(hands[:, 0])


def hand_totals(hand: Array) -> tuple[Array, Array]:
    last = hand["last_trick"].astype(int)
    ultimas = np.stack([(last != NONE) & (last & 1 == side) for side in range(2)], axis=1)
    without = hand["cards"].astype(int) + 10 * ultimas
    return without + hand["cantes"], without


def with_cantes(side: int, count: int, trumps_too: bool) -> Array:
    """Decks in which a side holds three pairs of rey and sota, with or without those of trumps; the other has one."""
    decks = random_decks(LASCUARENTA, count, 11)
    for number, deck in enumerate(decks[:, 0]):
        trumps = number & 3
        others = [suit for suit in range(4) if suit != trumps]
        mine, theirs = ([trumps, *others[:2]], others[2]) if trumps_too else (others, trumps)
        places = {16 * trumps + CABALLO: MUESTRA} | in_hand(1 - side, *pair_of(theirs))
        places |= in_hand(side, *pair_of(mine[0]), *pair_of(mine[1])) | in_hand(side + 2, *pair_of(mine[2]))
        deck[:] = arranged(deck.tolist(), places)
    return decks
