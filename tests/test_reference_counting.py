"""The count after a hand, the check for 101 and the claim, by the reference engine."""

from dataclasses import replace

import pytest

from bazas.sim.rules import Rules
from positions import LASCUARENTA, LUDOTEKA, TWENTY, Script, position
from reference import counting
from reference.counting import Outcome
from reference.questions import ask_all, check_101

# The count


def count(rules: Rules, totals: tuple[int, int], cards: tuple[int, int], last: int) -> Outcome | None:
    return counting.count_first_hand(rules, totals, cards, last)


@pytest.mark.parametrize("rules", [LASCUARENTA, LUDOTEKA])
def test_100_is_not_enough(rules: Rules) -> None:
    assert count(rules, (100, 50), (80, 50), 0) is None
    assert count(rules, (101, 49), (81, 49), 1) == Outcome(0, "hand")
    assert count(rules, (49, 101), (49, 81), 0) == Outcome(1, "hand")


def test_both_at_101_the_last_trick_wins() -> None:
    for rules in (LASCUARENTA, LUDOTEKA):
        assert count(rules, (120, 110), (80, 50), 1) == Outcome(1, "last_trick")
        assert count(rules, (120, 110), (80, 50), 0) == Outcome(0, "last_trick")


def test_both_at_101_at_29_and_30() -> None:
    assert count(LASCUARENTA, (130, 101), (100, 30), 1) == Outcome(1, "last_trick")
    assert count(LASCUARENTA, (130, 109), (101, 29), 1) is None
    assert count(LASCUARENTA, (130, 109), (101, 29), 0) == Outcome(0, "last_trick")
    assert count(LUDOTEKA, (130, 101), (100, 30), 1) == Outcome(1, "last_trick")
    assert count(LUDOTEKA, (130, 109), (101, 29), 1) == Outcome(0, "thirty")
    assert count(LUDOTEKA, (109, 130), (29, 101), 0) == Outcome(1, "thirty")


def test_other_pairs_of_the_two_switches() -> None:
    needed = replace(LASCUARENTA, both_101="last_trick")
    assert count(needed, (130, 109), (101, 29), 1) == Outcome(0, "thirty")
    off = replace(LASCUARENTA, thirty="off")
    assert count(off, (130, 109), (101, 29), 1) == Outcome(1, "last_trick")
    loses = replace(LASCUARENTA, thirty="loses")
    assert count(loses, (130, 109), (101, 29), 1) == Outcome(0, "thirty")


def test_30_needed_by_one_side_alone() -> None:
    assert counting.count_one_at_101(LASCUARENTA, (29, 101), 0) is None
    assert counting.count_one_at_101(LASCUARENTA, (30, 100), 0) == Outcome(0, "hand")
    assert counting.count_one_at_101(LUDOTEKA, (29, 101), 0) == Outcome(0, "hand")


def test_count_of_vueltas() -> None:
    assert counting.count_vueltas(LASCUARENTA, (101, 100), 0) == Outcome(0, "vueltas")
    assert counting.count_vueltas(LUDOTEKA, (150, 110), 1) == Outcome(1, "last_trick")
    assert counting.count_vueltas(LUDOTEKA, (180, 100), 1) == Outcome(0, "hand")


def test_next_mano() -> None:
    assert counting.next_mano(LASCUARENTA, 3, last_winner=1) == 0
    assert counting.next_mano(LUDOTEKA, 0, last_winner=3) == 0
    assert counting.next_mano(LUDOTEKA, 0, last_winner=1) == 2
    assert counting.next_mano(LUDOTEKA, 0, last_winner=None) == 1
    assert counting.next_mano(replace(LUDOTEKA, players=2), 0, last_winner=1) == 0


# The check and the claim


IDLE = ("4 oros", "4 copas", "2 bastos", "4 espadas")


def test_no_check_in_the_first_hand() -> None:
    for rules in (LASCUARENTA, LUDOTEKA):
        script = Script()
        table = position(script, *IDLE, rules=rules)
        table.facts.cards = (110, 0)
        assert check_101(table, winner=0) is None
        assert script.asked == []


def test_vueltas_stop_for_the_side_that_won_the_trick() -> None:
    table = position(Script(), *IDLE, number=1, carried=(60, 105))
    table.facts.cards = (40, 0)
    assert check_101(table, winner=0) is None
    assert check_101(table, winner=3) == Outcome(1, "vueltas")
    table.facts.cards = (41, 0)
    assert check_101(table, winner=2) == Outcome(0, "vueltas")


def test_a_cante_after_the_draw_ends_vueltas() -> None:
    table = position(Script(), TWENTY, *IDLE[1:], number=1, carried=(81, 60))
    assert ask_all(table, winner=2, after_draw=True) == Outcome(0, "vueltas")


def test_claims() -> None:
    script = Script(claims=[False, True, True])
    table = position(script, *IDLE, rules=LUDOTEKA, number=1, carried=(101, 60))
    assert check_101(table, winner=2) is None
    assert check_101(table, winner=2) == Outcome(0, "claim")
    assert check_101(table, winner=1) == Outcome(0, "false_claim")
    assert [event[:3] for event in table.events] == [("claim", 2, 0), ("claim", 2, 1), ("claim", 1, 1)]
