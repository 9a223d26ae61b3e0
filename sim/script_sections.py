"""The statements of a hand in a scripted scenario, from their words into records."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

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
    Cards,
    Draw,
    End,
    Holds,
    Lay,
    Legal,
    Mano,
    Score,
    Section,
    Statement,
    Wins,
)


class Kind(NamedTuple):
    """A kind of statement: its reader, how many numbers may follow its name, and how it looks.

    The reader takes what reads the text, the numbers, and the words after the colon.
    """

    reader: Callable[..., None]
    least: int
    most: int
    example: str


class SectionReader:
    """Takes the statements of one hand; `line` is the one that is read, which its UsageErrors do not name."""

    def __init__(self, line: int, vueltas: bool, rules: Rules) -> None:
        self.begin, self.vueltas, self.rules = line, vueltas, rules
        self.line = line
        self.hands: list[Cards] = [()] * rules.players
        self.top: int | None = None
        self.statements: list[Statement] = []
        self.tricks = 0
        self.named: dict[int, int] = {}  # in which line each card got its place in the deck
        self.seen: set[str] = set()

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

    def _before_play(self, name: str) -> None:
        if self.tricks:
            raise UsageError(f"{name} comes too late: the deal stands before the first trick")

    def _placed(self, cards: Cards) -> Cards:
        """Note that these cards have their place in the deck."""
        for card in cards:
            if card is not None and card in self.named:
                raise UsageError(f"{card_short(card)} has its place by line {self.named[card]}: name each card once")
            if card is not None:
                self.named[card] = self.line
        return cards

    # What is done

    def _trick(self, *told: int | str) -> None:
        number = int(told[0]) if len(told) == 2 else self.tricks + 1
        last = self.rules.free_tricks + HAND_CARDS
        if number > last:
            raise UsageError(f"there is no trick {number}: the hand has {last} tricks")
        if number <= self.tricks:
            raise UsageError(f"trick {number} is past: tricks are told in their order, after {self.tricks}")
        self.tricks = number
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

    def _add(self, statement: Statement) -> None:
        self.statements.append(statement)

    def _once(self, name: str) -> None:
        if name in self.seen:
            raise UsageError(f"{name} stands twice in this section: write it once")
        self.seen.add(name)

    def _check_seat(self, seat: int) -> None:
        if seat >= self.rules.players:
            raise UsageError(f"there is no seat {seat}: {seats(self.rules)}")

    def _cards(self, text: str, most: int, what: str) -> Cards:
        cards = tuple(None if word == "-" else self._card(word) for word in text.split())
        if len(cards) > most:
            raise UsageError(f"{len(cards)} cards are too many: {what} has {most}")
        twice = [card for card in cards if card is not None and cards.count(card) > 1]
        if twice:
            raise UsageError(f"{card_short(twice[0])} stands twice in this line: name each card once")
        return cards

    def _card(self, word: str) -> int:
        card = parse_card(word)
        if not DECKS[self.rules.deck] >> card & 1:
            raise UsageError(f"{word} is not in the deck of {self.rules.deck} cards")
        return card

    def _set_of(self, text: str, name: str) -> int:
        """A mask; a hand has at most six cards."""
        cards = self._cards(text, HAND_CARDS, "a hand")
        if None in cards:
            raise UsageError(f"{name} names every card: write them all, without `-`")
        return sum(1 << card for card in cards if card is not None)


def number(name: str, text: str) -> int:
    """A whole number; raises UsageError for any other text."""
    if not re.fullmatch("[0-9]{1,30}", text):
        raise UsageError(f"{name} cannot be {text!r}: write a whole number")
    return int(text)


def seats(rules: Rules) -> str:
    """Which seats there are, in words."""
    return f"seats are 0 to {rules.players - 1}"


def split_statement(text: str, kinds: dict[str, Kind], elsewhere: dict[str, str]) -> tuple[Kind, Sequence[int | str]]:
    """The kind of a statement, and what its reader takes: the numbers, and the words after the colon.

    `elsewhere`: names of statements that cannot stand here, and where they can. Raises UsageError for what is no
    statement.
    """
    head, colon, rest = text.partition(":")
    name, *more = head.casefold().split() or [""]
    if not colon:
        raise UsageError(f"{text!r} is no statement: write a name, a colon and what it says, as `trick: 1c 2c`")
    if name not in kinds:
        if name in elsewhere:
            raise UsageError(f"{name} cannot stand here: it belongs {elsewhere[name]}")
        raise UsageError(f"{name!r} is no statement: here stand {', '.join(kinds)}")
    kind = kinds[name]
    numbers = [int(word) for word in more if re.fullmatch("[0-9]{1,3}", word)]
    if len(numbers) != len(more) or not kind.least <= len(numbers) <= kind.most:
        raise UsageError(f"{head.strip()!r} is no statement: write as in `{kind.example}`")
    return kind, [*numbers, rest.strip()]


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
