"""A trace read as a game: its hands, its tricks, and what happened between them.

`read_hands` turns the kernel's events (`bazas.kernels.records.EVENT`) into records. Sets of cards stay masks, seats
and sides stay numbers; only `as_dict` writes cards as short codes and suits by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bazas.kernels.cards import LAST_TRICK
from bazas.kernels.records import DECIDED, EVENTS
from bazas.sim.notation import card_short, cards_of, suit_name, suits_of

Pair = tuple[int, int]


class Event(NamedTuple):
    """One event of a trace; `score` holds the points of both sides after it, cante and últimas included.

    `named` is False for a cante whose suit the players are not told.
    """

    kind: str
    seat: int
    value: int
    legal: int
    score: Pair
    named: bool = True


class Play(NamedTuple):
    """A card that was laid and the mask of those that could have been."""

    seat: int
    card: int
    legal: int


@dataclass
class Trick:
    """One trick: the cards that each seat held before it, the plays in order, and the events up to the next lead.

    `winner` is None where the game ended before the last card of the trick. `score` counts the trick, and the
    últimas where it is the last one of a hand.
    """

    number: int
    leader: int
    held: tuple[int, ...]
    plays: list[Play] = field(default_factory=list)
    winner: int | None = None
    points: int = 0
    score: Pair = (0, 0)
    after: list[Event] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The trick as `--json` prints it, cards as short codes."""
        return {
            "number": self.number,
            "leader": self.leader,
            "plays": [
                {"seat": play.seat, "card": card_short(play.card), "legal": codes(play.legal)} for play in self.plays
            ],
            "winner": self.winner,
            "points": self.points,
            "score": list(self.score),
            "after": [event_dict(event, asked_in_play=self.winner is None) for event in self.after],
        }


@dataclass
class Hand:
    """One hand of a game; `winner` is None where vueltas follow. `dealt` holds a mask per seat."""

    vueltas: bool
    mano: int
    muestra: int
    carried: Pair
    dealt: tuple[int, ...] = ()
    tricks: list[Trick] = field(default_factory=list)
    cards: Pair = (0, 0)
    cantes: Pair = (0, 0)
    last_trick: int | None = None
    score: Pair = (0, 0)
    winner: int | None = None
    decided: str | None = None

    @property
    def ultimas(self) -> Pair:
        """The ten points of the last trick, for the side that won it."""
        return (0, 0) if self.last_trick is None else _added((0, 0), self.last_trick & 1, LAST_TRICK)

    def as_dict(self) -> dict[str, Any]:
        """The hand as `--json` prints it, cards as short codes."""
        return {
            "vueltas": self.vueltas,
            "mano": self.mano,
            "muestra": card_short(self.muestra),
            "dealt": [codes(cards) for cards in self.dealt],
            "carried": list(self.carried),
            "tricks": [trick.as_dict() for trick in self.tricks],
            "last_trick": self.last_trick,
            "cards": list(self.cards),
            "cantes": list(self.cantes),
            "score": list(self.score),
            "winner": self.winner,
            "decided": self.decided,
        }


def read_events(events: Any) -> list[Event]:
    """The lines of a trace (an array of `bazas.kernels.records.EVENT`) as events."""
    kinds, *rest = (events[name].tolist() for name in ("kind", "seat", "value", "legal", "a", "b"))
    return [
        Event(EVENTS[kind], seat, value, legal, (a, b))
        for kind, seat, value, legal, a, b in zip(kinds, *rest, strict=True)
    ]


def read_hands(events: Any, twenty_named: bool = True) -> list[Hand]:
    """The hands that a trace of one game tells (one, or two with the vueltas).

    `twenty_named`: as in the rules, whether the suit of a 20 sung in the arrastre is public.
    """
    reader = Reader(twenty_named)
    for event in read_events(events):
        reader.take(event)
    return reader.hands


