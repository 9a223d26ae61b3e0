"""One game by the kernel against the same game by the reference engine: every event and every fact that is stored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from bazas.kernels.records import DECIDED, NONE
from bazas.sim.rules import Rules
from reference.engine import Hand, ReplayAnswers, play_game
from tracing import Game

FACTS = (
    "mano", "muestra", "last_trick", "forty_seat", "forty_trick", "swap_seat", "swap_trick", "swap_card", "swap2_seat",
    "swap2_trick", "tute_seat", "as_seat", "tres_seat", "seven_seat", "muestra_seat", "last_free", "next_mano",
)  # fmt: skip
PAIRS = ("cards", "cantes", "tricks", "twenties")
LISTS = ("twenty_seat", "twenty_trick", "twenty_suit")


def compare_game(rules: Rules, game: Game, decks: list[list[int]], mano: int, withhold: str, where: str) -> None:
    """Raise AssertionError, which begins with `where`, at the first difference; the reference plays with `decks`."""
    answers = ReplayAnswers(game.events)
    try:
        expected = play_game(rules, decks.__getitem__, mano, answers, withhold)
    except AssertionError as error:
        raise AssertionError(f"{where}: {error}") from None
    answers.finished()
    assert game.events == expected.events, f"{where}: {first_difference(game.events, expected.events)}"
    assert int(game.facts["winner"]) == expected.winner, where
    assert DECIDED[game.facts["decided"]] == expected.decided, where
    assert len(game.hands) == len(expected.hands) == 1 + expected.vueltas, where
    for kernel, reference in zip(game.hands, expected.hands, strict=True):
        compare_facts(kernel.tolist(), kernel.dtype.names, reference, where)
    withheld = [event for event in game.events if event[0] == "withheld"]
    noted = [hand for hand in game.hands if hand["withheld_seat"] != NONE]
    assert bool(withheld) == bool(noted), where
    if noted:
        assert int(noted[0]["withheld_seat"]) == withheld[0][1], where


def compare_facts(kernel: tuple[object, ...], names: tuple[str, ...], reference: Hand, where: str) -> None:
    facts = dict(zip(names, kernel, strict=True))
    for name in FACTS:
        expected = getattr(reference, name)
        assert facts[name] == (NONE if expected is None else expected), f"{where}: {name}"
    for name in PAIRS:
        assert list(facts[name]) == list(getattr(reference, name)), f"{where}: {name}"  # type: ignore[call-overload]
    for name in LISTS:
        listed = getattr(reference, name)
        assert list(facts[name]) == listed + [NONE] * (3 - len(listed)), f"{where}: {name}"  # type: ignore[call-overload]


def first_difference(kernel: Sequence[tuple[object, ...]], reference: Sequence[tuple[object, ...]]) -> str:
    pairs = enumerate(zip_longest(kernel, reference))
    index, (one, other) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    return f"event {index} after {kernel[max(0, index - 6) : index]}: the kernel has {one}, the reference {other}"
