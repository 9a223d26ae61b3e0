"""Positions of the arrastre by chance: hands, cantes, cards on the table, scores; for the solver and plain minimax."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from bazas.kernels import solver
from bazas.kernels.records import blank
from bazas.sim.rules import Rules
from minimax import Minimax, Place
from reference.cards import SUITS, Card, card_points, code, full_deck
from reference.counting import ENOUGH, Pair
from reference.questions import PAIRS
from reference.tricks import Play, legal_cards, winning_play

SOTAS = {suit: 2 ** code(Card(suit, "sota")) for suit in SUITS}

Answer = Card | str | None
"""A card, a suit to sing, or none."""


@dataclass(frozen=True)
class Position:
    """A place with all that its value depends on."""

    rules: Rules
    place: Place
    trumps: str
    vueltas: bool = False
    mano: int = 0
    carried: Pair = (0, 0)

    @property
    def points(self) -> Pair:
        a, b = (self.carried[side] + self.place.cards[side] + self.place.cantes[side] for side in (0, 1))
        return a, b

    def minimax(self, game: bool) -> Minimax:
        return Minimax(self.rules, self.trumps, game, self.vueltas, self.mano, self.carried)

    def record(self) -> Any:
        """The same for the solver."""
        record, place = blank(solver.POSITION), self.place
        record["rules"] = self.rules.record()
        for seat, hand in enumerate(place.hands):
            record["hands"][seat] = sum(2 ** code(card) for card in hand)
        record["trumps"] = SUITS.index(self.trumps)
        record["unsung"] = sum(SOTAS[suit] for suit in SUITS if suit not in place.sung)
        record["leader"], record["position"] = place.leader, len(place.table)
        record["winner"] = place.leader
        if place.table:
            best = winning_play(place.table, self.trumps)
            record["led"] = SUITS.index(place.table[0].card.suit)
            record["best"], record["winner"] = code(best.card), best.seat
            record["worth"] = card_points(play.card for play in place.table)
        record["between"] = place.asking is not None
        record["cursor"] = -1 if place.asking is None else place.asking
        record["cantes"] = place.cantes_after_this_trick
        record["points"], record["cards"] = self.points, place.cards
        record["vueltas"], record["mano"] = self.vueltas, self.mano
        return record

    def values(self, game: bool) -> dict[Answer, int]:
        """What plain minimax says of every answer to the next question; None alone where nobody can sing."""
        minimax, place = self.minimax(game), self.place
        answers = minimax.answers(place)
        while set(answers) == {None} and place.asking is not None and place.asking < 3:
            place = replace(place, asking=place.asking + 1)
            answers = minimax.answers(place)
        return answers


class Solver:
    """The kernel with its workspace, which serves one position after the other."""

    def __init__(self) -> None:
        self.workspace = blank(solver.WORKSPACE)
        self.room = np.zeros(64, np.int64)

    def values(self, position: Position, game: bool) -> dict[Answer, int]:
        record, goal = position.record(), solver.GAME if game else solver.POINTS
        self.room[:] = 99_999
        if position.place.asking is not None:
            suits = int(solver.solve_songs(record, goal, self.workspace, self.room))
            songs: dict[Answer, int] = {suit: int(self.room[i]) for i, suit in enumerate(SUITS) if suits >> i & 1}
            return songs | {None: int(self.room[4])}
        legal = int(solver.solve_cards(record, goal, self.workspace, self.room))
        cards = full_deck(position.rules.deck)
        return {card: int(self.room[code(card)]) for card in cards if legal >> code(card) & 1}


def positions(seed: int, count: int, rules: list[Rules], sizes: list[int]) -> Iterator[Position]:
    """Positions with hands of these sizes; about every second one has cantes to sing."""
    rng = Random(seed)
    for _ in range(count):
        yield position(rng, rng.choice(rules), rng.choice(sizes))


def position(rng: Random, rules: Rules, size: int) -> Position:
    trumps = rng.choice(SUITS)
    hands = deal(rng, rules, size)
    leader = rng.randrange(rules.players)
    likely = rng.choice([0.0, 0.3, 1.0])
    place = Place(hands, leader, sung=frozenset(suit for suit in SUITS if rng.random() < likely))
    if rng.random() < 0.3:
        place = replace(place, asking=rng.choice([0, 0, 1, 2, 3]), cantes_after_this_trick=rng.choice([0, 0, 0, 1]))
    elif rng.random() < 0.6:
        place = lay_some(rng, place, trumps, rng.randrange(rules.players))
    return score(rng, Position(rules, place, trumps, mano=rng.randrange(rules.players)))


def deal(rng: Random, rules: Rules, size: int) -> tuple[frozenset[Card], ...]:
    deck = full_deck(rules.deck)
    rng.shuffle(deck)
    if rng.random() < 0.5:  # one to three pairs of rey and sota to the front, so that hands may get them together
        suits = rng.sample(SUITS, rng.choice([1, 2, 3]))
        pairs = [card for suit in suits for card in sorted(PAIRS[suit])]
        deck = pairs + [card for card in deck if card not in pairs]
    elif rng.random() < 0.15:  # four of a kind to the front
        rank = rng.choice(["rey", "sota"])
        deck.sort(key=lambda card: card.rank != rank)
    return tuple(frozenset(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players))


def lay_some(rng: Random, place: Place, trumps: str, count: int) -> Place:
    """The first cards of a trick."""
    hands, table = [set(hand) for hand in place.hands], list(place.table)
    for steps in range(count):
        seat = (place.leader + steps) % len(hands)
        card = rng.choice(sorted(legal_cards(seat, hands[seat], table, trumps, arrastre=True)))
        hands[seat].remove(card)
        table.append(Play(seat, card))
    return replace(place, hands=tuple(frozenset(hand) for hand in hands), table=tuple(table))


def score(rng: Random, position: Position) -> Position:
    """A score that the hand may have had, often near one of the limits: 30 points of cards, 101, 101 for both."""
    place = position.place
    out = 120 - card_points(card for hand in place.hands for card in hand) - card_points(p.card for p in place.table)
    a = rng.randint(0, out) if rng.random() < 0.6 else min(out, rng.choice([15, 20, 25, 28, 50, 60, 95]))
    cantes = [0, 0]
    for suit in sorted(place.sung):
        cantes[rng.randrange(2)] += 40 if suit == position.trumps else 20
    position = replace(position, place=replace(place, cards=(a, out - a), cantes=(cantes[0], cantes[1])))
    if rng.random() < 0.6:
        return position
    reach = [rng.randint(40, 100) for _ in range(2)]
    carried = tuple(max(0, min(100, reach[side] - position.points[side])) for side in (0, 1))
    vueltas = replace(position, vueltas=True, carried=(carried[0], carried[1]))
    return vueltas if possible(vueltas) else position


def possible(position: Position) -> bool:
    """Whether a vueltas hand can still be on: some side must come to 101, and where it stops at once none has it."""
    left = 130 - sum(position.place.cards)
    stopped = position.rules.vueltas_end == "at_once" and max(position.points) >= ENOUGH
    return sum(position.points) + left >= 2 * ENOUGH and not stopped
