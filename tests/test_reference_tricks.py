"""Cards, who wins a trick and which cards are legal, by the reference engine."""

from collections.abc import Sequence

import pytest

from positions import plays, some
from reference.cards import Card, card_of, card_points, code, full_deck, mask
from reference.tricks import Play, legal_cards, winning_play


def legal(seat: int, hand: str, on_table: Sequence[Play], trumps: str = "oros") -> set[Card]:
    return legal_cards(seat, some(hand), on_table, trumps, arrastre=True)


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
