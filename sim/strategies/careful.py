"""A careful player: the advice that the sheet of lascuarenta.es gives its readers, made exact.

The plan. In the free phase no points are given away: it leads worthless cards, lays them on tricks that are
lost, takes a trick with its best card of the suit led where it can, and spends a trump only on a trick that
is worth more than the trump will be in the arrastre. Points go to the partner's tricks (cargar). Rey and sota
stay in hand together until they are sung, and one of them as long as the other may come and something else
will do; the seven of trumps stays for the swap. The last free trick is one to lose: its winner must lead the
arrastre, and the other side draws the muestra. In the arrastre it draws trumps while it has two or more,
cashes what nobody can beat, and keeps its last trump for the tricks at the end. In the vueltas a trick that
brings a side to 101 is worth any card.

Everything follows from the view: no memory, no chance. Sets of cards are masks (`bazas.kernels.cards`).
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import choose, count, highest, lowest
from bazas.kernels.cards import (
    AS,
    AS_AND_TRES,
    CABALLO,
    GOAL,
    LANE,
    SEVEN,
    above,
    points_of,
    strength_of,
    strongest,
    suit_mask,
    suit_of,
    weakest,
)
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.sim.strategies.sense import (
    beaten_by,
    cards_of,
    mates,
    our_trick,
    prefer,
    unseen_cards,
    winning_cards,
)
from bazas.sim.strategy import Parameter, Strategy

TRUMP_PRICE, LAST_FREE, DRAW_FROM, DRAW_ALL = range(4)
"""Places of the parameters in `view.params`; `strategy` says what they mean."""

_ASES = (1 << AS) * ALL_LANES
_WITH_POINTS = (LANE & -(1 << CABALLO)) * ALL_LANES


# What the seat knows and wants to keep


@inner
def suits_with_as(cards: int) -> int:
    """All cards of the suits whose as is in a set."""
    return ((cards >> AS) & ALL_LANES) * LANE


@inner
def worth_keeping(view: Any, trump: int) -> int:
    """Both cards of a cante that can still be sung, and the seven that can still be given for the muestra."""
    cantes = view.hand & mates(view.hand) & ~cards_of(view.sung)
    swap = choose((view.stock > 0) & (strength_of(view.muestra) > SEVEN), 1 << SEVEN, 0)
    return cantes | swap * ALL_LANES & trump


@inner
def worth_hoping(view: Any, unseen: int) -> int:
    """In the free phase: a rey or sota whose mate may still be drawn, in a suit that is not sung."""
    return view.hand & mates(unseen) & ~cards_of(view.sung)


# The cards that everything comes down to


@inner
def give_away(cards: int, kept: int, hoped: int, trumps: int) -> int:
    """The card missed least: worthless, figures, half a cante, low trumps, cantes, plain ases and treses.

    Of the worthless ones those of a suit without an own as go first: the as takes a trick in its suit.
    """
    low = cards & ~AS_AND_TRES
    plain = ~suit_mask(trumps)
    given = prefer(cards & plain, cards)
    given = prefer(low & plain, given)
    given = prefer(low & ~kept, given)
    given = prefer(low & ~kept & plain, given)
    given = prefer(low & ~kept & plain & ~hoped, given)
    given = prefer(low & plain & ~(_WITH_POINTS | suits_with_as(cards)), given)
    return weakest(given, trumps)


@inner
def load_partner(cards: int, kept: int, hoped: int, trumps: int) -> int:
    """Cargar: the plain card with most points, an as last, since it takes a trick itself."""
    load = cards & _WITH_POINTS & ~kept & ~suit_mask(trumps)
    if load == 0:
        return give_away(cards, kept, hoped, trumps)
    return strongest(prefer(load & ~_ASES, load), trumps)


# The free phase


@inner
def price(view: Any, card: int) -> int:
    """Points that a trump is worth in the arrastre."""
    return view.params[TRUMP_PRICE] + strength_of(card)


@inner
def take_free(view: Any, winning: int, kept: int) -> tuple[int, int]:
    """The card to take a free trick with, and its price: the best of the suit led for nothing, else a trump.

    Whoever wins the last free trick leads the arrastre and leaves the muestra to the others: a price too.
    """
    trumps = view.trumps
    plain = winning & ~suit_mask(trumps)
    card = weakest(prefer(winning & ~kept, winning), trumps)
    cost = price(view, card)
    if plain != 0:
        card = strongest(prefer(plain & ~kept, plain), trumps)
        cost = 0
    muestra = view.params[LAST_FREE] + price(view, view.muestra)
    return card, cost + choose(view.stock == view.players, muestra, 0)


@inner
def stake(view: Any, card: int) -> int:
    """What a free trick taken with `card` brings; twice its worth for the last, who else gives it away."""
    last = view.position == view.players - 1
    return view.worth + choose(last, view.worth, points_of(card))


@inner
def decides_game(view: Any, card: int) -> bool:
    """Whether this trick, taken with `card` or lost, brings a side to 101 in the vueltas."""
    own = view.seat & 1
    taken = view.points[own] + view.worth + points_of(card)
    return view.vueltas != 0 and max(taken, view.points[1 - own] + view.worth) >= GOAL


@inner
def leads_to_goal(view: Any, card: int, unseen: int) -> bool:
    """Whether a lead with this trump ends the vueltas: nobody can beat it, and its points make 101."""
    own = view.points[view.seat & 1] + points_of(card)
    return view.vueltas != 0 and own >= GOAL and above(card) & unseen == 0


@inner
def play_free(view: Any, trump: int, kept: int) -> int:
    """A card while there is stock: every card is legal."""
    trumps = view.trumps
    hand = view.hand
    hoped = worth_hoping(view, unseen_cards(view))
    if view.position > 0 and our_trick(view):
        last = view.position == view.players - 1
        if last or suit_of(view.best) == trumps or strength_of(view.best) == AS:
            return load_partner(hand, kept, hoped, trumps)
    elif view.position > 0:
        winning = winning_cards(hand, view.best, trump)
        if winning != 0:
            card, cost = take_free(view, winning, kept)
            if stake(view, card) >= cost or decides_game(view, card):
                return card
    return give_away(hand, kept, hoped, trumps)


# The arrastre


@inner
def lead_arrastre(view: Any, trump: int, kept: int) -> int:
    """Draw trumps while there are two or more, cash what nobody can beat, else lead what is missed least.

    Trumps are drawn with the best one where it brings most of them in, else with a low one to be beaten.
    """
    hand = view.hand
    seat = view.seat
    around = view.players - 1
    out = unseen_cards(view) & ~view.holds[(seat + 2) & around]  # what an opponent may have
    out &= ~(view.cannot[(seat + 1) & around] & view.cannot[(seat - 1) & around])
    masters = hand & ~beaten_by(out)
    mine = hand & trump & ~kept
    theirs = out & trump
    if theirs != 0 and mine != 0 and count(hand & trump) >= view.params[DRAW_FROM]:
        top = mine & masters
        return highest(top) if top != 0 and count(theirs) <= view.params[DRAW_ALL] else lowest(mine)
    sure = masters & ~trump & ~kept
    return strongest(sure, view.trumps) if sure != 0 else give_away(hand, kept, 0, view.trumps)


@inner
def stands(view: Any, card: int, behind: int, trump: int) -> bool:
    """Whether a card keeps the trick: the next seat cannot beat it, nor trump it for want of the suit."""
    fails = behind & suit_mask(view.led) == 0 and behind & trump != 0
    return above(card) & behind == 0 and (1 << card & trump != 0 or not fails)


@inner
def follow_arrastre(view: Any, trump: int, kept: int) -> int:
    """Load the partner's trick where it is safe; beat with the best card where that stands, else cheaply."""
    legal = view.legal
    trumps = view.trumps
    last = view.position == view.players - 1
    behind = unseen_cards(view) & ~view.cannot[(view.seat + 1) & (view.players - 1)]
    behind = choose(last, 0, behind)  # what an opponent still to play may have
    ours = our_trick(view)
    if ours and stands(view, view.best, behind, trump):
        return load_partner(legal, kept, 0, trumps)
    winning = winning_cards(legal, view.best, trump)
    plain = winning & ~trump & ~kept
    if plain != 0:
        top = strongest(plain, trumps)
        if above(top) & behind == 0:
            return top
    if ours or winning == 0:
        return give_away(legal, kept, 0, trumps)
    return weakest(prefer(winning & ~kept, winning), trumps)


