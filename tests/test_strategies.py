"""The careful player: each principle of its play on a position, its strength, and that it fits every table.

The positions run compiled, and as plain Python where compilation is off.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from bazas.kernels.compiling import JIT
from bazas.kernels.records import NONE, VIEW, blank
from bazas.sim.notation import card_short, parse_card
from bazas.sim.playing import play_chunk
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategies import careful
from bazas.sim.strategy import Strategy, strategy

POINTS = {"1": 11, "3": 10, "r": 4, "s": 3, "c": 2}
DECKS = {40: "245671csr3", 48: "24567891csr3", 36: "45671csr3"}
SUITS = "oceb"


def mask(cards: str) -> int:
    """The set of some short codes: `1o 7c`; `*e` is a whole suit."""
    ranks = {code: DECKS[48] if code[0] == "*" else code[0] for code in cards.split()}
    return sum(1 << parse_card(rank + code[1]) for code in ranks for rank in ranks[code])


def takes(card: str, best: str, trumps: str) -> bool:
    if card[1] == best[1]:
        return parse_card(card) > parse_card(best)
    return card[1] == trumps


def position(
    hand: str,
    table: str = "",
    *,
    trumps: str = "o",
    muestra: str = "2o",
    stock: int = 12,
    legal: str | None = None,
    seen: str = "",
    sung: str = "",
    points: tuple[int, int] = (0, 0),
    vueltas: bool = False,
    players: int = 4,
    deck: int = 40,
    cannot: Mapping[int, str] | None = None,
) -> Any:
    """What the seat to play sees: seat 0 led, the table is in order of play, `seen` was played before.

    `legal`: the legal cards where they are not the whole hand. `points`: of the own side, of the others.
    """
    view, laid = blank(VIEW), table.split()
    seat = len(laid)
    view.seat, view.players, view.position = seat, players, seat
    view.hand, view.legal = mask(hand), mask(hand if legal is None else legal)
    view.deck = sum(mask(rank + suit) for rank, suit in product(DECKS[deck], SUITS))
    view.trumps, view.muestra, view.stock = SUITS.index(trumps), parse_card(muestra), stock
    view.tricks = (deck - 6 * players) // players + 6
    view.trick = view.tricks - 6 - stock // players + 1 if stock else view.tricks - view.hand.bit_count() + 1
    view.led, view.best, view.winner = NONE, NONE, NONE
    best = ""
    for place, card in enumerate(laid):
        view.table[place] = parse_card(card)
        view.worth += POINTS.get(card[0], 0)
        view.played[place] |= mask(card)
        if not best or takes(card, best, trumps):
            best, view.best, view.winner = card, parse_card(card), place
    if laid:
        view.led = SUITS.index(laid[0][1])
    view.played[0] |= mask(seen)
    view.sung = sum(1 << SUITS.index(suit) for suit in sung)
    view.points[seat & 1], view.points[1 - (seat & 1)] = points
    view.vueltas = vueltas
    for other, cards in (cannot or {}).items():
        view.cannot[other] = mask(cards)
    return view


def choice(view: Any, chosen: Strategy = careful.strategy) -> str:
    """The card that the player lays, after a look at everything that must not matter."""
    play = chosen.seat().decisions[0]
    view.params[:] = chosen.words
    view.noise, view.memory[:] = 12345, 678
    card = int(play(view))
    view.noise, view.memory[:] = -9, 0
    assert int(play(view)) == card
    assert int(view.legal) >> card & 1
    return card_short(card)


# The free phase


def test_it_leads_neither_points_nor_trumps() -> None:
    assert choice(position("1c 3e rb sb 2o 6b")) == "6b"
    assert choice(position("1c 3e cb 4o 5o 7o")) == "cb"
    assert choice(position("1c 3e 4o 5o 7o 1o")) == "4o"


def test_it_lays_a_worthless_card_on_a_lost_trick() -> None:
    assert choice(position("3c re cb 4b 5o 7e", "1o")) == "4b"


def test_it_keeps_company_for_its_as() -> None:
    assert choice(position("1c 2c 6b 3e ce 7e", "1o")) == "6b"


def test_it_keeps_a_cante_together_until_it_is_sung() -> None:
    hand = "re se 3c 1c 4o 3b"
    assert choice(position(hand, "1o")) == "4o"
    assert choice(position(hand, "1o", sung="e")) == "se"


def test_it_keeps_half_a_cante_while_the_other_half_may_come() -> None:
    hand = "sc re 1c 1e 4o 3b"
    assert choice(position(hand, "1o", seen="se")) == "re"
    assert choice(position(hand, "1o", seen="rc")) == "sc"


def test_it_takes_with_a_low_trump_rather_than_with_half_the_forty() -> None:
    assert choice(position("ro 4o 2c 5b 6b 7b", "4e 5e 3e")) == "4o"


def test_it_spends_a_trump_on_points_only() -> None:
    hand = "4o 6o 2c 5b 6b 7b"
    assert choice(position(hand, "4e 5e 7e")) == "2c"
    assert choice(position(hand, "4e 5e 3e")) == "4o"
    assert choice(position(hand, "4e 5e ce")) == "2c", "2 points are not worth a trump"
    assert choice(position(hand, "4e 5e 3e"), careful.strategy.with_values({"trump_price": 40})) == "2c"


def test_it_takes_with_its_best_card_of_the_suit_led() -> None:
    assert choice(position("3e re 1o 2c 4c 5c", "4e 5e 7e")) == "3e"
    assert choice(position("1e 3e 1o 2c 4c 5c", "4e")) == "1e"


def test_it_takes_with_another_card_than_the_cante_where_it_can() -> None:
    assert choice(position("re se ce 2c 4c 5c", "4e 5e 7e")) == "ce"


def test_it_loads_a_partner_who_wins() -> None:
    hand = "3c 1c rb 2e 4e 1o"
    assert choice(position(hand, "4b 1b 5b")) == "3c"
    assert choice(position("1c rb sb 2e 4e 1o", "4b 1b 5b")) == "1c", "the cante stays"
    assert choice(position(hand, "1b 5b")) == "3c"


def test_it_loads_no_partner_who_may_still_lose() -> None:
    assert choice(position("3c 1c rb 2e 4e 1o", "7b 5b")) == "2e"


def test_it_keeps_the_seven_for_the_swap() -> None:
    hand = "7o co 2c 5b 6b 7b"
    assert choice(position(hand, "4e 5e 3e", muestra="3o")) == "co"
    assert choice(position(hand, "4e 5e 3e", muestra="2o")) == "7o", "nothing to swap"
    assert choice(position("7o co 1c 1e 3c 3b", "1o", muestra="3o")) == "co"


def test_it_lets_others_win_the_last_free_trick() -> None:
    hand = "4o 6o 2c 5b 6b 7b"
    assert choice(position(hand, "4e re 5e", muestra="1o", stock=8, trumps="o")) == "2c", "the partner has it"
    assert choice(position(hand, "4e 5e se", muestra="3o", stock=4)) == "2c"
    assert choice(position(hand, "4e ce 3e", muestra="3o", stock=8)) == "4o"
    assert choice(position(hand, "4e ce 3e", muestra="3o", stock=4)) == "2c"
    assert choice(position("1e 6o 2c 5b 6b 7b", "4e 5e 7e", muestra="3o", stock=4)) == "2c"
    assert choice(position("1e 6o 2c 5b 6b 7b", "4e 5e 7e", muestra="3o", stock=8)) == "1e"
    assert choice(position(hand, "1e ce 3e", muestra="4o", stock=4)) == "4o", "points enough to pay for it"


# The arrastre: no stock

MANY_TRUMPS_SEEN = "2o 4o 5o 6o"


def test_it_draws_trumps_with_the_best_where_that_brings_most_of_them_in() -> None:
    hand = "1o co 4c 5b 6b 7b"
    assert choice(position(hand, stock=0, seen=MANY_TRUMPS_SEEN)) == "1o"
    assert choice(position(hand, stock=0)) == "co"


def test_it_draws_trumps_with_a_low_one_where_others_have_the_best() -> None:
    assert choice(position("3o co 4c 5b 6b 7b", stock=0)) == "co"


def test_it_keeps_the_forty_while_it_draws() -> None:
    hand = "ro so 7o 5b 6b 7b"
    assert choice(position(hand, stock=0)) == "7o"
    assert choice(position("ro so 4c 5b 6b 7b", stock=0)) == "4c"


def test_it_draws_no_trumps_where_opponents_have_none() -> None:
    assert choice(position("1o co 4c 5b 6b", stock=0, cannot={1: "*o", 3: "*o"})) == "4c"
    assert choice(position("1o co 4c 5b 6b", stock=0, cannot={1: "*o"})) == "co"


def test_it_keeps_its_only_trump_for_the_last_trick() -> None:
    assert choice(position("1o 4c", stock=0)) == "4c"
    assert choice(position("4o 1c", stock=0)) == "1c"


def test_draw_from_seven_means_never() -> None:
    never = careful.strategy.with_values({"draw_from": 7})
    assert choice(position("1o co 4c 5b 6b 7b", stock=0), never) == "4c"


def test_it_cashes_only_what_nobody_can_beat() -> None:
    assert choice(position("1c 6b 7b", stock=0)) == "1c"
    assert choice(position("3c 6b 7b", stock=0)) == "6b"
    assert choice(position("3c 6b 7b", stock=0, seen="1c")) == "3c"
    assert choice(position("3c 6b 7b", stock=0, cannot={1: "1c", 3: "1c"})) == "3c"


def test_it_beats_with_a_card_that_stands_else_cheaply() -> None:
    hand = "3e re 6b 7b"
    assert choice(position(hand, "ce", stock=0, legal="3e re")) == "re", "the as may be behind"
    assert choice(position(hand, "ce", stock=0, legal="3e re", seen="1e")) == "3e"
    assert choice(position(hand, "ce", stock=0, legal="3e re", cannot={2: "1e"})) == "3e"
    assert choice(position(hand, "ce 2e 4e", stock=0, legal="3e re")) == "3e"


def test_it_trumps_as_cheaply_as_possible() -> None:
    assert choice(position("1o 4o co 7b", "1e 2e 4e", stock=0, legal="1o 4o co")) == "4o"


def test_it_loads_the_partner_in_the_arrastre_where_the_trick_is_safe() -> None:
    hand = "3e 6e 6b 7b"
    assert choice(position(hand, "2e 1e 4e", stock=0, legal="3e 6e")) == "3e"
    assert choice(position(hand, "1e 2e", stock=0, legal="3e 6e")) == "3e"
    assert choice(position(hand, "1e 2e", stock=0, legal="3e 6e", cannot={3: "*e"})) == "6e", "no suit"
    assert choice(position(hand, "1e 2e", stock=0, legal="3e 6e", cannot={3: "*e *o"})) == "3e"
    assert choice(position(hand, "re 2e", stock=0, legal="3e 6e")) == "6e", "the as may be behind"


def test_it_secures_a_trick_that_its_partner_may_lose() -> None:
    assert choice(position("1e 6e 6b 7b", "re 2e", stock=0, legal="1e 6e")) == "1e"


# The vueltas


def test_it_stops_a_side_that_would_reach_101() -> None:
    hand, table = "1o 3o 2c 5b 6b 7b", "4e 5e se"
    assert choice(position(hand, table, points=(60, 98), vueltas=True)) == "3o"
    assert choice(position(hand, table, points=(60, 97), vueltas=True)) == "2c"
    assert choice(position(hand, table, points=(60, 98))) == "2c", "a first hand is played to its end"


def test_it_takes_the_trick_that_makes_101() -> None:
    hand, table = "1o 3o 2c 5b 6b 7b", "4e 5e se"
    assert choice(position(hand, table, points=(88, 60), vueltas=True)) == "3o"
    assert choice(position(hand, table, points=(87, 60), vueltas=True)) == "2c"


@pytest.mark.parametrize("stock", [0, 12])
def test_it_leads_the_trump_that_makes_101(stock: int) -> None:
    hand = "1o 4c 5b 6b"
    assert choice(position(hand, points=(90, 60), vueltas=True, stock=stock)) == "1o"
    assert choice(position(hand, points=(89, 60), vueltas=True, stock=stock)) == "4c"
    assert choice(position("3o 4c 5b 6b", points=(91, 60), vueltas=True, stock=stock)) == "4c", "as is out"


# Every table


def test_with_two_players_the_second_is_the_last() -> None:
    hand = "4o 6o 2c 5b 6b 7b"
    assert choice(position(hand, "7e", players=2)) == "2c"
    assert choice(position(hand, "3e", players=2)) == "4o"
    assert choice(position("3e re 2c 5b", "ce", players=2, stock=0, legal="3e re")) == "3e"


@pytest.mark.parametrize(("players", "deck"), list(product((2, 4), (36, 40, 48))))
def test_it_plays_every_table_without_a_fault(players: int, deck: int) -> None:
    games = 2000 if JIT else 20
    assert play(Rules(players=players, deck=deck), "careful", "random", games)[0].size == games


@pytest.mark.skipif(not JIT, reason="thousands of games")
@pytest.mark.parametrize(("opponent", "least"), [("random", 50), ("lowest", 37), ("highest", 44)])
def test_it_beats_players_without_a_plan(opponent: str, least: int) -> None:
    margins = (margin("careful", opponent) - margin(opponent, "careful")) / 2
    assert margins.mean() - 3 * margins.std() / margins.size**0.5 > least


def play(rules: Rules, a: str, b: str, games: int) -> tuple[Any, Any]:
    seats = seats_of(rules.players, strategy(a), strategy(b))
    return play_chunk(Spec("simulate", rules, 1, (Arm(seats),)), 0, games).arms[0]


def margin(a: str, b: str) -> Any:
    """Points of side a less those of side b in the first hands of 10,000 games."""
    hands = play(Rules(), a, b, 10_000)[1][:, 0]
    points = hands["cards"].astype(np.int64) + hands["cantes"]
    last = hands["last_trick"]
    return points[:, 0] - points[:, 1] + np.where(last >= 0, 10 - 20 * (last & 1), 0)
