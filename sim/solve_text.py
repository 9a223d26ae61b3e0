"""A position of the arrastre as text: everybody's cards, who leads, what lies on the table, the game so far.

    title: Give the partner the lead       # not needed
    rules: lascuarenta deck=40             # a sheet or a TOML file, then switches
    trumps: oros                           # or `muestra: 2o`
    seat 0: 1c 3c 6o                       # every seat, in playing order
    leads: 1                               # or `won: 1`, where the cantes for the trick just won come first
    trick: 4c 7c                           # the cards on the table, from the leader on
    score: 45 40                           # points of side a and side b in the game so far
    cards: 45 20                           # of these, points of cards in this hand
    sung: copas                            # suits sung in this hand
    vueltas: no
    mano: 0                                # of this hand

The statements are those of scripted scenarios (`bazas.sim.script`) where these have them.
"""

from __future__ import annotations

import re
from pathlib import Path

from bazas.sim.errors import UsageError
from bazas.sim.notation import SUITS
from bazas.sim.rule_files import read_some
from bazas.sim.rules import Rules
from bazas.sim.script_sections import Kind, SectionReader, number, seats, split_statement
from bazas.sim.script_statements import HAND_CARDS, Cards, wrong
from bazas.sim.sheets import guinote_rules, is_rule_file
from bazas.sim.solve_position import Pair, Position, checked


def read_position(path: str | Path) -> Position:
    """The position in a file, `-` for the standard input.

    Raises UsageError that names file and line, what was wrong and what to do.
    """
    if str(path) == "-":
        import sys

        return parse_position(sys.stdin.buffer.read(), Path("standard input"))
    return parse_position(read_some(Path(path)), Path(path))


def parse_position(content: bytes | str, path: Path) -> Position:
    """The position that a text describes; `path` is named in errors, and files of rules are sought beside it."""
    reader = _Reader(path)
    try:
        for line in reader.text(content):
            reader.take(line)
        position = reader.position()
    except UsageError as error:
        raise wrong(path, max(1, reader.line), str(error)) from None
    return checked(position)


