"""20s sung in the arrastre without their suit: what they say about the hands.

Who sang one held rey and sota of a suit that was neither trumps nor sung before, and has played since whatever of them
it no longer holds; several 20s are of different suits. Where these cards are unseen, `combine` lists who may hold them:
every combination that leaves a suit for each 20, with the number of worlds that it stands for.

20s and the suits in question are numbered from 0 to 2: "20 number t may be of suit number s" is bit 3 * s + t of a word
of fits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bazas.kernels.asking import seat_after
from bazas.kernels.bits import choose, count
from bazas.kernels.cards import REY, SOTA, SUITS
from bazas.kernels.compiling import inner
from bazas.kernels.noise import below
from bazas.kernels.records import MAX_CARDS, MAX_SEATS, MAX_TWENTIES, NONE

OTHERS = MAX_SEATS - 1
SEEN = OTHERS
OPTIONS = OTHERS * OTHERS
COMBINATIONS = OPTIONS**MAX_TWENTIES

TWENTIES = [
    ("twenties", np.int64),  # 20s that other seats sang without their suit
    ("own", np.int64),  # the suits (a mask) that the asked seat sang without naming them
    ("singer", np.int64, (MAX_TWENTIES,)),  # who sang each, by its place in the order of playing
    ("held", np.int64, (MAX_TWENTIES,)),  # cards that the singer is known to have held then
    ("suit", np.int64, (MAX_TWENTIES,)),  # the suits in question, -1 after the last
    ("apart", np.int64),  # their reyes and sotas, as far as they are unseen and matter
    ("options", np.int64, (MAX_TWENTIES,)),  # of each suit: in how many ways these may be held
    ("option_cards", np.int64, (MAX_TWENTIES, OPTIONS, OTHERS)),  # what each seat then gets
    ("option_fits", np.int64, (MAX_TWENTIES, OPTIONS)),  # which 20s may then be of the suit
    ("combinations", np.int64),
    ("combination", np.int64, (COMBINATIONS,)),  # an option of each suit, four bits each
    ("begins", np.int64, (COMBINATIONS,)),  # number of its first world
]
"""Fields of the workspace (`worlds.WORLDS`)."""

_PERMUTATIONS = 0o124_214_142_412_241_421  # the six words that fit three 20s to a suit each
_COLUMN = 0o111


@inner
def suits_for(twenties: int, way: int, fits: int) -> int:
    """A word that fits each 20 to a suit of its own, number `way` of six; 0 where `fits` does not allow this one.

    Among the six every possible choice of suits occurs equally often.
    """
    asked = _PERMUTATIONS >> 9 * way & _COLUMN * ((1 << twenties) - 1)
    return asked & -int(fits & asked == asked)


@inner
def ways_for(twenties: int, fits: int) -> int:
    """How many of the six ways to fit each 20 to a suit of its own are possible."""
    ways = 0
    for way in range(6):
        ways += int(suits_for(twenties, way, fits) != 0)
    return ways


@inner
def note_twenties(view: Any, workspace: Any) -> bool:
    """Note the 20s of others and who may hold the cards in question; False where there are more 20s than suits."""
    twenties = suits = 0
    workspace.apart = 0
    for i in range(MAX_TWENTIES):
        workspace.suit[i] = NONE
        workspace.options[i] = 1
        workspace.option_fits[i, 0] = 0
        for other in range(OTHERS):
            workspace.option_cards[i, 0, other] = 0
    for other in range(view.players - 1):
        seat = seat_after(view.seat, other + 1, view.players)
        for i in range(view.unnamed[seat]):
            if twenties == MAX_TWENTIES:
                return False
            workspace.singer[twenties] = other
            held = played_after(view, view.unnamed_tricks[seat, i]) & view.played[seat]
            workspace.held[twenties] = workspace.known[other] | held
            twenties += 1
    workspace.twenties = twenties
    if twenties > 0:
        for suit in range(SUITS):
            if suit != view.trumps and view.sung >> suit & 1 == 0:
                workspace.suit[suits] = suit
                _list_options(workspace, suits, suit)
                suits += 1
    return twenties <= suits


@inner
def played_after(view: Any, trick: int) -> int:
    """All cards played since a trick was won."""
    cards = 0
    for place in range(trick * view.players, _plays(view)):
        cards |= 1 << int(view.plays[place])
    return cards


@inner
def _plays(view: Any) -> int:
    played = view.played[0] | view.played[1] | view.played[2] | view.played[3]
    return min(count(played), MAX_CARDS)


@inner
def _list_options(workspace: Any, number: int, suit: int) -> None:
    """Who may hold rey and sota of suit number `number`, each in turn; cards that were seen stay where they are.

    Where one of the two was with no singer, nothing can be sung in the suit, and the other is a card like all others.
    """
    rey, sota = 16 * suit + REY, 16 * suit + SOTA
    options = 0
    if _may_fit(workspace, rey) and _may_fit(workspace, sota):
        workspace.apart |= (1 << rey | 1 << sota) & workspace.free
        for one in range(SEEN + 1):
            for other in range(SEEN + 1):
                if _may_be(workspace, one, rey) and _may_be(workspace, other, sota):
                    for seat in range(OTHERS):
                        cards = int(one == seat) << rey | int(other == seat) << sota
                        workspace.option_cards[number, options, seat] = cards
                    fits = _fits(workspace, one, rey) & _fits(workspace, other, sota)
                    workspace.option_fits[number, options] = fits << 3 * number
                    options += 1
        workspace.options[number] = options


@inner
def _may_fit(workspace: Any, card: int) -> bool:
    """Whether a singer may have held a card."""
    return workspace.free >> card & 1 != 0 or _fits(workspace, SEEN, card) != 0


@inner
def _may_be(workspace: Any, place: int, card: int) -> bool:
    """Whether a card may be with a seat, or (place `SEEN`) is not among the free ones."""
    free = workspace.free >> card & 1 != 0
    return not free if place == SEEN else free and workspace.may[place] >> card & 1 != 0


@inner
def _fits(workspace: Any, place: int, card: int) -> int:
    """The 20s (bit t for number t) whose singer held a card, if it is at this place."""
    fits = 0
    for i in range(workspace.twenties):
        held = workspace.held[i] >> card & 1 if place == SEEN else int(workspace.singer[i] == place)
        fits |= held << i
    return fits


@inner
def own_suits(view: Any) -> int:
    """The suits (a mask) that the asked seat itself sang without naming them.

    It knows them; the view says `sung` of all suits that it knows. Where an earlier 20 of that seat could be meant,
    named and played out since, the lower suit is taken: this tells nothing but what others know of the two.
    """
    suits = left = 0
    for i in range(view.unnamed[view.seat]):
        left += 1
        held = view.hand | played_after(view, view.unnamed_tricks[view.seat, i]) & view.played[view.seat]
        for suit in range(SUITS):
            pair = 1 << (16 * suit + REY) | 1 << (16 * suit + SOTA)
            known = suit == view.trumps or view.sung >> suit & 1 == 0 or view.holds[view.seat] & pair != 0
            if left > 0 and not known and held & pair == pair and suits >> suit & 1 == 0:
                suits |= 1 << suit
                left -= 1
    return suits


@inner
def name_suits(view: Any, workspace: Any, noise: int, fits: int, state: Any) -> int:
    """Give the 20s of others their suits in `state.secret`, each way to do so as likely; returns the suits (a mask)."""
    twenties = workspace.twenties
    suits = 0
    if twenties > 0:
        chosen = _chosen_way(twenties, fits, below(noise, ways_for(twenties, fits)))
        for number in range(MAX_TWENTIES):
            for i in range(twenties):
                if chosen >> (3 * number + i) & 1 != 0:
                    suit = 1 << workspace.suit[number]
                    state.secret[seat_after(view.seat, workspace.singer[i] + 1, view.players)] |= suit
                    suits |= suit
    return suits


@inner
def _chosen_way(twenties: int, fits: int, index: int) -> int:
    """Number `index` of the possible ways to fit each 20 to a suit of its own."""
    chosen = 0
    for way in range(6):
        possible = suits_for(twenties, way, fits)
        chosen = choose(possible != 0 and index >= 0, possible, chosen)
        index -= int(possible != 0)
    return chosen
