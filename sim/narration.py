"""A trace read as a game: hands, tricks, what happened between them, and the sentences that tell it.

`read_hands` turns the kernel's events (`bazas.kernels.records.EVENT`) into records. Sets of cards stay masks,
seats and sides stay numbers; sentences call the sides a and b. Needs neither Numba nor NumPy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bazas.sim.notation import RANKS, SUITS, card_name, card_short, cards_of, suit_name, suits_of

KINDS = (
    "hand", "dealt", "play", "trick", "last", "swap", "withheld", "tute", "sing", "claim", "draw", "renuncio", "end",
)  # fmt: skip
"""Kinds of events by their number in a trace; a test compares them with the kernel's."""
DECIDED = ("hand", "last_trick", "thirty", "tute", "vueltas", "claim", "false_claim", "renuncio")
SIDES = ("a", "b")
GOAL = 101
ULTIMAS = 10
REY = RANKS.index("rey")
THIRTY = 30

Pair = tuple[int, int]


class Event(NamedTuple):
    """One event of a trace; `score` holds the points of both sides after it, cante and últimas included."""

    kind: str
    seat: int
    value: int
    legal: int
    score: Pair


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
        return (0, 0) if self.last_trick is None else _added((0, 0), self.last_trick & 1, ULTIMAS)

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


def read_hands(events: Iterable[Any]) -> list[Hand]:
    """The hands that a trace of one game tells (one, or two with the vueltas)."""
    reader = _Reader()
    for record in events:
        kind, seat, value, legal, a, b = (int(record[key]) for key in ("kind", "seat", "value", "legal", "a", "b"))
        reader.take(Event(KINDS[kind], seat, value, legal, (a, b)))
    return reader.hands


class _Reader:
    """Follows the events of a game: `held` is what each seat holds, `hands` what was told so far."""

    def __init__(self) -> None:
        self.hands: list[Hand] = []
        self.held: dict[int, int] = {}

    def take(self, event: Event) -> None:
        if event.kind == "hand":
            carried = self.hands[-1].score if self.hands else (0, 0)
            self.hands.append(Hand(bool(self.hands), event.seat, event.value, carried, score=carried))
            self.held = {}
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
        """The deal goes from the mano on; hands are told in the order of the seats' numbers."""
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
        hand.tricks[-1].after.append(event)
        if event.kind == "draw":
            self.held[event.seat] |= 1 << event.value
        elif event.kind == "swap" and event.value:
            self.held[event.seat] ^= event.legal
        elif event.kind == "withheld":
            self.held[event.seat] ^= hand.tricks[-1].after[-2].legal
        elif event.kind == "sing" and event.value >= 0:
            points = 40 if event.value == hand.muestra >> 4 else 20
            hand.cantes = _added(hand.cantes, event.seat & 1, points)


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
        told |= {"legal": _options(event, False), "answer": answer}
    elif event.kind == "claim":
        told |= {"answer": bool(event.value)}
    elif event.kind == "renuncio":
        told |= {"move": event.value, "legal": _options(event, asked_in_play)}
    else:  # draw, withheld
        told |= {"card": card_short(event.value)}
    return told | {"score": list(event.score)}


def _options(event: Event, cards: bool) -> list[str]:
    return codes(event.legal) if cards else [suit_name(suit) for suit in suits_of(event.legal)]


