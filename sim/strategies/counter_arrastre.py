"""How `counter` plays the last six tricks: who must follow, beat and trump gives the odds."""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.bits import choose, count, lowest
from bazas.kernels.cards import AS, AS_AND_TRES, TRES, points_of, strength_of, suit_mask, suit_of
from bazas.kernels.compiling import inner
from bazas.sim.strategies.odds import BITS, CERTAIN, LEAST, either, must_beat, where_cards_may_be, worth_of_game
from bazas.sim.strategies.sense import beaten_by, cards_of, mates, our_trick, unseen_cards, winning_cards

DRAW_TRUMPS, LONE_TRUMP = 6, 7
"""Places of the parameters in `view.params` that are used here; `counter.strategy` says what they mean."""

# Found by paired play, in points: what cards are worth later.
_TRUMP = np.array([8, 7, 6, 6, 7, 8, 8, 9, 10, 12, 17, 21])  # 2 4 5 6 7 8 9 caballo sota rey 3 as
_FORTY, _TWENTY = 15, 8  # each card of a cante to be sung
_AS, _MASTER, _SAFE_MASTER, _TOP_TRUMP = 3, 4, 2, 8
# What a lead is worth besides its odds and points.
_LEAD_HIGH = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 1])  # a plain rey, tres or as is missed
_LEAD_PLAIN, _CASH, _CASH_A_TRICK, _DRAW_FIRST = 2, -4, 4, 8
_OWN_TRUMPS = np.array([0, 2, 19, 12, 17, 22, 27])  # a trump lead, by the number of trumps in hand
_NONE_OUT, _HIGH_DRAW, _DRAW_FOR_WINNERS = 27, 8, 4
_LEAD_MORE = 5  # points that the others add to a lead
# In parts of CERTAIN: how likely the partner who can beat a card wins the trick: last, behind an opponent, of a lead.
_PARTNER_LAST, _PARTNER_BEHIND, _PARTNER_OF_LEADER = 936, 500, 212


@inner
def worth_cashing(view: Any, card: int, trump: int, masters: int, theirs: int) -> int:
    """Points that a plain lead is worth besides the trick: a winner cashed in time, when trumps are drawn.

    `masters`: own cards that nobody can beat in their suits; `theirs`: the trumps that opponents may hold.
    """
    cash = _CASH + _CASH_A_TRICK * (6 - count(view.hand))
    cash -= choose((theirs != 0) & (count(view.hand & trump) >= 2), _DRAW_FIRST, 0)
    cash = choose(masters >> card & 1 != 0, cash, 0)
    return cash + choose(theirs != 0, _LEAD_PLAIN, 0) - _LEAD_HIGH[strength_of(card)]


@inner
def worth_drawing(view: Any, card: int, trump: int, masters: int, theirs: int) -> int:
    """Points that a trump lead is worth besides the trick: trumps drawn, less what the trump is worth later."""
    out, own = count(theirs), count(view.hand & trump)
    draw = view.params[DRAW_TRUMPS] * out + _OWN_TRUMPS[own] - _TRUMP[strength_of(card)]
    draw -= choose(own == 1, view.params[LONE_TRUMP], 0) + choose(out == 0, _NONE_OUT, 0)
    draw -= choose((strength_of(card) >= TRES) & (out > 3), _HIGH_DRAW, 0)
    winners = masters & ~trump & AS_AND_TRES
    return draw + choose((winners != 0) & (out > 0) & (out < 4), _DRAW_FOR_WINNERS, 0)


@inner
def worth_following(card: int, trump: int, masters: int, theirs: int) -> int:
    """Points that a card is worth later, when it is not laid on this trick."""
    strength = strength_of(card)
    master = masters >> card & 1 != 0
    plain = choose(strength == AS, _AS, 0) + choose(master, _MASTER + choose(count(theirs) <= 2, _SAFE_MASTER, 0), 0)
    return choose(trump >> card & 1 != 0, _TRUMP[strength] + choose(master, _TOP_TRUMP, 0), plain)


