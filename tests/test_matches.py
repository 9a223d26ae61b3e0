"""Matches: the reference engine's by hand, and the kernel's against them, event by event.

How a run keeps matches: tests/test_match_runs.py. What follows for cotos and matches from games: tests/test_chain.py.
"""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from bazas.sim.rules import PRESETS, Rules
from chaos import chaos, lawless
from comparing import compare_match, decks_of
from invariants import hands_of, next_mano
from positions import LASCUARENTA, LUDOTEKA
from reference.engine import RandomAnswers
from reference.matches import Standing, count_game, first_mano, match_winner, play_match
from tracing import Array, Tracer, random_decks

# The reference by hand


@pytest.mark.parametrize(
    ("coto_games", "match_cotos", "winners", "places", "winner"),
    [
        (3, 1, "aaa", "00 01 02", "a"),
        (3, 1, "ababb", "00 01 02 03 04", "b"),
        (4, 1, "aaabbbb", "00 01 02 03 04 05 06", "b"),
        (3, 2, "aaabbbabaa", "00 01 02 10 11 12 20 21 22 23", "a"),
        (3, 2, "abbbbbb", "00 01 02 03 10 11 12", "b"),
        (5, 1, "aaaaa", "00 01 02 03 04", "a"),
    ],
)
def test_places_in_a_match(coto_games: int, match_cotos: int, winners: str, places: str, winner: str) -> None:
    """Each game's coto and place in it, and who has won after the last one and not before."""
    rules = replace(Rules(), coto_games=coto_games, match_cotos=match_cotos)
    standing, seen = Standing(), []
    for side in winners:
        assert match_winner(rules, standing) is None
        seen.append(f"{sum(standing.cotos)}{sum(standing.games)}")
        standing = count_game(rules, standing, "ab".index(side))
    assert seen == places.split()
    assert match_winner(rules, standing) == "ab".index(winner)


def test_a_coto_that_is_won_leaves_nothing_over() -> None:
    assert count_game(LUDOTEKA, Standing((2, 2), (0, 1)), 0) == Standing((0, 0), (1, 1))
    assert count_game(LUDOTEKA, Standing((2, 1), (0, 1)), 1) == Standing((2, 2), (0, 1))


@pytest.mark.parametrize("players", [4, 2])
def test_matches_begin_by_turns(players: int) -> None:
    rules = replace(LUDOTEKA, players=players)
    assert [first_mano(rules, number) for number in range(6)] == [number % players for number in range(6)]


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("sheet", PRESETS)
def test_the_mano_passes_on_across_games_and_cotos(sheet: str, players: int) -> None:
    rules = replace(PRESETS[sheet].rules, players=players, match_cotos=2)
    for number in range(12):
        decks = random_decks(rules, rules.longest_match, number).tolist()
        answers = RandomAnswers(Random(number))
        match = play_match(rules, decks_of(decks), number % players, answers)
        hands = [hand for placed in match.games for hand in placed.game.hands]
        if rules.mano_next == "after_mano":
            expected = [number + place for place in range(len(hands))]
        else:
            events = [event for placed in match.games for event in placed.game.events]
            expected = [number, *(next_mano(rules, hand) for hand in hands_of(events)[:-1])]
        assert [hand.mano for hand in hands] == [mano % players for mano in expected]
        assert match.games[-1].coto in (1, 2)


# The kernel


def play_matches(rules: Rules, numbers: range, seed: int) -> Counter[int]:
    """Compare these matches, with reckless players where the rules take it; how often cotos had what length."""
    tracer = Tracer(rules, [lawless(rules)], seed=seed)
    lengths: Counter[int] = Counter()
    for number in numbers:
        decks = random_decks(rules, rules.longest_match, 1000 * seed + number)
        match = tracer.match(number, decks)
        compare_match(rules, match, decks.tolist(), number, f"match {number}, seed {seed}, {rules}")
        lengths.update(coto_lengths(match.games))
    return lengths


def coto_lengths(games: Array) -> list[int]:
    starts = np.flatnonzero(games["game_of_coto"] == 0)
    return np.diff([*starts, len(games)]).tolist()


@pytest.mark.parametrize(("coto_games", "match_cotos"), list(product((3, 4, 5), (1, 2, 3))))
@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("sheet", PRESETS)
def test_matches(sheet: str, players: int, coto_games: int, match_cotos: int) -> None:
    rules = replace(PRESETS[sheet].rules, players=players, coto_games=coto_games, match_cotos=match_cotos)
    play_matches(rules, range(7, 15), 10 * coto_games + match_cotos)


@pytest.mark.parametrize("coto_games", [3, 4, 5])
def test_cotos_of_every_length(coto_games: int) -> None:
    lengths = play_matches(replace(LUDOTEKA, coto_games=coto_games, match_cotos=5), range(10), 1)
    assert set(lengths) == set(range(coto_games, 2 * coto_games))


@pytest.mark.verify
@pytest.mark.parametrize(("coto_games", "match_cotos"), list(product((3, 4, 5), (1, 2, 3, 4, 5))))
@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("sheet", PRESETS)
def test_matches_at_length(sheet: str, players: int, coto_games: int, match_cotos: int) -> None:
    rules = replace(PRESETS[sheet].rules, players=players, coto_games=coto_games, match_cotos=match_cotos)
    play_matches(rules, range(50, 100), 10 * coto_games + match_cotos)


def test_a_difference_is_noticed() -> None:
    decks = random_decks(LASCUARENTA, LASCUARENTA.longest_match, 1)
    match = Tracer(LASCUARENTA, [chaos]).match(1, decks)
    compare_match(LASCUARENTA, match, decks.tolist(), 1, "unchanged")
    for name in ("unit", "game", "coto", "game_of_coto", "winner"):
        games = match.games.copy()
        games[name][-1] += 1
        with pytest.raises(AssertionError):
            compare_match(LASCUARENTA, replace(match, games=games), decks.tolist(), 1, "changed")
    with pytest.raises(AssertionError):
        compare_match(LASCUARENTA, match, decks.tolist(), 2, "another mano")
    shorter = replace(match, events=match.events[: match.events.index(hands_of(match.events)[-1][0])])
    with pytest.raises(AssertionError):
        compare_match(LASCUARENTA, shorter, decks.tolist(), 1, "too short")
