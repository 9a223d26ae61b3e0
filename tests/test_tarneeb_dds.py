"""Tarneeb's tricks against DDS, the double-dummy solver of bridge: who plays, what is legal, who wins, and what for.

A side that plays best with all hands open takes its double-dummy tricks whatever the others do. So where DDS decides
for the declaring side and a strategy for the defenders, the kernel must count no fewer; where DDS defends, no more.
"""

from dataclasses import dataclass

import numpy as np
import pytest

import dds
from bazas.kernels.records import ASK
from bazas.kernels.tarneeb.records import EVENTS, HIGHEST_BID, LOWEST_BID, PASS
from bazas.sim.playing import StrategyFault
from bazas.sim.sheets import preset
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategy import strategy
from bazas.sim.tarneeb.playing import Trace, trace_game
from bazas.sim.tarneeb.strategy import BUILT_IN, TarneebStrategy

PARTS = 4
DEALS, FEW_DEALS = 30, 1
"""Deals of a part, and those for a strategy that looks ahead."""

FULL_DECK = [16 * suit + strength for suit in range(4) for strength in range(13)]
RULES = preset("cardems")

Sides = tuple[int, ...]
"""Sides at the table: 0 North and South, 1 East and West."""


@dataclass
class Deal:
    """A deal and a contract, given by a number: all seats declare, in all suits and at all bids."""

    number: int

    def __post_init__(self) -> None:
        self.deck = np.random.default_rng([self.number, 1]).permutation(np.array(FULL_DECK, np.int8))
        self.hands = [sum(1 << int(card) for card in self.deck[13 * seat :][:13]) for seat in range(4)]
        self.declarer, self.trumps = self.number & 3, self.number >> 2 & 3
        self.bid = LOWEST_BID + self.number % (HIGHEST_BID - LOWEST_BID + 1)
        self.value = dds.double_dummy(self.hands, self.trumps, self.declarer)

    @property
    def declaring(self) -> int:
        """The side of the declarer."""
        return self.declarer & 1

    def trace(self, arm: Arm, plays: list[int]) -> Trace:
        """The round by the kernel, its first cards given: the declarer opens, the others pass, trumps are named."""
        auction = [self.bid, *([PASS] * 3 if self.bid < HIGHEST_BID else [])]
        return trace_game(
            Spec("simulate", RULES, 1, (arm,)), 0, self.number, rounds=1, dealer=(self.declarer - 1) & 3,
            decks=self.deck[None], script=[*auction, self.trumps, *plays],
        )  # fmt: skip

    def tricks(self, trace: Trace) -> int:
        """The tricks of the declaring side."""
        row = trace.rounds[0]
        assert (row["declarer"], row["bid"], row["trumps"]) == (self.declarer, self.bid, self.trumps)
        return int(row["tricks"][self.declaring])


def plays_of(trace: Trace) -> list[dds.Play]:
    plays = trace.events[trace.events["kind"] == EVENTS.index("play")]
    return [dds.Play(*play) for play in plays[["seat", "value", "legal"]].tolist()]


def winners_of(trace: Trace) -> list[int]:
    winners: list[int] = trace.events["seat"][trace.events["kind"] == EVENTS.index("trick")].tolist()
    return winners


def chosen(name: str) -> TarneebStrategy:
    return strategy(name, TarneebStrategy)


def tricks_between(deal: Deal, best: Sides, other: TarneebStrategy) -> int:
    """The tricks of the declaring side where DDS plays for the sides `best`, and a strategy for the others.

    The kernel plays the round again for each card of DDS: what was played so far is in the script, in which the
    strategy is asked anew. Turns and legal cards are compared at every play.
    """
    arm = Arm(tuple(chosen("random") if seat & 1 in best else other for seat in range(4)))
    table = dds.Table(deal.hands, deal.trumps, deal.declarer)
    script: list[int] = []
    cards: list[int] = []
    while True:
        trace = deal.trace(arm, script)
        plays = plays_of(trace)
        assert [play.card for play in plays[: len(cards)]] == cards, "asked again, the strategy answers the same"
        for seat, card, legal in plays[len(cards) :]:
            assert (seat, legal) == (table.seat, table.legal())
            decides = seat & 1 in best
            cards.append(table.best() if decides else card)
            script.append(cards[-1] if decides else ASK)
            table.play(cards[-1])
            if decides:
                break
        else:
            return deal.tricks(trace)


