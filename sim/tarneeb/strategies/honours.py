"""A player who counts honours: points for high cards, for long trumps and for short suits decide what it bids.

Ace 4, king 3, queen 2, jack 1; so many for each trump from the fifth on; 3 for a void, 2 for one card, 1 for two cards
of a side suit. It never bids over its partner. In play it wins as cheaply as it can what its partner is not winning,
and else throws its weakest card; it draws trumps when its side declares, else leads its strongest card.
"""

from __future__ import annotations

from typing import Any

from bazas.kernels.bits import count, highest, lowest
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.kernels.tarneeb.cards import ACE, JACK, SUITS, beating, suit_mask
from bazas.kernels.tarneeb.records import LOWEST_BID, PASS
from bazas.sim.player import Parameter
from bazas.sim.tarneeb.strategies.sense import our_trick, strongest_card, unseen_cards, weakest_plain_first
from bazas.sim.tarneeb.strategy import TarneebStrategy

OPENING, STEP, LENGTH = range(3)
"""Places of the parameters in `view.params`."""


@inner
def high_cards(hand: int) -> int:
    """Points of the high cards."""
    points = 0
    for strength in range(JACK, ACE + 1):
        points += (strength - JACK + 1) * count(hand & ALL_LANES << strength)
    return points


@inner
def shape(hand: int, trumps: int, length: int) -> int:
    """Points of a hand's lengths with a suit for trumps; `length`: for each trump from the fifth on."""
    points = length * (count(hand & suit_mask(trumps)) - 4)
    for suit in range(SUITS):
        if suit != trumps:
            points += max(0, 3 - count(hand & suit_mask(suit)))
    return points


@inner
def best_suit(view: Any) -> tuple[int, int]:
    """The suit with the best shape for trumps, of equals the one with more high cards; and the points of the hand."""
    best, most = 0, -1000
    for suit in range(SUITS):
        points = 16 * shape(view.hand, suit, view.params[LENGTH]) + high_cards(view.hand & suit_mask(suit))
        if points > most:
            best, most = suit, points
    return best, (most >> 4) + high_cards(view.hand)


def bid(view: Any) -> int:
    """The next number, as long as the points of the hand reach it and the partner has not called the last one."""
    least = lowest(view.legal & ~(1 << PASS))
    if view.bid != 0 and (view.declarer ^ view.seat) & 1 == 0:
        return PASS
    needed = view.params[OPENING] + view.params[STEP] * (least - LOWEST_BID)
    return least if best_suit(view)[1] >= needed else PASS


def name_trumps(view: Any) -> int:
    """The suit with the best shape."""
    return best_suit(view)[0]


def play(view: Any) -> int:
    """Lead trumps or the strongest card; follow with the cheapest winner, or throw the weakest card."""
    legal = view.legal
    if view.position == 0:
        trump = legal & suit_mask(view.trumps)
        declares = (view.declarer ^ view.seat) & 1 == 0
        if declares and trump != 0 and unseen_cards(view) & suit_mask(view.trumps) != 0:
            return highest(trump)
        return strongest_card(legal)
    winning = legal & beating(view.best, view.trumps)
    if winning != 0 and not our_trick(view):
        return weakest_plain_first(winning, view.trumps)
    return weakest_plain_first(legal, view.trumps)


strategy = TarneebStrategy(
    name="honours",
    description="bids by its honours and long trumps, wins cheaply what its partner is not winning",
    descripcion="Cuenta sus honores (as 4, rey 3, dama 2, jota 1), los triunfos largos y los palos cortos, y según eso "
    "puja. Mata con la carta más barata lo que no va ganando su compañero; si no puede, echa la más baja. Si su pareja "
    "lleva el contrato, arrastra.",
    play=play,
    bid=bid,
    name_trumps=name_trumps,
    parameters=(
        Parameter("opening", 13, 0, 40, "points for which it bids 7"),
        Parameter("step", 4, 1, 20, "points more for each number more"),
        Parameter("length", 2, 0, 10, "points for each trump from the fifth on"),
    ),
)
