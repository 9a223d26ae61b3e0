"""The records of the solver, as NumPy dtypes: the position that is asked about, and the room to work in."""

from __future__ import annotations

import numpy as np

from bazas.kernels.records import MAX_SEATS, RULES

POINTS, GAME = range(2)
"""What is solved for: points of side a less those of side b, or the chance of side a to win the game."""

POSITION = np.dtype(
    [
        ("rules", RULES),
        ("hands", np.int64, (MAX_SEATS,)),  # the cards of each seat, a mask
        ("trumps", np.int64),  # suit of trumps
        ("unsung", np.int64),  # the sotas of the suits not sung yet in this hand, a mask
        # the trick, as in VIEW
        ("leader", np.int64),
        ("position", np.int64),  # 0 for the leader: how many cards are on the table
        ("led", np.int64),  # suit led; only read where there are cards on the table, as the next three
        ("best", np.int64),  # the winning card
        ("winner", np.int64),  # the seat that is winning, or that has won the trick where `between` is 1
        ("worth", np.int64),  # card points on the table
        # between two tricks
        ("between", np.int64),  # 1 where the cantes of the trick just won are being asked for, else 0
        ("cursor", np.int64),  # -1 before the tute, then as `questions.singable` counts; 4 behind all cantes
        ("cantes", np.int64),  # cantes sung since that trick
        # the game: read for the goal GAME only
        ("points", np.int64, (2,)),  # of side a and b in this game so far: carried over, cards, cantes
        ("cards", np.int64, (2,)),  # of these, the card points of this hand
        ("vueltas", np.int64),  # 0 in the first hand, 1 in the vueltas
        ("mano", np.int64),  # of this hand
    ],
    align=True,
)

SLOTS, ENDINGS = 1 << 14, 1 << 11
"""Entries of the two tables of what was found."""
KILLERS = 32
MOST_CARDS = 6
"""In a hand."""
ENDS = 1 << 13
"""Ends of a hand: what was sung (16), who took the last trick (2), points of cards that side a won (under 256)."""

FINAL = np.dtype(
    [
        ("vueltas", np.int64),
        ("points", np.int64, (2,)),
        ("cards", np.int64, (2,)),
        ("last_trick", np.int64),
    ],
    align=True,
)
"""What is read of VIEW and HAND to count the points at the end of a hand (`bazas.kernels.counting`)."""

WORKSPACE = np.dtype(
    [
        ("table", np.int64, (2 * SLOTS,)),  # the transposition table, see solver_table.py
        ("endings", np.int64, (2 * ENDINGS,)),  # the same for the last two tricks, see solver_ending.py
        ("generation", np.int64),
        ("lead", np.int64),  # addresses of functions, see solver_recursion.py
        ("after", np.int64),
        ("follow", np.int64),
        ("nodes", np.int64),  # leads looked at since the workspace was made; compiled, without the last two tricks
        # the position that is being solved, in the solver's cards
        ("players", np.int64),
        ("hands", np.int64, (MAX_SEATS,)),  # as at the start, cards on the table left out
        ("odd", np.int64),  # the cards of seats 1 and 3
        ("high", np.int64),  # the cards of seats 2 and 3
        ("special", np.int64),  # 1 where the long way is gone: two players, cantes to sing, counting 0
        ("unsungs", np.int64, (MOST_CARDS + 1,)),  # there, by cards in each hand: the suits of cantes not sung so far
        ("scores", np.int64, (MOST_CARDS + 1,)),  # and for the goal GAME the points of cards that side a has won
        ("counting", np.int64),  # 0 for the goal GAME unless `mapped`, else -1: all bits or none
        ("sides", np.int64, (2,)),  # the suits that each side may sing at the start, as a mask of suits
        ("allowance", np.int64),  # cantes for a trick
        ("forty_or_nothing", np.int64),
        ("killers", np.int64, (KILLERS,)),  # by cards left and leader: the lead that last proved good, a mask
        ("point", np.int64),  # what a point adds to such a chance, in 1/CERTAIN; callers may set it
        ("mapped", np.int64),  # 1 where the goal is GAME, but points are solved for, and their chance is told
        # for the goal GAME, see solver_game.py
        ("rules", RULES),
        ("final", FINAL),
        ("tutes", np.int64, (2,)),  # the side that holds four reyes, four sotas; -1 for none
        ("points", np.int64, (2,)),  # at the start
        ("cards", np.int64, (2,)),  # at the start
        ("vueltas", np.int64),
        ("mano", np.int64),
        ("total", np.int64),  # points that were still to come then, cantes left out
        ("ends", np.int64, (ENDS,)),  # how much the ends of the hand are worth, as far as they were needed
        # the decision at the start: what `solver_search.after_card` takes, but for the card
        ("live", np.int64),
        ("leads", np.int64),  # 0 behind the lead of a trick
        ("seat", np.int64),
        ("led", np.int64),
        ("beat", np.int64),
        ("winner", np.int64),
        ("worth", np.int64),
        ("left", np.int64),
        ("unsung", np.int64),
        ("between", np.int64),  # 1 where the start is between two tricks
        ("cursor", np.int64),  # as in POSITION
        ("songs", np.int64),  # cantes that may still be sung for the last trick
        ("double", np.int64),  # cards that need not be tried
        ("moves", np.int64),  # the legal cards, one of each kind
        ("first", np.int64),  # of these, the one that proved best so far
        ("lower", np.int64, (64,)),  # limits of the value of each move, for the seat's side
        ("upper", np.int64, (64,)),
    ],
    align=True,
)
