"""Names and short codes of cards and suits."""

import pytest

from bazas.kernels.cards import DECKS, SUITS
from bazas.sim.errors import UsageError
from bazas.sim.notation import (
    RANKS,
    card_name,
    card_short,
    cards_of,
    parse_card,
    suit_name,
    suits_of,
)
from reference import cards as reference

ALL = cards_of(DECKS[48])


def test_names_are_those_of_the_reference() -> None:
    assert RANKS == reference.RANKS
    assert tuple(suit_name(suit) for suit in range(SUITS)) == reference.SUITS
    for card in ALL:
        there = reference.card_of(card)
        assert card_name(card) == f"{there.rank} de {there.suit}"


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("1o", "as de oros"),
        ("3c", "tres de copas"),
        ("re", "rey de espadas"),
        ("sb", "sota de bastos"),
        ("cc", "caballo de copas"),
        ("co", "caballo de oros"),
        ("7b", "7 de bastos"),
        ("9e", "9 de espadas"),
    ],
)
def test_short_codes(short: str, name: str) -> None:
    assert card_name(parse_card(short)) == name
    assert card_short(parse_card(name)) == short


def test_every_card_reads_back() -> None:
    assert len({card_short(card) for card in ALL}) == 48
    for card in ALL:
        assert card_short(card).isascii()
        for text in (card_short(card), card_name(card), card_name(card).replace(" de ", " ")):
            assert parse_card(text) == parse_card(f"  {text.upper()} ") == card


def test_numbers_for_as_and_tres() -> None:
    assert parse_card("1 de oros") == parse_card("as de oros")
    assert parse_card("3 de copas") == parse_card("tres de copas")


@pytest.mark.parametrize(
    "text", ["", "o", "o1", "0o", "10o", "1x", "1oo", "as", "as de", "as en oros", "as de picas", "🂡"]
)
def test_other_text_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)
    assert "write a rank" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "de bastos" not in str(caught.value)  # scripts take no names


@pytest.mark.parametrize("text", ["10o", "11C", "12 de bastos", "rey", "Sota", "caballo/oros", "kb"])
def test_ranks_of_spanish_decks_get_a_hint(text: str) -> None:
    with pytest.raises(UsageError, match=r"; sota, caballo and rey \(10, 11 and 12\) are s, c and r$"):
        parse_card(text)
    with pytest.raises(UsageError, match=r"as 1o, 7c, sb$"):
        parse_card("1x")


def test_sets() -> None:
    cards = [parse_card(text) for text in ("2o", "1o", "rc", "1b")]
    assert cards_of(sum(1 << card for card in cards)) == cards
    assert cards_of(0) == []
    assert [len(cards_of(DECKS[size])) for size in (36, 40, 48)] == [36, 40, 48]
    assert suits_of(0b1010) == [1, 3]


@pytest.mark.parametrize("card", [-1, 12, 31, 64])
def test_numbers_that_are_no_cards(card: int) -> None:
    for name in (card_name, card_short):
        with pytest.raises(ValueError, match="not the code of a card"):
            name(card)


def test_masks_and_suits_that_are_none() -> None:
    for mask in (-1, 1 << 13, 1 << 64):
        with pytest.raises(ValueError, match="not a set of cards"):
            cards_of(mask)
    for suit in (-1, 4):
        with pytest.raises(ValueError, match="not a suit"):
            suit_name(suit)
