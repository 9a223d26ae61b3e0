"""Tute and cantes by the reference engine, on positions made by hand."""

from dataclasses import replace

import pytest

from positions import (
    BASTOS,
    COPAS,
    ESPADAS,
    FORTY,
    FOUR_SOTAS,
    LASCUARENTA,
    LUDOTEKA,
    OROS,
    TWENTY,
    Script,
    kinds,
    one,
    position,
    some,
)
from reference.cards import mask
from reference.counting import Outcome
from reference.engine import Event, IllegalMove
from reference.questions import ask_all, ask_cantes, ask_tute, complete_fours
from reference.table import draw

# Tute


def test_complete_fours() -> None:
    assert complete_fours(some(FOUR_SOTAS + ", rey oros")) == some(FOUR_SOTAS)
    assert complete_fours(some("rey oros, rey copas, rey espadas")) == set()


def test_tute_of_the_partner_wins() -> None:
    script = Script()
    table = position(script, "4 oros", "4 copas", FOUR_SOTAS, "4 espadas")
    assert ask_tute(table, winner=0) == Outcome(0, "tute")
    assert table.facts.tute_seat == 2
    assert table.events[0] == Event("tute", 2, 1, mask(some(FOUR_SOTAS)), 0, 0)


def test_tute_needs_the_own_side_to_win_the_trick() -> None:
    script = Script()
    table = position(script, FOUR_SOTAS, "4 copas", "4 oros", "4 espadas", tricks=(1, 1))
    assert ask_tute(table, winner=1) is None
    assert script.asked == []


def test_no_tute_in_ludoteka() -> None:
    table = position(Script(), FOUR_SOTAS, "4 copas", "4 oros", "4 espadas", rules=LUDOTEKA)
    assert ask_tute(table, winner=0) is None


def test_tute_before_the_cantes_and_after_a_refusal_again() -> None:
    script = Script(tutes={0: [False, True]})
    table = position(script, FOUR_SOTAS + ", rey oros", "4 copas", "4 oros", "4 espadas")
    assert ask_all(table, winner=0, after_draw=False) is None
    assert script.asked == [("tute", 0), ("sing", 0)]
    assert ask_all(table, winner=0, after_draw=True) == Outcome(0, "tute")
    assert table.facts.cantes == (40, 0)


# Cantes


def test_the_forty_is_asked_first_even_of_the_partner() -> None:
    script = Script(songs={2: [-1]})
    table = position(script, TWENTY, "4 copas", FORTY, "4 espadas")
    ask_cantes(table, winner=0)
    assert script.asked == [("sing", 2), ("sing", 0)]
    assert script.offered == [{OROS}, {COPAS}]
    assert table.facts.cantes == (20, 0)
    assert (table.facts.twenty_seat, table.facts.twenty_suit) == ([0], [COPAS])


def test_one_cante_a_trick_for_the_side_draw_included() -> None:
    script = Script()
    table = position(script, TWENTY, "4 copas", FORTY, "4 espadas")
    ask_cantes(table, winner=0)
    ask_cantes(table, winner=0)
    assert script.asked == [("sing", 2)]
    assert table.facts.cantes == (40, 0)
    assert (table.facts.forty_seat, table.facts.forty_trick) == (2, 1)


def test_cante_possible_only_after_the_draw() -> None:
    script = Script()
    table = position(script, "rey copas", "4 copas", "4 oros", "4 espadas")
    table.stock = [one("sota copas"), one("5 oros"), one("6 oros")]
    assert ask_all(table, winner=0, after_draw=False) is None
    draw(table, winner=0)
    assert ask_all(table, winner=0, after_draw=True) is None
    assert kinds(table.events) == ["draw"] * 4 + ["sing"]
    assert table.facts.cantes == (20, 0)


def test_the_last_drawer_gets_the_muestra() -> None:
    table = position(Script(), "4 copas", "4 oros", "4 espadas", "4 bastos")
    table.stock = [one("2 copas"), one("5 copas"), one("6 copas")]
    draw(table, winner=2)
    assert table.facts.muestra_seat == 1
    assert one("as oros") in table.hands[1]
    assert table.arrastre


