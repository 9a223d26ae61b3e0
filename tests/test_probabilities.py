"""Deals against exact probabilities: 10^6 games, frequencies within 4.5 standard errors, distributions by chi-square.

A deal is six cards for each of four seats, the muestra, and 15 cards of stock, out of 40.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from bazas.kernels.cards import AS, DECKS, REY, REYES, SEVEN, SOTA, TRES
from bazas.kernels.records import NONE
from bazas.sim.dealt import dealt_hands
from bazas.sim.playing import play_chunk
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of

GAMES = 1_000_000
SEED = 20_240_601
ERRORS = 4.5
SMALLEST = 1e-6
"""No p-value of a chi-square test may be smaller."""

Array = npt.NDArray[Any]


@dataclass
class Deals:
    """Masks dealt (n by 4) for the first hand and for the vueltas, and the facts (HAND) of the first hand."""

    hands: Array
    vueltas: Array
    facts: Array

    @property
    def trumps(self) -> Array:
        return self.facts["muestra"].astype(np.int64) >> 4

    def trump(self, strength: int) -> Array:
        """The trump of a strength in each game, as a mask (n by 1)."""
        return (1 << (16 * self.trumps + strength))[:, None]


@pytest.fixture(scope="module")
def deals() -> Deals:
    spec = Spec("simulate", Rules(), SEED, (Arm(seats_of(4, "random")),))
    games, hands = play_chunk(spec, 0, GAMES).arms[0]
    facts = hands[:, 0]
    numbers = games["unit"], games["game"]
    hand, vueltas = (dealt_hands((4, 40), SEED, *numbers, number) for number in (0, 1))
    return Deals(hand, vueltas, facts)


def agree(happened: Array, probability: float) -> None:
    """The share of trials (bool, any shape) is within 4.5 standard errors of its probability."""
    error = sqrt(probability * (1 - probability) / happened.size)
    assert abs(happened.mean() - probability) < ERRORS * error


def fits(values: Array, probabilities: list[float]) -> None:
    """Values 0, 1, ... have this distribution."""
    assert sum(probabilities) == pytest.approx(1)
    seen = np.bincount(values.ravel(), minlength=len(probabilities))
    assert stats.chisquare(seen, np.array(probabilities) * values.size).pvalue > SMALLEST


def independent(one: Array, other: Array) -> None:
    """Values 0, 1, ... of one kind say nothing about the other's."""
    rows, columns = (np.unique(values, return_inverse=True)[1] for values in (one, other))
    table = np.bincount(rows * (columns.max() + 1) + columns).reshape(rows.max() + 1, -1)
    assert stats.chi2_contingency(table).pvalue > SMALLEST


def count(masks: Array, cards: Iterable[int]) -> Array:
    """How many of these cards are in each mask."""
    return sum(((masks >> card & 1) for card in cards), np.zeros_like(masks))


def place_of(card: int, hands: Array) -> Array:
    """The seat that was dealt a card, 4 for muestra and stock."""
    held = hands >> card & 1
    return np.where(held.any(axis=1), held.argmax(axis=1), 4)


# The muestra


def test_each_rank_is_the_muestra_once_in_ten(deals: Deals) -> None:
    # Four cards of each rank among 40.
    strengths = deals.facts["muestra"] & 15
    ranks = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]
    assert sorted(set(strengths.tolist())) == ranks
    for strength in ranks:
        agree(strengths == strength, 4 / 40)


def test_each_suit_is_trumps_once_in_four(deals: Deals) -> None:
    # Ten cards of each suit among 40.
    for suit in range(4):
        agree(deals.trumps == suit, 10 / 40)


def test_every_card_is_the_muestra_once_in_forty(deals: Deals) -> None:
    codes = [card for card in range(64) if DECKS[40] >> card & 1]
    fits(np.searchsorted(codes, deals.facts["muestra"]), [1 / 40] * 40)


# Hands


def test_every_card_comes_to_every_seat(deals: Deals) -> None:
    # Six of the 40 places belong to a seat: counted from the mano, and by the seats themselves.
    from_mano = np.take_along_axis(deals.hands, (deals.facts["mano"][:, None] + np.arange(4)) & 3, axis=1)
    for hands in (deals.hands, from_mano):
        for seat in range(4):
            for card in range(64):
                if DECKS[40] >> card & 1:
                    agree(hands[:, seat] >> card & 1 != 0, 6 / 40)


@pytest.mark.parametrize("pair", [(REY, SOTA), (AS, TRES)])
def test_two_trumps_in_one_hand(deals: Deals, pair: tuple[int, int]) -> None:
    # The muestra is neither of them (8 of the 10 trumps). Then both lie in one of four hands: of the C(39, 2) pairs of
    # places among the other 39, C(6, 2) belong to a given hand.
    both = deals.trump(pair[0]) | deals.trump(pair[1])
    in_one_hand = (deals.hands & both) == both
    agree(in_one_hand.any(axis=1), 8 / 10 * 4 * comb(6, 2) / comb(39, 2))
    # And for a given seat, a quarter of it.
    for seat in range(4):
        agree(in_one_hand[:, seat], 8 / 10 * comb(6, 2) / comb(39, 2))


