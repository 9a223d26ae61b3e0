"""The kernel plays Tarneeb as the reference engine does: event by event, and every fact that is stored.

NumPy shuffles the decks and the kernel's strategies answer; the reference engine then gets the same decks and answers,
and must ask the same questions in the same order with the same legal answers.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from bazas.kernels.tarneeb.records import EVENTS, NOBODY
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import strategy
from bazas.sim.tarneeb.playing import Trace, trace_game
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.strategy import BUILT_IN, TarneebStrategy
from reference.tarneeb import FULL_DECK, IllegalMove, Pair, Round, given, play_round
from tarneeb_chaos import chaos

QUESTIONS = ("bid", "trumps", "play")
ROUNDS = 20
"""Rounds of a game at most: what chaos bids, it seldom makes."""
GAMES_OF_A_PART = 125

Event = tuple[str, int, int, int, int, int]


def events_of(trace: Trace) -> list[Event]:
    return [(EVENTS[kind], seat, value, legal, a, b) for kind, seat, value, a, b, legal in trace.events.tolist()]


def answers_in(events: Sequence[Event]) -> list[int]:
    return [event[2] for event in events if event[0] in QUESTIONS]


def spec_of(player: TarneebStrategy, goal: int = 31) -> Spec:
    return Spec("simulate", TarneebRules(goal=goal), 1, (Arm((player,) * 4),))


def facts_of(row: np.void) -> dict[str, object]:
    """A row of the kernel as the reference engine names its facts."""
    return {
        "unit": int(row["unit"]),
        "number": int(row["number"]),
        "dealer": int(row["dealer"]),
        "declarer": int(row["declarer"]),
        "bid": int(row["bid"]),
        "forced": bool(row["forced"]),
        "trumps": int(row["trumps"]),
        "tricks": tuple(row["tricks"].tolist()),
        "points": tuple(row["points"].tolist()),
        "totals": tuple(row["totals"].tolist()),
        "calls": [call for call in row["calls"].tolist() if call != NOBODY],
        "declarer_trumps": int(row["declarer_trumps"]),
        "declarer_honours": int(row["declarer_honours"]),
    }


def compare(spec: Spec, game: int, decks: Sequence[Sequence[int]], points: Pair = (0, 0)) -> list[Round]:
    """Play a game (at most as many rounds as there are decks) by both; AssertionError at the first difference."""
    trace = trace_game(spec, 0, game, rounds=len(decks), points=points, decks=decks)
    goal = spec.rules.as_dict()["goal"]
    return check(events_of(trace), trace.rounds, game, decks, points, goal)


def check(
    events: list[Event], rows: np.ndarray, game: int, decks: Sequence[Sequence[int]], points: Pair, goal: int
) -> list[Round]:
    answers = given(answers_in(events))
    played: list[Round] = []
    totals, winner = points, NOBODY
    while winner == NOBODY and len(played) < len(decks):
        played.append(play_round(game, len(played), decks[len(played)], answers, totals, goal))
        totals, winner = played[-1].totals, played[-1].wins
    expected = [tuple(event) for one in played for event in one.events]
    for place, (mine, theirs) in enumerate(zip(events, expected, strict=True)):
        assert mine == theirs, f"game {game}, event {place}"
    assert len(rows) == len(played)
    for row, one in zip(rows, played, strict=True):
        found = facts_of(row)
        assert found == {name: getattr(one, name) for name in found}
        assert (row["winner"], row["rounds"]) == (winner, len(played))
    return played


def random_decks(seed: int, rounds: int = ROUNDS) -> list[list[int]]:
    return np.random.default_rng(seed).permuted(np.tile(FULL_DECK, (rounds, 1)), axis=1).tolist()


@pytest.mark.parametrize("part", range(12))
def test_random_bids_and_play(part: int) -> None:
    seen: Counter[str] = Counter()
    for game in range(part * GAMES_OF_A_PART, (part + 1) * GAMES_OF_A_PART):
        for one in compare(spec_of(chaos), game, random_decks(game)):
            seen["rounds"] += 1
            seen["forced"] += one.forced
            seen["13 at once"] += one.calls[-1:] == [13]
            seen["negative"] += min(one.totals) < 0
            seen["over a partner's"] += _over_a_partners(one)
            seen["decided"] += one.wins != NOBODY
    assert seen["rounds"] > 1700
    assert min(seen[what] for what in ("forced", "13 at once", "negative", "over a partner's", "decided")) > 20


def _over_a_partners(one: Round) -> bool:
    """Whether somebody bid over its partner's bid."""
    seat, passed, highest = (one.dealer + 1) % 4, set(), NOBODY
    for call in one.calls:
        while seat in passed:
            seat = (seat + 1) % 4
        if call == 0:
            passed.add(seat)
        elif highest != NOBODY and (highest - seat) % 4 == 2:
            return True
        else:
            highest = seat
        seat = (seat + 1) % 4
    return False


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_strategies(name: str) -> None:
    player = strategy(name, TarneebStrategy)
    for game in range(2 if player.looks_ahead else 40):
        assert compare(spec_of(player), game, random_decks(1000 + game, 1 if player.looks_ahead else ROUNDS))


