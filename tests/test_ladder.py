"""The ladder: each built-in strategy beats the one below it; counter's plan on positions; careful stays as it was."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from bazas.analyses.duels import Duel, duel_spec, tally_duels
from bazas.kernels.compiling import JIT
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, SWITCHES, Rules
from bazas.sim.strategies import counter, greedy
from bazas.sim.strategy import BUILT_IN, built_in, strategy
from invariants import check_game
from quick import quick
from test_strategies import choice, position
from tracing import Tracer

compiled = pytest.mark.skipif(not JIT, reason="thousands of games")

SHEETS = {
    "lascuarenta": Rules(),
    "ludoteka": PRESETS["ludoteka"].rules,
    "two players": replace(Rules(), players=2),
    "two players, ludoteka": replace(PRESETS["ludoteka"].rules, players=2),
}
DEALS = 2000
FAST = built_in(looking_ahead=False)


@cache
def duel(a: str, b: str, sheet: str = "lascuarenta", deals: int = DEALS) -> Duel:
    spec = duel_spec("compare", SHEETS[sheet], 1, [(quick(a), quick(b))])
    return Duel(tally_duels(play_chunk(spec, 0, deals)), sequential=False)


# The rungs


def test_the_rungs_are_in_their_order() -> None:
    assert list(BUILT_IN) == [*FAST, *built_in(looking_ahead=True)]
    assert FAST == ["highest", "random", "lowest", "greedy", "careful", "counter"]


@compiled
@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("rung", range(1, len(FAST)))
def test_each_rung_beats_the_one_below_it(rung: int, sheet: str) -> None:
    found = duel(FAST[rung], FAST[rung - 1], sheet)
    assert found.points.low > 0
    assert found.wins.low > 0


@compiled
@pytest.mark.parametrize("sheet", SHEETS)
def test_counter_beats_careful_by_three_points_a_hand(sheet: str) -> None:
    assert duel("counter", "careful", sheet).points.low > 3


@compiled
def test_careful_plays_as_ever() -> None:
    """Sums over the games of its first version."""
    spec = duel_spec("compare", Rules(), 9, [("careful", "careful")])
    games, hands = play_chunk(spec, 0, 20_000).arms[0]
    two = games["hands"] == 2
    played = np.concatenate([hands[:, 0], hands[two, 1]])
    assert int((games["winner"] == 0).sum()) == 10010
    assert int(two.sum()) == 11468
    assert played["cards"].astype(int).sum(axis=0).tolist() == [1374809, 1378075]
    assert played["cantes"].astype(int).sum(axis=0).tolist() == [238380, 234060]


# Any rules


def some_rules(count: int) -> list[Rules]:
    """Rules with every switch at random; an illegal answer is an error."""
    rng = Random(5)
    drawn = (Rules(*(rng.choice(switch.values) for switch in SWITCHES)) for _ in range(count))
    return [replace(rules, renuncio="error") for rules in drawn]


@pytest.mark.parametrize("name", ["greedy", "counter"])
def test_answers_are_legal_by_any_rules(name: str) -> None:
    for rules in some_rules(60 if JIT else 3):
        tracer = Tracer(rules, [strategy(name), strategy("random")], seed=2)
        for number in range(6 if JIT else 1):
            check_game(rules, tracer.play(number).events, number % rules.players)


# Greedy on positions


def greedily(view: Any) -> str:
    return choice(view, greedy.strategy)


def test_greedy_takes_what_is_worth_it_as_cheaply_as_it_can() -> None:
    hand = "3e re 4o 6o 2c 5b"
    assert greedily(position(hand, "4e 5e ce")) == "2c", "2 points are not enough"
    assert greedily(position(hand, "4e 3c 5e")) == "re"
    assert greedily(position(hand, "1e 3c 5e")) == "4o"
    assert greedily(position(hand, "4e 1e 5b")) == "2c", "the partner has it"


def test_greedy_keeps_trumps_ases_and_treses() -> None:
    assert greedily(position("1c 3e rb sb 2o 6b")) == "6b"
    assert greedily(position("1c 3e 4o")) == "4o"


# Counter on positions: while there is stock


def counted(view: Any) -> str:
    return choice(view, counter.strategy)


def test_counter_loads_a_partner_who_is_sure_to_win() -> None:
    assert counted(position("3b rb sb 2e 4e 5e", "4b 1c 5b", trumps="c", muestra="2c")) == "3b"
    assert counted(position("1b cb 2e 4e 7o 7c", "4b 1c 5b", trumps="c", muestra="2c")) == "cb", "the as takes a trick"
    assert counted(position("3c 6b 7b 5e 4e 2e", "1o 2o")) == "3c", "one opponent is still to play, and cannot"


def test_counter_throws_no_tres_to_a_trick_that_is_lost() -> None:
    assert counted(position("3c 6b 7b 5e 4e 2e", "4c 1c")) != "3c"
    assert counted(position("3c 6b 7b 5e 4e 2e", "1o 4b 2b")) != "3c"


def test_counter_leaves_the_trick_to_the_partner_who_is_last() -> None:
    """The opponent in third hand may overtrump."""
    hand = "1o 6o 2c 5b 6b 7b"
    assert counted(position(hand, "3e")) not in ("1o", "6o")
    assert counted(position(hand, "4e 5e 3e")) == "6o"


def test_counter_keeps_the_seven_for_the_swap() -> None:
    hand, table = "7o co 2c 5b 6b 7b", "4e 5e 3e"
    assert counted(position(hand, table, muestra="1o")) == "co"
    assert counted(position(hand, table, muestra="2o")) == "7o", "nothing to swap"


def test_counter_takes_points_with_a_low_trump_when_last() -> None:
    hand = "4o 6o 2c 5b 6b 7b"
    assert counted(position(hand, "4e 5e 3e")) in ("4o", "6o")
    assert counted(position(hand, "4e 5e 7e")) not in ("4o", "6o")


def test_counter_wants_more_for_a_trump_in_the_last_free_trick() -> None:
    hand = "4o 6o 2c 5b 6b 7b"
    assert counted(position(hand, "4e ce 3e", muestra="3o", stock=8)) in ("4o", "6o")
    assert counted(position(hand, "4e ce 3e", muestra="3o", stock=4)) not in ("4o", "6o")


def test_counter_makes_itself_void_before_the_arrastre() -> None:
    assert counted(position("4o 6o 5c 5b 6b 7b", "1e 4e 5e", stock=4)) == "5c"


def test_counter_keeps_a_cante_together() -> None:
    hand = "re se 3c 1c 4o 6o"
    assert counted(position(hand, "1o")) not in ("re", "se")
    assert counted(position("re se 4b 5b 6c 7c", "1o", sung="e")) in ("4b", "5b", "6c", "7c", "re", "se")


def test_counter_knows_that_the_muestra_lies_under_the_stock() -> None:
    """The as of trumps under the stock beats nothing, so the tres of trumps is as good as an as."""
    hand, table = "3o 2c 4c 5b 6b 7b", "1e 3e"
    assert counted(position(hand, table, muestra="1o")) == "3o"


# Counter on positions: the arrastre


def test_counter_cashes_what_nobody_can_beat() -> None:
    none = {1: "*o", 2: "*o", 3: "*o"}
    assert counted(position("1c 6b 7b", stock=0, cannot=none)) == "1c"
    assert counted(position("3c 6b 7b", stock=0, cannot=none, seen="1c")) == "3c"
    assert counted(position("3c 6b 7b", stock=0, cannot=none)) != "3c", "the as is out"


def all_but(cards: str) -> str:
    """The deck of 40 without these cards, as cards that were seen."""
    return " ".join(card for rank in "245671csr3" for suit in "oceb" if (card := rank + suit) not in cards.split())


def test_counter_keeps_its_last_trump_for_the_last_trick() -> None:
    for hand in ("1o 4c", "so 5b"):
        assert counted(position(hand, stock=0, seen=all_but(f"{hand} 4o re 5e 6e 2c 7b"))) == hand.split()[1]
        assert counted(position(hand, stock=0, seen=all_but(f"{hand} 3e re 5e 6e 2c 7b"))) == hand.split()[1]


def test_counter_draws_no_trumps_where_opponents_have_none() -> None:
    assert counted(position("1o co 4c 5b 6b", stock=0, cannot={1: "*o", 3: "*o"})) not in ("1o", "co")


def test_counter_loads_in_the_arrastre_where_the_trick_is_safe() -> None:
    hand = "3e 6e 6b 7b"
    assert counted(position(hand, "2e 1e 4e", stock=0, legal="3e 6e")) == "3e"
    assert counted(position(hand, "1e 2e", stock=0, legal="3e 6e", cannot={3: "*e *o"})) == "3e"
    assert counted(position(hand, "2e 1e 4e", stock=0, legal="3e 6e", trumps="b", players=4)) == "3e"


def test_counter_trumps_as_cheaply_as_possible_when_last() -> None:
    assert counted(position("1o 4o co 7b", "1e 2e 4e", stock=0, legal="1o 4o co")) == "4o"


# Counter on positions: the vueltas


@pytest.mark.parametrize(("own", "others"), [(60, 98), (88, 60)])
def test_counter_takes_the_trick_that_ends_the_game(own: int, others: int) -> None:
    hand, table = "1o 2c 5b 6b 7b 4b", "4e 5e se"
    assert counted(position(hand, table, points=(own, others), vueltas=True)) == "1o"
    assert counted(position(hand, table, points=(own, others))) != "1o", "a first hand is played to its end"
