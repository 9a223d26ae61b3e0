"""The records that kernels fill in place, as NumPy dtypes.

- `RULES`: the switches as integers. - `VIEW`: what the seat that is asked may know, the rules included. - `STATE`: what
nobody may know, and the counters of the machinery. - `HAND` and `GAME`: the facts of a hand and of a game that become a
row. - `EVENT`: one line of a trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from bazas.kernels.compiling import JIT

MAX_SEATS = 4
MAX_CARDS = 48
MAX_TRICKS = 24
MAX_TWENTIES = 3
PARAMETERS = 8
MEMORY = 4

RULES = np.dtype(
    [
        ("players", np.int64),
        ("deck", np.int64),  # mask of all cards
        ("swap_two", np.int64),
        ("swap_figures", np.int64),  # only as, tres, rey, sota, caballo may be taken
        ("swap_just_won", np.int64),
        ("swap_winner_only", np.int64),
        ("chained_swap", np.int64),
        ("cantes_per_trick", np.int64),  # 0: any number
        ("forty_or_nothing", np.int64),
        ("twenty_named", np.int64),
        ("tute", np.int64),
        ("thirty", np.int64),  # THIRTY_*
        ("both_last_trick", np.int64),
        ("claim", np.int64),
        ("mano_after_last", np.int64),
        ("renuncio_loses", np.int64),
        ("coto_games", np.int64),
        ("match_cotos", np.int64),
    ],
    align=True,
)
THIRTY_OFF, THIRTY_NEEDED, THIRTY_LOSES = range(3)

VIEW = np.dtype(
    [
        # the seat's own
        ("hand", np.int64),  # its cards, a mask
        (
            "legal",
            np.int64,
        ),  # legal cards (play), legal suits (sing), the cards in question (swap, tute): a mask
        ("noise", np.int64),  # a random word of this decision
        ("params", np.int64, (PARAMETERS,)),
        ("memory", np.int64, (MEMORY,)),  # private, kept for the hand
        # where we are
        ("rules", RULES),
        ("seat", np.int64),
        ("players", np.int64),
        ("question", np.int64),  # PLAY, SWAP, TUTE, SING or CLAIM
        ("after_draw", np.int64),  # 0 or 1: the question comes before or after the draw
        ("cursor", np.int64),  # how far the asking of this kind of question has come
        ("position", np.int64),  # 0 for the leader of the trick
        ("trick", np.int64),  # number of the trick, from 1; of the trick just won when a question is asked between two
        ("tricks", np.int64),  # tricks of the hand
        ("vueltas", np.int64),  # 0 in the first hand, 1 in the vueltas
        ("mano", np.int64),
        ("deck", np.int64),  # mask of all cards in the game
        ("stock", np.int64),  # cards still to be drawn, the muestra included
        ("muestra", np.int64),  # the card under the stock, also after it was drawn
        ("trumps", np.int64),  # suit of trumps
        # the trick
        ("leader", np.int64),
        ("led", np.int64),  # suit led; -1 before the lead
        ("best", np.int64),  # the winning card; -1 before the lead
        ("winner", np.int64),  # the seat that is winning; between two tricks the seat that won the last one, else -1
        ("worth", np.int64),  # card points on the table
        ("table", np.int64, (MAX_SEATS,)),  # the cards of the trick, in order of play
        # the hand so far
        ("points", np.int64, (2,)),  # of side a and b in this game: carried, cards, cantes
        ("carried", np.int64, (2,)),  # of these, carried over into the vueltas
        ("won", np.int64, (2,)),  # tricks won in this hand
        ("sung", np.int64),  # mask of the suits that this seat knows to be sung in this hand
        ("cantes", np.int64),  # cantes sung since the last trick was won
        ("chained", np.int64),  # 1 once a swap has changed the muestra
        ("swapped", np.int64),  # the winner or its partner has swapped in this pass of asking
        ("played", np.int64, (MAX_SEATS,)),  # mask of the cards played by each seat
        ("holds", np.int64, (MAX_SEATS,)),  # cards that everybody knows this seat to hold
        ("cannot", np.int64, (MAX_SEATS,)),  # cards that everybody knows this seat not to hold
        ("unnamed", np.int64, (MAX_SEATS,)),  # 20s sung in a suit that was not named
        ("unnamed_tricks", np.int64, (MAX_SEATS, MAX_TWENTIES)),  # the tricks after which they were sung
        ("leaders", np.int8, (MAX_TRICKS,)),  # who led each trick
        ("plays", np.int8, (MAX_CARDS,)),  # the cards in order of play
    ],
    align=True,
)
PLAY, SWAP, TUTE, SING, CLAIM = range(5)
QUESTIONS = ("play", "swap", "declare", "sing", "claim")

STATE = np.dtype(
    [
        ("hands", np.int64, (MAX_SEATS,)),
        ("memory", np.int64, (MAX_SEATS, MEMORY)),
        ("key", np.int64),  # stream of the answers' noise
        ("next", np.int64),  # index in `cards` of the next card to be drawn
        ("unsung", np.int64),  # the sotas of the suits not sung yet
        ("given", np.int64),  # the card that may be exchanged for the muestra, a mask; 0 where none may
        ("withhold", np.int64),  # WITHHOLD_*: which exchanges of the seven by side a are ignored
        ("named", np.int64),  # mask of the suits sung by name
        ("secret", np.int64, (MAX_SEATS,)),  # mask of the suits that each seat sang without naming them
        ("alike", np.int64),  # 1 where no seat differs from the others in parameters or keeps memory
        ("left", np.int64),  # answers of the script not given yet
        ("simple", np.int64),  # 1 where seats are alike, no script answers, and no seat knows more of the cantes
        ("events", np.int64),  # length of the trace
        ("over", np.int64),  # the hand has ended
        ("winning_side", np.int64),  # side that won the game in this hand, -1 for none
        ("decided", np.int64),  # how, one of DECIDED
        ("fault", np.int64),  # 1 after an illegal answer
        ("move", np.int64),  # that answer
        ("games_won", np.int64, (2,)),  # in this coto, by each side
        ("cotos_won", np.int64, (2,)),  # in this match
        ("cards", np.int8, (MAX_CARDS,)),  # the deck in dealing order
    ],
    align=True,
)
SEATS = np.dtype(
    [
        ("decisions", np.int64, (MAX_SEATS, len(QUESTIONS))),  # where each seat's decisions are found, see calling.py
        ("params", np.int64, (MAX_SEATS, PARAMETERS)),
        ("differ", np.int64),  # 1 where seats differ in parameters or keep memory: the view is filled for each
    ],
    align=True,
)
WITHHOLD_NONE, WITHHOLD_FIRST, WITHHOLD_EVERY = range(3)
ASK = -128
"""In a script: leave this answer to the strategy."""

NONE = -1
"""In HAND and GAME: there was none (a null in the stored row)."""

HAND = np.dtype(
    [
        ("mano", np.int8),
        ("muestra", np.int8),  # as turned up
        ("cards", np.int8, (2,)),  # card points, últimas not counted
        ("last_trick", np.int8),
        ("cantes", np.int8, (2,)),  # points
        ("tricks", np.int8, (2,)),
        ("forty_seat", np.int8),
        ("forty_trick", np.int8),
        ("twenties", np.int8, (2,)),
        ("twenty_seat", np.int8, (MAX_TWENTIES,)),
        ("twenty_trick", np.int8, (MAX_TWENTIES,)),
        ("twenty_suit", np.int8, (MAX_TWENTIES,)),
        ("swap_seat", np.int8),
        ("swap_trick", np.int8),
        ("swap_card", np.int8),
        ("swap2_seat", np.int8),
        ("swap2_trick", np.int8),
        ("tute_seat", np.int8),
        ("as_seat", np.int8),
        ("tres_seat", np.int8),
        ("seven_seat", np.int8),
        ("muestra_seat", np.int8),
        ("last_free", np.int8),
        ("withheld_seat", np.int8),
        ("withheld_trick", np.int8),
        ("next_mano", np.int8),
    ],
    align=True,
)

GAME = np.dtype(
    [
        ("unit", np.int64),  # number of the match, or of the game where no matches are played
        ("game", np.int8),  # number of the game in its unit
        ("coto", np.int8),  # number of the coto in its match
        ("game_of_coto", np.int8),
        ("hands", np.int8),
        ("winner", np.int8),
        ("decided", np.int8),
    ],
    align=True,
)
DECIDED = ("hand", "last_trick", "thirty", "tute", "vueltas", "claim", "false_claim", "renuncio")
BY_HAND, BY_LAST_TRICK, BY_THIRTY, BY_TUTE, BY_VUELTAS, BY_CLAIM, BY_FALSE_CLAIM, BY_RENUNCIO = range(8)

EVENT = np.dtype(
    [
        ("kind", np.int8),
        ("seat", np.int8),
        ("value", np.int16),
        ("a", np.int16),
        ("b", np.int16),
        ("legal", np.int64),
    ],
    align=True,
)
EVENTS = (
    "hand", "dealt", "play", "trick", "last", "swap", "withheld", "tute", "sing", "claim", "draw", "renuncio", "end",
)  # fmt: skip
(
    E_HAND, E_DEALT, E_PLAY, E_TRICK, E_LAST, E_SWAP, E_WITHHELD, E_TUTE, E_SING, E_CLAIM, E_DRAW, E_RENUNCIO, E_END,
) = range(len(EVENTS))  # fmt: skip
MAX_EVENTS = 1024
"""A trace of one game never has more events."""


def blank(dtype: np.dtype[Any]) -> Any:
    """One record of zeros with attribute access, which kernels fill in place."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def blanks(shape: int | tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """An array of records of zeros, which kernels fill in place; inside compiled code that allocates, too."""
    array = np.zeros(shape, dtype)
    return array if JIT else array.view(np.recarray)


if JIT:

    @overload(blanks)
    def _compiled_blanks(shape: Any, dtype: Any) -> Any:
        def blanks(shape: Any, dtype: Any) -> Any:
            return np.zeros(shape, dtype)

        return blanks
