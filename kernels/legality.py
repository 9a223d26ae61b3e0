"""What a seat must play in the arrastre, and what its play tells (both sheets, "arrastre").

A follower stands before three demands, each a set of cards that may be empty: beat the winning card in the suit led
(montar), follow the suit led, beat the winning card with a trump (fallar). It must play a card of the first set of
which it holds any. The same sets say what everybody learns: whoever plays outside a set holds none of it. The leader,
and everybody in the free phase, stands before three empty sets.

All of it hangs on one set, the cards that beat the winning card. The code has no branch: nobody can predict cards.
"""

from __future__ import annotations

from bazas.kernels.bits import choose
from bazas.kernels.compiling import inner

EVERYTHING = -1
"""What beats the winning card before there is one: any card."""


@inner
def demands(beat: int, led: int, trumps: int, opponent: int) -> tuple[int, int, int]:
    """The sets of montar, following and fallar.

    `beat`: the cards that beat the winning card; `led`, `trumps`: all cards of these suits, empty in the free phase and
    `led` before the lead; `opponent`: 1 where an opponent is winning, else 0.
    """
    against = beat & -opponent
    return against & led, led, against & trumps


@inner
def legal_cards(hand: int, montar: int, follow: int, fallar: int) -> int:
    """Legal cards of a hand that stands before three demands."""
    first, second, third = hand & montar, hand & follow, hand & fallar
    legal = choose(third != 0, third, hand)
    legal = choose(second != 0, second, legal)
    return choose(first != 0, first, legal)


@inner
def ruled_out(card: int, montar: int, follow: int, fallar: int) -> int:
    """Cards that a seat which stood before three demands cannot have held when it played `card`."""
    return _unless(montar, montar, card) | _unless(follow, follow, card) | _unless(fallar, follow | fallar, card)


@inner
def _unless(cards: int, among: int, card: int) -> int:
    """`cards`, or nothing where `card` is in `among`."""
    return cards & ((among >> card & 1) - 1)
