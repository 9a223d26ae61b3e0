"""The players of Tarneeb: principles on positions, sensible bids, the worlds that are imagined, and the ladder.

Cards are written `Ah` (hearts), seat 0 is the one to play unless it follows; it is on the side of seat 2.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from bazas.kernels.calling import seats_record
from bazas.kernels.compiling import JIT
from bazas.kernels.records import EVENT, blank, blanks
from bazas.kernels.tarneeb.game import play_rounds
from bazas.kernels.tarneeb.records import BID, NAME, NOBODY, PASS, PLAN, ROUND, RULES, STATE, VIEW
from bazas.sim.tarneeb.strategies import careful, honours, rollout
from bazas.sim.tarneeb.strategies import random as by_chance
from bazas.sim.tarneeb.strategy import TarneebStrategy

RANKS, SUITS = "23456789TJQKA", "cdhs"
LADDER = (by_chance.strategy, honours.strategy, careful.strategy, rollout.strategy)


def code(card: str) -> int:
    return 16 * SUITS.index(card[1]) + RANKS.index(card[0])


def cards(text: str) -> int:
    """The set of `AKQ32h 4c`: ranks and a suit."""
    return sum(1 << code(rank + word[-1]) for word in text.split() for rank in word[:-1])


def short(card: int) -> str:
    return RANKS[card & 15] + SUITS[card >> 4]


def members(mask: int) -> list[int]:
    return [card for card in range(64) if int(mask) >> card & 1]


def beats(card: int, best: int, trumps: int) -> bool:
    return card > best if card >> 4 == best >> 4 else card >> 4 == trumps


def at_the_auction(hand: str, calls: str = "", *, dealer: int = 3) -> Any:
    """The view of a seat after some calls: `- 7 -`; the seat after the dealer opened."""
    view = blank(VIEW)
    seat, view.declarer, view.dealer = (dealer + 1) & 3, NOBODY, dealer
    view.calls[:] = NOBODY
    for i, call in enumerate(calls.split()):
        while view.passed >> seat & 1:
            seat = (seat + 1) & 3
        view.calls[i] = PASS if call == "-" else int(call)
        view.called += 1
        if call == "-":
            view.passed |= 1 << seat
        else:
            view.bid, view.declarer = int(call), seat
        seat = (seat + 1) & 3
    view.seat, view.question, view.hand, view.trumps = seat, BID, cards(hand), NOBODY
    view.legal = sum(1 << bid for bid in range(max(7, view.bid + 1), 14)) | 1
    view.leaders[:], view.plays[:], view.rules.goal = NOBODY, NOBODY, 31
    return view


def in_play(
    hand: str,
    table: str = "",
    *,
    trumps: str = "s",
    declarer: int = 0,
    seen: str = "",
    cannot: Mapping[int, str] | None = None,
    led: Mapping[int, str] | None = None,
) -> Any:
    """The view of the seat to play: seat 0 has led, `seen` are cards that went before (by seat 0).

    `cannot`: the suits in which seats are void; `led`: what a seat led to the first trick.
    """
    view, laid = blank(VIEW), [code(card) for card in table.split()]
    seat = view.seat = view.position = len(laid)
    view.trumps, view.declarer, view.bid = SUITS.index(trumps), declarer, 8
    view.hand = view.legal = cards(hand)
    view.trick = 14 - view.hand.bit_count()
    view.led, view.best, view.winner = NOBODY, NOBODY, NOBODY
    view.leaders[:], view.plays[:] = NOBODY, NOBODY
    for place, card in enumerate(laid):
        view.table[place], view.played[place] = card, 1 << card
        view.plays[4 * (view.trick - 1) + place] = card
        if place == 0 or beats(card, view.best, view.trumps):
            view.best, view.winner = card, place
    if laid:
        view.led = laid[0] >> 4
        follow = view.hand & cards(RANKS + SUITS[view.led])
        view.legal = follow or view.hand
    view.played[0] |= cards(seen)
    for other, suits in (cannot or {}).items():
        view.cannot[other] = sum(cards(RANKS + suit) for suit in suits)
    for other, lead in (led or {}).items():
        view.leaders[0], view.plays[0] = other, code(lead)
        view.played[other] |= 1 << code(lead)
    assert not seat or view.legal
    return view


def answer(view: Any, player: TarneebStrategy = careful.strategy) -> int:
    """What a player answers, after a look at what must not matter and at what is legal."""
    decide = player.seat().decisions[view.question]
    view.params[:] = player.words
    view.noise, view.memory[:] = 12345, 678
    found = int(decide(view))
    view.memory[:] = 0
    assert int(decide(view)) == found
    assert int(view.legal) >> found & 1
    return found


def card(view: Any, player: TarneebStrategy = careful.strategy) -> str:
    return short(answer(view, player))


# The auction

STRONG, GOOD, WEAK = "AKQJ98s AKQh Ad 43c 2h", "AKJ84s AQ3h K52d 84c", "T52s 974h T643d J52c"
BIDDERS = [honours.strategy, careful.strategy]


@pytest.mark.parametrize("player", BIDDERS, ids=lambda player: player.name)
def test_bids_grow_with_the_hand(player: TarneebStrategy) -> None:
    assert answer(at_the_auction(STRONG), player) == 7
    assert answer(at_the_auction(STRONG, "- 8"), player) == 9
    assert answer(at_the_auction(GOOD), player) == 7
    assert answer(at_the_auction(GOOD, "- 9"), player) == PASS
    assert answer(at_the_auction(WEAK), player) == PASS
    assert answer(at_the_auction(WEAK, "7"), player) == PASS


@pytest.mark.parametrize("player", BIDDERS, ids=lambda player: player.name)
def test_the_partner_is_not_outbid_without_need(player: TarneebStrategy) -> None:
    assert answer(at_the_auction(GOOD, "7 -"), player) == PASS
    assert answer(at_the_auction(GOOD, "- 7"), player) == 8


@pytest.mark.parametrize("player", BIDDERS, ids=lambda player: player.name)
def test_trumps_are_the_longest_and_best_suit(player: TarneebStrategy) -> None:
    for hand, suit in ((STRONG, "s"), (GOOD, "s"), ("AKQh 98765d 32s 432c", "d"), ("KQT7c AJ842d 3s 643h", "d")):
        view = at_the_auction(hand, "- - -")
        view.question, view.legal = NAME, 15
        assert SUITS[answer(view, player)] == suit


def test_rollout_bids_on_what_it_imagines() -> None:
    assert answer(at_the_auction(STRONG), rollout.strategy) >= 7
    assert answer(at_the_auction(WEAK, "8"), rollout.strategy) == PASS
    view = at_the_auction(STRONG, "- - -")
    view.question, view.legal = NAME, 15
    assert answer(view, rollout.strategy) == SUITS.index("s")


# Play: honours


def test_honours_wins_cheaply_what_its_partner_does_not_win() -> None:
    assert card(in_play("AQ2h 3c", "Jh 4h 5h"), honours.strategy) == "Qh"
    assert card(in_play("AQ2h 3c", "4h Jh 5h"), honours.strategy) == "2h", "seat 3 is the partner of seat 1"
    assert card(in_play("72s 3c", "Jh 4h 5h"), honours.strategy) == "2s"
    assert card(in_play("92h 3c", "Jh 4h 5h"), honours.strategy) == "2h"


def test_honours_leads_trumps_when_its_side_declares() -> None:
    assert card(in_play("A2s Ah"), honours.strategy) == "As"
    assert card(in_play("A2s Kh", declarer=1), honours.strategy) == "As"
    assert card(in_play("2s Kh 7c", declarer=1), honours.strategy) == "Kh"


# Play: careful


def test_the_declarer_draws_trumps_while_there_are_any() -> None:
    assert card(in_play("AK74s A3h 9c")) == "As"
    assert card(in_play("QJ74s A3h 9c")) == "Qs"
    others = {1: "s", 3: "s"}
    assert card(in_play("AK74s A3h 9c", cannot=others)) == "Ah"


def test_the_others_keep_their_trumps() -> None:
    assert card(in_play("K74s 98h 73c", declarer=1))[1] != "s"


def test_winners_are_cashed_unless_a_foe_ruffs() -> None:
    assert card(in_play("A6h 85c 2s", declarer=1)) == "Ah"
    assert card(in_play("K6h 85c 2s", declarer=1, seen="Ah")) == "Kh"
    assert card(in_play("A6h AK5c 2s", declarer=1, cannot={1: "h"})) == "Ac"


def test_the_partners_suit_is_led_back() -> None:
    hand = "97h 97c 96d 5s"
    leads = {card(in_play(hand, declarer=1, led={2: lead})) for lead in ("2h", "2c", "2d")}
    assert {lead[1] for lead in leads} == set("hcd")


def test_the_last_hand_wins_cheaply_or_leaves_it_to_the_partner() -> None:
    assert card(in_play("AQT2h 3c", "Jh 4h 5h")) == "Qh"
    assert card(in_play("AQT2h 3c", "4h Jh 5h")) == "2h"
    assert card(in_play("K72s 43c", "Jh 4h 5h")) == "2s"


def test_the_second_hand_wins_only_with_what_the_next_cannot_beat() -> None:
    assert card(in_play("KT2h 3c", "5h")) == "2h"
    assert card(in_play("AT2h 3c", "5h")) == "Ah"
    assert card(in_play("KQ2h 3c", "5h", seen="Ah")) == "Qh"


def test_the_third_hand_plays_high_with_the_lowest_of_equals() -> None:
    assert card(in_play("KQ2h 3c", "5h 6h")) == "Qh"
    assert card(in_play("K72h 3c", "5h 6h")) == "Kh"
    assert card(in_play("T72h 3c", "Ah 6h")) == "2h", "the partner's ace needs no help"


def test_the_third_hand_finesses_against_one_card() -> None:
    assert card(in_play("AQ2h 3c", "5h 6h")) == "Qh"
    assert card(in_play("AT2h 3c", "5h 6h")) == "Ah"
    assert card(in_play("AQ2h 3c", "5h Kh")) == "Ah"


def test_it_ruffs_low_but_over_who_will_ruff_behind() -> None:
    assert card(in_play("J72s 43c", "5h 9h", declarer=1)) == "2s"
    assert card(in_play("J72s 43c", "5h 9h", declarer=1, cannot={3: "h"}, seen="AKQs")) == "Js"


def test_it_guards_its_kings_when_it_throws() -> None:
    assert card(in_play("K3h 74c 8d", "Ts 2s 3s", trumps="s")) != "3h"
    assert card(in_play("K3h 43c 8d", "Ts 2s 3s", trumps="s")) == "3c"


# Play: rollout


def test_rollout_wins_the_last_trick_that_makes_the_contract() -> None:
    view = in_play("2s Ah", "Kh 4h 5h", declarer=1)
    view.won[:] = (5, 6)
    assert card(view, rollout.strategy) == "Ah"


def test_rollout_plays_the_only_card_and_equal_cards_as_careful_does() -> None:
    assert card(in_play("5h 32c", "Kh 4h 6h"), rollout.strategy) == "5h"
    assert card(in_play("KQJh", "5h Ah 6h"), rollout.strategy) == card(in_play("KQJh", "5h Ah 6h"))


# The ladder


def duel(one: TarneebStrategy, other: TarneebStrategy, games: int, first: int = 0) -> np.ndarray[Any, Any]:
    """The points of the first rounds that `one` gains by being itself, by deal: both seatings."""
    gains = []
    for sides in ((one, other), (other, one)):
        plan, rules, found = blank(PLAN), blank(RULES), blanks(games, ROUND)
        plan.seed, plan.first, plan.count, plan.dealer, plan.rounds, rules.goal = 11, first, games, -1, 1, 31
        seats = [side.seat() for side in sides * 2]
        state, nothing = blank(STATE), np.zeros((0, 52), np.int8)
        size = play_rounds(
            plan, rules, seats_record(seats), nothing, np.zeros(0, np.int16), state, blank(VIEW), found, nothing,
            blanks(0, EVENT),
        )  # fmt: skip
        assert (size, int(state.fault)) == (games, 0)
        gains.append(found["points"][:, 0].astype(int) - found["points"][:, 1])
    return (gains[0] - gains[1]) / 2


@pytest.mark.skipif(not JIT, reason="slow without compilation")
@pytest.mark.parametrize("rung", [1, 2, 3], ids=lambda rung: LADDER[rung].name)
def test_each_beats_the_one_below(rung: int) -> None:
    gains = duel(LADDER[rung], LADDER[rung - 1], 300 if rung == 3 else 3000)
    assert gains.mean() > 3 * gains.std() / len(gains) ** 0.5


@pytest.mark.skipif(not JIT, reason="slow without compilation")
@pytest.mark.parametrize("player", LADDER, ids=lambda player: player.name)
def test_it_ties_with_itself(player: TarneebStrategy) -> None:
    games = 20 if player.looks_ahead else 500
    assert not duel(player, player, games).any()
