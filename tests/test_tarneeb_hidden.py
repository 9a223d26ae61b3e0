"""Nothing hidden is reachable in Tarneeb: permuting the cards that a seat cannot see changes nothing it sees or does.

A game is stopped at a decision, cards that the seat cannot see are exchanged as far as nobody at the table could tell
(the cards played stay where they were, and who did not follow a suit gets none of it), and the game is played again to
that decision: the seat must see the same, bit for bit, and each strategy must answer the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bazas.kernels.records import ASK
from bazas.kernels.tarneeb.cards import CARDS, DECK, TRICKS, suit_mask
from bazas.kernels.tarneeb.records import BID, EVENTS, NAME, VIEW
from bazas.sim.playing import Unfinished
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy_check_views import Stopped, stopping
from bazas.sim.tarneeb.notation import cards_of
from bazas.sim.tarneeb.playing import TarneebDriver, trace_game
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.strategy import BUILT_IN, TarneebStrategy
from quick import quick
from tarneeb_chaos import chaos
from test_resumable import copied

GAMES, ROUNDS = 12, 3
QUESTIONS = ("play", "bid", "trumps")
"""The events that are answers, by the numbers of the questions."""
Decks = npt.NDArray[np.int8]


SPEC = Spec("show", TarneebRules(), 4, (Arm((chaos,) * 4),))
STOPPING = Arm((stopping(TarneebStrategy),) * 4)


@dataclass(frozen=True)
class Moment:
    """A decision: its number among the answers, the round, who is asked what; and what the table knows by then."""

    number: int
    round: int
    seat: int
    question: int
    answer: int
    played: int
    void: tuple[int, int, int, int]  # cards of suits that a seat did not follow


@dataclass
class Recorded:
    """A game of chaos with its decks, answers and decisions."""

    decks: Decks
    answers: list[int] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)


@cache
def recorded(number: int) -> Recorded:
    decks = np.random.default_rng(number).permuted(np.tile(np.array(cards_of(DECK), np.int8), (ROUNDS, 1)), axis=1)
    found = Recorded(decks)
    trace = trace_game(SPEC, 0, number, rounds=ROUNDS, decks=decks)
    round, played, void, led = -1, 0, [0] * 4, 0
    for event in trace.events:
        kind, seat, value = EVENTS[event["kind"]], int(event["seat"]), int(event["value"])
        if kind == "round":
            round, played, void = round + 1, 0, [0] * 4
        if kind not in QUESTIONS:
            continue
        question = QUESTIONS.index(kind)
        moment = Moment(len(found.answers), round, seat, question, value, played, (void[0], void[1], void[2], void[3]))
        found.moments.append(moment)
        found.answers.append(value)
        if kind == "play":
            led = value if played.bit_count() % 4 == 0 else led
            void[seat] |= suit_mask(led >> 4) if value >> 4 != led >> 4 else 0
            played |= 1 << value
    return found


def exchanged(found: Recorded, moment: Moment, pairs: list[tuple[int, int]]) -> Decks:
    """Other decks, in which hidden cards are exchanged; those of later rounds are hidden as a whole."""
    deck = found.decks[moment.round].tolist()
    hidden = [at for at in range(CARDS) if at // TRICKS != moment.seat and not moment.played >> deck[at] & 1]
    for one, other in pairs:
        if hidden:
            first, second = hidden[one % len(hidden)], hidden[other % len(hidden)]
            gains = ((first, deck[second]), (second, deck[first]))
            if not any(moment.void[at // TRICKS] >> card & 1 for at, card in gains):
                deck[first], deck[second] = deck[second], deck[first]
    decks = found.decks.copy()
    decks[moment.round] = deck
    decks[moment.round + 1 :] = decks[moment.round + 1 :, ::-1]
    return decks


def view_at(game: int, moment: Moment, decks: Decks) -> Any:
    """What is seen at a decision, once all before it was answered as it was."""
    script = np.array([*recorded(game).answers[: moment.number], ASK], np.int16)
    driver = TarneebDriver(SPEC, STOPPING, script, decks)
    plan = driver.plan(game, 1)
    plan.rounds = ROUNDS
    with pytest.raises(Unfinished) as stopped:
        driver.play_plan(plan, ROUNDS)
    assert isinstance(stopped.value.__cause__, Stopped)
    return driver.view


@cache
def players() -> dict[str, Any]:
    """Of every built-in strategy and chaos its parameters and compiled decisions."""
    chosen = [*(quick(name, TarneebStrategy) for name in BUILT_IN), chaos]
    return {player.label: (player.words, player.seat().decisions) for player in chosen}


def answers(seen: Any) -> dict[str, int]:
    """What every strategy does when it sees this."""
    found = {}
    for name, (words, decisions) in players().items():
        view = copied(seen)
        view.params[:] = words
        found[name] = int(decisions[view.question](view))
    return found


def test_permuting_hidden_cards_changes_no_decision() -> None:
    """Of any built-in strategy: in the auction, when trumps are named, in play."""
    compared: Counter[int] = Counter()
    pairs = st.lists(st.tuples(st.integers(0, 38), st.integers(0, 38)), min_size=1, max_size=40)

    @settings(max_examples=300)
    @given(st.integers(0, GAMES - 1), st.sampled_from(range(3)), st.integers(0, 999), pairs)
    def check(game: int, question: int, place: int, exchanges: list[tuple[int, int]]) -> None:
        found = recorded(game)
        moments = [moment for moment in found.moments if moment.question == question]
        moment = moments[place * len(moments) // 1000]
        decks = exchanged(found, moment, exchanges)
        before, after = view_at(game, moment, found.decks), view_at(game, moment, decks)
        assert (int(before.seat), int(before.question)) == (moment.seat, question)
        assert after.tobytes() == before.tobytes(), f"decision {moment.number} of game {game}"
        assert answers(after) == answers(before)
        compared[question] += (decks[moment.round] != found.decks[moment.round]).any()

    check()
    assert min(compared[question] for question in (0, BID, NAME)) > 40, "in so many worlds some card lay elsewhere"


@pytest.mark.parametrize("name", [*BUILT_IN, "chaos"])
def test_in_other_worlds_the_kernel_is_answered_the_same(name: str) -> None:
    """Not only the strategies called by themselves: each goes on as it does in the game that was played."""
    player = chaos if name == "chaos" else quick(name, TarneebStrategy)
    spec = Spec("show", TarneebRules(), 4, (Arm((player,) * 4),))
    pairs = np.random.default_rng(7).integers(0, 39, (30, 2)).tolist()
    step, differing = (41 if player.looks_ahead else 5), 0
    for game in range(3 if player.looks_ahead else GAMES):
        found = recorded(game)
        for moment in found.moments[::step]:
            decks = exchanged(found, moment, pairs)
            differing += (decks[moment.round] != found.decks[moment.round]).any()
            script = found.answers[: moment.number]
            here, there = (
                trace_game(spec, 0, game, rounds=moment.round + 1, decks=one, script=script).events
                for one in (found.decks, decks)
            )
            assert answer_in(here, moment) == answer_in(there, moment)
    assert differing > 5


def answer_in(events: Any, moment: Moment) -> tuple[int, ...]:
    given = [event for event in events if EVENTS[event["kind"]] in QUESTIONS]
    return tuple(int(given[moment.number][name]) for name in ("kind", "seat", "value", "legal"))


def test_no_field_is_another_hand() -> None:
    """No field of a view that is one number is the hand of another seat, and what it cannot hold is not in its hand."""
    masks = [name for name in VIEW.names or () if VIEW[name].subdtype is None and VIEW[name] == np.int64]
    for game in range(GAMES):
        found = recorded(game)
        for moment in found.moments[::9]:
            view = view_at(game, moment, found.decks)
            seats = found.decks[moment.round].reshape(4, TRICKS)
            for seat in range(4):
                held = sum(1 << int(card) for card in seats[seat]) & ~moment.played
                if seat == moment.seat:
                    assert int(view.hand) == held
                elif held.bit_count() > 1:
                    assert held not in [int(view[name]) for name in masks if name != "noise"]
                    assert held & ~int(view.cannot[seat]) == held
