"""The statements of a hand in a scripted scenario, from their words into records."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from bazas.kernels.cards import DECKS
from bazas.kernels.records import DECIDED, NONE
from bazas.sim.errors import UsageError
from bazas.sim.notation import SUITS, card_short, parse_card
from bazas.sim.rules import Rules
from bazas.sim.script_statements import (
    ANSWERS,
    HAND_CARDS,
    Answer,
    Asked,
    Draw,
    End,
    Holds,
    Lay,
    Legal,
    Mano,
    Score,
    Section,
    Wins,
)
from bazas.sim.script_text import Cards, SectionText, split
from bazas.sim.script_text import Kind as Kind
from bazas.sim.script_text import number as number

EXAMPLE = "trick: 1c 2c"


class SectionReader(SectionText):
    """Takes the statements of one hand."""

    HAND = "hand"
    HAND_CARDS = HAND_CARDS

    def __init__(self, line: int, vueltas: bool, rules: Rules) -> None:
        super().__init__(line)
        self.vueltas, self.rules = vueltas, rules
        self.hands: list[Cards] = [()] * rules.players
        self.top: int | None = None

    def section(self) -> Section:
        """The whole, after its last line."""
        return Section(self.begin, tuple(self.hands), self.top, tuple(self.statements))

    # The deal

    def _seat(self, seat: int, text: str) -> None:
        self._check_seat(seat)
        self._before_play("seat")
        self._once(f"seat {seat}")
        self.hands[seat] = self._placed(self._cards(text, HAND_CARDS, "a hand"))

    def _muestra(self, text: str) -> None:
        self._before_play("muestra")
        self._once("muestra")
        cards = self._placed(self._cards(text, 1, "the muestra"))
        if not cards or cards[0] is None:
            raise UsageError("muestra names no card: write one, or leave the line out")
        self.top = cards[0]

    # What is done

    def _trick(self, *told: int | str) -> None:
        number = self.next_trick(told, self.rules.free_tricks + self.HAND_CARDS)
        self._add(Lay(self.line, number, self._cards(str(told[-1]), self.rules.players, "a trick")))

    def _draw(self, text: str) -> None:
        """The last card of the last draw lies under the stock: it is compared, not placed."""
        if not 1 <= self.tricks <= self.rules.free_tricks:
            raise UsageError(f"nothing is drawn here: a draw follows each of the tricks 1 to {self.rules.free_tricks}")
        self._once(f"the draw after trick {self.tricks}")
        cards = self._cards(text, self.rules.players, "a draw")
        self._placed(cards[: self.rules.players - 1] if self.tricks == self.rules.free_tricks else cards)
        self._add(Draw(self.line, self.tricks, cards))

    def _answer(self, question: str, seat: int, text: str) -> None:
        self._check_seat(seat)
        choices = [*SUITS, "no"] if question == "sing" else ["yes", "no"]
        word = text.casefold()
        if word not in choices:
            raise UsageError(f"{question} cannot be {text!r}: write {', '.join(choices[:-1])} or {choices[-1]}")
        value = SUITS.index(word) if word in SUITS else NONE if question == "sing" else int(word == "yes")
        self._add(Answer(self.line, question, seat, value))

    # What is checked

    def _wins(self, seat: int, text: str) -> None:
        self._check_seat(seat)
        self._add(Wins(self.line, seat, number("points", text)))

    def _legal(self, seat: int, text: str) -> None:
        self._check_seat(seat)
        self._add(Legal(self.line, seat, self._set_of(text, "legal")))

    def _holds(self, seat: int, text: str) -> None:
        self._check_seat(seat)
        self._add(Holds(self.line, seat, self._set_of(text, "holds")))

    def _asked(self, text: str) -> None:
        questions = []
        for part in [] if text.casefold() == "nobody" else text.split(","):
            told = re.fullmatch(rf"({'|'.join(ANSWERS)}) ([0-9])", " ".join(part.casefold().split()))
            if told is None:
                raise UsageError(f"{part.strip()!r} is no question: write as in `asked: swap 0, sing 2`, or nobody")
            self._check_seat(int(told[2]))
            questions.append((told[1], int(told[2])))
        self._add(Asked(self.line, tuple(questions)))

    def _score(self, text: str) -> None:
        told = re.fullmatch(r"([0-9]{1,3})\s+([0-9]{1,3})", text)
        if told is None:
            raise UsageError(f"{text!r} is no score: write the points of side a and of side b, as `score: 11 0`")
        self._add(Score(self.line, (int(told[1]), int(told[2]))))

    def _mano(self, text: str) -> None:
        if not self.vueltas:
            raise UsageError("mano stands in the header for the first hand: only in [vueltas] it is checked")
        seat = number("mano", text)
        self._check_seat(seat)
        self._add(Mano(self.line, seat))

    def _end(self, text: str) -> None:
        self._once("end")
        words = " ".join(text.casefold().split())
        told = re.fullmatch("side ([ab]), ?(.+)", words)
        decided = told[2].replace(" ", "_") if told else ""
        if words == "nobody":
            self._add(End(self.line, None, None))
        elif told and decided in DECIDED:
            self._add(End(self.line, "ab".index(told[1]), decided))
        else:
            how = ", ".join(DECIDED).replace("_", " ")
            raise UsageError(f"{text!r} is no end: write nobody, or as `side a, hand` a side and one of {how}")

    # Words

    def _check_seat(self, seat: int) -> None:
        if seat >= self.rules.players:
            raise UsageError(f"there is no seat {seat}: {seats(self.rules)}")

    def card(self, word: str) -> int:
        """A card of the deck that the rules have."""
        card = parse_card(word)
        if not DECKS[self.rules.deck] >> card & 1:
            raise UsageError(f"{word} is not in the deck of {self.rules.deck} cards")
        return card

    def short(self, card: int) -> str:
        """The short code of a card."""
        return card_short(card)


def seats(rules: Rules) -> str:
    """Which seats there are, in words."""
    return f"seats are 0 to {rules.players - 1}"


def split_statement(text: str, kinds: dict[str, Kind], elsewhere: dict[str, str]) -> tuple[Kind, Sequence[int | str]]:
    """The kind of a statement, and what its reader takes; see `bazas.sim.script_text.split`."""
    return split(text, kinds, elsewhere, EXAMPLE)


def _answers(question: str) -> Callable[..., None]:
    return lambda reader, seat, text: reader._answer(question, seat, text)


STATEMENTS = {
    "seat": Kind(SectionReader._seat, 1, 1, "seat 0: 7o 1c - -"),
    "muestra": Kind(SectionReader._muestra, 0, 0, "muestra: 3o"),
    "trick": Kind(SectionReader._trick, 0, 1, "trick: 1c 2c - 5e"),
    "draw": Kind(SectionReader._draw, 0, 0, "draw: 4e 5e 6e -"),
    "swap": Kind(_answers("swap"), 1, 1, "swap 0: yes"),
    "tute": Kind(_answers("tute"), 1, 1, "tute 0: no"),
    "sing": Kind(_answers("sing"), 1, 1, "sing 2: copas"),
    "claim": Kind(_answers("claim"), 1, 1, "claim 1: no"),
    "wins": Kind(SectionReader._wins, 1, 1, "wins 0: 11"),
    "legal": Kind(SectionReader._legal, 1, 1, "legal 2: 4e 5e"),
    "asked": Kind(SectionReader._asked, 0, 0, "asked: swap 0, sing 2"),
    "holds": Kind(SectionReader._holds, 1, 1, "holds 0: 3o 4e"),
    "score": Kind(SectionReader._score, 0, 0, "score: 11 0"),
    "mano": Kind(SectionReader._mano, 0, 0, "mano: 1"),
    "end": Kind(SectionReader._end, 0, 0, "end: side a, hand"),
}
"""The statements of a section by their names."""
