"""The reference engine: each rule on positions made by hand, and whole games at random."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Any

import pytest

from bazas.sim.rules import Rules
from reference import counting
from reference.cards import SUITS, Card, card_of, card_points, code, full_deck, mask
from reference.counting import Outcome
from reference.engine import (
    DECIDED,
    Answers,
    Event,
    Game,
    IllegalMove,
    RandomAnswers,
    ReplayAnswers,
    play_game,
    play_hand,
)
from reference.questions import (
    ask_all,
    ask_cantes,
    ask_swaps,
    ask_tute,
    card_given,
    check_101,
    complete_fours,
)
from reference.table import Study, Table, deal, draw
from reference.trace import Hand
from reference.tricks import Play, legal_cards, winning_play
from sheets import LUDOTEKA

LASCUARENTA = Rules()
OROS, COPAS, ESPADAS, BASTOS = range(4)
FORTY = "rey oros, sota oros"  # oros are trumps in the positions below
TWENTY = "rey copas, sota copas"
FOUR_SOTAS = "sota oros, sota copas, sota espadas, sota bastos"


def one(name: str) -> Card:
    rank, suit = name.split()
    return Card(suit, rank)


def some(names: str) -> set[Card]:
    return {one(name) for name in names.split(", ")} if names else set()


def plays(*names: str, leader: int = 0) -> list[Play]:
    return [Play((leader + place) % 4, one(name)) for place, name in enumerate(names)]


def legal(seat: int, hand: str, on_table: Sequence[Play], trumps: str = "oros") -> set[Card]:
    return legal_cards(seat, some(hand), on_table, trumps, arrastre=True)


@dataclass
class Script:
    """Answers fixed per seat, and a log of what was asked; without a script, yes and the lowest card."""

    swaps: dict[int, list[bool]] = field(default_factory=dict)
    tutes: dict[int, list[bool]] = field(default_factory=dict)
    songs: dict[int, list[int]] = field(default_factory=dict)
    claims: list[bool] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    asked: list[tuple[str, int]] = field(default_factory=list)
    offered: list[set[int]] = field(default_factory=list)

    def play(self, seat: int, legal: frozenset[int]) -> int:
        return code(one(self.cards.pop(0))) if self.cards else min(legal)

    def swap(self, seat: int) -> bool:
        self.asked.append(("swap", seat))
        answers = self.swaps.get(seat, [])
        return answers.pop(0) if answers else True

    def tute(self, seat: int) -> bool:
        self.asked.append(("tute", seat))
        answers = self.tutes.get(seat, [])
        return answers.pop(0) if answers else True

    def sing(self, seat: int, suits: frozenset[int]) -> int:
        self.asked.append(("sing", seat))
        self.offered.append(set(suits))
        answers = self.songs.get(seat, [])
        return answers.pop(0) if answers else min(suits)

    def claim(self, seat: int) -> bool:
        self.asked.append(("claim", seat))
        return self.claims.pop(0) if self.claims else False


def position(
    answers: Answers,
    *hands: str,
    rules: Rules = LASCUARENTA,
    muestra: str | None = "as oros",
    tricks: tuple[int, int] = (1, 0),
    number: int = 0,
    carried: tuple[int, int] = (0, 0),
) -> Table:
    """A table in the middle of a hand; oros are trumps."""
    lying = one(muestra) if muestra else None
    facts = Hand(mano=0, muestra=code(lying) if lying else 0, tricks=tricks)
    return Table(
        rules=rules,
        answers=answers,
        hands=[some(hand) for hand in hands],
        muestra=lying,
        stock=[],
        trumps="oros",
        facts=facts,
        number=number,
        carried=carried,
        trick=sum(tricks),
    )


def rigged(*hands: str, muestra: str, size: int = 40, stock: str = "") -> list[int]:
    """A deck that deals these cards, each hand filled up with the lowest cards that are left."""
    named = [*(one(name) for hand in hands for name in hand.split(", ")), one(muestra)]
    top = [one(name) for name in stock.split(", ")] if stock else []
    rest = [card for card in sorted(full_deck(size), key=code) if card not in named and card not in top]
    rest.sort(key=lambda card: code(card) % 16)
    cards: list[Card] = []
    for hand in hands:
        held = [one(name) for name in hand.split(", ")]
        while len(held) < 6:
            held.append(rest.pop(0))
        cards += held
    cards += [one(muestra), *top, *rest]
    return [code(card) for card in cards]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


# Cards


def test_codes() -> None:
    assert code(Card("oros", "2")) == 0
    assert code(Card("bastos", "as")) == 59
    assert all(card_of(code(card)) == card for card in full_deck(48))
    assert mask(some("2 oros, as oros")) == 2**11 + 1
    with pytest.raises(ValueError, match="12"):
        card_of(12)


@pytest.mark.parametrize("size", [40, 48, 36])
def test_decks(size: int) -> None:
    deck = full_deck(size)
    assert len(set(deck)) == size
    assert card_points(deck) == 120
    assert (Card("oros", "9") in deck) == (size == 48)
    assert (Card("oros", "2") in deck) == (size != 36)


# Who wins a trick


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("sota copas", "caballo copas"), 0),
        (("7 copas", "caballo copas", "rey copas", "tres copas"), 3),
        (("as copas", "2 oros", "tres copas", "rey copas"), 1),
        (("as copas", "2 oros", "4 oros", "rey copas"), 2),
        (("2 copas", "as espadas", "as bastos", "tres bastos"), 0),
        (("9 copas", "8 copas", "7 copas", "caballo copas"), 3),
        (("2 oros", "as copas", "as bastos", "4 oros"), 3),
    ],
)
def test_winning_play(cards: tuple[str, ...], winner: int) -> None:
    assert winning_play(plays(*cards), "oros").seat == winner


# Legal cards


def test_free_phase_allows_any_card() -> None:
    hand = some("2 copas, as oros, 4 bastos")
    assert legal_cards(1, hand, plays("rey copas"), "oros", arrastre=False) == hand


def test_arrastre_leader_plays_any_card() -> None:
    assert legal(0, "2 copas, as oros", []) == some("2 copas, as oros")


def test_montar() -> None:
    assert legal(1, "2 copas, tres copas, as copas, as oros", plays("rey copas")) == some("tres copas, as copas")


def test_montar_impossible_follows() -> None:
    assert legal(1, "2 copas, 4 copas, as oros", plays("rey copas")) == some("2 copas, 4 copas")


def test_montar_over_the_winning_card_not_the_led_one() -> None:
    on_table = plays("4 copas", "rey copas", "2 bastos")
    assert legal(3, "7 copas, tres copas", on_table) == some("7 copas, tres copas")
    assert legal(2, "7 copas, tres copas", on_table[:2]) == some("tres copas")


def test_no_montar_when_trumped_by_opponent() -> None:
    assert legal(2, "2 copas, as copas, as oros", plays("rey copas", "2 oros")) == some("2 copas, as copas")


def test_no_montar_over_the_partner() -> None:
    assert legal(2, "2 copas, as copas", plays("rey copas", "4 copas")) == some("2 copas, as copas")


def test_montar_in_trumps_led() -> None:
    assert legal(1, "2 oros, as oros, as copas", plays("rey oros")) == some("as oros")
    assert legal(1, "2 oros, 4 oros, as copas", plays("rey oros")) == some("2 oros, 4 oros")
    assert legal(2, "2 oros, as oros", plays("rey oros", "4 oros")) == some("2 oros, as oros")


def test_fallar() -> None:
    assert legal(1, "2 oros, as oros, as bastos", plays("rey copas")) == some("2 oros, as oros")


def test_overtrump() -> None:
    on_table = plays("rey copas", "7 oros")
    assert legal(2, "2 oros, as oros, as bastos", on_table) == some("as oros")


def test_no_useful_trump_any_card() -> None:
    on_table = plays("rey copas", "7 oros")
    assert legal(2, "2 oros, 4 oros, as bastos", on_table) == some("2 oros, 4 oros, as bastos")


def test_no_trump_any_card() -> None:
    assert legal(1, "2 bastos, as espadas", plays("rey copas")) == some("2 bastos, as espadas")


def test_void_with_partner_winning_any_card() -> None:
    assert legal(2, "2 oros, as bastos", plays("as copas", "4 copas")) == some("2 oros, as bastos")
    trumped_by_partner = plays("2 copas", "4 copas", "rey copas", leader=3)
    assert legal(2, "2 oros, as bastos", plays("rey copas", "7 oros", leader=3)) == some("2 oros, as bastos")
    assert legal(2, "2 oros, as bastos", trumped_by_partner) == some("2 oros")


def test_last_seat_overtrumps_the_opponent_in_third_place() -> None:
    on_table = plays("rey copas", "4 copas", "7 oros")
    assert legal(3, "2 oros, rey oros", on_table) == some("rey oros")


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


# Whole hands


TUTE_HANDS = ("as oros, " + FOUR_SOTAS, "2 copas", "4 copas", "5 copas")


@pytest.mark.parametrize("number", [0, 1])
def test_tute_ends_either_hand(number: int) -> None:
    deck = rigged(*TUTE_HANDS, muestra="tres oros")
    table = deal(LASCUARENTA, deck, 0, Script(cards=["as oros"]), number=number, carried=(0, 0))
    assert play_hand(table) == Outcome(0, "tute")
    assert table.facts.tricks == (1, 0)
    assert table.facts.last_trick is None
    assert table.facts.last_free is None
    assert kinds(table.events)[-2:] == ["tute", "end"]
    assert table.events[-1][1:4] == (0, DECIDED.index("tute"), 0)
    assert sum(table.facts.cards) == card_points(card_of(event.value) for event in table.events if event.kind == "play")


def test_carrying_101_the_first_trick_decides() -> None:
    deck = rigged("4 copas", "as oros", "5 copas", "6 copas", muestra="tres oros")
    script = Script(cards=["4 copas", "as oros"])
    table = deal(LASCUARENTA, deck, 0, script, number=1, carried=(125, 105))
    assert play_hand(table) == Outcome(1, "vueltas")
    assert table.facts.tricks == (0, 1)
    assert table.events[0][4:] == (125, 105)


def test_the_ultimas_count_in_the_last_check_only() -> None:
    deck = rigged("as oros", "2 copas", "4 copas", "5 copas", muestra="tres oros")
    rules = replace(LASCUARENTA, vueltas_end="claim")
    table = deal(rules, deck, 0, Script(), number=1)
    outcome = play_hand(table)
    assert outcome is not None
    assert outcome.decided in ("hand", "last_trick")
    assert kinds(table.events)[-3:] == ["trick", "last", "end"]
    trick, last, _ = table.events[-3:]
    gained = (last.a - trick.a, last.b - trick.b)
    assert gained == ((10, 0) if last.seat % 2 == 0 else (0, 10))


def test_renuncio() -> None:
    deck = rigged("as oros", "2 copas", "4 copas", "5 copas", muestra="tres oros")
    with pytest.raises(IllegalMove) as caught:
        play_game(LASCUARENTA, lambda hand: deck, 0, Script(cards=["as oros", "tres oros"]))
    assert (caught.value.trick, caught.value.seat, caught.value.move) == (1, 1, code(one("tres oros")))
    rules = replace(LUDOTEKA, renuncio="loses")
    game = play_game(rules, lambda hand: deck, 0, Script(cards=["as oros", "tres oros"]))
    assert (game.winner, game.decided) == (0, "renuncio")
    held = mask(card_of(number) for number in deck[6:12])
    assert game.events[-2] == Event("renuncio", 1, code(one("tres oros")), held, 0, 0)
    assert kinds(game.events)[-3:] == ["play", "renuncio", "end"]
    assert game.hands[0].next_mano == 1


def test_a_wrong_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="not a deck of 40"):
        play_game(LASCUARENTA, lambda hand: [0] * 40, 0, Script())


class LeadsTrumps(Script):
    """Seat 0 plays `cards` in turn; otherwise everybody plays the lowest card but the 7 of trumps."""

    def play(self, seat: int, legal: frozenset[int]) -> int:
        if seat == 0 and self.cards:
            return code(one(self.cards.pop(0)))
        return min(legal - {code(one("7 oros"))} or legal)


def test_swap_on_the_last_free_trick() -> None:
    """The last draw is of the card left by the swap, and after it there is no swap."""
    hands = ("as oros, tres oros, rey oros, sota oros, 7 oros", "2 copas", "4 copas", "5 copas")
    deck = rigged(*hands, muestra="caballo oros")
    # Asked before and after the draw of three tricks, then before that of the fourth: the seventh answer.
    script = LeadsTrumps(
        swaps={0: [False] * 6 + [True]},
        songs={0: [-1] * 20},
        cards=["as oros", "tres oros", "rey oros", "sota oros"],
    )
    table = deal(replace(LASCUARENTA, swap_two=False), deck, 0, script)
    play_hand(table)
    assert (table.facts.swap_seat, table.facts.swap_trick) == (0, 4)
    assert table.facts.swap_card == code(one("caballo oros"))
    assert (table.facts.last_free, table.facts.muestra_seat) == (0, 3)
    draws = [event for event in table.events if event.kind == "draw"]
    assert draws[-1][1:3] == (3, code(one("7 oros")))
    assert table.facts.seven_seat == 3


# Replays


def test_replay_refuses_another_question() -> None:
    replay = ReplayAnswers([("hand", 0, 0, 0, 0, 0), ("play", 0, 3, 2**3 + 2**4, 0, 0)])
    with pytest.raises(AssertionError, match="play of seat 1"):
        replay.play(1, frozenset({3, 4}))
    with pytest.raises(AssertionError, match="swap of seat 0"):
        replay.swap(0)
    with pytest.raises(AssertionError, match=r"recorded is play of seat 0 with legal \[3, 4\]"):
        replay.play(0, frozenset({3}))
    with pytest.raises(AssertionError, match="never asked"):
        replay.finished()
    assert replay.play(0, frozenset({3, 4})) == 3
    replay.finished()
    with pytest.raises(AssertionError, match="the record has ended"):
        replay.claim(0)


# Games at random


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


def split_hands(game: Game) -> list[list[Event]]:
    starts = [place for place, event in enumerate(game.events) if event.kind == "hand"]
    return [game.events[start:end] for start, end in zip(starts, [*starts[1:], len(game.events)], strict=True)]


def check_hand(rules: Rules, hand: Hand, events: list[Event], carried: tuple[int, int]) -> None:
    played = [event.value for event in events if event.kind == "play"]
    assert len(played) == len(set(played))
    assert all(event.legal // 2**event.value % 2 for event in events if event.kind == "play")
    assert sum(hand.cantes) <= 100
    assert sum(hand.cantes) == 20 * sum(hand.twenties) + 40 * (hand.forty_seat is not None)
    assert len(set(hand.twenty_suit)) == len(hand.twenty_suit) == sum(hand.twenties)
    tricks = [event for event in events if event.kind == "trick"]
    assert sum(event.value for event in tricks) == sum(hand.cards)
    from_last_trick = rules.mano_next == "after_last_trick" and tricks
    assert hand.next_mano == ((tricks[-1].seat if from_last_trick else hand.mano) + 1) % rules.players
    points = [carried[side] + hand.cards[side] + hand.cantes[side] for side in (0, 1)]
    if hand.last_trick is not None:
        points[hand.last_trick % 2] += 10
        assert len(played) == rules.deck
        assert sum(hand.cards) == 120
        assert sum(points) - sum(carried) - sum(hand.cantes) == 130
        free = (rules.deck - 6 * rules.players) // rules.players
        assert len(tricks) == free + 6
        assert hand.last_free == tricks[free - 1].seat
        assert hand.muestra_seat == (hand.last_free - 1) % rules.players
        assert None not in (hand.as_seat, hand.tres_seat, hand.seven_seat)
    assert events[-1].kind == "end"
    assert list(events[-1][4:]) == points
    assert events[0][1:3] == (hand.mano, hand.muestra)


def check_game(rules: Rules, game: Game, mano: int) -> None:
    assert game.winner in (0, 1)
    assert game.decided in DECIDED
    assert len(game.hands) == 1 + game.vueltas
    assert game.hands[0].mano == mano
    carried = (0, 0)
    for number, events in enumerate(split_hands(game)):
        check_hand(rules, game.hands[number], events, carried)
        carried = (events[-1].a, events[-1].b)
        if number == 0 and game.vueltas:
            assert events[-1][1:3] == (-1, -1)
            assert game.hands[1].mano == game.hands[0].next_mano
    assert game.events[-1][1:3] == (game.winner, DECIDED.index(game.decided))
    if game.decided in ("hand", "last_trick", "vueltas", "claim", "thirty"):
        assert carried[game.winner] >= 101


@pytest.mark.parametrize("deck", [40, 48, 36])
@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("preset", [LASCUARENTA, LUDOTEKA], ids=["lascuarenta", "ludoteka"])
def test_random_games(preset: Rules, players: int, deck: int) -> None:
    rules = replace(preset, players=players, deck=deck)
    for seed in range(60):
        game = random_game(rules, seed)
        check_game(rules, game, seed % players)
        replay = ReplayAnswers(game.events)
        assert play_game(rules, shuffled(rules, seed).__getitem__, seed % players, replay) == game
        replay.finished()


def test_random_games_under_mixed_switches() -> None:
    choices: dict[str, tuple[Any, ...]] = {
        "players": (4, 2),
        "deck": (40, 48, 36),
        "swap_two": (True, False),
        "swap_muestras": ("stronger", "figures"),
        "swap_when": ("once_won", "just_won"),
        "swap_who": ("side", "winner"),
        "chained_swap": (True, False),
        "cantes_per_trick": (0, 1, 2, 3, 4),
        "forty_or_nothing": (True, False),
        "tute": (True, False),
        "thirty": ("needed", "loses", "off"),
        "both_101": ("thirty_or_vueltas", "last_trick"),
        "vueltas_end": ("at_once", "claim"),
        "mano_next": ("after_mano", "after_last_trick"),
    }
    rng = Random(11)
    for seed in range(300):
        rules = replace(Rules(), **{name: rng.choice(values) for name, values in choices.items()})
        check_game(rules, random_game(rules, seed, rng.choice(["none", "every", "first"])), seed % rules.players)


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

    rules = replace(LUDOTEKA, renuncio="loses")
    decided = []
    for seed in range(60):
        decks = shuffled(rules, seed)
        game = play_game(rules, decks.__getitem__, 0, Wild(Random(seed)))
        check_game(rules, game, 0)
        decided.append(game.decided)
        assert play_game(rules, decks.__getitem__, 0, ReplayAnswers(game.events)) == game
    assert decided.count("renuncio") > 10
