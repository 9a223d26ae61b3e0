"""The kernel plays what the reference engine plays: event by event, and every fact that is stored.

The decks are chosen by NumPy and the answers by the kernel's strategies; the reference engine then gets the same
decks and answers, and must ask the same questions in the same order with the same legal answers.
"""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from arranging import arranged, in_hand, pair_of
from bazas.kernels.cards import CABALLO
from bazas.kernels.records import DECIDED
from bazas.sim.rules import PRESETS, SWITCHES, Rules
from bazas.sim.strategies import careful, lowest
from bazas.sim.strategy import BUILT_IN, Strategy, strategy
from chaos import chaos, lawless
from comparing import FACTS, LISTS, PAIRS, compare_game
from invariants import ways_of_ending
from quick import quick
from reference.engine import IllegalMove
from tracing import Array, Event, Tracer, random_decks

PART = 1000
LONG_PART = 5000

TABLES = list(product(PRESETS, (4, 2), (40, 48, 36)))
"""Sheets, players and decks."""


def at_table(sheet: str, players: int, deck: int) -> Rules:
    return replace(PRESETS[sheet].rules, players=players, deck=deck)


def mixed_rules(count: int, seed: int) -> list[Rules]:
    """Rules with every switch at random; each of its values is as frequent as the others."""
    rng = Random(seed)
    columns = [[switch.values[place % len(switch.values)] for place in range(count)] for switch in SWITCHES]
    for column in columns:
        rng.shuffle(column)
    return [Rules(*values) for values in zip(*columns, strict=True)]


MIXED = mixed_rules(10, 1)
MANY_MIXED = mixed_rules(100, 2)


def compare(tracer: Tracer, decks: Array, first: int = 0, withhold: str = "none") -> None:
    """Play a game with each of the decks, numbered from `first` on; AssertionError at the first difference."""
    for number, deck in enumerate(decks, first):
        game = tracer.play(number, deck)
        where = f"game {number}, decks {deck.tolist()}, {tracer.rules}"
        compare_game(tracer.rules, game, deck.tolist(), number % tracer.rules.players, withhold, where)


def compare_part(rules: Rules, part: int, games: int) -> None:
    """Compare games number `part * games` and following, with decks and players of this part's own."""
    compare(Tracer(rules, [lawless(rules)], seed=part), random_decks(rules, games, part), part * games)


