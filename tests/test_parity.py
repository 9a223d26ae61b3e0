"""The kernel plays what the reference engine plays: event by event, and every fact that is stored.

The decks are chosen by NumPy and the answers by the kernel's strategies; the reference engine then gets the same
decks and answers, and must ask the same questions in the same order with the same legal answers.
"""

import gc
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bazas.sim.rules import SWITCHES, Rules
from bazas.sim.strategy import BUILT_IN, strategy
from chaos import chaos
from comparing import FACTS, LISTS, PAIRS, compare_game
from reference.engine import IllegalMove
from sheets import LUDOTEKA
from tracing import Array, Event, Tracer, random_decks


def compare(tracer: Tracer, decks: Array, first: int = 0, withhold: str = "none") -> None:
    """Play a game with each of the decks, numbered from `first` on; AssertionError at the first difference."""
    for number, deck in enumerate(decks, first):
        game = tracer.play(number, deck)
        where = f"game {number}, decks {deck.tolist()}, {tracer.rules}"
        compare_game(tracer.rules, game, deck.tolist(), number % tracer.rules.players, withhold, where)


@pytest.fixture(autouse=True)
def _without_garbage_collection() -> Iterator[None]:
    """Nothing here is cyclic, and looking for it takes a tenth of the time."""
    gc.disable()
    yield
    gc.enable()


PART = 1000


@pytest.mark.parametrize("part", range(20))
def test_lascuarenta(part: int) -> None:
    compare(Tracer(Rules(), [chaos], seed=part), random_decks(Rules(), PART, part), part * PART)


@pytest.mark.verify
@pytest.mark.parametrize("part", range(20, 220))
def test_lascuarenta_at_length(part: int) -> None:
    games = 5000
    compare(Tracer(Rules(), [chaos], seed=part), random_decks(Rules(), games, part), part * games)


@pytest.mark.parametrize("withhold", ["first", "every"])
@pytest.mark.parametrize("part", range(2))
def test_withheld_swaps(withhold: str, part: int) -> None:
    tracer = Tracer(Rules(), [chaos], seed=part, withhold=withhold)
    compare(tracer, random_decks(Rules(), PART, 300 + part), part * PART, withhold)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_strategies(name: str) -> None:
    compare(Tracer(Rules(), [strategy(name)], seed=2), random_decks(Rules(), 500, 400))


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("deck", [40, 48, 36])
@pytest.mark.parametrize("sheet", ["lascuarenta", "ludoteka"])
def test_tables_and_decks(players: int, deck: int, sheet: str) -> None:
    rules = replace(LUDOTEKA if sheet == "ludoteka" else Rules(), players=players, deck=deck)
    compare(Tracer(rules, [chaos], seed=3), random_decks(rules, 300, 500))


def random_rules(seed: int) -> Rules:
    rng = Random(seed)
    return Rules(**{switch.name: rng.choice(switch.values) for switch in SWITCHES if switch.name != "renuncio"})


@pytest.mark.parametrize("seed", range(20))
def test_other_switches(seed: int) -> None:
    rules = random_rules(seed)
    compare(Tracer(rules, [chaos], seed=4), random_decks(rules, 300 if rules.players == 4 else 150, 600 + seed))


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
