"""The arrastre by plain minimax: every answer to every question is tried, by the rules of the reference engine.

Slow and without any idea. What is known of a position is remembered, or nothing would ever end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from bazas.sim.rules import Rules
from reference.cards import Card, card_points
from reference.counting import (
    ULTIMAS,
    Outcome,
    Pair,
    check_at_once,
    count_first_hand,
    count_vueltas,
    judge_claim,
    next_mano,
)
from reference.questions import complete_fours, may_sing_more, side_from, suits_to_sing
from reference.trace import added
from reference.tricks import Play, legal_cards, side_of, winning_play

QUESTIONS = ("forty", "forty", "twenty", "twenty")
"""The order of asking for cantes: the winner's 40, its partner's, the winner's 20s, its partner's."""


@dataclass(frozen=True)
class Place:
    """A moment of the arrastre. `asking`: the place in the order of asking after a won trick, None while one is played.

    `cards` and `cantes` are the points of this hand so far.
    """

    hands: tuple[frozenset[Card], ...]
    leader: int
    table: tuple[Play, ...] = ()
    asking: int | None = None
    sung: frozenset[str] = frozenset()
    cantes_after_this_trick: int = 0
    cards: Pair = (0, 0)
    cantes: Pair = (0, 0)


@dataclass
class Minimax:
    """Values for side a: points still to come, or with `game` the chance to win the game in 1/10000."""

    rules: Rules
    trumps: str
    game: bool = False
    vueltas: bool = False
    mano: int = 0
    carried: Pair = (0, 0)
    known: dict[Place, int] = field(default_factory=dict)

    def value(self, place: Place) -> int:
        """The value of a place, of those that may follow the best one for the side that decides."""
        key = place if self.game else replace(place, cards=(0, 0), cantes=(0, 0))
        if key not in self.known:
            values = list(self.answers(place).values())
            self.known[key] = max(values) if side_of(self.seat(place)) == 0 else min(values)
        return self.known[key]

    def seat(self, place: Place) -> int:
        """Whose turn it is."""
        if place.asking is not None:
            return self.side(place)[place.asking % 2 % len(self.side(place))]
        return (place.leader + len(place.table)) % self.rules.players

    def side(self, place: Place) -> tuple[int, ...]:
        return side_from(place.leader, self.rules.players)

    def answers(self, place: Place) -> dict[Card | str | None, int]:
        """What each answer is worth: a card, or a suit to sing or none."""
        if place.asking is None:
            seat = self.seat(place)
            legal = legal_cards(seat, set(place.hands[seat]), place.table, self.trumps, arrastre=True)
            return {card: self.lay(place, seat, card) for card in legal}
        return dict(self.songs(place))

    # A card

    def lay(self, place: Place, seat: int, card: Card) -> int:
        hands = list(place.hands)
        hands[seat] -= {card}
        laid = replace(place, hands=tuple(hands), table=(*place.table, Play(seat, card)))
        return self.value(laid) if len(laid.table) < self.rules.players else self.close(laid)

    def close(self, place: Place) -> int:
        """The trick is full."""
        winner = winning_play(place.table, self.trumps).seat
        points = card_points(play.card for play in place.table)
        won = replace(place, leader=winner, table=(), cards=added(place.cards, side_of(winner), points))
        sign = 1 if side_of(winner) == 0 else -1
        if not won.hands[winner]:
            return self.end(won) if self.game else sign * (points + ULTIMAS)
        rest = self.tute(replace(won, asking=0, cantes_after_this_trick=0))
        return rest if self.game else sign * points + rest

    def end(self, place: Place) -> int:
        last = side_of(place.leader)
        without = added(place.cards, last, ULTIMAS)
        totals = self.totals(replace(place, cards=without))
        if self.vueltas:
            return self.won(count_vueltas(self.rules, totals, last))
        outcome = count_first_hand(self.rules, totals, without, last)
        if outcome:
            return self.won(outcome)
        mano = side_of(next_mano(self.rules, self.mano, place.leader))
        a, b = (101, 101) if min(totals) >= 101 else totals
        return int(chance_in_vueltas(self.rules.players, self.rules.deck, a, b, mano))

    def won(self, outcome: Outcome) -> int:
        return CERTAIN if outcome.side == 0 else 0

    def totals(self, place: Place) -> Pair:
        a, b = ((self.carried[s] + place.cards[s] + place.cantes[s]) for s in (0, 1))
        return a, b

    # Between two tricks

    def tute(self, place: Place) -> int:
        """Who may declare a tute may also keep it back."""
        values = [self.value(place)]
        if self.game and self.rules.tute and any(complete_fours(set(place.hands[s])) for s in self.side(place)):
            values.append(self.won(Outcome(side_of(place.leader), "tute")))
        return max(values) if side_of(place.leader) == 0 else min(values)

    def songs(self, place: Place) -> Iterator[tuple[str | None, int]]:
        """Every cante that the seat may sing now, and none."""
        assert place.asking is not None
        side = self.side(place)
        seat = side[place.asking % 2] if place.asking % 2 < len(side) else None
        offered = self.offered(place, seat) if seat is not None else set()
        for suit in offered:
            points = 40 if suit == self.trumps else 20
            sung = replace(
                place,
                sung=place.sung | {suit},
                cantes=added(place.cantes, side_of(place.leader), points),
                cantes_after_this_trick=place.cantes_after_this_trick + 1,
            )
            value = self.value(sung)
            yield suit, value if self.game else value + (points if side_of(place.leader) == 0 else -points)
        further = replace(place, asking=place.asking + 1)
        yield None, self.value(further) if further.asking in range(4) else self.check(further)

    def offered(self, place: Place, seat: int) -> set[str]:
        assert place.asking is not None
        if not may_sing_more(self.rules, place.cantes_after_this_trick):
            return set()
        suits = suits_to_sing(set(place.hands[seat]), set(place.sung))
        if QUESTIONS[place.asking] == "forty":
            return suits & {self.trumps}
        if self.rules.forty_or_nothing and self.trumps in suits:
            return set()
        return suits - {self.trumps}

    def check(self, place: Place) -> int:
        """In the vueltas a side may stand at 101; else the winner leads."""
        totals, side = self.totals(place), side_of(place.leader)
        values = [self.value(replace(place, asking=None))]
        if self.game and self.vueltas and self.rules.vueltas_end == "claim":
            values.append(self.won(judge_claim(totals, side)))
        elif self.game and self.vueltas:
            outcome = check_at_once(self.rules, totals, side)
            values = [self.won(outcome)] if outcome else values
        return max(values) if side == 0 else min(values)