def play(view: Any) -> int:
    """A card out of `view.legal`, by the plan of this module."""
    legal = view.legal
    if legal & (legal - 1) == 0:
        return lowest(legal)
    trump = suit_mask(view.trumps)
    kept = worth_keeping(view, trump)
    if view.position == 0 and view.vueltas != 0 and legal & trump != 0:
        top = highest(legal & trump)
        if leads_to_goal(view, top, unseen_cards(view)):
            return top
    if view.stock > 0:
        return play_free(view, trump, kept)
    return lead_arrastre(view, trump, kept) if view.position == 0 else follow_arrastre(view, trump, kept)


strategy = Strategy(
    name="careful",
    description="gives no points away, keeps trumps and cantes, loads its partner's tricks",
    descripcion="Juega como se aconseja: no regala puntos, no gasta triunfos en bazas sin puntos, guarda los cantes y "
    "el siete, carga en las bazas del compañero y procura no llevarse la última baza antes del arrastre. En el "
    "arrastre saca los triunfos, cobra las cartas que ya nadie puede matar y guarda el último triunfo.",
    play=play,
    parameters=(
        Parameter(
            "trump_price", 5, 0, 100, "points that the 2 of trumps is worth in the arrastre; each stronger trump 1 more"
        ),
        Parameter("last_free", 12, 0, 100, "what it costs to win the last free trick, besides the muestra"),
        Parameter("draw_from", 2, 1, 7, "trumps in hand for which it draws trumps in the arrastre; 7: never"),
        Parameter(
            "draw_all",
            4,
            0,
            12,
            "while at most so many trumps are out it draws them with its best one, else with a low one",
        ),
    ),
)
