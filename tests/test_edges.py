"""Games at the edges of the rules: decks built for them, and rare games looked for. Every edge must be reached."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arranging import (
    BOTTOM,
    LASCUARENTA,
    MUESTRA,
    arranged,
    events,
    first_hand,
    first_totals,
    hand_totals,
    in_hand,
    pair_of,
    table,
    with_cantes,
)
from bazas.kernels.cards import AS, CABALLO, REY, SEVEN, SOTA, TRES, TWO
from bazas.kernels.records import ASK, DECIDED, NONE
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategies import careful, lowest, random
from bazas.sim.strategy import Strategy
from chaos import chaos
from handmade import BOLD
from tracing import Array, Event, Game, Tracer, cards_in, random_decks

LUDOTEKA = PRESETS["ludoteka"].rules

EXAMPLES = settings(max_examples=60)

suits = st.integers(0, 3)
seats = st.integers(0, 3)
orders = st.permutations(cards_in(40))


# Swaps


@pytest.mark.parametrize("rules", [LASCUARENTA, LUDOTEKA, replace(LASCUARENTA, swap_muestras="figures")])
def test_the_muestra_is_a_seven(rules: Rules) -> None:
    reached: Counter[str] = Counter()
    players = table(rules, chaos)

    @EXAMPLES
    @given(orders, suits, seats, st.integers(0, 10**6))
    def check(order: list[int], suit: int, seat: int, number: int) -> None:
        seven, two = 16 * suit + SEVEN, 16 * suit + TWO
        game = players.play(arranged(order, {seven: MUESTRA} | in_hand(seat, two)), number)
        for _, asked, answer, legal, _, _ in events(game, "swap"):
            assert rules.swap_two
            assert legal == 1 << seven | 1 << two
            assert asked == seat
            reached["yes" if answer else "no"] += 1
        if game.hands[0]["swap_seat"] != NONE:
            assert game.hands[0]["swap_card"] == seven
            assert game.hands[0]["swap2_seat"] == NONE

    check()
    assert (reached["yes"] > 0, reached["no"] > 0) == (rules.swap_two,) * 2


@pytest.mark.parametrize("chained", [True, False])
def test_the_two_follows_the_seven(chained: bool) -> None:
    reached: Counter[str] = Counter()
    players = table(replace(LASCUARENTA, chained_swap=chained), BOLD)

    @EXAMPLES
    @given(orders, suits, seats, seats, st.sampled_from([CABALLO, SOTA, REY, TRES, AS]))
    def check(order: list[int], suit: int, one: int, other: int, strength: int) -> None:
        muestra, seven, two = (16 * suit + rank for rank in (strength, SEVEN, TWO))
        places = {muestra: MUESTRA, seven: 6 * one, two: 6 * other + 5}
        game = players.play(arranged(order, places))
        facts = game.hands[0]
        reached["second swap"] += facts["swap2_seat"] != NONE
        if facts["swap_seat"] != NONE:
            reached["swap"] += 1
            assert (facts["swap_seat"], facts["swap_card"]) == (one, muestra)
        if facts["swap2_seat"] != NONE:
            assert facts["swap2_seat"] == other
            assert facts["swap2_trick"] >= facts["swap_trick"]
            assert events(game, "draw")[-1][2] == two, "the two lies under the stock now"
            reached["by one seat"] += one == other
            reached["by partners"] += one ^ other == 2
            reached["by opponents"] += (one ^ other) & 1

    check()
    assert reached["swap"] > 0
    assert (reached["second swap"] > 0) == chained
    if chained:
        assert min(reached["by one seat"], reached["by partners"], reached["by opponents"]) > 0


# Cantes and tute. The seat in question leads the as of trumps or lays it, and so wins the first trick.


def winning_first(seat: int, trumps: int, *cards: int) -> dict[int, int]:
    """The seat has the as of trumps besides `cards`; seven and two lie deep in the stock, the muestra is the 4."""
    low = {16 * trumps + 1: MUESTRA, 16 * trumps + SEVEN: BOTTOM, 16 * trumps + TWO: BOTTOM - 1}
    return low | in_hand(seat, 16 * trumps + AS, *cards)


def after_first_trick(game: Game) -> tuple[list[Event], list[Event]]:
    """The cantes asked for after the first trick, before and after the draw."""
    happened = first_hand(game)
    start = next(place for place, event in enumerate(happened) if event[0] == "trick")
    draws = [place for place, event in enumerate(happened) if event[0] == "draw"][:4]
    end = next(place for place, event in enumerate(happened) if place > draws[-1] and event[0] == "play")
    before, after = happened[start : draws[0]], happened[draws[-1] : end]
    return [event for event in before if event[0] == "sing"], [event for event in after if event[0] == "sing"]


def test_a_cante_that_the_draw_brings() -> None:
    reached: Counter[str] = Counter()
    players = table(LASCUARENTA, BOLD)

    @EXAMPLES
    @given(orders, suits, suits, seats)
    def check(order: list[int], trumps: int, suit: int, seat: int) -> None:
        rey, sota = pair_of(suit)
        deck = arranged(order, winning_first(seat, trumps, rey) | {sota: MUESTRA + 1})
        before, after = after_first_trick(players.play(deck))
        if before:
            return  # another cante was dealt
        assert after[0][1] == seat or suit != trumps
        if after[0][1] == seat and after[0][2] == suit:
            reached["40" if suit == trumps else "20"] += 1

    check()
    assert min(reached["40"], reached["20"]) > 0


@pytest.mark.parametrize("rules", [LASCUARENTA, LUDOTEKA, replace(LASCUARENTA, cantes_per_trick=0)])
def test_forty_and_twenty_in_one_hand(rules: Rules) -> None:
    reached: Counter[str] = Counter()
    players = table(rules, BOLD)

    @EXAMPLES
    @given(orders, suits, suits, seats)
    def check(order: list[int], trumps: int, suit: int, seat: int) -> None:
        if suit == trumps:
            return
        deck = arranged(order, winning_first(seat, trumps, *pair_of(trumps), *pair_of(suit)))
        sung, after = after_first_trick(players.play(deck))
        assert sung[0][1:4] == (seat, trumps, 1 << trumps), "the 40 alone is offered first"
        if rules.cantes_per_trick == 1:
            assert (len(sung), after) == (1, []), "one cante for one trick"
        else:
            assert sung[1][1] == seat
            assert sung[1][3] >> suit & 1
        reached["sung"] += 1
        refused, _ = after_first_trick(players.play(deck, script=[ASK] * 4 + [-1]))
        assert refused[0][1:4] == (seat, -1, 1 << trumps)
        twenties = [event for event in refused[1:] if event[1] == seat and event[2] >= 0]
        assert bool(twenties) != rules.forty_or_nothing, "whoever keeps the 40 back has no 20"
        reached["refused"] += 1

    check()
    assert min(reached["sung"], reached["refused"]) > 0


@pytest.mark.parametrize("rank", [REY, SOTA])
@pytest.mark.parametrize("rules", [LASCUARENTA, LUDOTEKA])
def test_four_of_a_kind(rules: Rules, rank: int) -> None:
    reached: Counter[str] = Counter()
    players = table(rules, BOLD)

    @EXAMPLES
    @given(orders, suits, seats)
    def check(order: list[int], trumps: int, seat: int) -> None:
        fours = [16 * suit + rank for suit in range(4)]
        deck = arranged(order, winning_first(seat, trumps, *fours))
        game = players.play(deck)
        asked = events(game, "tute")
        if not rules.tute:
            assert asked == []
            reached["not played"] += 1
            return
        assert asked == [("tute", seat, 1, sum(1 << card for card in fours), *asked[0][4:])]
        assert (int(game.facts["winner"]), DECIDED[game.facts["decided"]]) == (seat & 1, "tute")
        assert int(game.hands[0]["tute_seat"]) == seat
        assert (int(game.hands[0]["last_trick"]), int(game.facts["hands"])) == (NONE, 1)
        kept = players.play(deck, script=[ASK] * 4 + [0])
        assert [event[2] for event in events(kept, "tute")] in ([0, 1], [0])
        reached["kept back"] += len(events(kept, "tute")) == 2
        reached["declared"] += 1

    check()
    assert min(reached.values()) > 0
    assert set(reached) == ({"declared", "kept back"} if rules.tute else {"not played"})


# Totals. Many decks are played, the games that end at an edge are chosen, and a few of them compared in full.


def totals(games: Array, hands: Array) -> Array:
    """Points of both sides in the game (n by 2)."""
    return first_totals(hands)[0] + np.where(games["hands"][:, None] == 2, hand_totals(hands[:, 1])[0], 0)


def look_closer(
    rules: Rules, players: Sequence[Strategy], decks: Array, found: Array, check: Callable[[Game], None]
) -> None:
    """Some of the games found, compared with the reference; there must be one."""
    assert found.any()
    tracer = table(rules, *players)
    for number in np.flatnonzero(found)[:15]:
        check(tracer.play_both(decks[number].tolist(), int(number)))


def decided(way: str, hands: int = 1) -> Callable[[Game], None]:
    def check(game: Game) -> None:
        assert (DECIDED[game.facts["decided"]], len(game.hands)) == (way, hands)

    return check


def test_a_hundred_is_not_enough_and_a_hundred_and_one_is() -> None:
    decks = random_decks(LASCUARENTA, 30_000, 12)
    games, hands = Tracer(LASCUARENTA, [random.strategy], mano=0).many(decks)
    points, _ = first_totals(hands)
    for side in range(2):
        played_out = (hands["last_trick"][:, 0] != NONE) & (points[:, 1 - side] < 101)
        hundred, enough = (played_out & (points[:, side] == total) for total in (100, 101))
        assert (games["hands"][hundred] == 2).all()
        assert (games["hands"][enough] == 1).all()
        assert (games["winner"][enough] == side).all()
        look_closer(LASCUARENTA, [random.strategy], decks, enough, decided("hand"))
        look_closer(LASCUARENTA, [random.strategy], decks, hundred, lambda game: None)


@pytest.fixture(scope="module", params=[0, 1])
def contested(request: pytest.FixtureRequest) -> tuple[int, Array]:
    """A side, and decks with which both sides reach 101 often, this one with few points in cards."""
    side = int(request.param)
    return side, np.concatenate([with_cantes(side, 30_000, trumps_too) for trumps_too in (True, False)])


@pytest.mark.parametrize("thirty", [29, 30])
@pytest.mark.parametrize("rules", [LASCUARENTA, LUDOTEKA, replace(LASCUARENTA, thirty="off")])
def test_both_sides_at_101(rules: Rules, thirty: int, contested: tuple[int, Array]) -> None:
    side, decks = contested
    players = [lowest.strategy, careful.strategy] if side == 0 else [careful.strategy, lowest.strategy]
    games, hands = Tracer(rules, players, mano=0).many(decks)
    points, without = first_totals(hands)
    last = hands["last_trick"][:, 0].astype(int)
    at_edge = (points >= 101).all(axis=1) & (last != NONE) & (without[:, side] == thirty)
    of_last, of_other = at_edge & (last & 1 == side), at_edge & (last & 1 != side)
    if rules.thirty == "loses" and thirty == 29:
        for found in (of_last, of_other):
            look_closer(rules, players, decks, found, decided("thirty"))
            assert (games["winner"][found] == 1 - side).all()
        return
    look_closer(rules, players, decks, of_other, decided("last_trick"))
    if rules.thirty == "needed" and thirty == 29:
        look_closer(rules, players, decks, of_last, carried_over)
    else:
        look_closer(rules, players, decks, of_last, decided("last_trick"))
    played = at_edge & (games["hands"] == 1)
    assert (games["winner"] == last & 1)[played].all()


def carried_over(game: Game) -> None:
    """Both sides carry 101, so the first trick of the vueltas decides."""
    assert (DECIDED[game.facts["decided"]], len(game.hands)) == ("vueltas", 2)
    assert game.hands[1]["tricks"].sum() == 1
    assert int(game.hands[1]["tricks"].argmax()) == int(game.facts["winner"])


# The end of the vueltas


def test_vueltas_stop_at_101_exactly() -> None:
    decks = random_decks(LASCUARENTA, 30_000, 13)
    games, hands = Tracer(LASCUARENTA, [random.strategy], mano=0).many(decks)
    points = totals(games, hands)
    winners = points[np.arange(len(games)), games["winner"]]
    stopped = (games["decided"] == DECIDED.index("vueltas")) & (hands["last_trick"][:, 1] == NONE)
    assert winners[stopped].min() == 101

    def check(game: Game) -> None:
        side = int(game.facts["winner"])
        second = game.events[len(first_hand(game)) :]
        checked = [event[4:][side] for event in second if event[0] == "trick" and event[1] & 1 == side]
        assert all(total < 101 for total in checked[:-1])
        assert second[-1][4:][side] == 101
        assert int(game.hands[1]["tricks"].sum()) < 10

    look_closer(LASCUARENTA, [random.strategy], decks, stopped & (winners == 101), check)


def test_vueltas_never_come_to_their_last_trick() -> None:
    # Before it 250 points have been given out, and it is worth at most 4 ases: one side had more than 101 before, and
    # was stopped, since points come with tricks won.
    decks = random_decks(LASCUARENTA, 30_000, 13)
    games, hands = Tracer(LASCUARENTA, [random.strategy], mano=0).many(decks)
    assert (hands["last_trick"][games["hands"] == 2, 1] == NONE).all()


def test_claims_at_the_edge() -> None:
    decks = random_decks(LUDOTEKA, 200_000, 14)
    games, hands = Tracer(LUDOTEKA, [chaos], mano=0).many(decks)
    points = totals(games, hands)
    winner = games["winner"].astype(int)
    rows = np.arange(len(games))
    right = (games["decided"] == DECIDED.index("claim")) & (points[rows, winner] == 101)
    wrong = (games["decided"] == DECIDED.index("false_claim")) & (points[rows, 1 - winner] == 100)
    look_closer(LUDOTEKA, [chaos], decks, right, decided("claim", 2))
    look_closer(LUDOTEKA, [chaos], decks, wrong, decided("false_claim", 2))
    unclaimed = (games["hands"] == 2) & (hands["last_trick"][:, 1] != NONE)
    both = unclaimed & (points >= 101).all(axis=1)
    look_closer(LUDOTEKA, [chaos], decks, both, decided("last_trick", 2))
    look_closer(LUDOTEKA, [chaos], decks, unclaimed & ~both, decided("hand", 2))
