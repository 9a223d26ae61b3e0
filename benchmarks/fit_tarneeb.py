"""Write sim/tarneeb/strategies/careful_fit.py: what careful, the player of Tarneeb, makes of its hand in the auction.

`python benchmarks/fit_tarneeb.py` goes through so many steps, each with the numbers that the one before has written:

- WORTH: in random deals a hand declares, by careful's play in all seats; the tricks of its side are fitted by least
  squares to the features of the hand.
- GAINS and MARGINS: in auctions by careful every call is also tried the other way, the same deal played out. Over all
  pairs in which the choice is close, the points that the bid gains over the pass are fitted to the features of the
  hand, by who has made the highest bid, with a constant for each place of `margin_place`. Half way from the numbers of
  before, as everybody's calls change with them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from bazas.kernels.bits import count, lowest
from bazas.kernels.compiling import inner, kernel, shared
from bazas.kernels.dealing import shuffle
from bazas.kernels.noise import ANSWER_STREAM, choice, stream, word
from bazas.kernels.records import EVENT, PARAMETERS, PLAY, blank, blanks
from bazas.kernels.tarneeb.auction import legal_bids
from bazas.kernels.tarneeb.cards import DECK, suit_mask
from bazas.kernels.tarneeb.records import BID, NAME, PASS, ROUND, RULES, STATE, VIEW
from bazas.kernels.tarneeb.round import deal, play_on
from bazas.sim.tarneeb.strategies.careful import strategy as careful
from bazas.sim.tarneeb.strategies.careful_bids import FEATURES, best_trumps, gain_of, margin_place, weighed
from bazas.sim.tarneeb.strategies.careful_fit import GAINS, MARGINS

MODULE = Path(__file__).resolve().parent.parent / "sim" / "tarneeb" / "strategies" / "careful_fit.py"
CONTRACTS, AUCTIONS, STEPS = 400_000, 400_000, 4
SEED = 31_000_000
CLOSE = 7000
"""Gains up to so many 1/1000 of a point are close."""
FEWEST = 1500
"""A margin for which there are fewer pairs is that of the bid before and STEP_UP more."""
STEP_UP = 5000

_play, _bid, _name = map(inner, careful.decisions)
WORDS = np.array(careful.words, np.int64)

Numbers = npt.NDArray[Any]


@shared
def policy(view: Any) -> int:
    """Careful's answer to any question."""
    if view.question == PLAY:
        return _play(view)
    return _bid(view) if view.question == BID else _name(view)


_UNITS = np.identity(len(FEATURES), np.int64)


@inner
def fill_features(hand: int, trumps: int, features: Any) -> None:
    """How often a hand has each of the FEATURES with a suit for trumps."""
    for i in range(len(FEATURES)):
        features[i] = weighed(hand, trumps, _UNITS[i])


@inner
def begin(unit: int, seed: int, state: Any, view: Any, score: Any) -> None:
    """Deal round 0 of a game."""
    shuffle(state.cards, DECK, seed, unit, 0, 0)
    state.key = stream(seed, unit, 0, 0, ANSWER_STREAM)
    state.alike = 1
    for i in range(PARAMETERS):
        view.params[i] = WORDS[i]
    for side in range(2):
        view.points[side] = 0
    deal(state, view, score, unit & 3)


def _contracts_type() -> Any:
    return types.int64(
        types.int64, from_dtype(RULES), from_dtype(STATE), from_dtype(VIEW), from_dtype(ROUND),
        types.Array(types.int64, 2, "C"), types.Array(types.int64, 1, "C"), types.Array(types.int16, 1, "C"),
        types.Array(from_dtype(EVENT), 1, "C"),
    )  # fmt: skip


