"""The records that the kernel of Tarneeb fills in place, as NumPy dtypes, in the manner of `bazas.kernels.records`.

- `RULES`: the switches as integers. - `VIEW`: what the seat that is asked may know, the rules included. - `STATE`: what
nobody may know, and the counters of the machinery. - `ROUND`: the facts of a round that become a row.
- `PLAN`: which games are to be played.
"""

from __future__ import annotations

import numpy as np

from bazas.kernels.records import MAX_SEATS, MEMORY, PARAMETERS, PLAY
from bazas.kernels.tarneeb.cards import CARDS, TRICKS

PLAYERS = 4
MAX_CALLS = 16
"""Calls of an auction are fewer: seven bids and three passes."""

PASS = 0
LOWEST_BID, HIGHEST_BID = 7, 13

RULES = np.dtype(
    [
        ("goal", np.int64),  # points that a side must have, alone, to win the game
    ],
    align=True,
)

VIEW = np.dtype(
    [
        # the seat's own
        ("hand", np.int64),  # its cards, a mask
        ("legal", np.int64),  # legal cards (play), suits (name_trumps), or bids (bid: bit 0 for a pass): a mask
        ("noise", np.int64),  # a random word of this decision
        ("params", np.int64, (PARAMETERS,)),
        ("memory", np.int64, (MEMORY,)),  # private, kept for the round
        # where we are
        ("rules", RULES),
        ("seat", np.int64),
        ("question", np.int64),  # PLAY, BID or NAME
        ("number", np.int64),  # of the round in its game, from 0
        ("dealer", np.int64),  # the seat after it opens the auction
        ("points", np.int64, (2,)),  # of both sides in this game before this round
        ("position", np.int64),  # 0 for the leader of the trick
        ("trick", np.int64),  # number of the trick, from 1; 0 before the first
        # the auction
        ("bid", np.int64),  # the highest bid so far, 0 before the first
        ("declarer", np.int64),  # who made it; -1 before the first
        ("passed", np.int64),  # mask of the seats that have passed
        ("called", np.int64),  # number of calls so far
        ("forced", np.int64),  # 1 where three passes gave the contract to the fourth seat
        ("calls", np.int8, (MAX_CALLS,)),  # the calls in their order, PASS or a bid; -1 after the last
        ("trumps", np.int64),  # suit of trumps; -1 before it is named
        # the trick
        ("leader", np.int64),
        ("led", np.int64),  # suit led; -1 before the lead
        ("best", np.int64),  # the winning card; -1 before the lead
        ("winner", np.int64),  # the seat that is winning; -1 before the lead
        ("table", np.int64, (MAX_SEATS,)),  # the cards of the trick, in order of play
        # the round so far
        ("won", np.int64, (2,)),  # tricks won by each side
        ("played", np.int64, (MAX_SEATS,)),  # mask of the cards played by each seat
        ("cannot", np.int64, (MAX_SEATS,)),  # cards of suits in which everybody knows this seat to be void
        ("leaders", np.int8, (TRICKS,)),  # who led each trick
        ("plays", np.int8, (CARDS,)),  # the cards in order of play
    ],
    align=True,
)
BID, NAME = PLAY + 1, PLAY + 2
QUESTIONS = ("play", "bid", "name_trumps")
"""The decisions of a strategy, by the numbers of the questions."""

STATE = np.dtype(
    [
        ("hands", np.int64, (MAX_SEATS,)),
        ("memory", np.int64, (MAX_SEATS, MEMORY)),
        ("key", np.int64),  # stream of the answers' noise
        ("alike", np.int64),  # 1 where no seat differs from the others in parameters or keeps memory
        ("left", np.int64),  # answers of the script not given yet
        ("simple", np.int64),  # 1 where seats are alike and no script answers
        ("events", np.int64),  # length of the trace
        ("over", np.int64),  # the round has ended
        ("fault", np.int64),  # 1 after an illegal answer
        ("move", np.int64),  # that answer
        ("raised", np.int64),  # 1: the declarer has to take one more than it bid
        ("stopped", np.int64),  # why a game was not played to its end: NO_ROOM or ENDLESS, else 0
        ("cards", np.int8, (CARDS,)),  # the deck in dealing order
    ],
    align=True,
)

NO_ROOM, ENDLESS = 1, 2
MOST_ROUNDS = 1000
"""A game that is not over then never ends: its strategies bid more than they take."""

NOBODY = -1

ROUND = np.dtype(
    [
        ("unit", np.int64),  # number of the game
        ("number", np.int16),  # of the round in its game, from 0
        ("dealer", np.int8),
        ("declarer", np.int8),
        ("bid", np.int8),
        ("forced", np.int8),
        ("trumps", np.int8),
        ("declarer_trumps", np.int8),  # trumps in the declarer's hand as dealt
        ("declarer_honours", np.int8),  # of these ace, king, queen and jack
        ("tricks", np.int8, (2,)),
        ("points", np.int16, (2,)),  # scored in this round
        ("totals", np.int16, (2,)),  # after it
        ("calls", np.int8, (MAX_CALLS,)),
        # of the whole game, in all its rounds
        ("winner", np.int8),
        ("rounds", np.int16),
    ],
    align=True,
)

PLAN = np.dtype(
    [
        ("seed", np.int64),
        ("first", np.int64),  # number of the first game
        ("count", np.int64),
        ("number", np.int64),  # of the first round of every game
        ("rounds", np.int64),  # rounds of a game at most; 0: until a side has won it
        ("dealer", np.int64),  # of that round; -1: number of the game and of the round mod 4
        ("points", np.int64, (2,)),  # of both sides before it
        ("turn", np.int64),  # seats by which the deal is moved on
        ("raised", np.int64),  # 1: the declarer has to take one more than it bid
    ],
    align=True,
)

EVENTS = ("round", "dealt", "bid", "contract", "trumps", "play", "trick", "end")
E_ROUND, E_DEALT, E_BID, E_CONTRACT, E_TRUMPS, E_PLAY, E_TRICK, E_END = range(len(EVENTS))
ROUND_EVENTS = 1 + PLAYERS + MAX_CALLS + 2 + CARDS + TRICKS + 1
"""A trace of one round never has more events."""
