"""How the cards, suits and seats of Tarneeb are written.

A short code is a rank and a suit: ranks 2 to 9, T (ten), J, Q, K, A, suits c d h s. `As` is the ace of spades, `Td` the
ten of diamonds. The numbers behind them are those of `bazas.kernels.tarneeb.cards`. Nothing here needs Numba.
"""

from __future__ import annotations

from bazas.sim.errors import UsageError

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
"""Names of the strengths 0 to 12."""
SEATS = ("North", "East", "South", "West")
SIDES = ("North/South", "East/West")

RANK_CODES = "23456789TJQKA"
SUIT_CODES = "cdhs"


def is_card(number: int) -> bool:
    """Whether a number, a strategy's answer for one, is the code of a card."""
    return 0 <= number < 16 * len(SUITS) and number & 15 < len(RANKS)


def card_name(card: int) -> str:
    """Name of a card: `ace of spades`."""
    return f"{RANKS[card & 15]} of {SUITS[card >> 4]}"


def card_short(card: int) -> str:
    """Short code of a card: `As`, `Td`, `2c`."""
    return RANK_CODES[card & 15] + SUIT_CODES[card >> 4]


def cards_of(mask: int) -> list[int]:
    """The cards of a set, by suit and from the weakest up."""
    return [card for card in range(64) if mask >> card & 1]


def numbers_of(mask: int) -> list[int]:
    """The bids, or suits, of a mask of numbers; 0 among bids is the pass."""
    return [number for number in range(14) if mask >> number & 1]


def bid_name(bid: int) -> str:
    """A bid in words: `pass`, `8`."""
    return "pass" if bid == 0 else str(bid)


def parse_card(text: str) -> int:
    """The card that a short code stands for, in any case; 10 may stand for T. Raises UsageError for any other text."""
    word = text.strip().replace("10", "T")
    if len(word) == 2:
        rank, suit = RANK_CODES.find(word[0].upper()), SUIT_CODES.find(word[1].lower())
        if rank >= 0 and suit >= 0:
            return 16 * suit + rank
    raise UsageError(
        f"{text!r} is not a card: write a rank ({' '.join(RANK_CODES)}) and a suit ({' '.join(SUIT_CODES)}), "
        "as As, Td, 2c"
    )
