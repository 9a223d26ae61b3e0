"""Swaps by the reference engine, on positions made by hand."""

from dataclasses import replace

import pytest

from positions import LASCUARENTA, LUDOTEKA, Script, kinds, one, position, some
from reference.cards import code, mask
from reference.engine import Event
from reference.questions import ask_swaps, card_given
from reference.table import Study

# Swaps: what may be taken


@pytest.mark.parametrize(
    ("muestra", "lascuarenta", "ludoteka"),
    [
        ("as oros", "7 oros", "7 oros"),
        ("caballo oros", "7 oros", "7 oros"),
        ("9 oros", "7 oros", None),
        ("8 oros", "7 oros", None),
        ("7 oros", "2 oros", None),
        ("6 oros", None, None),
        ("2 oros", None, None),
    ],
)
def test_card_given(muestra: str, lascuarenta: str | None, ludoteka: str | None) -> None:
    expected = one(lascuarenta) if lascuarenta else None
    assert card_given(LASCUARENTA, one(muestra), left_by_swap=False) == expected
    assert card_given(LUDOTEKA, one(muestra), left_by_swap=False) == (one(ludoteka) if ludoteka else None)


def test_card_given_for_a_seven_left_by_a_swap() -> None:
    seven = one("7 oros")
    assert card_given(LASCUARENTA, seven, left_by_swap=True) == one("2 oros")
    unchained = replace(LASCUARENTA, chained_swap=False)
    assert card_given(unchained, seven, left_by_swap=True) is None
    assert card_given(unchained, seven, left_by_swap=False) == one("2 oros")
    assert card_given(replace(LASCUARENTA, swap_two=False), seven, left_by_swap=True) is None


def test_the_two_for_the_seven_whatever_the_seven_may_take() -> None:
    assert card_given(replace(LUDOTEKA, swap_two=True), one("7 oros"), left_by_swap=False) == one("2 oros")


# Swaps: when, who and in what order


def test_swap_needs_a_trick_won() -> None:
    script = Script()
    table = position(script, "4 bastos", "7 oros", "4 copas", "4 espadas", tricks=(1, 0))
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == []
    table.facts.tricks = (1, 1)
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 1)]
    assert table.hands[1] == some("as oros")
    assert table.muestra == one("7 oros")
    assert (table.facts.swap_seat, table.facts.swap_card) == (1, code(one("as oros")))


def test_swap_by_the_partner_after_the_draw() -> None:
    script = Script()
    table = position(script, "4 bastos", "4 oros", "7 oros", "4 espadas")
    ask_swaps(table, winner=0, after_draw=True)
    assert script.asked == [("swap", 2)]
    assert table.events == [Event("swap", 2, 1, mask(some("7 oros, as oros")), 0, 0)]


def test_ludoteka_swaps_before_the_draw_and_when_just_won() -> None:
    script = Script()
    table = position(script, "4 bastos", "7 oros", "4 copas", "2 oros", rules=LUDOTEKA, tricks=(1, 1))
    ask_swaps(table, winner=0, after_draw=False)
    ask_swaps(table, winner=3, after_draw=True)
    assert script.asked == []
    ask_swaps(table, winner=3, after_draw=False)
    assert script.asked == [("swap", 1)]


def test_swap_who_winner() -> None:
    script = Script()
    rules = replace(LASCUARENTA, swap_who="winner")
    table = position(script, "4 bastos", "2 oros", "7 oros", "4 espadas", rules=rules, tricks=(1, 1))
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == []
    ask_swaps(table, winner=2, after_draw=False)
    assert script.asked == [("swap", 2)]


def test_no_swap_once_the_muestra_is_drawn() -> None:
    script = Script()
    table = position(script, "7 oros", "2 oros", "4 copas", "2 bastos", muestra=None)
    ask_swaps(table, winner=0, after_draw=True)
    assert script.asked == []


def test_chained_swap_goes_back_to_the_winner() -> None:
    script = Script()
    table = position(script, "2 oros", "4 oros", "7 oros", "4 espadas")
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 2), ("swap", 0)]
    assert table.hands[0] == some("7 oros")
    assert table.hands[2] == some("as oros")
    assert table.muestra == one("2 oros")
    assert (table.facts.swap_seat, table.facts.swap2_seat, table.facts.swap2_trick) == (2, 0, 1)


def test_chained_swap_by_one_seat_and_by_an_opponent() -> None:
    script = Script()
    table = position(script, "2 oros, 7 oros", "4 oros", "4 copas", "4 espadas")
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 0), ("swap", 0)]
    assert table.hands[0] == some("as oros, 7 oros")
    other = Script()
    table = position(other, "7 oros", "4 oros", "4 copas", "2 oros", tricks=(2, 1))
    ask_swaps(table, winner=0, after_draw=False)
    assert other.asked == [("swap", 0), ("swap", 3)]
    assert table.facts.swap2_seat == 3


def test_the_winners_side_is_asked_again_after_a_swap_only() -> None:
    script = Script(swaps={2: [False, False]})
    table = position(script, "7 oros", "4 oros", "2 oros", "4 espadas")
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 0), ("swap", 2), ("swap", 2)]
    assert table.facts.swap2_seat is None
    refused = Script(swaps={0: [False]})
    table = position(refused, "7 oros", "4 oros", "2 oros", "4 espadas")
    ask_swaps(table, winner=0, after_draw=False)
    assert refused.asked == [("swap", 0)]


def test_the_others_are_asked_once_each() -> None:
    script = Script()
    table = position(script, "4 copas", "2 oros", "4 bastos", "7 oros", tricks=(1, 1))
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 3)]
    ask_swaps(table, winner=0, after_draw=True)
    assert script.asked == [("swap", 3), ("swap", 1)]


def test_no_chain_in_ludoteka() -> None:
    script = Script()
    table = position(script, "2 oros, 7 oros", "4 oros", "4 copas", "4 espadas", rules=LUDOTEKA)
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 0)]


def test_muestra_seven_is_taken_with_the_two() -> None:
    script = Script()
    table = position(script, "2 oros", "4 oros", "4 copas", "4 espadas", muestra="7 oros")
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 0)]
    assert table.hands[0] == some("7 oros")
    assert table.facts.swap_card == code(one("7 oros"))


def test_two_players_swap() -> None:
    script = Script()
    rules = replace(LASCUARENTA, players=2)
    table = position(script, "2 oros", "7 oros", rules=rules, tricks=(1, 1))
    ask_swaps(table, winner=0, after_draw=False)
    assert script.asked == [("swap", 1)]
    ask_swaps(table, winner=1, after_draw=True)
    assert script.asked == [("swap", 1), ("swap", 0)]


# Swaps withheld


def test_withheld_every_and_first() -> None:
    every, first = Study("every"), Study("first")
    seven = one("7 oros")
    assert [every.ignores(0, seven) for _ in range(3)] == [True, True, True]
    assert [first.ignores(2, seven) for _ in range(3)] == [True, False, False]
    assert not every.ignores(1, seven)
    assert not every.ignores(0, one("2 oros"))
    assert not Study("none").ignores(0, seven)


def test_withheld_swap_counts_as_none() -> None:
    script = Script()
    table = position(script, "7 oros", "4 oros", "2 oros", "4 espadas")
    table.study = Study("first")
    ask_swaps(table, winner=0, after_draw=False)
    assert kinds(table.events) == ["swap", "withheld"]
    assert table.hands[0] == some("7 oros")
    assert table.facts.swap_seat is None
    ask_swaps(table, winner=0, after_draw=True)
    assert kinds(table.events) == ["swap", "withheld", "swap", "swap"]
    assert table.facts.swap_seat == 0
