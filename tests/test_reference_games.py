"""Whole games at random by the reference engine."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bazas.sim.rules import SWITCHES, Rules
from invariants import Event, check_game, hands_of, next_mano, played_out
from positions import LASCUARENTA, LUDOTEKA, kinds
from reference.cards import SUITS, code, full_deck
from reference.engine import DECIDED, Game, RandomAnswers, ReplayAnswers, play_game
from reference.trace import Hand


def shuffled(rules: Rules, seed: int) -> list[list[int]]:
    rng = Random(seed)
    decks = []
    for _ in range(2):
        deck = [code(card) for card in full_deck(rules.deck)]
        rng.shuffle(deck)
        decks.append(deck)
    return decks


def random_game(rules: Rules, seed: int, withhold: str = "none") -> Game:
    answers = RandomAnswers(Random(seed + 1_000_000))
    return play_game(rules, shuffled(rules, seed).__getitem__, seed % rules.players, answers, withhold)


def check(rules: Rules, game: Game, mano: int) -> None:
    check_game(rules, game.events, mano)
    assert game.events[-1][1:3] == (game.winner, DECIDED.index(game.decided))
    assert len(game.hands) == 1 + game.vueltas
    for hand, events in zip(game.hands, hands_of(game.events), strict=True):
        check_facts(rules, hand, events)


def check_facts(rules: Rules, hand: Hand, events: Sequence[Event]) -> None:
    """What is noted of a hand is what happened in it."""
    assert events[0][1:3] == (hand.mano, hand.muestra)
    assert hand.next_mano == next_mano(rules, events)
    tricks = [event for event in events if event[0] == "trick"]
    assert list(hand.cards) == [sum(event[2] for event in tricks if event[1] % 2 == side) for side in (0, 1)]
    assert list(hand.tricks) == [sum(event[1] % 2 == side for event in tricks) for side in (0, 1)]
    sung = [event for event in events if event[0] == "sing" and event[2] >= 0]
    assert sum(hand.cantes) == 20 * sum(hand.twenties) + 40 * (hand.forty_seat is not None)
    assert len(hand.twenty_suit) == sum(hand.twenties) == len(sung) - (hand.forty_seat is not None)
    free = rules.deck // rules.players - 6
    assert hand.last_free == (tricks[free - 1][1] if len(tricks) >= free else None)
    if hand.last_free is not None and hand.muestra_seat is not None:
        assert hand.muestra_seat == (hand.last_free - 1) % rules.players
    assert hand.last_trick == (tricks[-1][1] if played_out(events) else None)
    if hand.last_trick is not None:
        assert None not in (hand.muestra_seat, hand.as_seat, hand.tres_seat, hand.seven_seat)


@pytest.mark.parametrize("deck", [40, 48, 36])
@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("preset", [LASCUARENTA, LUDOTEKA], ids=["lascuarenta", "ludoteka"])
def test_random_games(preset: Rules, players: int, deck: int) -> None:
    rules = replace(preset, players=players, deck=deck)
    for seed in range(60):
        game = random_game(rules, seed)
        check(rules, game, seed % players)
        replay = ReplayAnswers(game.events)
        assert play_game(rules, shuffled(rules, seed).__getitem__, seed % players, replay) == game
        replay.finished()


def test_random_games_under_mixed_switches() -> None:
    rng = Random(11)
    for seed in range(300):
        rules = Rules(**{switch.name: rng.choice(switch.values) for switch in SWITCHES})
        check(rules, random_game(rules, seed, rng.choice(["none", "every", "first"])), seed % rules.players)


def test_withheld_games() -> None:
    """Side a never takes with the 7 under "every"; where nothing is withheld the game is the same."""
    seen = 0
    for seed in range(150):
        plain, every = random_game(LASCUARENTA, seed), random_game(LASCUARENTA, seed, "every")
        withheld = [event for event in every.events if event.kind == "withheld"]
        seen += len(withheld)
        if not withheld:
            assert every == plain
        for hand in every.hands:
            seven_taken = hand.swap_card == 16 * (hand.muestra // 16) + 4
            assert hand.swap_seat is None or hand.swap_seat % 2 == 1 or seven_taken
        first = random_game(LASCUARENTA, seed, "first")
        assert kinds(first.events).count("withheld") == min(1, len(withheld))
    assert seen > 20


def test_one_cante_a_trick_in_random_games() -> None:
    most = 0
    for seed, players in product(range(60), (2, 4)):
        game = random_game(replace(LASCUARENTA, players=players), seed)
        for hand in game.hands:
            sung = [*hand.twenty_trick, *([hand.forty_trick] if hand.forty_trick else [])]
            assert len(sung) == len(set(sung))
            assert all(suit in range(len(SUITS)) for suit in hand.twenty_suit)
            most = max(most, *hand.twenties)
    assert most > 1


def test_wild_players_lose_by_renuncio() -> None:
    class Wild(RandomAnswers):
        def play(self, seat: int, legal: frozenset[int]) -> int:
            return 5 if self._rng.random() < 0.02 else super().play(seat, legal)

    decided = []
    for seed in range(60):
        decks = shuffled(LUDOTEKA, seed)
        game = play_game(LUDOTEKA, decks.__getitem__, 0, Wild(Random(seed)))
        check(LUDOTEKA, game, 0)
        decided.append(game.decided)
        assert play_game(LUDOTEKA, decks.__getitem__, 0, ReplayAnswers(game.events)) == game
    assert decided.count("renuncio") > 10