@pytest.mark.parametrize("points", [(30, 30), (30, -40), (31, 31), (35, 60), (24, 24), (-90, -7), (18, 30)])
def test_totals_near_the_goal(points: Pair) -> None:
    """Both sides at 31 play on, and one that falls back leaves the other alone there; no total has a floor."""
    lengths = set()
    for game in range(60):
        played = compare(spec_of(chaos), game, random_decks(5000 + game), points)
        lengths.add(len(played))
        for one in played:
            there = [side for side in (0, 1) if one.totals[side] >= 31]
            assert one.wins == (there[0] if len(there) == 1 else NOBODY)
    assert (lengths == {1}) == (points == (30, 30)), "there any round wins the game"


@pytest.mark.parametrize("goal", [41, 61])
def test_other_goals(goal: int) -> None:
    for game in range(20):
        compare(spec_of(chaos, goal), game, random_decks(7000 + game))


def test_a_game_of_many_rounds() -> None:
    """From deep below nothing a game lasts: the deal goes round the table many times."""
    played = compare(spec_of(strategy("random", TarneebStrategy)), 3, random_decks(9, 400), (-300, -300))
    assert len(played) > 50
    assert [one.dealer for one in played] == [(3 + number) % 4 for number in range(len(played))]


def mutations(events: list[Event]) -> list[list[Event]]:
    """The events with one of them changed, in each of its places, left out, or twice."""
    found = []
    for index in (0, 2, 7, len(events) // 2, len(events) - 1):
        kind, seat, value, legal, a, b = events[index]
        changed: list[Event] = [
            ("trick" if kind != "trick" else "play", seat, value, legal, a, b),
            (kind, seat ^ 1, value, legal, a, b),
            (kind, seat, value ^ 1, legal, a, b),
            (kind, seat, value, legal ^ 1, a, b),
            (kind, seat, value, legal, a + 1, b),
            (kind, seat, value, legal, a, b + 1),
        ]
        found += [[*events[:index], other, *events[index + 1 :]] for other in changed]
        found += [events[:index] + events[index + 1 :], events[: index + 1] + events[index:]]
    return found


def test_a_changed_event_or_fact_is_noticed() -> None:
    decks = random_decks(1, 2)
    trace = trace_game(spec_of(chaos), 0, 0, rounds=2, decks=decks)
    events, rows = events_of(trace), trace.rounds
    check(events, rows, 0, decks, (0, 0), 31)
    for changed in mutations(events):
        with pytest.raises((AssertionError, IllegalMove, ValueError)):
            check(changed, rows, 0, decks, (0, 0), 31)
    for name in rows.dtype.names or ():
        other = rows.copy()
        other[name] = other[name] + 1
        with pytest.raises(AssertionError):
            check(events, other, 0, decks, (0, 0), 31)