class Reader:
    """Follows the events of a game: `held` is what each seat holds, `hands` what was told so far."""

    def __init__(self, twenty_named: bool = True) -> None:
        self.hands: list[Hand] = []
        self.held: dict[int, int] = {}
        self.twenty_named = twenty_named
        self.muestra: int | None = None  # the card under the stock; None once it was drawn

    def take(self, event: Event) -> None:
        """The next event."""
        if event.kind == "hand":
            carried = self.hands[-1].score if self.hands else (0, 0)
            self.hands.append(Hand(bool(self.hands), event.seat, event.value, carried, score=carried))
            self.held, self.muestra = {}, event.value
            return
        hand = self.hands[-1]
        hand.score = event.score
        if event.kind == "dealt":
            self._deal(hand, event)
        elif event.kind == "play":
            self._play(hand, event)
        elif event.kind == "trick":
            _close_trick(hand, event)
        elif event.kind == "last":
            hand.last_trick = event.seat
            hand.tricks[-1].score = event.score
        elif event.kind == "end":
            hand.winner = event.seat if event.seat >= 0 else None
            hand.decided = DECIDED[event.value] if event.value >= 0 else None
        else:
            self._between(hand, event)

    def _deal(self, hand: Hand, event: Event) -> None:
        self.held[event.seat] = event.legal
        hand.dealt = self._by_seat()

    def _by_seat(self) -> tuple[int, ...]:
        """The deal is announced from the mano on; hands are told in the order of the seats' numbers."""
        return tuple(self.held[seat] for seat in sorted(self.held))

    def _play(self, hand: Hand, event: Event) -> None:
        if not hand.tricks or hand.tricks[-1].winner is not None:
            self._lead(hand, event.seat)
        hand.tricks[-1].plays.append(Play(event.seat, event.value, event.legal))
        self.held[event.seat] &= ~(1 << event.value)

    def _lead(self, hand: Hand, seat: int) -> None:
        hand.tricks.append(Trick(len(hand.tricks) + 1, seat, self._by_seat()))

    def _between(self, hand: Hand, event: Event) -> None:
        """A question and its answer, a draw, a renuncio. A withheld swap, told after its question, is taken back.

        A leader that may play its whole hand has opened the next trick, even if it never laid a card: who may sing
        holds a rey, so that its hand is no set of suits.
        """
        between = not hand.tricks or hand.tricks[-1].winner is not None
        if event.kind == "renuncio" and between and event.legal == self.held[event.seat]:
            self._lead(hand, event.seat)
        if event.kind == "draw":
            self.held[event.seat] |= 1 << event.value
            if event.value == self.muestra:
                self.muestra = None
        elif event.kind == "swap" and event.value:
            self.held[event.seat] ^= event.legal
            self.muestra = swap_cards(event)[0]
        elif event.kind == "withheld":
            self.held[event.seat] ^= hand.tricks[-1].after[-1].legal
            self.muestra = event.value
        elif event.kind == "sing" and event.value >= 0:
            forty = event.value == hand.muestra >> 4
            hand.cantes = _added(hand.cantes, event.seat & 1, 40 if forty else 20)
            event = event._replace(named=forty or self.muestra is not None or self.twenty_named)
        hand.tricks[-1].after.append(event)


def _close_trick(hand: Hand, event: Event) -> None:
    trick = hand.tricks[-1]
    trick.winner, trick.points, trick.score = event.seat, event.value, event.score
    hand.cards = _added(hand.cards, event.seat & 1, event.value)


def _added(pair: Pair, side: int, points: int) -> Pair:
    return (pair[0] + points, pair[1]) if side == 0 else (pair[0], pair[1] + points)


def codes(cards: int) -> list[str]:
    """Short codes of a set of cards."""
    return [card_short(card) for card in cards_of(cards)]


def swap_cards(event: Event) -> Pair:
    """The card given and the card taken of a swap: the muestra is always the stronger one."""
    given, taken = cards_of(event.legal)
    return given, taken


def event_dict(event: Event, asked_in_play: bool = False) -> dict[str, Any]:
    """An event between two tricks as `--json` prints it.

    `asked_in_play`: a renuncio was an answer to the question for a card, not for a cante.
    """
    told: dict[str, Any] = {"event": event.kind, "seat": event.seat}
    if event.kind == "swap":
        given, taken = swap_cards(event)
        told |= {"gives": card_short(given), "takes": card_short(taken), "answer": bool(event.value)}
    elif event.kind == "tute":
        told |= {"cards": codes(event.legal), "answer": bool(event.value)}
    elif event.kind == "sing":
        answer = suit_name(event.value) if event.value >= 0 else None
        told |= {"legal": options(event, False), "answer": answer, "named": event.named}
    elif event.kind == "claim":
        told |= {"answer": bool(event.value)}
    elif event.kind == "renuncio":
        told |= {"move": event.value, "legal": options(event, asked_in_play)}
    else:  # draw, withheld
        told |= {"card": card_short(event.value)}
    return told | {"score": list(event.score)}


def options(event: Event, cards: bool) -> list[str]:
    """The legal answers to a question: short codes of `cards`, or names of suits."""
    return codes(event.legal) if cards else [suit_name(suit) for suit in suits_of(event.legal)]