def test_the_mano_holds_the_seven_of_trumps(deals: Deals) -> None:
    # The muestra is not the seven (9 of 10 trumps), and of the other 39 places six are the mano's.
    mano = np.take_along_axis(deals.hands, deals.facts["mano"][:, None].astype(np.int64), axis=1)
    agree((mano & deals.trump(SEVEN)) != 0, 9 / 10 * 6 / 39)


def test_a_cante_is_dealt_to_a_seat(deals: Deals) -> None:
    # Rey and sota of at least one suit among six cards. By inclusion and exclusion over the suits: k given pairs are
    # in the hand in C(40 - 2k, 6 - 2k) of the C(40, 6) hands, and there are C(4, k) choices of k suits.
    probability = sum((-1) ** (k + 1) * comb(4, k) * comb(40 - 2 * k, 6 - 2 * k) for k in (1, 2, 3)) / comb(40, 6)
    cantes = deals.hands & (deals.hands >> 1) & (1 << SOTA) * 0x0001_0001_0001_0001
    for seat in range(4):
        agree(cantes[:, seat] != 0, probability)


def test_trumps_in_six_cards(deals: Deals) -> None:
    # Given the muestra, nine trumps are left among 39 cards, of which six are drawn: hypergeometric.
    trumps = (deals.hands >> (16 * deals.trumps[:, None])) & 0xFFF
    number = count(trumps, range(12))
    for seat in range(4):
        fits(number[:, seat], [float(stats.hypergeom(39, 9, 6).pmf(k)) for k in range(7)])


def test_longest_trump_holding(deals: Deals) -> None:
    # A given seat holds all of as, tres and rey of trumps: the muestra is none of them (7 of 10), and three of the
    # other 39 places are among the seat's six.
    three = deals.trump(AS) | deals.trump(TRES) | deals.trump(REY)
    for seat in range(4):
        agree((deals.hands[:, seat : seat + 1] & three) == three, 7 / 10 * comb(6, 3) / comb(39, 3))


def test_four_reyes_are_dealt_to_a_seat(deals: Deals) -> None:
    # The other two of its cards are any of the 36 that are no reyes.
    for seat in range(4):
        agree((deals.hands[:, seat] & REYES) == REYES, comb(36, 2) / comb(40, 6))


def test_all_four_ases_are_dealt_to_different_seats(deals: Deals) -> None:
    # 24 places for the first as, 18 for the second (another hand), 12 and 6: out of 40 * 39 * 38 * 37.
    ases = count(deals.hands, (AS, 16 + AS, 32 + AS, 48 + AS))
    agree((ases == 1).all(axis=1), 24 * 18 * 12 * 6 / (40 * 39 * 38 * 37))


# Games and decks do not know of each other


def test_consecutive_games_are_independent(deals: Deals) -> None:
    for card in (AS, 16 + SEVEN, 32 + REY):
        place = place_of(card, deals.hands)
        fits(place, [6 / 40] * 4 + [16 / 40])
        independent(place[0::2], place[1::2])
        # The same place twice running: 4 (6/40)^2 + (16/40)^2.
        agree(place[0::2] == place[1::2], 4 * (6 / 40) ** 2 + (16 / 40) ** 2)
    independent(deals.facts["muestra"][0::2] & 15, deals.facts["muestra"][1::2] & 15)
    independent(deals.trumps[0::2], deals.trumps[1::2])


def test_two_decks_of_a_game_are_independent(deals: Deals) -> None:
    assert not (deals.hands == deals.vueltas).all(axis=1).any()
    for card in (AS, 16 + SEVEN, 32 + REY):
        one, other = place_of(card, deals.hands), place_of(card, deals.vueltas)
        fits(other, [6 / 40] * 4 + [16 / 40])
        independent(one, other)
        agree(one == other, 4 * (6 / 40) ** 2 + (16 / 40) ** 2)


def test_no_deal_comes_twice(deals: Deals) -> None:
    # There are 40! / (6!^4 16!) > 10^23 ways to deal four hands; the four masks are folded into one number each.
    folded = np.concatenate([deals.hands, deals.vueltas]) @ np.array([1, 7**21, 7**22 + 2, 3**39], np.int64)
    assert len(np.unique(folded)) == 2 * GAMES


def test_the_first_deal_is_by_turns(deals: Deals) -> None:
    assert (deals.facts["mano"] == np.arange(GAMES) % 4).all()


# What follows from the rules


def test_an_opponent_of_the_last_free_winner_draws_the_muestra(deals: Deals) -> None:
    drawn = deals.facts["muestra_seat"] != NONE
    assert drawn.mean() > 0.99
    last_free, muestra = deals.facts["last_free"][drawn], deals.facts["muestra_seat"][drawn]
    assert ((last_free - muestra) % 4 == 1).all()


def test_all_points_are_given_out(deals: Deals) -> None:
    played_out = deals.facts["last_trick"] != NONE
    assert (deals.facts["cards"][played_out].sum(axis=1, dtype=np.int64) == 120).all()
    assert (deals.facts["tricks"][played_out].sum(axis=1, dtype=np.int64) == 10).all()


def test_random_play_knows_no_seat(deals: Deals) -> None:
    # By symmetry each side wins the last free trick as often when it has the mano as the other side does when it has:
    # counted from the mano, seats differ; counted from seat 0, with the mano going round, no side is preferred.
    won = deals.facts["last_free"][deals.facts["last_free"] != NONE]
    agree(won % 2 == 0, 1 / 2)
