"""Strategies with one fault each, of every kind that a check must find: `BAD` is the text of a file with all.

They are of Guiñote by the class that the file imports, and by nothing else.
"""

BAD = """
import ctypes, random, time
from random import randint

import numpy as np
from numba import objmode

from bazas.kernels.bits import count, highest, lowest, pick
from bazas.kernels.noise import choice
from bazas.sim import Strategy
from bazas.sim.strategy import Parameter


def illegal(view):
    return lowest(view.hand)

def none_of_its_cards(view):
    return 63

def a_float(view):
    return lowest(view.legal) + 0.0

def raises(view):
    if view.trick == 3:
        raise ValueError("no plan")
    return lowest(view.legal)

def writes_by_another_name(view):
    both = (view.points, view.won)
    both[0][0] += 1
    return lowest(view.legal)

def numpy_random(view):
    return lowest(view.legal) if np.random.rand() < 0.5 else highest(view.legal)

def python_random(view):
    return lowest(view.legal) if random.getrandbits(1) else highest(view.legal)

def python_randint(view):
    return lowest(view.legal) if randint(0, 1) else highest(view.legal)

def leaves_compiled_code(view):
    with objmode(now="int64"):
        now = int(time.time())
    return lowest(view.legal) if now & 1 else highest(view.legal)

ticks = ctypes.CDLL(None).clock
ticks.restype, ticks.argtypes = ctypes.c_long, []

def reads_a_clock(view):
    return lowest(view.legal) if ticks() & 1 else highest(view.legal)

asked = [0]

@ctypes.CFUNCTYPE(ctypes.c_long)
def counted():
    asked[0] += 1
    return asked[0]

def counts_its_calls(view):
    return lowest(view.legal) if counted() % 7 else highest(view.legal)

def reads_old_table(view):
    return lowest(view.legal) if view.table[3] & 1 else highest(view.legal)

def reads_old_plays(view):
    return lowest(view.legal) if view.plays[47] & 1 else highest(view.legal)

def reads_uninitialised(view):
    cells = np.empty(20, np.int64)
    return lowest(view.legal) if cells[5] & 1 else highest(view.legal)

def reads_beyond_the_view(view):
    return lowest(view.legal) if view.plays[view.seat + 60] & 1 else highest(view.legal)

def reads_memory(view):
    return lowest(view.legal) if view.memory[0] == 0 else highest(view.legal)

def writes_memory(view):
    view.memory[0] += 1
    return lowest(view.legal) if view.memory[0] & 1 else highest(view.legal)

def fails_at_nine(view):
    return 63 if view.params[0] == 9 else lowest(view.legal)

def plays_lowest(view):
    return lowest(view.legal)

DRAWN = random.getrandbits(30) | 1

def draws_a_constant(view):
    return pick(view.legal, choice(view.noise * DRAWN, count(view.legal)))

def hangs(view):
    n = 0
    while view.trick == 5:
        n += 1
        if n < 0:
            return 0
    return lowest(view.legal)

def crashes(view):
    cells = np.zeros(3, np.int64)
    if view.trick == 4:
        cells[view.trick * 10**13] = 3
    return lowest(view.legal)


for _name, _play in list(globals().items()):
    if getattr(_play, "__module__", "") == __name__ and _name not in ("counted",):
        globals()["bad_" + _name] = Strategy("bad", "has one fault", _play)

remembers = Strategy("good", "has no fault", writes_memory, memory=True)
forgets = Strategy("bad", "has memory for nothing", plays_lowest, memory=True)
no_end = Strategy("bad", "has one fault", fails_at_nine, parameters=(Parameter("x", 1, 0, 9, "fails at 9"),))
never_read = Strategy("bad", "has one fault", plays_lowest, parameters=(Parameter("x", 1, 0, 9, "is not read"),))
half_read = Strategy(
    "bad", "has one fault", lambda view: lowest(view.legal) if view.params[0] else highest(view.legal),
    parameters=(Parameter("x", 1, 0, 1, "is read"), Parameter("y", 1, 0, 1, "is not")),
)
"""

FAULTS = [
    ("bad_illegal", "rules", "broke the rules in game"),
    ("bad_none_of_its_cards", "rules", "it answered 63, and legal were"),
    ("bad_a_float", "compiles", "play returns float64, it must return a whole number"),
    ("bad_raises", "rules", "when asked to play: ValueError: no plan"),
    ("bad_raises", "answers", "play raises ValueError: no plan"),
    ("bad_writes_by_another_name", "answers", "play writes to view.points"),
    ("bad_numpy_random", "compiles", "uses a random generator of its own"),
    ("bad_python_random", "compiles", "uses a random generator of its own"),
    ("bad_python_randint", "compiles", "uses a random generator of its own"),
    ("bad_leaves_compiled_code", "compiles", "leaves compiled code (objmode)"),
    ("bad_reads_a_clock", "answers", "answers the same view otherwise when it is asked again"),
    ("bad_counts_its_calls", "answers", "answers the same view otherwise when it is asked again"),
    ("bad_counts_its_calls", "order", "games are others when they are played from the last to the first"),
    ("bad_reads_old_table", "answers", "play depends on view.table beyond the cards on the table"),
    ("bad_reads_old_plays", "answers", "play depends on view.plays beyond the cards played"),
    ("bad_reads_uninitialised", "answers", "answers the same view otherwise when it is asked again"),
    ("bad_reads_beyond_the_view", "answers", "play reads beyond the end of the view's lists"),
    ("bad_reads_memory", "compiles", "view.memory is read"),
    ("bad_writes_memory", "compiles", "writes to view.memory"),
    ("no_end", "parameters", "strategy bad:x=9 broke the rules"),
    ("never_read", "compiles", "never reads view.params"),
    ("half_read", "parameters", "y changed nothing in 800 games: read from view.params?"),
]
"""Name in the file, the check that finds it, and a part of what it says."""