def either(words: list[str]) -> str:
    """The words as a choice: `oros, copas or bastos`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nothing"


def event_sentence(event: Event, hand: Hand, asked_in_play: bool = False) -> str:
    """What happened between two tricks: who was asked, for what, and the answer. Draws have no sentence."""
    seat = f"seat {event.seat}"
    if event.kind == "swap":
        given, taken = (card_name(card) for card in swap_cards(event))
        return f"{seat} may give the {given} for the {taken}: {'swaps' if event.value else 'keeps it'}"
    if event.kind == "withheld":
        return f"the swap of {seat} is withheld: the {card_name(event.value)} stays under the stock"
    if event.kind == "tute":
        return f"{seat} may declare tute with {_fours(event.legal)}: {'declares' if event.value else 'is silent'}"
    if event.kind == "sing":
        return f"{seat} may sing {_cantes(event, hand)}"
    if event.kind == "claim":
        answer = "claims" if event.value else "does not"
        return f"{seat} may claim 101, with {event.score[event.seat & 1]} points: {answer}"
    return _renuncio(event, asked_in_play)


def _fours(cards: int) -> str:
    ranks = sorted({card & 15 for card in cards_of(cards)}, reverse=True)
    return " and ".join("the four reyes" if rank == REY else "the four sotas" for rank in ranks)


def _cantes(event: Event, hand: Hand) -> str:
    trumps = hand.muestra >> 4
    suits = suits_of(event.legal)
    offer = f"{40 if suits == [trumps] else 20} in {either([suit_name(suit) for suit in suits])}"
    if event.value < 0:
        return f"{offer}: is silent"
    return f"{offer}: sings {suit_name(event.value)}, {score_text(event.score)}"


def _renuncio(event: Event, asked_in_play: bool) -> str:
    move = event.value
    if asked_in_play:
        name = card_name(move) if 0 <= move < 64 and move & 15 < len(RANKS) else str(move)
        legal = either([card_name(card) for card in cards_of(event.legal)])
        return f"renuncio of seat {event.seat}: plays {name}; legal: {legal}"
    name = suit_name(move) if 0 <= move < len(SUITS) else str(move)
    return f"renuncio of seat {event.seat}: sings {name}; legal: {either(_options(event, False))}, or none"


def score_text(score: Pair) -> str:
    """The running score: `a 64, b 20`."""
    return f"a {score[0]}, b {score[1]}"


def ending(hand: Hand) -> str:
    """How the hand ended, and who has won the game, if anybody has."""
    if hand.winner is None:
        return f"{_why_vueltas(hand)}: vueltas follow."
    side, loser = SIDES[hand.winner], SIDES[1 - hand.winner]
    wins = f"wins the game, {hand.score[hand.winner]} to {hand.score[1 - hand.winner]}"
    both = "Both sides have 101 points"
    told = {
        "last_trick": f"{both}: side {side}, with the last trick, {wins}",
        "thirty": f"{both}, but side {loser} has fewer than 30 from cards and últimas: side {side} {wins}",
        "tute": f"Tute: side {side} {wins}",
        "vueltas": f"Side {side}, past 100 after winning a trick, {wins}",
        "claim": f"The claim is right: side {side} {wins}",
        "false_claim": f"The claim is wrong: side {side} {wins}",
        "renuncio": f"Renuncio: side {side} {wins}",
    }
    return told.get(hand.decided or "", f"Side {side} {wins}") + "."


def _why_vueltas(hand: Hand) -> str:
    reached = [SIDES[side] for side in (0, 1) if hand.score[side] >= GOAL]
    if not reached:
        return "Nobody has 101 points"
    who = "Both sides have 101 points" if len(reached) == 2 else f"Side {reached[0]} has 101 points"
    short = [side for side in (0, 1) if hand.score[side] >= GOAL and hand.cards[side] + hand.ultimas[side] < THIRTY]
    bare = " and ".join(f"side {SIDES[side]} only {hand.cards[side] + hand.ultimas[side]}" for side in short)
    return f"{who}, but {bare} of the 30 needed from cards and últimas"


def balance(hand: Hand) -> list[str]:
    """The account of each side: `a   carried 61 + cards 40 + últimas 10 + cantes 20 = 131`."""
    lines = []
    for side in (0, 1):
        parts = [("cards", hand.cards), ("últimas", hand.ultimas), ("cantes", hand.cantes)]
        if hand.vueltas:
            parts.insert(0, ("carried", hand.carried))
        sum_of = " + ".join(f"{name} {pair[side]:>3}" for name, pair in parts)
        lines.append(f"{SIDES[side]}  {sum_of} = {hand.score[side]:>3}")
    return lines