class _Reader(SectionReader):
    """Takes the statements one by one; `line` is the one to which its UsageErrors belong."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, False, Rules())
        self.path = path
        self.title: str | None = None
        self.trumps: int | None = None
        self.held: dict[int, int] = {}
        self.leader: int | None = None
        self.won = False
        self.laid: Cards = ()
        self.pairs: dict[str, Pair] = {}
        self.sung: tuple[int, ...] = ()
        self.de_vueltas = False
        self.mano = 0
        self.lines: dict[str, int] = {}

    def text(self, content: bytes | str) -> list[str]:
        """The lines of the text."""
        if isinstance(content, bytes):
            try:
                content = content.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                self.line = error.object[: error.start].count(b"\n") + 1
                raise UsageError("this is no text in UTF-8: write the position as plain text") from None
        return content.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")

    def take(self, text: str) -> None:
        """The next line."""
        self.line += 1
        if not text.replace("\t", " ").isprintable():
            raise UsageError("this line has control characters: write the position as plain text")
        statement = re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()
        if not statement:
            return
        kind, told = split_statement(statement, STATEMENTS, {})
        name = " ".join([statement.partition(":")[0].casefold().split()[0], *map(str, told[:-1])])
        if name in self.lines:
            raise UsageError(f"{name} stands twice, here and in line {self.lines[name]}: write it once")
        if not told[-1] and name not in ("trick", "sung") and not name.startswith("seat"):
            raise UsageError(f"{name} is empty: write as in `{kind.example}`")
        self.lines[name] = self.line
        kind.reader(self, *told)

    # The statements

    def _title(self, text: str) -> None:
        self.title = " ".join(text.split())

    def _sheet(self, text: str) -> None:
        if len(self.lines) > 1 + ("title" in self.lines):
            raise UsageError("rules come too late: write them before all but the title")
        name, *changes = text.split()
        sheet = str(self.path.parent / name) if is_rule_file(name) else name.lower()
        self.rules = guinote_rules(sheet, [change.lower() for change in changes], "there is no arrastre")

    def _trumps(self, text: str) -> None:
        self._one_of("trumps", "muestra")
        if text.casefold() not in SUITS:
            raise UsageError(f"trumps cannot be {text!r}: write {', '.join(SUITS[:-1])} or {SUITS[-1]}")
        self.trumps = SUITS.index(text.casefold())

    def _muestra(self, text: str) -> None:
        self._one_of("muestra", "trumps")
        self.trumps = _whole(self._cards(text, 1, "the muestra"))[0] >> 4

    def _seat(self, seat: int, text: str) -> None:
        self._check_seat(seat)
        cards = _whole(self._placed(self._cards(text, HAND_CARDS, "a hand of the arrastre")))
        self.held[seat] = sum(1 << card for card in cards)

    def _leads(self, text: str) -> None:
        self._one_of("leads", "won")
        self.leader = number("leads", text)
        self._check_seat(self.leader)

    def _won(self, text: str) -> None:
        self._one_of("won", "leads")
        self.leader, self.won = number("won", text), True
        self._check_seat(self.leader)

    def _table(self, text: str) -> None:
        cards = self._placed(self._cards(text, self.rules.players, "a trick"))
        _whole(cards)
        if len(cards) == self.rules.players:
            raise UsageError("this trick is full: leave it out, and say with `won` who has won it")
        self.laid = cards

    def _score(self, text: str) -> None:
        self._pair("score", text)

    def _of_cards(self, text: str) -> None:
        self._pair("cards", text)

    def _pair(self, name: str, text: str) -> None:
        told = re.fullmatch(r"([0-9]{1,3})\s+([0-9]{1,3})", text)
        if told is None:
            raise UsageError(f"{text!r} is no {name}: write the points of side a and of side b, as `{name}: 45 40`")
        self.pairs[name] = int(told[1]), int(told[2])

    def _sung(self, text: str) -> None:
        words = text.casefold().replace(",", " ").split()
        for word in words:
            if word not in SUITS:
                raise UsageError(f"{word!r} is no suit: write {', '.join(SUITS[:-1])} or {SUITS[-1]}")
        if len(set(words)) < len(words):
            raise UsageError("a suit stands twice: each is sung once in a hand")
        self.sung = tuple(sorted(SUITS.index(word) for word in words))

    def _is_vueltas(self, text: str) -> None:
        if text.casefold() not in ("yes", "no"):
            raise UsageError(f"vueltas cannot be {text!r}: write yes or no")
        self.de_vueltas = text.casefold() == "yes"

    def _mano(self, text: str) -> None:
        self.mano = number("mano", text)
        self._check_seat(self.mano)

    def _one_of(self, name: str, other: str) -> None:
        if other in self.lines:
            raise UsageError(f"{name} cannot stand beside {other}: write one of them")

    # The whole

    def position(self) -> Position:
        """The position, after the last line."""
        if self.trumps is None:
            raise UsageError("trumps are missing: write their suit, as `trumps: oros`")
        if self.leader is None:
            raise UsageError("nobody leads: write the seat that leads the trick, as `leads: 0`")
        for seat in range(self.rules.players):
            if seat not in self.held:
                raise UsageError(f"the hand of seat {seat} is missing: {seats(self.rules)}, write one line for each")
        if self.won and self.laid:
            self.line = self.lines["trick"]
            raise UsageError("cards on the table cannot stand beside won: write who leads this trick, with `leads`")
        return Position(
            self.path, self.title, self.rules, self.trumps, tuple(self.held[seat] for seat in sorted(self.held)),
            self.leader, self.won, _whole(self.laid), self.pairs.get("score"), self.pairs.get("cards"), self.sung,
            self.de_vueltas, self.mano, self.lines,
        )  # fmt: skip


def _whole(cards: Cards) -> tuple[int, ...]:
    """The cards, all of them named."""
    if not all(card is not None for card in cards):
        raise UsageError("`-` leaves a card open: a position names them all")
    return tuple(card for card in cards if card is not None)


STATEMENTS = {
    "title": Kind(_Reader._title, 0, 0, "title: Give the partner the lead"),
    "rules": Kind(_Reader._sheet, 0, 0, "rules: lascuarenta deck=48"),
    "trumps": Kind(_Reader._trumps, 0, 0, "trumps: oros"),
    "muestra": Kind(_Reader._muestra, 0, 0, "muestra: 2o"),
    "seat": Kind(_Reader._seat, 1, 1, "seat 0: 7o 1c 4e"),
    "leads": Kind(_Reader._leads, 0, 0, "leads: 0"),
    "won": Kind(_Reader._won, 0, 0, "won: 0"),
    "trick": Kind(_Reader._table, 0, 0, "trick: 1c 2c"),
    "score": Kind(_Reader._score, 0, 0, "score: 45 40"),
    "cards": Kind(_Reader._of_cards, 0, 0, "cards: 45 20"),
    "sung": Kind(_Reader._sung, 0, 0, "sung: copas"),
    "vueltas": Kind(_Reader._is_vueltas, 0, 0, "vueltas: no"),
    "mano": Kind(_Reader._mano, 0, 0, "mano: 0"),
}
"""The statements of a position by their names."""
