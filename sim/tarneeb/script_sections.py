"""The statements of a round in a scripted scenario, from their words into records."""

from __future__ import annotations

import re
from collections.abc import Callable

from bazas.kernels.tarneeb.cards import TRICKS
from bazas.kernels.tarneeb.records import HIGHEST_BID, LOWEST_BID, PASS, PLAYERS
from bazas.sim.errors import UsageError
from bazas.sim.script_text import Cards, Kind, SectionText, Statement
from bazas.sim.tarneeb import script_statements as said
from bazas.sim.tarneeb.notation import SEATS, SIDES, SUITS, card_short, parse_card
from bazas.sim.tricks import Pair

MOST_CALLS = 10
"""Seven bids and three passes."""


class SectionReader(SectionText):
    """Takes the statements of one round."""

    HAND = "round"
    HAND_CARDS = TRICKS

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.hands: list[Cards] = [()] * PLAYERS

    def section(self) -> said.Section:
        """The whole, after its last line."""
        return said.Section(self.begin, tuple(self.hands), tuple(self.statements))

    def card(self, word: str) -> int:
        """A card of the deck."""
        return parse_card(word)

    def short(self, card: int) -> str:
        """The short code of a card."""
        return card_short(card)

    # What is done

    def _seat(self, seat: int, text: str) -> None:
        check_seat(seat)
        self._before_play(SEATS[seat])
        self._once(SEATS[seat])
        self.hands[seat] = self._placed(self._cards(text, TRICKS, "a hand"))

    def _bids(self, text: str) -> None:
        self._before_tricks("bids", "trumps", "asked", "may", "declarer")
        self._once("bids")
        calls = tuple(None if word == "-" else _bid(word) for word in text.split())
        if len(calls) > MOST_CALLS:
            raise UsageError(f"{len(calls)} bids are too many: an auction has {MOST_CALLS} at most, passes included")
        self._add(said.Bids(self.line, calls))

    def _trumps(self, text: str) -> None:
        self._before_tricks("trumps")
        self._once("trumps")
        if text.casefold() not in SUITS:
            raise UsageError(f"trumps cannot be {text!r}: write {', '.join(SUITS[:-1])} or {SUITS[-1]}")
        self._add(said.Trumps(self.line, SUITS.index(text.casefold())))

    def _trick(self, *told: int | str) -> None:
        number = self.next_trick(told, TRICKS)
        self._add(said.Lay(self.line, number, self._cards(str(told[-1]), PLAYERS, "a trick")))

    def _before_tricks(self, name: str, *before: str) -> None:
        if self.tricks or self.seen.intersection(before):
            raise UsageError(f"{name} comes too late: write the bids, what is true of them, trumps, then the tricks")

    # What is checked

    def _dealer(self, text: str) -> None:
        self._add(said.Dealer(self.line, seat_named("dealer", text)))

    def _asked(self, text: str) -> None:
        self.seen.add("asked")
        self._add(said.Asked(self.line, tuple(seat_named("asked", word) for word in text.split())))

    def _may(self, seat: int, text: str) -> None:
        self.seen.add("may")
        check_seat(seat)
        self._add(said.May(self.line, seat, sum(1 << bid for bid in {_bid(word) for word in text.split()})))

    def _declarer(self, seat: int, text: str) -> None:
        self.seen.add("declarer")
        check_seat(seat)
        told = re.fullmatch(r"([0-9]{1,3})(\s+forced)?", text.casefold())
        if told is None:
            raise UsageError(
                f"{text!r} is no contract: write a bid, as `declarer South: 8` or `declarer South: 7 forced`"
            )
        self._add(said.Declarer(self.line, seat, _bid(told[1]), told[2] is not None))

    def _wins(self, text: str) -> None:
        self._add(said.Wins(self.line, seat_named("wins", text)))

    def _legal(self, seat: int, text: str) -> None:
        check_seat(seat)
        self._add(said.Legal(self.line, seat, self._set_of(text, "legal")))

    def _end(self, text: str) -> None:
        self._once("end")
        words = text.casefold()
        ends: dict[str, int | None] = {"nobody": None}
        ends |= {f"side {side}": number for number, side in enumerate("ab")}
        ends |= {side.casefold(): number for number, side in enumerate(SIDES)}
        if words not in ends:
            raise UsageError(f"{text!r} is no end: write nobody, side a (North/South) or side b (East/West)")
        self._add(said.End(self.line, ends[words]))


def check_seat(seat: int) -> None:
    """Raise UsageError for the number of no seat."""
    if seat >= PLAYERS:
        raise UsageError(f"there is no seat {seat}: {_SEATS}")


def seat_named(name: str, text: str) -> int:
    """The seat of a name or a number; raises UsageError for any other text."""
    for seat, title in enumerate(SEATS):
        if text.casefold() in (title.casefold(), str(seat)):
            return seat
    raise UsageError(f"{name} cannot be {text!r}: {_SEATS}")


def pair(name: str, text: str, example: str) -> Pair:
    """Two whole numbers, that of side a first; raises UsageError for any other text."""
    told = re.fullmatch(r"(-?[0-9]{1,6})\s+(-?[0-9]{1,6})", text)
    if told is None:
        raise UsageError(f"{name} cannot be {text!r}: write numbers of North/South and of East/West, as `{example}`")
    return int(told[1]), int(told[2])


def _bid(word: str) -> int:
    if word.casefold() == "pass":
        return PASS
    if re.fullmatch("[0-9]{1,3}", word) and LOWEST_BID <= int(word) <= HIGHEST_BID:
        return int(word)
    raise UsageError(f"{word!r} is no bid: write pass, or {LOWEST_BID} to {HIGHEST_BID}")


def _pairs(name: str, kind: Callable[[int, Pair], Statement], example: str) -> Kind:
    """A kind of statement that says a number of each side."""

    def read(reader: SectionReader, text: str) -> None:
        reader._add(kind(reader.line, pair(name, text, example)))

    return Kind(read, 0, 0, example)


_SEATS = "seats are North, East, South and West, or 0 to 3"

STATEMENTS = {
    "seat": Kind(SectionReader._seat, 1, 1, "North: As Ks - -"),
    "dealer": Kind(SectionReader._dealer, 0, 0, "dealer: North"),
    "bids": Kind(SectionReader._bids, 0, 0, "bids: 7 pass 8 pass pass"),
    "asked": Kind(SectionReader._asked, 0, 0, "asked: East South West North East"),
    "may": Kind(SectionReader._may, 1, 1, "may West: pass 8 9 10 11 12 13"),
    "declarer": Kind(SectionReader._declarer, 1, 1, "declarer South: 8"),
    "trumps": Kind(SectionReader._trumps, 0, 0, "trumps: spades"),
    "trick": Kind(SectionReader._trick, 0, 1, "trick: As 2s - 5s"),
    "wins": Kind(SectionReader._wins, 0, 0, "wins: South"),
    "legal": Kind(SectionReader._legal, 1, 1, "legal West: 2s 5s"),
    "tricks": _pairs("tricks", said.Tricks, "tricks: 9 4"),
    "score": _pairs("score", said.Score, "score: 9 0"),
    "totals": _pairs("totals", said.Totals, "totals: 38 30"),
    "end": Kind(SectionReader._end, 0, 0, "end: side a"),
}
"""The statements of a section by their names."""
