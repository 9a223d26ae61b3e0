"""A trace read as a game: its rounds, their auctions and their tricks.

`read_rounds` turns the kernel's events (`bazas.kernels.tarneeb.records.EVENTS`) into records. Sets of cards and of bids
stay masks, seats and sides stay numbers; only `as_dict` writes cards as short codes and suits by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bazas.kernels.tarneeb.records import EVENTS
from bazas.sim.tarneeb.notation import SUITS, bid_name, card_short, cards_of, numbers_of
from bazas.sim.tricks import Event, Pair, Play


class Call(NamedTuple):
    """A bid, or 0 for a pass, and the mask of those that were legal."""

    seat: int
    bid: int
    legal: int


@dataclass
class Trick:
    """One trick: the plays in order, who won it (None: not finished), the tricks of both sides after it."""

    number: int
    leader: int
    plays: list[Play] = field(default_factory=list)
    winner: int | None = None
    won: Pair = (0, 0)

    def as_dict(self) -> dict[str, Any]:
        """The trick as `--json` prints it."""
        return {
            "number": self.number,
            "leader": self.leader,
            "plays": [
                {"seat": play.seat, "card": card_short(play.card), "legal": codes(play.legal)} for play in self.plays
            ],
            "winner": self.winner,
            "tricks": list(self.won),
        }


@dataclass
class Round:
    """One round of a game: `carried`, the points before it, `totals`, those after it. `dealt` holds a mask per seat.

    `made` is None up to its end, `winner` is the side that has won the game with it, None for nobody.
    """

    number: int
    dealer: int
    carried: Pair
    totals: Pair
    dealt: list[int] = field(default_factory=lambda: [0] * 4)
    calls: list[Call] = field(default_factory=list)
    declarer: int | None = None
    bid: int = 0
    forced: bool = False
    trumps: int | None = None
    tricks: list[Trick] = field(default_factory=list)
    made: bool | None = None
    winner: int | None = None

    @property
    def won(self) -> Pair:
        """The tricks of both sides so far."""
        finished = [trick for trick in self.tricks if trick.winner is not None]
        return finished[-1].won if finished else (0, 0)

    @property
    def points(self) -> Pair:
        """What both sides have scored in this round."""
        return self.totals[0] - self.carried[0], self.totals[1] - self.carried[1]

    def as_dict(self) -> dict[str, Any]:
        """The round as `--json` prints it."""
        return {
            "round": self.number,
            "dealer": self.dealer,
            "carried": list(self.carried),
            "dealt": [codes(cards) for cards in self.dealt],
            "bids": [{"seat": call.seat, "bid": call.bid, "legal": numbers_of(call.legal)} for call in self.calls],
            "declarer": self.declarer,
            "bid": self.bid,
            "forced": self.forced,
            "trumps": None if self.trumps is None else SUITS[self.trumps],
            "tricks": [trick.as_dict() for trick in self.tricks],
            "won": list(self.won),
            "made": self.made,
            "points": list(self.points),
            "totals": list(self.totals),
            "winner": self.winner,
        }


def read_events(events: Any) -> list[Event]:
    """The lines of a trace (an array of `bazas.kernels.records.EVENT`) as events."""
    return [Event(EVENTS[kind], seat, value, legal, (a, b)) for kind, seat, value, legal, a, b in rows(events)]


def rows(events: Any) -> list[tuple[int, ...]]:
    """Kind, seat, value, legal answers and both totals of each event."""
    return list(zip(*(events[name].tolist() for name in ("kind", "seat", "value", "legal", "a", "b")), strict=True))


def read_rounds(events: Any) -> list[Round]:
    """The rounds that a trace of one game tells."""
    reader = Reader()
    for event in read_events(events):
        reader.take(event)
    return reader.rounds


class Reader:
    """Follows the events of a game: `held` is what each seat holds, `rounds` what was told so far."""

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.held = [0] * 4

    def take(self, event: Event) -> None:
        """The next event."""
        if event.kind == "round":
            self.rounds.append(Round(event.value, event.seat, event.score, event.score))
            return
        told = self.rounds[-1]
        if event.kind == "dealt":
            self.held[event.seat] = told.dealt[event.seat] = event.legal
        elif event.kind == "bid":
            told.calls.append(Call(event.seat, event.value, event.legal))
        elif event.kind == "contract":
            told.declarer, told.bid, told.forced = event.seat, event.value, event.legal == 1
        elif event.kind == "trumps":
            told.trumps = event.value
        elif event.kind == "play":
            self._play(told, event)
        elif event.kind == "trick":
            _close_trick(told, event)
        else:
            told.made, told.totals = event.value == 1, event.score
            told.winner = event.seat if event.seat >= 0 else None

    def _play(self, told: Round, event: Event) -> None:
        if not told.tricks or told.tricks[-1].winner is not None:
            told.tricks.append(Trick(len(told.tricks) + 1, event.seat))
        told.tricks[-1].plays.append(Play(event.seat, event.value, event.legal))
        self.held[event.seat] &= ~(1 << event.value)


def _close_trick(told: Round, event: Event) -> None:
    trick, (a, b) = told.tricks[-1], told.won
    trick.winner = event.seat
    trick.won = (a + 1, b) if event.seat & 1 == 0 else (a, b + 1)


def codes(cards: int) -> list[str]:
    """Short codes of a set of cards."""
    return [card_short(card) for card in cards_of(cards)]


def bids(mask: int) -> str:
    """The bids of a mask in words: `pass 9 10`."""
    return " ".join(bid_name(bid) for bid in numbers_of(mask))
