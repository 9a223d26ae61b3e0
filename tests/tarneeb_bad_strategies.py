"""Strategies of Tarneeb with one fault each: those that a strategy of any game may have, and those of the auction."""

from bad_strategies import BAD as OF_ANY_GAME

BAD = (
    OF_ANY_GAME.replace("from bazas.sim import Strategy", "from bazas.sim import TarneebStrategy as Strategy")
    + """

def bids_six(view):
    return 6

def bids_too_low(view):
    return 7

def bids_a_float(view):
    return 7.0

def bids_by_the_clock(view):
    return lowest(view.legal & ~1) if ticks() & 1 and view.bid < 9 else 0

def overbids(view):
    return lowest(view.legal & ~1)

def bids_by_old_leaders(view):
    return lowest(view.legal & ~1) if view.leaders[0] & 1 and view.bid < 9 else 0

def names_a_fifth(view):
    return 4

def names_nothing(view):
    return view.trumps

def names_in_anger(view):
    if view.number >= 0:
        raise ValueError("no trumps")
    return 0

def names_a_truth(view):
    return view.hand > 5

for _name, _bid in list(globals().items()):
    if _name.startswith(("bids", "overbids")):
        globals()["bad_" + _name] = Strategy("bad", "has one fault", plays_lowest, bid=_bid)
    elif _name.startswith("names_"):
        globals()["bad_" + _name] = Strategy("bad", "has one fault", plays_lowest, name_trumps=_bid)

bad_of_another_game = Strategy("bad", "has one fault", lambda view: lowest(view.legal) + view.muestra)
"""
)

FAULTS = [
    ("bad_bids_six", "rules", "when asked to bid: it answered 6, and legal were pass (0), 7, 8"),
    ("bad_bids_too_low", "rules", "it answered 7, and legal were pass (0), "),
    ("bad_bids_a_float", "compiles", "bid returns float64, it must return 0 for a pass or a bid"),
    ("bad_bids_by_the_clock", "answers", "bid answers the same view otherwise when it is asked again"),
    ("bad_bids_by_old_leaders", "answers", "bid depends on view.leaders beyond the tricks won"),
    ("bad_overbids", "rules", "strategies that bid more than they take play for ever"),
    ("bad_names_a_fifth", "rules", "when asked to name trumps: it answered 4, and legal were clubs (0), diamonds (1)"),
    ("bad_names_nothing", "rules", "when asked to name trumps: it answered -1"),
    ("bad_names_in_anger", "rules", "when asked to name trumps: ValueError: no trumps"),
    ("bad_names_in_anger", "answers", "name_trumps raises ValueError: no trumps"),
    ("bad_names_a_truth", "compiles", "name_trumps returns bool, it must return a suit, 0 to 3"),
    ("bad_of_another_game", "compiles", "the view has no field 'muestra'"),
]
"""Name in the file, the check that finds it, and a part of what it says."""
