"""Games of the kernel by any rules, with random and with reckless players: what must hold in all of them holds."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bazas.kernels.records import DECIDED
from bazas.sim.rules import SWITCHES, Rules
from chaos import chaos, lawless
from invariants import Event, check_game
from tracing import Tracer

any_rules = st.builds(Rules, **{switch.name: st.sampled_from(switch.values) for switch in SWITCHES})
numbers = st.integers(0, 2**40)


def test_any_rules() -> None:
    reached: Counter[str] = Counter()

    @settings(max_examples=400)
    @given(any_rules, numbers, numbers)
    def check(rules: Rules, seed: int, first: int) -> None:
        tracer = Tracer(rules, [lawless(rules)], seed=seed)
        for number in range(first, first + 5):
            game = tracer.play(number)
            check_game(rules, game.events, number % rules.players)
            reached[DECIDED[game.facts["decided"]]] += 1

    check()
    assert set(reached) >= set(DECIDED) - {"thirty", "tute"}, "these are rare"


# The checks themselves


def changed(kind: str, change: Callable[[Event], Event]) -> Callable[[Sequence[Event]], list[Event]]:
    """Changes the last event of a kind."""

    def apply(events: Sequence[Event]) -> list[Event]:
        place = max(place for place, event in enumerate(events) if event[0] == kind)
        return [*events[:place], change(events[place]), *events[place + 1 :]]

    return apply


def replayed(events: Sequence[Event]) -> list[Event]:
    """The last card played is the first one again."""
    first = next(event for event in events if event[0] == "play")
    return changed("play", lambda event: (*event[:2], first[2], event[3] | 1 << first[2], *event[4:]))(events)


def put(**values: int) -> Callable[[Event], Event]:
    names = ("kind", "seat", "value", "legal", "a", "b")
    return lambda event: tuple(values.get(name, old) for name, old in zip(names, event, strict=True))  # type: ignore[return-value]


FAULTS: dict[str, Callable[[Sequence[Event]], list[Event]]] = {
    "mano": changed("hand", lambda event: put(seat=event[1] ^ 1)(event)),
    "played twice": replayed,
    "winner": changed("trick", lambda event: put(seat=event[1] ^ 1)(event)),
    "worth": changed("trick", lambda event: put(value=event[2] + 1)(event)),
    "ultimas": changed("last", lambda event: put(value=0)(event)),
    "a point too many": changed("draw", lambda event: put(a=event[4] + 1)(event)),
    "sung twice": changed("sing", lambda event: put(value=event[2] ^ 1)(event)),
    "loser": changed("end", lambda event: put(seat=event[1] ^ 1)(event)),
    "way": changed("end", lambda event: put(value=event[2] + 1)(event)),
    "no end": lambda events: list(events[:-1]),
    "a draw too few": lambda events: [event for event in events if event != max(e for e in events if e[0] == "draw")],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(fault: str) -> None:
    rules = replace(Rules(), cantes_per_trick=0)
    tracer = Tracer(rules, [chaos], seed=3)
    games = (tracer.play(number).events for number in range(0, 400, 4))
    sung = {"sing", "last"}
    events = next(events for events in games if sung <= {event[0] for event in events} and events[-1][2] == 0)
    check_game(rules, events, 0)
    with pytest.raises(AssertionError):
        check_game(rules, FAULTS[fault](events), 0)
