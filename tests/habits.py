"""The facts of a profile told from the events of a game: the naive twin of `bazas.kernels.habits`.

The events have every question that was asked, so that a chance is what a seat was asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bazas.kernels.cards import CABALLO, REY, SEVEN, SOTA, TWO
from bazas.sim.rules import Rules
from possible import members
from tracing import Event

POINTS = {11: 11, 10: 10, 9: 4, 8: 3, 7: 2}


def points(card: int) -> int:
    return POINTS.get(card % 16, 0)


@dataclass
class Habits:
    """The first hand of a game, event by event; `found` has the facts of each side that are not zero."""

    rules: Rules
    found: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    hands: dict[int, set[int]] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)  # played
    trick: list[Event] = field(default_factory=list)
    worthless: list[bool] = field(default_factory=list)
    number: int = 0
    winner: int = -1

    def see(self, events: list[Event]) -> Habits:
        for event in events:
            getattr(self, f"_{event[0]}", lambda *_: None)(*event[1:4])
            if event[0] == "end":
                break
        for side in (0, 1):
            kept = self.found[side]
            for suit in range(4):
                lost = kept.pop(f"refused {suit}", 0) and not self.sung_suits & {suit}
                kept["twenties_lost"] += bool(lost)
        return self

    # What happens

    def _hand(self, mano: int, muestra: int, _: int) -> None:
        self.muestra, self.trumps = muestra, muestra // 16
        self.stock = self.rules.deck - 6 * self.rules.players
        self.sung_suits: set[int] = set()
        self.sung_now: set[int] = set()
        self.offered: dict[int, set[int]] = {}
        self.swapped = False
        self.chance: dict[int, int] = {}
        self.forty_chance = 0  # the trick after which it could first be sung

    def _dealt(self, seat: int, _: int, hand: int) -> None:
        self.hands[seat] = set(members(hand))
        self._see_forty()

    def _draw(self, seat: int, card: int, _: int) -> None:
        self.stock -= 1
        self.hands[seat].add(card)
        self._see_forty()

    def _see_forty(self) -> None:
        for seat, hand in self.hands.items():
            if {16 * self.trumps + REY, 16 * self.trumps + SOTA} <= hand:
                self.found[seat % 2]["forty_held"] = 1

    def _swap(self, seat: int, answer: int, cards: int) -> None:
        facts = self.found[seat % 2]
        if not self.swapped:
            facts["swap_chance"] = 1
            first = self.chance.setdefault(seat % 2, self.number)
            if answer:
                facts["swap_at_once" if first == self.number else "swap_later"] += 1
                self.swapped = True
        if answer:
            self.hands[seat] ^= set(members(cards))
            self._see_forty()

    def _sing(self, seat: int, suit: int, legal: int) -> None:
        facts, suits = self.found[seat % 2], set(members(legal))
        if suits == {self.trumps}:
            kind = "winner" if seat == self.winner else "partner"
            if not self.forty_chance:
                facts[f"forty_{kind}"] += 1
                self.forty_chance = self.number
            facts["forty_at_once"] += suit == self.trumps and self.forty_chance == self.number
            facts[f"forty_sung_{kind}"] += suit == self.trumps
        self.offered.setdefault(seat % 2, set()).update(suits - {self.trumps})
        if suit >= 0:
            self.sung_suits.add(suit)
            self.sung_now.add(suit)
            facts["twenties"] += suit != self.trumps

    def _play(self, seat: int, card: int, legal: int) -> None:
        if not self.trick:
            self._between()
        hand = self.hands[seat]
        if len(self.trick) == self.rules.players - 1:
            self._last_card(seat, card, members(legal))
        self.worthless.append(any(points(other) == 0 for other in hand))
        hand.remove(card)
        self.out.add(card)
        self.trick.append(("play", seat, card, legal, 0, 0))

    def _between(self) -> None:
        """The first card of a trick: what was offered before it and not sung was let pass."""
        for side, suits in self.offered.items():
            if not self.sung_now:
                for suit in suits:
                    self.found[side][f"refused {suit}"] = 1
        self.offered, self.sung_now = {}, set()
        self.number += 1
        if self.number == self.rules.free_tricks + 1:
            for seat, hand in self.hands.items():
                trumps = sum(card // 16 == self.trumps for card in hand)
                self.found[seat % 2]["arrastre"] = 1
                self.found[seat % 2]["trumps"] += trumps
                self.found[seat % 2][f"trumps_{trumps}"] += 1

    def _trick(self, winner: int, worth: int, _: int) -> None:
        self.winner = winner
        if self.stock:
            self._free_trick(winner, worth)
        self.trick, self.worthless = [], []

    def _free_trick(self, winner: int, worth: int) -> None:
        facts = self.found[winner % 2]
        facts["free_tricks"] += 1
        if next(card for _, seat, card, *_ in self.trick if seat == winner) // 16 == self.trumps:
            facts["by_trump"] += 1
            facts["by_trump_cheap"] += worth < 10
        for (_, seat, card, *_), worthless in zip(self.trick, self.worthless, strict=True):
            if seat % 2 != winner % 2:
                self.found[seat % 2]["thrown"] += points(card)
                self.found[seat % 2]["thrown_avoidable"] += points(card) * worthless
            elif seat != winner:
                self.found[seat % 2]["loaded"] += points(card)

    # The last player's card

    def _rank(self, card: int) -> tuple[bool, int] | None:
        """How strong a card is in this trick; None for one that cannot win."""
        led = self.trick[0][2] // 16
        return (card // 16 == self.trumps, card % 16) if card // 16 in (led, self.trumps) else None

    def _takes(self, card: int) -> bool:
        best = max(rank for _, _, other, *_ in self.trick if (rank := self._rank(other)) is not None)
        rank = self._rank(card)
        return rank is not None and rank > best

    def _last_card(self, seat: int, card: int, legal: frozenset[int]) -> None:
        facts = self.found[seat % 2]
        leading = max(self.trick, key=lambda play: self._rank(play[2]) or (False, -1))[1]
        ours = self._takes(card) or leading % 2 == seat % 2
        suit = [other for other in legal if other // 16 == card // 16]
        kept = {16 * self.trumps + SEVEN, 16 * self.trumps + TWO} if self.stock else set()
        blamed = [other for other in suit if other not in kept and other % 16 not in (REY, SOTA)]
        if not ours and points(card) > 0 and any(other < card for other in blamed):
            facts["gifts"] += 1
            facts["gift_points"] += points(card)
        held = self.hands[seat]
        equal = [
            other
            for other in suit
            if other > card
            and all(
                between in self.out or between in held or not self._exists(between) for between in range(card, other)
            )
            and self._takes(other) == self._takes(card)
            and other % 16 not in (REY, SOTA)
        ]
        if ours and any(points(other) > points(card) for other in equal):
            facts["shorts"] += 1
        if ours and card // 16 == self.trumps and self._takes(card) and card % 16 < CABALLO:
            facts["wastes"] += any(other < card and self._takes(other) for other in blamed)

    def _exists(self, card: int) -> bool:
        missing = {40: (5, 6), 48: (), 36: (0, 5, 6)}[self.rules.deck]
        return card % 16 not in missing
