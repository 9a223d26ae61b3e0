"""What a strategy sees is right at every decision; that it is no more than it may know, `test_hidden.py` shows."""

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bazas.kernels.cards import DECKS
from bazas.kernels.records import VIEW
from bazas.sim.playing import StrategyFault, play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import BUILT_IN
from bazas.sim.tracing import trace_game
from chaos import chaos
from quick import quick
from seeing import CODES, Table
from tracing import QUESTIONS, STOPPING, Event, Tracer, moments, random_decks

LUDOTEKA = PRESETS["ludoteka"].rules
SHEETS = [
    Rules(),
    LUDOTEKA,
    replace(Rules(), twenty_named=False, cantes_per_trick=0),
    replace(Rules(), players=2),
    replace(LUDOTEKA, deck=48),
    replace(Rules(), deck=36, chained_swap=False),
]


UNCHECKED = {"noise", "params", "memory", "cursor", "swapped"}
"""Fields of the machinery: noise has tests of its own, and the last two are how far the asking has come."""


@pytest.mark.parametrize("rules", SHEETS)
def test_the_view_is_right_at_every_decision(rules: Rules) -> None:
    tracer, stopping = Tracer(rules, [chaos], seed=3), Tracer(rules, [STOPPING], seed=3)
    decks = random_decks(rules, 8, 41)
    for number, deck in enumerate(decks):
        game = tracer.play(number, deck)
        views = [stopped.view for stopped in moments(stopping, number, game, deck)]
        table, asked = Table(rules), 0
        for event in game.events:
            if event[0] in QUESTIONS:
                compare(views[asked], table, event)
                asked += 1
            table.see(event)
        assert asked == len(views)


def compare(view: Any, table: Table, event: Event) -> None:
    expected = table.as_seen(event)
    assert set(VIEW.names or ()) - UNCHECKED - set(expected) <= {"position"}
    for name, value in expected.items():
        seen = view[name].tolist()
        if name == "cannot":
            seen = [cards & DECKS[table.rules.deck] for cards in seen]
        if name in ("table", "leaders", "plays"):
            seen = seen[: len(value)]
        assert seen == value, f"{name} at {event}"
    for seat in range(table.rules.players):
        hand = table.hands[seat]
        assert int(view["cannot"][seat]) & hand == 0, "what it cannot have, it has not"
        assert int(view["holds"][seat]) & ~hand == 0, "what it is known to hold, it holds"
        assert int(view["holds"][seat]) & int(view["cannot"][seat]) == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_order_of_the_games_changes_nothing(name: str) -> None:
    spec = Spec("simulate", Rules(), 9, (Arm(seats_of(4, quick(name))),))
    whole = play_chunk(spec, 0, 60).arms[0]
    late = play_chunk(spec, 30, 30).arms[0]
    backwards = [play_chunk(spec, number, 1).arms[0] for number in reversed(range(60))]
    for hand in (0, 1):
        there = whole[0]["hands"] > hand
        kept = whole[1][there, hand]
        assert np.concatenate([hands for _, hands in backwards[::-1]])[there, hand].tobytes() == kept.tobytes()
        assert late[1][there[30:], hand].tobytes() == whole[1][30:][there[30:], hand].tobytes()
    assert [games[0].tolist() for games, _ in backwards[::-1]] == whole[0].tolist()
    assert late[0].tolist() == whole[0][30:].tolist()


def test_no_field_of_the_view_is_secret() -> None:
    """The view has what this file checks, and the machinery's words."""
    table = Table(Rules())
    table.see(("hand", 0, 1, 0, 0, 0))
    assert set(VIEW.names or ()) == set(table.as_seen(("play", 0, 0, 0, 0, 0))) | UNCHECKED


def test_legal_cards_are_all_that_may_be_played() -> None:
    """A card that is not legal stops the run, whoever asks for it."""
    spec = Spec("simulate", Rules(), 9, (Arm(seats_of(4, "lowest")),))
    events = trace_game(spec, 0, 0).events
    first = next(event for event in events if event["kind"] == 2)
    wrong = next(card for card in CODES.values() if not int(first["legal"]) >> card & 1)
    with pytest.raises(StrategyFault, match="broke the rules"):
        trace_game(spec, 0, 0, script=[wrong])
    for card in islice((card for card in CODES.values() if int(first["legal"]) >> card & 1), 6):
        trace_game(spec, 0, 0, script=[card])
