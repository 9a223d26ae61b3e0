"""The table while a hand is played: cards in hand, the stock, the muestra, and the points so far."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .answers import Answers
from .cards import Card, card_of, code, full_deck, mask
from .counting import ULTIMAS, Pair
from .switches import Switches
from .trace import Event, Hand
from .tricks import seats_from, side_of

CARDS_IN_HAND = 6


@dataclass
class Study:
    """Which swaps of the seven by side a are ignored: "none", "every", or the "first" one of the game."""

    withhold: str = "none"
    ignored: int = 0

    def ignores(self, seat: int, given: Card) -> bool:
        """Say whether a swap that was answered yes is to be ignored; never one of the 2 for the 7."""
        if self.withhold == "none" or side_of(seat) != 0 or given.rank != "7":
            return False
        if self.withhold == "first" and self.ignored > 0:
            return False
        self.ignored += 1
        return True


@dataclass
class Table:
    """Everything about a hand being played. `muestra` is None once drawn; `stock` is what lies above it."""

    rules: Switches
    answers: Answers
    hands: list[set[Card]]
    muestra: Card | None
    stock: list[Card]
    trumps: str
    facts: Hand
    events: list[Event] = field(default_factory=list)
    study: Study = field(default_factory=Study)
    number: int = 0
    carried: Pair = (0, 0)
    trick: int = 0
    last_winner: int | None = None
    muestra_left_by_swap: bool = False
    suits_sung: set[str] = field(default_factory=set)
    cantes_after_this_trick: int = 0

    @property
    def vueltas(self) -> bool:
        """Whether this is the game's second hand."""
        return self.number == 1

    @property
    def arrastre(self) -> bool:
        """Whether the stock is gone, the muestra with it (1, Arrastre)."""
        return self.muestra is None

    def without_cantes(self) -> Pair:
        """Return each side's points of this hand from cards and últimas (2, switch "30 rule")."""
        a, b = self.facts.cards
        if self.facts.last_trick is None:
            return a, b
        last_side = side_of(self.facts.last_trick)
        return a + (ULTIMAS if last_side == 0 else 0), b + (ULTIMAS if last_side == 1 else 0)

    def totals(self) -> Pair:
        """Return each side's points in the game: carried, cards, cantes, and the últimas once given."""
        a, b = self.without_cantes()
        return (
            self.carried[0] + a + self.facts.cantes[0],
            self.carried[1] + b + self.facts.cantes[1],
        )

    def record(self, kind: str, seat: int, value: int, legal: int = 0) -> None:
        """Add an event with the points as they stand."""
        self.events.append(Event(kind, seat, value, legal, *self.totals()))


def check_deck(deck: Sequence[Card], size: int) -> None:
    """Raise ValueError unless these are the cards of the deck with `size` cards, in any order."""
    if len(deck) != size or set(deck) != set(full_deck(size)):
        raise ValueError(f"these {len(deck)} cards are not a deck of {size}")


def deal(
    rules: Switches,
    codes: Sequence[int],
    mano: int,
    answers: Answers,
    number: int = 0,
    carried: Pair = (0, 0),
) -> Table:
    """Deal six cards to each seat, in the order of their numbers, and turn the muestra under the stock (1, Deal)."""
    deck = [card_of(int(number)) for number in codes]
    check_deck(deck, rules.deck)
    hands: list[set[Card]] = [set() for _ in range(rules.players)]
    for seat in range(rules.players):
        hands[seat] = set(deck[CARDS_IN_HAND * seat : CARDS_IN_HAND * (seat + 1)])
    dealt = CARDS_IN_HAND * rules.players
    muestra = deck[dealt]
    return Table(
        rules=rules,
        answers=answers,
        hands=hands,
        muestra=muestra,
        stock=deck[dealt + 1 :],
        trumps=muestra.suit,
        facts=Hand(mano=mano, muestra=code(muestra)),
        number=number,
        carried=carried,
    )


def announce(table: Table) -> None:
    """Record the hand and the cards dealt, from the mano on."""
    table.record("hand", table.facts.mano, table.facts.muestra)
    for seat in seats_from(table.facts.mano, table.rules.players):
        table.record("dealt", seat, 0, mask(table.hands[seat]))


def draw(table: Table, winner: int) -> None:
    """Let everybody draw a card, the winner first; the muestra comes last (1, Between two tricks, 2)."""
    for seat in seats_from(winner, table.rules.players):
        card = draw_one(table, seat)
        table.hands[seat].add(card)
        table.record("draw", seat, code(card))


def draw_one(table: Table, seat: int) -> Card:
    """Take the top card of the stock, or the muestra where nothing lies above it (1, Deal)."""
    if table.stock:
        return table.stock.pop(0)
    muestra = table.muestra
    if muestra is None:
        raise ValueError("there is nothing left to draw")
    table.muestra = None
    table.facts.muestra_seat = seat
    return muestra
