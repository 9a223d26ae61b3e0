"""Lines of best play in random positions: what is made in them is what the position is worth."""

import contextlib
import random
from pathlib import Path

import pytest

from bazas.kernels.bits import count
from bazas.kernels.cards import DECKS, REY, SOTA, points_in
from bazas.kernels.compiling import JIT
from bazas.kernels.counting import winner_by_count
from bazas.kernels.records import blank
from bazas.kernels.solver_records import FINAL
from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from bazas.sim import solve
from bazas.sim.errors import UsageError
from bazas.sim.notation import cards_of
from bazas.sim.rules import Rules, guinote
from bazas.sim.sheets import rules_of
from bazas.sim.solve import Solution
from bazas.sim.solve_position import Position, checked, worth


def random_position(rng: random.Random, rules: Rules, most: int, game: bool) -> Position:
    """Hands of one to `most` cards, at a lead or after a won trick; often with rey and sota in one hand."""
    while True:
        with contextlib.suppress(UsageError):  # some are impossible
            return checked(any_position(rng, rules, most, game))


def any_position(rng: random.Random, rules: Rules, most: int, game: bool) -> Position:
    size, trumps = rng.randint(1, most), rng.randrange(4)
    deck = cards_of(DECKS[rules.deck])
    rng.shuffle(deck)
    if size > 1 and rng.random() < 0.5:
        suit = rng.randrange(4)
        deck.sort(key=lambda card: card not in (16 * suit + SOTA, 16 * suit + REY))
    hands = [sum(1 << card for card in deck[size * seat :][:size]) for seat in range(rules.players)]
    rng.shuffle(hands)
    gone = 120 - worth(sum(hands))
    vueltas = game and rng.random() < 0.4
    carried = rng.randint(30, 100) if vueltas else 0
    cards = rng.randint(0, gone)
    sung = tuple(suit for suit in range(4) if rng.random() < 0.3)
    songs = [0, 0]
    for suit in sung:
        songs[rng.randrange(2)] += 40 if suit == trumps else 20
    score = carried + cards + songs[0], 130 * vueltas - carried + gone - cards + songs[1]
    return Position(
        Path("random"), None, rules, trumps, tuple(hands), rng.randrange(rules.players), rng.random() < 0.5, (), score,
        (cards, gone - cards), sung, vueltas, rng.randrange(rules.players),
    )  # fmt: skip


RULES = ["players=4", "players=2", "deck=48", "deck=36"]


@pytest.mark.parametrize("sheet", ["lascuarenta", "ludoteka"])
@pytest.mark.parametrize("change", RULES)
def test_points_of_the_line_add_up_to_the_value(sheet: str, change: str) -> None:
    rng = random.Random(f"{sheet} {change}")
    sang = 0
    for _ in range(60 if JIT else 5):
        position = random_position(rng, guinote(rules_of(sheet, [change])), 6 if JIT else 3, game=False)
        solution = solve(position)
        side = position.to_move & 1
        assert solution.points[side] - solution.points[1 - side] == solution.value, position
        assert sum(step.kind == "play" for step in solution.line) == sum(map(int.bit_count, position.hands))
        assert max(card.value for card in solution.cards) == solution.cards[0].value
        sang += any(step.kind == "sing" for step in solution.line)
    assert sang or not JIT


def chance(position: Position, solution: Solution) -> float:
    """The chance of side a at the end of a line, by the rules for the end of a hand."""
    last = solution.line[-1]
    if last.kind in ("tute", "goal"):
        return 1 - (last.seat & 1)
    assert position.score is not None
    assert position.cards is not None
    cards = list(position.cards)
    for step in solution.line:
        cards[step.seat & 1] += step.points if step.kind == "trick" else 0
    points = [so_far + made for so_far, made in zip(position.score, solution.points, strict=True)]
    rules = position.rules.record()
    final = blank(FINAL)
    final.vueltas, final.last_trick = int(position.vueltas), last.seat & 1
    for side in range(2):
        final.points[side], final.cards[side] = points[side], cards[side]
    winner, _ = winner_by_count(final, final, rules)
    if winner >= 0:
        return 1 - winner
    both = min(points) >= 101
    mano = 1 - (last.seat if rules.mano_after_last else position.mano) & 1
    a, b = (101, 101) if both else points
    return int(chance_in_vueltas(rules.players, count(rules.deck), a, b, mano)) / CERTAIN


@pytest.mark.parametrize("change", ["players=4", "players=2"])
@pytest.mark.parametrize("sheet", ["lascuarenta", "ludoteka"])
def test_the_line_ends_as_the_game_is_worth(sheet: str, change: str) -> None:
    rng = random.Random(f"game {sheet} {change}")
    found = set()
    for _ in range(80 if JIT else 5):
        position = random_position(rng, guinote(rules_of(sheet, [change])), 5 if JIT else 3, game=True)
        solution = solve(position, "game")
        expected = chance(position, solution)
        assert solution.value == pytest.approx(expected if position.to_move % 2 == 0 else 1 - expected), position
        found.add(solution.value if solution.value in (0, 1) else None)
    assert found == {0, 1, None} or not JIT


def test_points_of_cards_are_the_kernels() -> None:
    for card in cards_of(DECKS[48]):
        assert worth(1 << card) == points_in(1 << card)