@pytest.fixture(autouse=True)
def _without_garbage_collection() -> Iterator[None]:
    """Nothing here is cyclic, and looking for it takes a tenth of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize(("sheet", "players", "deck"), TABLES)
def test_sheets(sheet: str, players: int, deck: int, part: int) -> None:
    compare_part(at_table(sheet, players, deck), part, PART)


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize("mix", range(len(MIXED)))
def test_mixed_switches(mix: int, part: int) -> None:
    compare_part(MIXED[mix], part, PART)


@pytest.mark.verify
@pytest.mark.parametrize("part", range(5, 15))
@pytest.mark.parametrize(("sheet", "players", "deck"), TABLES)
def test_sheets_at_length(sheet: str, players: int, deck: int, part: int) -> None:
    compare_part(at_table(sheet, players, deck), part, LONG_PART)


@pytest.mark.verify
@pytest.mark.parametrize("mix", range(len(MANY_MIXED)))
def test_mixed_switches_at_length(mix: int) -> None:
    compare_part(MANY_MIXED[mix], 100 + mix, LONG_PART)


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("withhold", ["first", "every"])
@pytest.mark.parametrize("sheet", PRESETS)
def test_withheld_swaps(sheet: str, withhold: str, part: int) -> None:
    rules = PRESETS[sheet].rules
    tracer = Tracer(rules, [chaos], seed=part, withhold=withhold)
    compare(tracer, random_decks(rules, PART, 300 + part), part * PART, withhold)


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("sheet", PRESETS)
def test_built_in_strategies(sheet: str, name: str) -> None:
    rules = PRESETS[sheet].rules
    slow = quick(name) is not strategy(name)
    compare(Tracer(rules, [quick(name)], seed=2), random_decks(rules, 20 if slow else 500, 400))


# Every way of ending


def rich_in_cantes(rules: Rules, count: int) -> Array:
    """Decks in which seat 0, with its partner, is dealt three pairs of rey and sota, those of trumps among them."""
    decks = random_decks(rules, count, 5)
    for number, deck in enumerate(decks[:, 0]):
        trumps = number & 3
        one, other = [suit for suit in range(4) if suit != trumps][:2]
        places = {16 * trumps + CABALLO: 6 * rules.players} | in_hand(0, *pair_of(trumps), *pair_of(one))
        partner = 0 if rules.players == 2 else 2
        places |= {card: 6 * partner + 4 + place for place, card in enumerate(pair_of(other))}
        deck[:] = arranged(deck.tolist(), places)
    return decks


def look_at_each_way(rules: Rules, players: Sequence[Strategy], decks: Array) -> Counter[str]:
    """How often games end in each way (of DECIDED); some of each are compared."""
    tracer = Tracer(rules, players, mano=0)
    decided = tracer.many(decks)[0]["decided"]
    for way in np.unique(decided):
        for number in np.flatnonzero(decided == way)[:10]:
            deck = decks[number].tolist()
            where = f"game {number}, {DECIDED[way]}, decks {deck}, {rules}"
            compare_game(rules, tracer.play(int(number), decks[number]), deck, 0, "none", where)
    return Counter(DECIDED[way] for way in decided)


@pytest.mark.parametrize(("sheet", "players", "deck"), TABLES)
def test_every_way_of_ending(sheet: str, players: int, deck: int) -> None:
    rules = at_table(sheet, players, deck)
    by_chance = look_at_each_way(rules, [lawless(rules)], random_decks(rules, 20_000, 6))
    contested = look_at_each_way(rules, [lowest.strategy, careful.strategy], rich_in_cantes(rules, 10_000))
    assert set(by_chance + contested) == ways_of_ending(rules)
    assert by_chance["renuncio"] < by_chance.total() / 4, "most games come to their end"


# The comparison itself


def mutations(events: list[Event]) -> Iterator[list[Event]]:
    """The events with one of them changed, in each of its places, or left out, or twice."""
    for index in (0, 3, len(events) // 2, len(events) - 1):
        kind, seat, value, legal, a, b = events[index]
        others = ("draw" if kind != "draw" else "play", seat, value, legal, a, b)
        changed: list[Event] = [others, (kind, seat ^ 1, value, legal, a, b), (kind, seat, value ^ 1, legal, a, b)]
        changed += [(kind, seat, value, legal ^ 1, a, b), (kind, seat, value, legal, a + 1, b)]
        changed += [(kind, seat, value, legal, a, b + 1)]
        for other in changed:
            yield [*events[:index], other, *events[index + 1 :]]
        yield events[:index] + events[index + 1 :]
        yield events[: index + 1] + events[index:]


def test_a_changed_event_is_noticed() -> None:
    rules, deck = Rules(), random_decks(Rules(), 1, 7)[0]
    game = Tracer(rules, [chaos]).play(0, deck)
    compare_game(rules, game, deck.tolist(), 0, "none", "unchanged")
    for events in mutations(game.events):
        with pytest.raises((AssertionError, IllegalMove)):
            compare_game(rules, replace(game, events=events), deck.tolist(), 0, "none", "changed")


@pytest.mark.parametrize("name", [*FACTS, *PAIRS, *LISTS])
def test_a_changed_fact_is_noticed(name: str) -> None:
    rules, deck = Rules(), random_decks(Rules(), 1, 7)[0]
    game = Tracer(rules, [chaos]).play(0, deck)
    fact = game.hands[-1][name]
    game.hands[-1][name] = fact + 1
    with pytest.raises(AssertionError, match=name):
        compare_game(rules, game, deck.tolist(), 0, "none", "changed")
