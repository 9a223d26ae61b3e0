"""Games and matches by the kernel against the same by the reference engine: every event and every fact stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

from bazas.kernels.records import DECIDED, NONE
from bazas.sim.rules import Rules
from reference.engine import Game as Played
from reference.engine import Hand, ReplayAnswers, play_game
from reference.matches import Decks, first_mano, play_match
from tracing import Event, Game, Match

FACTS = (
    "mano", "muestra", "last_trick", "forty_seat", "forty_trick", "swap_seat", "swap_trick", "swap_card", "swap2_seat",
    "swap2_trick", "tute_seat", "as_seat", "tres_seat", "seven_seat", "muestra_seat", "last_free", "next_mano",
)  # fmt: skip
PAIRS = ("cards", "cantes", "tricks", "twenties")
LISTS = ("twenty_seat", "twenty_trick", "twenty_suit")


def compare_game(rules: Rules, game: Game, decks: list[list[int]], mano: int, withhold: str, where: str) -> None:
    """Raise AssertionError, which begins with `where`, at the first difference; the reference plays with `decks`."""
    with replaying(game.events, where) as answers:
        expected = play_game(rules, decks.__getitem__, mano, answers, withhold)
    assert game.events == expected.events, f"{where}: {first_difference(game.events, expected.events)}"
    compare_outcome(game.facts, game.hands, expected, where)
    withheld = [event for event in game.events if event[0] == "withheld"]
    noted = [hand for hand in game.hands if hand["withheld_seat"] != NONE]
    assert bool(withheld) == bool(noted), where
    if noted:
        assert int(noted[0]["withheld_seat"]) == withheld[0][1], where


def compare_match(rules: Rules, match: Match, decks: list[list[list[int]]], number: int, where: str) -> None:
    """Raise AssertionError, which begins with `where`, at the first difference in a match and all its games."""
    with replaying(match.events, where) as answers:
        expected = play_match(rules, decks_of(decks), first_mano(rules, number), answers)
    events = [event for placed in expected.games for event in placed.game.events]
    assert match.events == events, f"{where}: {first_difference(match.events, events)}"
    assert len(match.games) == len(expected.games), where
    for place, (game, hands, placed) in enumerate(zip(match.games, match.hands, expected.games, strict=True)):
        numbers = [int(game[name]) for name in ("unit", "game", "coto", "game_of_coto")]
        assert numbers == [number, place, placed.coto, placed.game_of_coto], f"{where}, game {place}"
        compare_outcome(game, list(hands[: game["hands"]]), placed.game, f"{where}, game {place}")


def decks_of(decks: list[list[list[int]]]) -> Callable[[int], Decks]:
    """Decks by game, hand and place, as `play_match` takes them."""
    return lambda game: decks[game].__getitem__


@contextmanager
def replaying(events: Sequence[Event], where: str) -> Iterator[ReplayAnswers]:
    """The answers of a trace, which must all be asked for."""
    answers = ReplayAnswers(events)
    try:
        yield answers
    except AssertionError as error:
        raise AssertionError(f"{where}: {error}") from None
    answers.finished()


def compare_outcome(facts: Any, hands: list[Any], expected: Played, where: str) -> None:
    """Compare who has won a game and how, and the facts of its hands."""
    assert int(facts["winner"]) == expected.winner, where
    assert DECIDED[facts["decided"]] == expected.decided, where
    assert len(hands) == len(expected.hands) == 1 + expected.vueltas, where
    for kernel, reference in zip(hands, expected.hands, strict=True):
        compare_facts(kernel.tolist(), kernel.dtype.names, reference, where)


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