@inner
def worth_singing(card: int, trump: int, pairs: int) -> int:
    """Points that a card is worth later because it belongs to a cante that can still be sung."""
    return choose(pairs >> card & 1 != 0, choose(trump >> card & 1 != 0, _FORTY, _TWENTY), 0)


@inner
def lead_in_arrastre(view: Any, trump: int) -> int:
    """The lead for which odds times points, and what the lead is worth besides, is best."""
    hand = view.hand
    seat, players = view.seat, view.players
    one, two, three = where_cards_may_be(view, unseen_cards(view))
    known_one = view.holds[(seat + 1) & 3]
    known_two, known_three = view.holds[(seat + 2) & 3], view.holds[(seat + 3) & 3]
    out = one | three
    masters = hand & ~beaten_by(out)
    pairs = hand & mates(hand) & ~cards_of(view.sung)
    best, best_value = 0, LEAST
    left = hand
    while left != 0:
        card = lowest(left)
        bit = left & -left
        left ^= bit
        led = suit_mask(suit_of(card))
        beaten = must_beat(card, led, trump, one, two, three, known_one)
        if players == 4:
            beaten = either(beaten, must_beat(card, led, trump, three, one, two, known_three))
            back = must_beat(card, led, trump, two, one, three, known_two) * _PARTNER_OF_LEADER >> BITS
            beaten = beaten * (CERTAIN - back) >> BITS
        stake = points_of(card)
        if bit & trump != 0:
            worth = worth_drawing(view, card, trump, masters, out & trump)
        else:
            worth = worth_cashing(view, card, trump, masters, out & trump)
        worth -= worth_singing(card, trump, pairs)
        value = (CERTAIN - 2 * beaten) * (stake + _LEAD_MORE + worth_of_game(view, stake)) + CERTAIN * worth
        best = choose(value > best_value, card, best)
        best_value = max(value, best_value)
    return best


@inner
def follow_in_arrastre(view: Any, trump: int) -> int:
    """The card for which odds times stake, less what it is worth later, is best."""
    hand = view.hand
    seat, players, position = view.seat, view.players, view.position
    last = position == players - 1
    one, two, three = where_cards_may_be(view, unseen_cards(view))
    known = view.holds[(seat + 1) & 3]
    led = suit_mask(view.led)
    theirs = (one | three) & trump
    masters = hand & ~beaten_by(one | three)
    pairs = hand & mates(hand) & ~cards_of(view.sung)
    takers = winning_cards(view.legal, view.best, trump)
    ours = our_trick(view)
    leaving = choose(ours, CERTAIN, 0)
    if not last and position == 1:
        partner = must_beat(view.best, led, trump, two, one, three, view.holds[(seat + 2) & 3])
        leaving = partner * _PARTNER_LAST >> BITS
    elif not last and ours:
        leaving = CERTAIN - must_beat(view.best, led, trump, one, two, three, known)
    back = choose(position == 1, CERTAIN - _PARTNER_BEHIND, CERTAIN)
    best, best_value = 0, LEAST
    left = view.legal
    while left != 0:
        card = lowest(left)
        bit = left & -left
        left ^= bit
        stake = view.worth + points_of(card)
        odds = leaving
        if takers & bit != 0:
            beaten = 0 if last else must_beat(card, led, trump, one, two, three, known)
            odds = CERTAIN - (beaten * back >> BITS)
        later = worth_following(card, trump, masters, theirs) + worth_singing(card, trump, pairs)
        value = (2 * odds - CERTAIN) * (stake + worth_of_game(view, stake)) - CERTAIN * later
        best = choose(value > best_value, card, best)
        best_value = max(value, best_value)
    return best


@inner
def card_in_arrastre(view: Any, trump: int) -> int:
    """A card out of `view.legal`."""
    return lead_in_arrastre(view, trump) if view.position == 0 else follow_in_arrastre(view, trump)