def deals(first: int, count: int, part: int = 0) -> list[Deal]:
    """`count` deals of a part; those of all parts are numbered from `first` on."""
    return [Deal(first + part * DEALS + i) for i in range(count)]


def number_of_deals(other: TarneebStrategy) -> int:
    return FEW_DEALS if other.looks_ahead else DEALS


def check_at_least(deal: Deal, best: Sides, other: TarneebStrategy, value: int) -> None:
    assert tricks_between(deal, best, other) >= value


def check_at_most(deal: Deal, best: Sides, other: TarneebStrategy, value: int) -> None:
    assert tricks_between(deal, best, other) <= value


def check_line(deal: Deal, line: dds.Line, value: int) -> None:
    trace = deal.trace(Arm((chosen("random"),) * 4), [play.card for play in line.plays])
    assert plays_of(trace) == line.plays
    assert winners_of(trace) == line.winners
    assert deal.tricks(trace) == value


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BUILT_IN)
def test_best_declarers_never_take_fewer_than_double_dummy(name: str, part: int) -> None:
    other = chosen(name)
    for deal in deals(0, number_of_deals(other), part):
        check_at_least(deal, (deal.declaring,), other, deal.value)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BUILT_IN)
def test_nobody_takes_more_than_double_dummy_from_best_defenders(name: str, part: int) -> None:
    other = chosen(name)
    for deal in deals(1000, number_of_deals(other), part):
        check_at_most(deal, (1 - deal.declaring,), other, deal.value)


@pytest.mark.parametrize("part", range(PARTS))
def test_a_double_dummy_line_is_a_round_of_the_kernel(part: int) -> None:
    for deal in deals(2000, DEALS, part):
        check_line(deal, dds.double_dummy_line(deal.hands, deal.trumps, deal.declarer), deal.value)


# The checks can fail


def test_a_value_that_is_wrong_by_one_is_noticed() -> None:
    """Where DDS plays for both sides, the tricks are the value itself."""
    random, both = chosen("random"), (0, 1)
    for deal in deals(3000, 4):
        check_at_least(deal, both, random, deal.value)
        check_at_most(deal, both, random, deal.value)
        with pytest.raises(AssertionError):
            check_at_least(deal, both, random, deal.value + 1)
        with pytest.raises(AssertionError):
            check_at_most(deal, both, random, deal.value - 1)


def test_a_side_that_errs_misses_its_double_dummy_tricks() -> None:
    random = chosen("random")
    some = deals(4000, 10)
    lost = [deal.value - tricks_between(deal, (1 - deal.declaring,), random) for deal in some]
    won = [tricks_between(deal, (deal.declaring,), random) - deal.value for deal in some]
    assert min(sum(lost), sum(won)) > 10


def test_a_line_with_other_tricks_is_noticed() -> None:
    for deal in deals(5000, 4):
        line = dds.double_dummy_line(deal.hands, deal.trumps, deal.declarer)
        check_line(deal, line, deal.value)
        for wrong in (deal.value - 1, deal.value + 1):
            with pytest.raises(AssertionError):
                check_line(deal, line, wrong)


def test_other_trumps_are_noticed() -> None:
    for deal in deals(6000, 8):
        line = dds.double_dummy_line(deal.hands, deal.trumps, deal.declarer)
        deal.trumps = (deal.trumps + 1) & 3
        with pytest.raises((AssertionError, StrategyFault)):
            check_line(deal, line, deal.value)


def test_only_where_it_is_forbidden_a_missing_solver_is_no_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(dds.NO_SKIP, raising=False)
    with pytest.raises(pytest.skip.Exception, match="make test EXTRAS=test,dds"):
        dds.needed("no_such_package")
    monkeypatch.setenv(dds.NO_SKIP, "1")
    with pytest.raises(pytest.fail.Exception, match="no_such_package must be installed"):
        dds.needed("no_such_package")