def test_ludoteka_sings_any_number() -> None:
    script = Script()
    table = position(script, FORTY + ", " + TWENTY, "4 copas", "rey bastos, sota bastos", "4 espadas", rules=LUDOTEKA)
    ask_cantes(table, winner=2)
    assert script.asked == [("sing", 0), ("sing", 2), ("sing", 0)]
    assert script.offered == [{OROS}, {BASTOS}, {COPAS}]
    assert table.facts.cantes == (80, 0)
    assert table.facts.twenties == (2, 0)


def test_a_seat_that_sang_is_offered_the_rest_until_it_refuses() -> None:
    script = Script(songs={0: [COPAS, -1]})
    hand = "rey bastos, sota bastos, rey espadas, sota espadas, " + TWENTY
    table = position(script, hand, "4 copas", "4 oros", "2 oros", rules=LUDOTEKA)
    ask_cantes(table, winner=0)
    assert script.offered == [{COPAS, ESPADAS, BASTOS}, {ESPADAS, BASTOS}]


def test_cantes_per_trick_two() -> None:
    script = Script()
    rules = replace(LUDOTEKA, cantes_per_trick=2)
    hand = "rey bastos, sota bastos, rey espadas, sota espadas, " + TWENTY
    table = position(script, hand, "4 copas", "4 oros", "2 oros", rules=rules)
    ask_cantes(table, winner=0)
    assert table.facts.twenty_suit == [COPAS, ESPADAS]


def test_forty_or_nothing() -> None:
    script = Script(songs={0: [-1]})
    table = position(script, FORTY + ", " + TWENTY, "4 copas", "4 oros", "4 espadas")
    ask_cantes(table, winner=0)
    assert script.offered == [{OROS}]
    freely = Script(songs={0: [-1]})
    rules = replace(LASCUARENTA, forty_or_nothing=False)
    table = position(freely, FORTY + ", " + TWENTY, "4 copas", "4 oros", "4 espadas", rules=rules)
    ask_cantes(table, winner=0)
    assert freely.offered == [{OROS}, {COPAS}]
    assert table.facts.cantes == (20, 0)


def test_forty_sung_opens_the_twenties_again() -> None:
    script = Script()
    rules = replace(LASCUARENTA, cantes_per_trick=0)
    table = position(script, FORTY + ", " + TWENTY, "4 copas", "4 oros", "4 espadas", rules=rules)
    ask_cantes(table, winner=0)
    assert table.facts.cantes == (60, 0)


def test_each_suit_once_a_hand() -> None:
    script = Script()
    table = position(script, TWENTY, "4 copas", "4 oros", "4 espadas", rules=LUDOTEKA)
    ask_cantes(table, winner=0)
    ask_cantes(table, winner=0)
    assert table.facts.cantes == (20, 0)


def test_only_the_side_that_won_the_trick_sings() -> None:
    script = Script()
    table = position(script, TWENTY, "4 copas", "4 oros", "4 espadas", tricks=(1, 1))
    ask_cantes(table, winner=3)
    assert script.asked == []


def test_cante_in_the_arrastre() -> None:
    table = position(Script(), TWENTY, "4 copas", "4 oros", "4 espadas", muestra=None)
    assert ask_all(table, winner=0, after_draw=False) is None
    assert table.events == [Event("sing", 0, COPAS, 2, 20, 0)]


def test_illegal_suit() -> None:
    table = position(Script(songs={0: [BASTOS]}), TWENTY, "4 copas", "4 oros", "4 espadas")
    with pytest.raises(IllegalMove) as caught:
        ask_cantes(table, winner=0)
    assert (caught.value.question, caught.value.move, caught.value.legal) == (
        "sing",
        BASTOS,
        frozenset({COPAS}),
    )
    assert table.facts.cantes == (0, 0)