@kernel(_contracts_type)
def play_contracts(
    seed: int, rules: Any, state: Any, view: Any, score: Any, features: Any, tricks: Any, script: Any, trace: Any
) -> int:
    """A hand of each deal declares 8: half of them with the suit that careful names, half with any of four cards."""
    for unit in range(tricks.size):
        begin(unit, seed, state, view, score)
        declarer = (unit >> 2) & 3
        hand = state.hands[declarer]
        noise = word(seed, unit)
        suit = choice(noise, 4)
        if noise & 1 or count(hand & suit_mask(suit)) < 4:
            suit = best_trumps(hand)[0]
        script[0] = suit
        state.left, state.simple = 1, 0
        view.bid, view.declarer, view.passed, view.question = 8, declarer, 15 & ~(1 << declarer), NAME
        play_on(state, view, score, policy, rules, script, trace)
        fill_features(hand, suit, features[unit])
        tricks[unit] = score.tricks[declarer & 1]
    return 0


def _auctions_type() -> Any:
    return types.int64(
        types.int64, types.int64, from_dtype(RULES), from_dtype(STATE), from_dtype(VIEW), from_dtype(VIEW),
        from_dtype(ROUND), types.Array(types.int64, 2, "C"), types.Array(types.int16, 1, "C"),
        types.Array(from_dtype(EVENT), 1, "C"),
    )  # fmt: skip


@kernel(_auctions_type)
def try_calls(
    seed: int, deals: int, rules: Any, state: Any, view: Any, asked: Any, score: Any, rows: Any, script: Any, trace: Any
) -> int:
    """Fill rows with place, gain expected, gain and features of each call; returns how many."""
    size = 0
    for unit in range(deals):
        begin(unit, seed, state, view, score)
        asked.bid, asked.declarer, asked.passed, asked.seat = 0, -1, 0, view.seat
        for i in range(4):
            asked.played[i] = state.hands[i]
        state.left, state.simple = 0, 1
        play_on(state, view, score, policy, rules, script[:0], trace)
        first = score.points[0] - score.points[1]
        calls, called = score.calls, view.called
        for i in range(called):
            script[i] = calls[i]
        for i in range(called):
            while asked.passed >> asked.seat & 1 != 0:
                asked.seat = (asked.seat + 1) & 3
            seat, usual = asked.seat, int(script[i])
            least = lowest(legal_bids(asked.bid) & ~(1 << PASS))
            if usual in (PASS, least) and size < rows.shape[0]:
                script[i] = least if usual == PASS else PASS
                begin(unit, seed, state, view, score)
                state.left, state.simple = i + 1, 0
                play_on(state, view, score, policy, rules, script[: i + 1], trace)
                gain = score.points[0] - score.points[1] - first
                gain = gain if usual == PASS else -gain
                mate_passed = asked.passed >> ((seat + 2) & 3) & 1
                steps = (asked.declarer - seat) & 3
                hand = asked.played[seat]
                trumps = best_trumps(hand)[0]
                rows[size, 0] = margin_place(least, asked.bid, steps, mate_passed)
                rows[size, 1] = gain_of(hand, trumps, least, asked.bid, steps, mate_passed)
                rows[size, 2] = gain if seat & 1 == 0 else -gain
                fill_features(hand, trumps, rows[size, 3:])
                size += 1
                script[i] = usual
            if usual == PASS:
                asked.passed |= 1 << seat
            else:
                asked.bid, asked.declarer = usual, seat
            asked.seat = (seat + 1) & 3
    return size


def fit_worth(seed: int) -> tuple[Numbers, float]:
    """The worth of each feature in 1/1000 of a trick, and the error of the expectation in tricks."""
    features = np.zeros((CONTRACTS, len(FEATURES)), np.int64)
    tricks = np.zeros(CONTRACTS, np.int64)
    play_contracts(
        seed, blank(RULES), blank(STATE), blank(VIEW), blank(ROUND), features, tricks, np.zeros(1, np.int16),
        blanks(0, EVENT),
    )  # fmt: skip
    worth, *_ = np.linalg.lstsq(features.astype(float), tricks.astype(float), rcond=None)
    error = float(np.std(tricks - features @ worth))
    return np.round(1000 * worth).astype(int), error


