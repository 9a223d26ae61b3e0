"""A careful player: bids by the tricks that it expects, and plays as one is taught to.

The bids: what each part of the hand is worth in tricks was fitted to deals played out, and for every bid it is known
from how many tricks on it gains against a pass (`careful_bids`). The lead: `careful_lead`. Following, it wins with the
lowest card that is as good as its best against the hand behind, in second hand only with one that this hand cannot beat
in the suit; in third hand it finesses against one card. Its partner's trick it leaves alone where it is safe. It ruffs
with the lowest trump that stands, in second hand not where its partner may still win. It throws low cards that guard
nothing.

Everything follows from the view: no memory, no chance. Sets of cards are masks (`bazas.kernels.tarneeb.cards`).
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.tarneeb.cards import JACK, SUITS, above, beating, suit_mask
from bazas.sim.tarneeb.strategies.careful_bids import bid, name_trumps
from bazas.sim.tarneeb.strategies.careful_lead import lead
from bazas.sim.tarneeb.strategies.sense import beaten_by, may_hold, our_trick, prefer, unseen_cards, weakest_plain_first
from bazas.sim.tarneeb.strategy import TarneebStrategy

GUARD, LAST_WINNER = 32, 20
"""What it costs to give up the guard of a jack or better, and the only card of a suit that nobody beats; in thirds of a
step of strength."""


@inner
def price_to_throw(own: int, foes: int) -> int:
    """What it costs to throw the lowest of the own cards of a suit."""
    top, size = highest(own), count(own)
    over = count(foes & above(top))
    price = 3 * (lowest(own) & 15) + size
    if over <= 2 and size == over + 1 and top & 15 >= JACK:
        price += GUARD - 6 * over
    if over == 0 and size == 1:
        price += LAST_WINNER
    return price


@inner
def throw(view: Any, cards: int, foes: int) -> int:
    """The card missed least: the lowest one of the plain suit in which it costs least, a trump only in need."""
    plain = cards & ~suit_mask(view.trumps)
    if plain == 0:
        return lowest(cards)
    best, least = -1, 100_000
    for suit in range(SUITS):
        own = plain & suit_mask(suit)
        if own != 0:
            price = price_to_throw(own, foes)
            if price < least:
                best, least = lowest(own), price
    return best


@inner
def as_good(card: int, winning: int, behind: int) -> int:
    """The lowest winning card of the suit of `card` between which and it the hand behind has nothing."""
    suit = suit_mask(card >> 4)
    lower = behind & suit & ~above(card)
    own = winning & suit & ~above(card)
    return lowest(own & above(highest(lower)) if lower != 0 else own)


@inner
def win_in_suit(suited: int, behind: int, finesse: bool) -> int:
    """The card to win with in the suit led: as good as the best one, or below it where one card at most is in between.

    Such a finesse wins where the hand before has that card.
    """
    top = highest(suited)
    card = as_good(top, suited, behind)
    lower = suited & ~above(card) & ~(1 << card)
    if finesse and lower != 0 and above(top) & behind == 0:
        tried = highest(lower)
        if count(above(tried) & behind) <= 1:
            return as_good(tried, suited, behind)
    return card


@inner
def is_safe(view: Any, behind: int) -> bool:
    """Whether the hand behind can neither beat the winning card in its suit nor ruff it for want of the suit led."""
    trump = suit_mask(view.trumps)
    ruffs = behind & suit_mask(view.led) == 0 and behind & trump != 0
    return above(view.best) & behind == 0 and (1 << view.best & trump != 0 or not ruffs)


@inner
def help_partner(view: Any, winning: int, behind: int, foes: int) -> int:
    """A card on the partner's trick with a foe behind: win it only where that may save it."""
    suited = winning & suit_mask(view.led)
    if is_safe(view, behind) or winning == 0 or above(view.best) & behind == 0:
        return throw(view, view.legal, foes)
    if suited == 0:
        return weakest_plain_first(winning, view.trumps)
    top = highest(suited)
    if behind & above(view.best) & ~above(top) == 0:
        return throw(view, view.legal, foes)
    return win_in_suit(suited, behind, False)


@inner
def ruff(view: Any, winning: int, behind: int, mate: int, foes: int) -> int:
    """Void of the suit led, with a foe winning: the lowest trump that wins, higher where the hand behind will ruff."""
    if suit_mask(view.led) & behind == 0:
        stands = winning & ~beaten_by(behind & suit_mask(view.trumps))
        return lowest(prefer(stands, winning))
    if view.position == 1 and above(view.best) & mate != 0:
        return throw(view, view.legal, foes)
    return lowest(winning)


@inner
def follow(view: Any) -> int:
    """A card in second, third or fourth hand."""
    legal = view.legal
    out = unseen_cards(view)
    behind = may_hold(view, 1, out)
    foes = behind | may_hold(view, 3, out)
    winning = legal & beating(view.best, view.trumps)
    last = view.position == 3
    if our_trick(view):
        return throw(view, legal, foes) if last else help_partner(view, winning, behind, foes)
    if winning == 0:
        return throw(view, legal, foes)
    if last:
        return weakest_plain_first(winning, view.trumps)
    suited = winning & suit_mask(view.led)
    if suited == 0:
        return ruff(view, winning, behind, may_hold(view, 2, out), foes)
    if view.position == 1 and above(highest(suited)) & behind != 0:
        return lowest(legal)
    return win_in_suit(suited, behind, view.position == 2)


def play(view: Any) -> int:
    """A card out of `view.legal`, by the plan of this module."""
    legal = view.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    return lead(view) if view.position == 0 else follow(view)


strategy = TarneebStrategy(
    name="careful",
    description="bids by the tricks that it expects, draws trumps, cashes winners, counts what is out",
    descripcion="Puja por las bazas que espera hacer con su pareja, según lo que valen de media sus triunfos, "
    "honores y fallos. Arrastra cuando lleva el contrato, cobra las cartas que ya nadie puede matar, vuelve al palo "
    "de su compañero, guarda las cartas que protegen a otras y no gasta una alta donde basta una baja.",
    play=play,
    bid=bid,
    name_trumps=name_trumps,
)
