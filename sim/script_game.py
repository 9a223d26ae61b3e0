"""A scripted game on its way: the decks of its sections, and the game, played again with every answer that is set."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bazas.kernels.cards import DEALT, DECKS
from bazas.kernels.records import MAX_CARDS
from bazas.kernels.redealing import redeal
from bazas.sim import script_statements as said
from bazas.sim.narration import SIDES
from bazas.sim.rules import Rules
from bazas.sim.script_replay import Replay
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import Strategy
from bazas.sim.tracing import trace_game
from bazas.sim.tricks import Hand, Reader, Trick, read_events

Question = tuple[str, int]
"""A kind of question and the seat that is asked."""


def shuffled(rules: Rules, seed: int, hand: int) -> list[int]:
    """The deck of a hand (0 the first, 1 the vueltas) of game 0 of a seed, in the order of dealing."""
    cards, masks = np.zeros(MAX_CARDS, np.int8), np.zeros((1, rules.players), np.int64)
    zero = np.zeros(1, np.int64)
    redeal(DECKS[rules.deck], DEALT, seed, hand, zero, zero, cards, masks)
    return cards[: rules.deck].tolist()


def arranged(section: said.Section, rules: Rules, order: Sequence[int]) -> list[int]:
    """The deck of a section: its cards in their places, in all other places the rest of `order` in its order."""
    players, size = rules.players, said.HAND_CARDS
    places: dict[int, int | None] = {size * players: section.muestra}
    for seat, cards in enumerate(section.hands):
        places.update(enumerate(cards, size * seat))
    for draw in section.statements:
        if isinstance(draw, said.Draw):  # the last card of the last draw lies under the stock
            first = size * players + 1 + players * (draw.number - 1)
            places.update(pair for pair in enumerate(draw.cards, first) if pair[0] < rules.deck)
    rest = iter([card for card in order if card not in places.values()])
    chosen = (places.get(place) for place in range(rules.deck))
    return [next(rest) if card is None else card for card in chosen]


class ScriptedGame(Replay):
    """The hands of a script; `decks` (int8, 2 by cards)."""

    QUESTIONS = ("play", *said.ANSWERS)  # after a renuncio nothing is asked

    def __init__(self, script: said.Script, strategy: Strategy) -> None:
        super().__init__()
        self.script = script
        rules = script.rules
        self.spec = Spec("show", rules, script.seed, (Arm((strategy,) * rules.players),))
        self.decks = np.array([shuffled(rules, script.seed, hand) for hand in range(2)], np.int8)
        self.reader = Reader()
        self.play_again()

    def play_again(self) -> None:
        """Play with the decks and answers as they are now."""
        self.trace = trace_game(self.spec, 0, 0, mano=self.script.mano, decks=self.decks, script=self.answers)
        self.events = read_events(self.trace.events)

    def open(self, number: int, section: said.Section) -> None:
        """Go on to the beginning of a hand (0 the first, 1 the vueltas) and deal it as its section says."""
        while self.place < len(self.events) and not (self.ahead.kind == "hand" and len(self.reader.hands) == number):
            self.take()
        if self.place == len(self.events):
            self.fail(section, f"there are no vueltas: the first hand ended so: {self.outcome()}")
        self.decks[number] = arranged(section, self.script.rules, self.decks[number].tolist())
        self.play_again()
        while self.ahead.kind in ("hand", "dealt"):
            self.take()

    # Where it stands

    @property
    def over(self) -> bool:
        """Whether the hand has no more cards and questions."""
        return self.place == len(self.events) or self.ahead.kind in ("end", "hand")

    @property
    def leading(self) -> bool:
        """Whether the next event is a card, between two tricks: a lead, legal or not.

        The legal answers of a renuncio are the whole hand of the leader; who may sing holds more than the few cards
        that its suits would be.
        """
        event = self.ahead
        return event.kind == "play" or (event.kind == "renuncio" and event.legal == self.reader.held[event.seat])

    @property
    def hand(self) -> Hand:
        """The hand that is played."""
        return self.reader.hands[-1]

    @property
    def trick(self) -> Trick | None:
        """The trick that was led last in this hand."""
        return self.hand.tricks[-1] if self.hand.tricks else None

    @property
    def finished(self) -> int:
        """Tricks of this hand that were won."""
        return sum(trick.winner is not None for trick in self.hand.tricks)

    def upcoming(self) -> list[Question]:
        """Events before the next card or the end of the hand, by kind and seat."""
        found = []
        for event in self.events[self.place :]:
            if event.kind in ("play", "end", "hand"):
                break
            found.append((event.kind, event.seat))
        return found

    def questions(self) -> list[Question]:
        """The questions since the trick just played; an illegal cante was an answer, too."""
        events = self.trick.after if self.trick is not None and self.trick.winner is not None else []
        named = [("sing" if event.kind == "renuncio" else event.kind, event.seat) for event in events]
        return [question for question in named if question[0] in said.ANSWERS]

    def outcome(self) -> str:
        """How the hand ended whose end is reached."""
        if self.place < len(self.events) and self.ahead.kind == "end":
            self.take()
        return ended(self.hand.winner, self.hand.decided)

    # Moving on

    def to_lead(self) -> None:
        """Go on to the next lead."""
        while not self.over and not self.leading:
            self.take()

    def to_trick(self, number: int) -> None:
        """Go on to the lead of a trick, or to the end of the hand where that comes before."""
        while not self.over and not (self.finished == number - 1 and self.leading):
            self.take()

    def finish_trick(self, number: int) -> None:
        """Go on past a trick that has begun; after the last one to the end of the hand."""
        while not self.over and (self.finished < number or self.ahead.kind == "last"):
            self.take()

    def to_end(self) -> None:
        """Go on to the end of the hand."""
        while not self.over:
            self.take()


def ended(side: int | None, decided: str | None) -> str:
    """The end of a hand, as a script writes it."""
    return "nobody" if side is None else f"side {SIDES[side]}, {(decided or '').replace('_', ' ')}"
