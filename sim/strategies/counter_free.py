"""How `counter` plays while there is stock: the odds of the trick, its points, and what each card is worth later."""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import choose, count, lowest
from bazas.kernels.cards import AS, REY, SEVEN, SOTA, above, points_of, strength_of
from bazas.kernels.compiling import inner
from bazas.kernels.lanes import ALL_LANES
from bazas.sim.strategies.odds import BITS, CERTAIN, HAND_HOLDS, LEAST, either, worth_of_game
from bazas.sim.strategies.sense import cards_of, lone_cards, mates, our_trick, unseen_cards, winning_cards

KEEP_TRUMPS, LAST_FREE, KEEP_AS, KEEP_CANTE, SECOND_TRUMP, SHORT_SUIT = range(6)
"""Places of the parameters in `view.params` that are used here; `counter.strategy` says what they mean."""

# Found by paired play, in points: what cards are worth later, the trumps more than the lowest one.
_HIGHER_TRUMP = np.array([0, 0, 0, 0, 0, 1, 1, 2, 4, 6, 14, 19])  # 2 4 5 6 7 8 9 caballo sota rey 3 as
_SOTA_OR_REY, _HOPED_TWENTY, _HOPED_FORTY, _FORTY, _SWAP = 1, 1, 4, 16, 8
_SING_TWENTY, _SING_FORTY, _LEAD_NEXT = 1, 3, -2  # what winning a trick is worth besides its points
_MORE = 1  # points that each seat behind adds to the trick
# In parts of CERTAIN: how likely who can trump, or overtrump, does; without a point at stake, and more for each.
_TRUMP, _TRUMP_A_POINT = -94, 63
_OVERTRUMP, _OVERTRUMP_A_POINT = 233, 16
# How likely the partner takes what it can beat: last to play, behind an opponent, and a lead that was beaten.
_PARTNER_LAST, _PARTNER_BEHIND, _PARTNER_OF_LEADER = 666, 478, 478


@inner
def beats_free(card: int, hidden: int, trump: int, trumps: int, stake: int) -> int:
    """Chance that a seat behind can beat a card and does: with a trump the more likely the more is at stake.

    `hidden`: the cards that it may hold; `trumps`: the chance that there is a trump among its own.
    """
    is_trump = 1 << card & trump != 0
    higher = HAND_HOLDS[count(hidden), count(above(card) & hidden)]
    over = _OVERTRUMP + _OVERTRUMP_A_POINT * stake
    will = willing(choose(is_trump, over, _TRUMP + _TRUMP_A_POINT * stake))
    return either(choose(is_trump, 0, higher), choose(is_trump, higher, trumps) * will >> BITS)


@inner
def willing(will: int) -> int:
    """A chance between never and always."""
    return max(0, min(CERTAIN, will))


@inner
def odds_of_trick(
    view: Any, card: int, takes: bool, ours: bool, hidden: int, trump: int, trumps: int, stake: int
) -> int:
    """Chance that the own side wins the trick with `card` in it, which takes it or leaves it to whoever has it."""
    behind = view.players - 1 - view.position
    if behind == 0:
        return choose(takes | ours, CERTAIN, 0)
    winning = choose(takes, card, view.best)
    if view.position == 1 and not takes:  # the partner is the last to play
        return beats_free(winning, hidden, trump, trumps, view.worth) * _PARTNER_LAST >> BITS
    beaten = beats_free(winning, hidden, trump, trumps, stake)
    if behind == 1:
        return choose(takes | ours, CERTAIN - beaten, 0)
    if view.position == 1:
        return CERTAIN - (beaten * (CERTAIN - _PARTNER_BEHIND) >> BITS)
    return CERTAIN - (either(beaten, beaten) * (CERTAIN - _PARTNER_OF_LEADER) >> BITS)


@inner
def worth_later(view: Any, card: int, trump: int, pairs: int, hopes: int, swap: int) -> int:
    """Points that a card is worth as long as it stays in hand.

    `pairs`: cantes still to be sung; `hopes`: halves of such; `swap`: the seven, where it can be given.
    """
    cante, bit = view.params[KEEP_CANTE], 1 << card
    is_trump = bit & trump != 0
    strength = strength_of(card)
    plain = choose(
        strength == AS, view.params[KEEP_AS], choose((strength == SOTA) | (strength == REY), _SOTA_OR_REY, 0)
    )
    worth = choose(is_trump, view.params[KEEP_TRUMPS] + _HIGHER_TRUMP[strength], plain)
    worth += choose(bit & pairs != 0, choose(is_trump, cante + _FORTY, cante), 0)
    worth += choose(bit & hopes != 0, choose(is_trump, _HOPED_FORTY, _HOPED_TWENTY), 0)
    return worth + choose(bit & swap != 0, _SWAP, 0)


@inner
def worth_of_winning(view: Any, trump: int, pairs: int) -> int:
    """Points that winning this trick is worth besides those in it: cantes to be sung, less what the last one costs."""
    worth = _LEAD_NEXT + choose(pairs & trump != 0, _SING_FORTY, 0) + choose(pairs & ~trump != 0, _SING_TWENTY, 0)
    muestra = view.params[KEEP_TRUMPS] + _HIGHER_TRUMP[strength_of(view.muestra)]
    return worth - choose(view.stock == view.players, view.params[LAST_FREE] + muestra, 0)


@inner
def missed_less(view: Any, hand: int, trump: int) -> tuple[int, int]:
    """The plain cards alone in their suits, and how much less they are missed: without them one can trump."""
    lone = choose(hand & trump != 0, lone_cards(hand) & ~trump, 0)
    return lone, choose(view.stock == view.players, view.params[SHORT_SUIT], 1)


@inner
def card_while_free(view: Any, trump: int) -> int:
    """The card for which the odds of the trick times its points, less what the card is worth later, is best."""
    hand = view.hand
    unseen = unseen_cards(view)
    hidden = unseen & ~(1 << view.muestra)  # it lies under the stock
    unsung = ~cards_of(view.sung)
    pairs, hopes = hand & mates(hand) & unsung, hand & mates(unseen) & unsung
    swap = choose(strength_of(view.muestra) > SEVEN, (1 << SEVEN) * ALL_LANES & trump, 0)
    lone, less = missed_less(view, hand, trump)
    leads = view.position == 0
    takers, ours = choose(leads, hand, winning_cards(hand, view.best, trump)), our_trick(view) & (not leads)
    winning = worth_of_winning(view, trump, pairs)
    more = _MORE * (view.players - 1 - view.position)
    second = choose(view.position == 1, view.params[SECOND_TRUMP], 0)
    trumps = HAND_HOLDS[count(hidden), count(trump & hidden)]
    best, best_value = 0, LEAST
    left = hand
    while left != 0:
        card = lowest(left)
        bit = left & -left
        left ^= bit
        stake = view.worth + points_of(card)
        odds = odds_of_trick(view, card, takers & bit != 0, ours, hidden, trump, trumps, stake)
        later = worth_later(view, card, trump, pairs, hopes, swap)
        later += choose(bit & trump != 0, second, 0) - choose(bit & lone != 0, less, 0)
        value = (2 * odds - CERTAIN) * (stake + more + worth_of_game(view, stake)) + odds * winning - CERTAIN * later
        best = choose(value > best_value, card, best)
        best_value = max(value, best_value)
    return best
