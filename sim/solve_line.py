"""The line of best play from a position: the solver is asked again after every card and every cante."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from bazas.kernels import records
from bazas.kernels.cards import GOAL, LAST_TRICK, REY, SOTA
from bazas.kernels.solver import GAME, POINTS, POSITION, WORKSPACE, solve_cards, solve_songs
from bazas.kernels.vueltas import CERTAIN
from bazas.sim.notation import SUITS, card_short, cards_of
from bazas.sim.solve_position import Position, worth

GOALS = {"points": POINTS, "game": GAME}
"""What can be played for, as the solver has it."""

_SILENT = 4


@dataclass(frozen=True)
class Step:
    """What happens next in a line; `kind` is one of

    - play: `seat` lays `card`; - trick: `seat` wins it, and `points`; - last: for the last trick it wins 10 more;
    - sing: `seat` sings `suit`, for `points`; - tute: `seat` declares one, which wins the game;
    - goal: the side of `seat` has 101 after a trick of the vueltas, which wins the game.
    """

    kind: str
    seat: int
    card: int | None = None
    suit: int | None = None
    points: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "kind": self.kind,
            "seat": self.seat,
            "card": None if self.card is None else card_short(self.card),
            "suit": None if self.suit is None else SUITS[self.suit],
            "points": self.points,
        }


def ready() -> bool:
    """Whether the solver is compiled."""
    return solve_cards.ready() and solve_songs.ready()


def rank(card: int, trumps: int) -> tuple[int, bool, int]:
    """Sorts cards from the weakest up; of equals no trump first, then the lowest suit."""
    return card & 15, card >> 4 == trumps, card >> 4


class Table:
    """A position that is played on, card by card. Values are those of the solver: for side a."""

    def __init__(self, position: Position, goal: str) -> None:
        self.rules = position.rules
        self.goal, self.trumps = goal, position.trumps
        self.hands = list(position.hands)
        self.leader, self.laid = position.leader, list(position.trick)
        self.unsung = sum(1 << (16 * suit + SOTA) for suit in range(len(SUITS)) if suit not in position.sung)
        self.points, self.cards = list(position.score or (0, 0)), list(position.cards or (0, 0))
        self.vueltas, self.mano = position.vueltas, position.mano
        self.between, self.over = position.won, False
        self.record, self.workspace = records.blank(POSITION), records.blank(WORKSPACE)
        self.record.rules = position.rules.record()
        self.found = np.zeros(64, np.int64)

    # The state

    @property
    def seat(self) -> int:
        """The seat to play; between two tricks the one that won the last."""
        return (self.leader + len(self.laid)) % self.rules.players

    @property
    def side(self) -> list[int]:
        """The seats of that seat's side, it first."""
        return [self.seat, *([self.seat ^ 2] if self.rules.players == 4 else [])]

    def winning(self) -> int:
        """The place of the card on the table that is winning."""
        best = 0
        for place, card in enumerate(self.laid):
            stronger = card >> 4 == self.laid[best] >> 4 and card > self.laid[best]
            if stronger or (card >> 4 == self.trumps != self.laid[best] >> 4):
                best = place
        return best

    def lay(self, card: int) -> None:
        """The seat to play lays a card."""
        self.hands[self.seat] &= ~(1 << card)
        self.laid.append(card)

    def take_back(self) -> None:
        """The last card on the table goes back to its hand."""
        card = self.laid.pop()
        self.hands[self.seat] |= 1 << card

    # The solver

    def filled(self, cursor: int = -1, cantes: int = 0) -> Any:
        """The solver's record of the position."""
        record = self.record
        for seat, hand in enumerate(self.hands):
            record.hands[seat] = hand
        record.trumps, record.unsung, record.leader = self.trumps, self.unsung, self.leader
        record.position, record.winner, record.worth = len(self.laid), self.leader, 0
        if self.laid:
            place = self.winning()
            record.led, record.best = self.laid[0] >> 4, self.laid[place]
            record.winner = (self.leader + place) % self.rules.players
            record.worth = worth(sum(1 << card for card in self.laid))
        record.between, record.cursor, record.cantes = int(self.between), cursor, cantes
        for side in range(2):
            record.points[side], record.cards[side] = self.points[side], self.cards[side]
        record.vueltas, record.mano = int(self.vueltas), self.mano
        return record

    def card_values(self) -> dict[int, int]:
        """The value of each legal card."""
        legal = solve_cards(self.filled(), GOALS[self.goal], self.workspace, self.found)
        return {card: int(self.found[card]) for card in cards_of(legal)}

    def song_values(self, cursor: int, cantes: int) -> dict[int, int]:
        """The value of each suit that may be sung at the next question for a cante, and at 4 of none."""
        offered = solve_songs(self.filled(cursor, cantes), GOALS[self.goal], self.workspace, self.found)
        return {suit: int(self.found[suit]) for suit in range(_SILENT + 1) if offered >> suit & 1 or suit == _SILENT}

    def best(self, values: dict[int, int]) -> int:
        """The highest value for the side of the seat to play."""
        return max(values.values()) if self.seat & 1 == 0 else min(values.values())

    def value(self) -> int:
        """The value of the position."""
        if not self.between:
            return self.best(self.card_values())
        if self.won_by_tute() is not None:
            return CERTAIN if self.seat & 1 == 0 else 0
        return self.best(self.song_values(-1, 0))

    def told(self, value: int, side: int) -> float:
        """A value as people have it, for a side: points, or a chance from 0 to 1."""
        if self.goal == "points":
            return value if side == 0 else -value
        return (value if side == 0 else CERTAIN - value) / CERTAIN

    # The line

    def line(self) -> Iterator[Step]:
        """Play on to the end: of equal cards the weakest is laid, and who loses nothing by singing sings."""
        if self.between:
            yield from self.after_trick()
        while any(self.hands) and not self.over:
            values = self.card_values()
            best = self.best(values)
            card = min((card for card in values if values[card] == best), key=lambda card: rank(card, self.trumps))
            yield Step("play", self.seat, card)
            self.lay(card)
            if len(self.laid) == self.rules.players:
                yield from self.finish_trick()

    def finish_trick(self) -> Iterator[Step]:
        """The trick goes to its winner, who leads the next one."""
        winner = (self.leader + self.winning()) % self.rules.players
        points = worth(sum(1 << card for card in self.laid))
        self.laid = []
        self.leader = winner
        self.points[winner & 1] += points
        self.cards[winner & 1] += points
        yield Step("trick", winner, points=points)
        if any(self.hands):
            yield from self.after_trick()
        else:
            self.points[winner & 1] += LAST_TRICK
            yield Step("last", winner, points=LAST_TRICK)

    def after_trick(self) -> Iterator[Step]:
        """Tute, cantes, and the check for 101 in the vueltas; the first and the last end the game."""
        self.between = True
        declares = self.won_by_tute()
        if declares is not None:
            self.over = True
            yield Step("tute", declares)
            return
        yield from self.sing()
        self.between = False
        if self.goal == "game" and self.vueltas and self.points[self.leader & 1] >= GOAL:
            self.over = True
            yield Step("goal", self.leader)

    def won_by_tute(self) -> int | None:
        """The seat of the winner's side that declares a tute, where the game is played for."""
        if self.goal != "game" or not self.rules.tute:
            return None
        fours = [sum(1 << (16 * suit + strength) for suit in range(len(SUITS))) for strength in (REY, SOTA)]
        holders = [seat for seat in self.side if any(self.hands[seat] & four == four for four in fours)]
        return holders[0] if holders else None

    def sing(self) -> Iterator[Step]:
        """The cantes of the winner's side, by the best answers; of equals the 40, then the lowest suit, then none."""
        cursor = cantes = 0
        while True:
            values = self.song_values(cursor, cantes)
            if len(values) == 1:
                return
            best = self.best(values)
            order = sorted(values, key=lambda suit: (suit != self.trumps, suit))
            suit = next(suit for suit in order if values[suit] == best)
            pair = min(values)  # a suit that is offered: who holds its rey and sota is asked
            seat = next(seat for seat in self.side if self.hands[seat] >> (16 * pair) & 1 << SOTA)
            place = 2 * (self.trumps not in values) + self.side.index(seat)  # in the order of asking
            if suit == _SILENT:
                cursor = place + 1
                continue
            cursor, cantes = place, cantes + 1
            points = 40 if suit == self.trumps else 20
            self.unsung &= ~(1 << (16 * suit + SOTA))
            self.points[seat & 1] += points
            yield Step("sing", seat, suit=suit, points=points)
