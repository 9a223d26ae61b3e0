"""Cards: suits, ranks, decks, points, and the codes that traces use."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

SUITS = ("oros", "copas", "espadas", "bastos")
# From the lowest to the highest: the place in this tuple is the strength.
RANKS = ("2", "4", "5", "6", "7", "8", "9", "caballo", "sota", "rey", "tres", "as")
FIGURES = ("caballo", "sota", "rey", "tres", "as")
POINTS = {"as": 11, "tres": 10, "rey": 4, "sota": 3, "caballo": 2}
ABSENT = {48: (), 40: ("8", "9"), 36: ("8", "9", "2")}


class Card(NamedTuple):
    """One card; `suit` is one of SUITS and `rank` one of RANKS."""

    suit: str
    rank: str


def full_deck(size: int) -> list[Card]:
    """Return all the cards of the deck with `size` cards, 40, 48 or 36 (1, Deck)."""
    return [Card(suit, rank) for suit in SUITS for rank in RANKS if rank not in ABSENT[size]]


@cache
def strength(card: Card) -> int:
    """Return the place of a card in its suit, 0 for the lowest (1, Order in a suit)."""
    return RANKS.index(card.rank)


def card_points(cards: Iterable[Card]) -> int:
    """Return the points of the cards, the últimas apart (1, Points)."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


def of_suit(cards: Iterable[Card], suit: str) -> set[Card]:
    """Return those of the cards that are of the suit."""
    return {card for card in cards if card.suit == suit}


@cache
def code(card: Card) -> int:
    """Return the number that stands for a card in traces."""
    return 16 * SUITS.index(card.suit) + strength(card)


@cache
def card_of(number: int) -> Card:
    """Return the card that a code stands for; ValueError where there is none."""
    suit, rank = divmod(number, 16)
    if not (0 <= suit < len(SUITS) and rank < len(RANKS)):
        raise ValueError(f"{number} is not the code of a card")
    return Card(SUITS[suit], RANKS[rank])


def mask(cards: Iterable[Card]) -> int:
    """Return the number that stands for a set of cards in traces: the sum of 2 to each code."""
    return sum(2 ** code(card) for card in set(cards))


def suit_mask(suits: Iterable[str]) -> int:
    """Return the number that stands for a set of suits in traces."""
    return sum(2 ** SUITS.index(suit) for suit in set(suits))
