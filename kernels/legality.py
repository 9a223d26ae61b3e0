"""What a seat must play in the arrastre, and what its play tells (both sheets, "arrastre").

A follower stands before three demands, each a set of cards that may be empty: beat the winning card in the suit led
(montar), follow the suit led, beat the winning card with a trump (fallar). It must play a card of the first set of
which it holds any. The same sets say what everybody learns: whoever plays outside a set holds none of it. The leader,
and everybody in the free phase, stands before three empty sets.
"""

from __future__ import annotations

from bazas.kernels.cards import above, suit_mask
from bazas.kernels.compiling import inner


@inner
def montar(led: int, best: int, partner: bool) -> int:
    """Cards of the suit led that beat the winning card, where that is demanded: an opponent is winning, untrumped."""
    beating = above(best) & suit_mask(led)
    return 0 if partner else beating


@inner
def fallar(best: int, trumps: int, partner: bool) -> int:
    """Trumps that beat the winning card, where an opponent is winning: demanded of a seat that is void."""
    beating = above(best) if best >> 4 == trumps else suit_mask(trumps)
    return 0 if partner else beating


@inner
def legal_cards(hand: int, beat: int, follow: int, trump: int) -> int:
    """Legal cards of a hand that stands before three demands."""
    first, second, third = hand & beat, hand & follow, hand & trump
    legal = third if third != 0 else hand
    legal = second if second != 0 else legal
    return first if first != 0 else legal


@inner
def ruled_out(card: int, beat: int, follow: int, trump: int) -> int:
    """Cards that a seat which stood before three demands cannot have held when it played `card`."""
    bit = 1 << card
    ruled = 0 if bit & beat != 0 else beat
    ruled |= 0 if bit & follow != 0 else follow
    return ruled | (0 if bit & (follow | trump) != 0 else trump)