def fit_gains(seed: int, gains: Numbers, margins: Numbers) -> tuple[Numbers, Numbers]:
    """The gains by feature and the margins, half way from those of before."""
    rows = np.zeros((8 * AUCTIONS, 3 + len(FEATURES)), np.int64)
    size = try_calls(
        seed, AUCTIONS, blank(RULES), blank(STATE), blank(VIEW), blank(VIEW), blank(ROUND), rows,
        np.zeros(16, np.int16), blanks(0, EVENT),
    )  # fmt: skip
    rows = rows[:size]
    rows = rows[np.abs(rows[:, 1]) < CLOSE]
    gains, margins = gains.astype(float), margins.astype(float)
    for group in range(4):
        own = rows[rows[:, 0] // 2 % 4 == group]
        places, counts = np.unique(own[:, 0], return_counts=True)
        places = places[counts >= FEWEST]
        own = own[np.isin(own[:, 0], places)]
        at_place = own[:, :1] == places
        table = np.hstack([own[:, 4:], at_place]).astype(float)
        fitted, *_ = np.linalg.lstsq(table, 1000.0 * own[:, 2], rcond=None)
        found = np.append(0.0, fitted[: len(FEATURES) - 1])
        gains[group] = (gains[group] + found) / 2
        margins[places] = (margins[places] - fitted[len(FEATURES) - 1 :]) / 2
        print(group, dict(zip(places, counts[counts >= FEWEST], strict=True)), found.round(-1).astype(int))
        for place in range(8 + 2 * group, len(margins), 8):
            for other in (place, place + 1):
                if other not in places:
                    margins[other] = margins[other - 8] + STEP_UP
    return gains, margins


def tuple_text(numbers: Numbers, indent: int = 0) -> str:
    """The source text of a tuple of whole numbers, or of tuples of them."""
    blanks_ = " " * indent
    if numbers.ndim == 2:
        rows = [f"    {tuple_text(row, 4)},\n" for row in numbers]
        return "(\n" + "".join(rows) + ")"
    words = textwrap.wrap(", ".join(str(round(number)) for number in numbers), 120 - indent - 5)
    return "(\n" + "".join(f"{blanks_}    {line}\n" for line in words) + blanks_ + ")"


def write(worth: Numbers, gains: Numbers, margins: Numbers) -> None:
    """Write the module."""
    text = f'''"""What careful's bids are made of: `python benchmarks/fit_tarneeb.py` wrote this.

WORTH: of each of `careful_bids.FEATURES`, in 1/1000 of a trick. GAINS: what each does for the gain of a bid over a
pass, in 1/1000 of a point; a row for the opening, then by who has made the highest bid: the next seat, the partner, the
seat before. MARGINS: what these must sum up to for a bid, by `careful_bids.margin_place`.
"""

WORTH = {tuple_text(worth)}  # fmt: skip
GAINS = {tuple_text(gains)}  # fmt: skip
MARGINS = {tuple_text(margins)}  # fmt: skip
'''
    MODULE.write_text(text, encoding="utf-8")


def step(number: int) -> None:
    """One step, with the numbers that the module has now."""
    worth, error = fit_worth(SEED + number)
    print(*(f"{name}: {value}" for name, value in zip(FEATURES, worth, strict=True)), f"error {error:.3f}", sep="\n")
    gains, margins = fit_gains(SEED + 1000 + number, np.array(GAINS), np.array(MARGINS))
    write(worth, gains, margins)


if __name__ == "__main__":
    if sys.argv[1:]:
        step(int(sys.argv[1]))
    else:
        for number in range(STEPS):
            with TemporaryDirectory() as folder:  # the kernels of this script are compiled anew with the new numbers
                cache = {**os.environ, "BAZAS_CACHE": folder}
                subprocess.run([sys.executable, "-P", __file__, str(number)], check=True, env=cache)
