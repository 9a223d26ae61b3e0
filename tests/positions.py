"""Positions and decks made by hand, in words, and answers fixed beforehand, for tests of the reference engine."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bazas.sim.rules import PRESETS, Rules
from reference.cards import Card, code, full_deck
from reference.engine import Answers, Event
from reference.table import Table
from reference.trace import Hand
from reference.tricks import Play

LASCUARENTA, LUDOTEKA = PRESETS["lascuarenta"].rules, PRESETS["ludoteka"].rules
OROS, COPAS, ESPADAS, BASTOS = range(4)
FORTY = "rey oros, sota oros"  # oros are trumps in the positions below
TWENTY = "rey copas, sota copas"
FOUR_SOTAS = "sota oros, sota copas, sota espadas, sota bastos"


def one(name: str) -> Card:
    rank, suit = name.split()
    return Card(suit, rank)


def some(names: str) -> set[Card]:
    return {one(name) for name in names.split(", ")} if names else set()


def plays(*names: str, leader: int = 0) -> list[Play]:
    return [Play((leader + place) % 4, one(name)) for place, name in enumerate(names)]


@dataclass
class Script:
    """Answers fixed per seat, and a log of what was asked; without a script, yes and the lowest card."""

    swaps: dict[int, list[bool]] = field(default_factory=dict)
    tutes: dict[int, list[bool]] = field(default_factory=dict)
    songs: dict[int, list[int]] = field(default_factory=dict)
    claims: list[bool] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    asked: list[tuple[str, int]] = field(default_factory=list)
    offered: list[set[int]] = field(default_factory=list)

    def play(self, seat: int, legal: frozenset[int]) -> int:
        return code(one(self.cards.pop(0))) if self.cards else min(legal)

    def swap(self, seat: int) -> bool:
        self.asked.append(("swap", seat))
        answers = self.swaps.get(seat, [])
        return answers.pop(0) if answers else True

    def tute(self, seat: int) -> bool:
        self.asked.append(("tute", seat))
        answers = self.tutes.get(seat, [])
        return answers.pop(0) if answers else True

    def sing(self, seat: int, suits: frozenset[int]) -> int:
        self.asked.append(("sing", seat))
        self.offered.append(set(suits))
        answers = self.songs.get(seat, [])
        return answers.pop(0) if answers else min(suits)

    def claim(self, seat: int) -> bool:
        self.asked.append(("claim", seat))
        return self.claims.pop(0) if self.claims else False


def position(
    answers: Answers,
    *hands: str,
    rules: Rules = LASCUARENTA,
    muestra: str | None = "as oros",
    tricks: tuple[int, int] = (1, 0),
    number: int = 0,
    carried: tuple[int, int] = (0, 0),
) -> Table:
    """A table in the middle of a hand; oros are trumps."""
    lying = one(muestra) if muestra else None
    facts = Hand(mano=0, muestra=code(lying) if lying else 0, tricks=tricks)
    return Table(
        rules=rules,
        answers=answers,
        hands=[some(hand) for hand in hands],
        muestra=lying,
        stock=[],
        trumps="oros",
        facts=facts,
        number=number,
        carried=carried,
        trick=sum(tricks),
    )


def rigged(*hands: str, muestra: str, size: int = 40, stock: str = "") -> list[int]:
    """A deck that deals these cards, each hand filled up with the lowest cards that are left."""
    named = [*(one(name) for hand in hands for name in hand.split(", ")), one(muestra)]
    top = [one(name) for name in stock.split(", ")] if stock else []
    rest = [card for card in sorted(full_deck(size), key=code) if card not in named and card not in top]
    rest.sort(key=lambda card: code(card) % 16)
    cards: list[Card] = []
    for hand in hands:
        held = [one(name) for name in hand.split(", ")]
        while len(held) < 6:
            held.append(rest.pop(0))
        cards += held
    cards += [one(muestra), *top, *rest]
    return [code(card) for card in cards]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]
