"""How cards and suits are written: names in Spanish, and the short codes of files and of the command line.

A short code is a rank and a suit in plain ASCII: ranks 1 2 3 4 5 6 7 8 9 s c r (1 = as, s = sota, c = caballo,
r = rey), suits o c e b (oros, copas, espadas, bastos). `1o` is the as de oros, `cc` the caballo de copas. The
numbers behind them are those of `bazas.kernels.cards`: card = 16 * suit + strength. Nothing here needs Numba.
"""

from __future__ import annotations

import re

from bazas.sim.errors import UsageError

SUITS = ("oros", "copas", "espadas", "bastos")
RANKS = ("2", "4", "5", "6", "7", "8", "9", "caballo", "sota", "rey", "tres", "as")
"""Names of the strengths 0 to 11."""

RANK_CODES = "2456789csr31"
SUIT_CODES = "oceb"
_FIGURES = re.compile(r"\s*(1[0-2]|sota|caballo|rey|[jqk])")  # ranks as they are written elsewhere
_SAID_OTHERWISE = {"1": "as", "3": "tres"}


def is_card(number: int) -> bool:
    """Whether a number, a strategy's answer for one, is the code of a card of some deck."""
    return 0 <= number < 16 * len(SUITS) and number & 15 < len(RANKS)


def suit_name(suit: int) -> str:
    """Name of a suit, 0 to 3; raises ValueError for another number."""
    if not 0 <= suit < len(SUITS):
        raise ValueError(f"{suit} is not a suit: suits are 0 to {len(SUITS) - 1}")
    return SUITS[suit]


def rank_name(card: int) -> str:
    """Name of the rank of a card: `as`, `7`; raises ValueError for a number that is no card."""
    return RANKS[_strength(card)]


def card_name(card: int) -> str:
    """Name of a card: `as de oros`, `7 de copas`; raises ValueError for a number that is no card."""
    return f"{rank_name(card)} de {SUITS[card >> 4]}"


def card_short(card: int) -> str:
    """Short code of a card: `1o`, `7c`, `sb`; raises ValueError for a number that is no card."""
    return RANK_CODES[_strength(card)] + SUIT_CODES[card >> 4]


def cards_of(mask: int) -> list[int]:
    """The cards of a set, by suit and from the weakest up; raises ValueError where a bit stands for no card."""
    rest, cards = int(mask), []
    while rest > 0:
        cards.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    if rest < 0 or any(not is_card(card) for card in cards):
        raise ValueError(f"{mask} is not a set of cards")
    return cards


def suits_of(mask: int) -> list[int]:
    """The suits of a set of suits (bit s for suit s)."""
    return [suit for suit in range(len(SUITS)) if mask >> suit & 1]


def parse_card(text: str) -> int:
    """The card that a short code or a name stands for, in any case; raises UsageError for any other text."""
    words = text.casefold().split()
    if len(words) == 3 and words[1] == "de":
        words = [words[0], words[2]]
    if len(words) == 1 and len(words[0]) == 2:
        rank, suit = RANK_CODES.find(words[0][0]), SUIT_CODES.find(words[0][1])
        if rank >= 0 and suit >= 0:
            return 16 * suit + rank
    if len(words) == 2:
        name = _SAID_OTHERWISE.get(words[0], words[0])
        if name in RANKS and words[1] in SUITS:
            return 16 * SUITS.index(words[1]) + RANKS.index(name)
    figures = "; sota, caballo and rey (10, 11 and 12) are s, c and r" if _FIGURES.match(text.casefold()) else ""
    raise UsageError(
        f"{text!r} is not a card: write a rank ({' '.join(sorted(RANK_CODES))}) and a suit ({' '.join(SUIT_CODES)}), "
        f"as 1o, 7c, sb{figures}"
    )


def _strength(card: int) -> int:
    if not is_card(card):
        raise ValueError(f"{card} is not the code of a card")
    return int(card) & 15
