"""A game in sentences: events written by hand, for what random games seldom bring."""

import numpy as np
import pytest

from bazas.kernels import records
from bazas.sim.notation import cards_of, parse_card
from bazas.sim.rules import PRESETS
from bazas.sim.show import Story
from bazas.sim.strategies import lowest
from bazas.sim.tricks import read_hands
from telling import drawn, followed, sentences
from tracing import Tracer


def cards(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


Line = tuple[int, ...]


def event(kind: str, seat: int, value: int = 0, legal: int = 0, a: int = 0, b: int = 0) -> Line:
    return records.EVENTS.index(kind), seat, value, a, b, legal


OPENING = [
    event("hand", 0, parse_card("3o")),
    event("dealt", 0, legal=cards("7o ro so rc sc 2b")),
    event("dealt", 1, legal=cards("4e")),
    event("play", 0, parse_card("2b"), cards("7o ro so rc sc 2b")),
    event("play", 1, parse_card("4e"), cards("4e")),
    event("trick", 0, 0),
]


def tell(*events: Line, twenty_named: bool = True) -> Story:
    hands = tuple(read_hands(np.array([*OPENING, *events], records.EVENT), twenty_named))
    return Story(0, 1, "lascuarenta", {}, ("one", "two"), hands)


def ends(side: int, decided: str, a: int = 0, b: int = 0) -> Line:
    return event("end", side, records.DECIDED.index(decided) if side >= 0 else -1, 0, a, b)


def test_questions_and_answers() -> None:
    told = tell(
        event("swap", 0, 0, cards("7o 3o")),
        event("swap", 0, 1, cards("7o 3o")),
        event("sing", 0, -1, 0b0001),
        event("sing", 0, 1, 0b1010, 20),
        event("sing", 0, 0, 0b0001, 60),
        event("claim", 0, 0, 0, 60),
        event("play", 0, parse_card("3o"), cards("3o ro so rc sc"), 60),
    )
    text = sentences(told)
    assert "seat 0 may give the 7 de oros for the tres de oros: keeps it" in text
    assert "seat 0 may give the 7 de oros for the tres de oros: swaps" in text
    assert "seat 0 may sing 40 in oros: is silent" in text
    assert "seat 0 may sing 20 in copas or bastos: sings copas, a 20, b 0" in text
    assert "seat 0 may sing 40 in oros: sings oros, a 60, b 0" in text
    assert "seat 0 may claim 101, with 60 points: does not" in text
    hand = told.hands[0]
    assert hand.cantes == (60, 0)
    assert hand.tricks[1].held[0] == cards("3o ro so rc sc")
    after = told.as_dict()["hands"][0]["tricks"][0]["after"]
    assert after[1] == {"event": "swap", "seat": 0, "gives": "7o", "takes": "3o", "answer": True, "score": [0, 0]}
    assert after[2] == {"event": "sing", "seat": 0, "legal": ["oros"], "answer": None, "named": True, "score": [0, 0]}
    assert (after[3]["answer"], after[3]["named"]) == ("copas", True)
    assert after[5] == {"event": "claim", "seat": 0, "answer": False, "score": [60, 0]}


def sung(kind: str, gone: bool, twenty_named: bool) -> Story:
    """A cante of seat 0 (trumps are oros), before or after the muestra was gone."""
    suit, points = (0, 40) if kind == "forty" else (1, 20)
    events = [event("draw", 1, parse_card("3o"))] if gone else []
    return tell(*events, event("sing", 0, suit, 1 << suit, points), twenty_named=twenty_named)


@pytest.mark.parametrize(
    ("kind", "gone", "twenty_named", "named"),
    [
        ("twenty", True, False, False),
        ("twenty", False, False, True),
        ("twenty", True, True, True),
        ("forty", True, False, True),
    ],
)
def test_a_twenty_whose_suit_is_not_named(kind: str, gone: bool, twenty_named: bool, named: bool) -> None:
    """In the arrastre, where the rules say so; the reader sees it all the same."""
    told = sung(kind, gone, twenty_named)
    what = "40 in oros: sings oros" if kind == "forty" else "20 in copas: sings copas"
    points = 40 if kind == "forty" else 20
    assert f"{what}{'' if named else ' (suit not named)'}, a {points}, b 0" in sentences(told)
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][-1]["named"] is named


def test_the_players_know_which_twenties_were_not_named() -> None:
    """What the story says of the last hand is what the kernel counts for each seat."""
    tracer, seen = Tracer(PRESETS["ludoteka"].rules, [lowest.strategy]), 0
    for number in range(200):
        game = tracer.play(number)
        last = followed(game.events).hands[-1]
        silent = [event.seat for trick in last.tricks for event in trick.after if not event.named]
        assert [silent.count(seat) for seat in range(4)] == list(game.view.unnamed)
        seen += len(silent)
    assert seen > 20


def test_the_card_under_the_stock_after_a_swap() -> None:
    """The stock lasts until the card given was drawn."""
    swap, sing = event("swap", 0, 1, cards("7o 3o")), event("sing", 0, 1, 2, 20)
    for last, named in (("3e", True), ("7o", False)):
        told = tell(swap, event("draw", 1, parse_card(last)), sing, twenty_named=False)
        assert told.as_dict()["hands"][0]["tricks"][0]["after"][-1]["named"] is named
    told = tell(
        swap, event("withheld", 0, parse_card("3o")), event("draw", 1, parse_card("3o")), sing, twenty_named=False
    )
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][-1]["named"] is False


def test_a_withheld_swap_changes_nothing() -> None:
    told = tell(
        event("swap", 0, 1, cards("7o 3o")),
        event("withheld", 0, parse_card("3o")),
        event("play", 0, parse_card("7o"), cards("7o ro so rc sc")),
    )
    assert told.hands[0].tricks[1].held[0] == cards("7o ro so rc sc")
    assert "the swap of seat 0 is withheld: the tres de oros stays under the stock" in sentences(told)
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][1]["card"] == "3o"


def test_tute() -> None:
    reyes, sotas = cards("ro rc re rb"), cards("so sc se sb")
    told = tell(event("tute", 0, 0, sotas), event("tute", 0, 1, reyes | sotas), ends(0, "tute", 5, 50))
    text = sentences(told)
    assert "seat 0 may declare tute with the four sotas: is silent" in text
    assert "seat 0 may declare tute with the four reyes and the four sotas: declares" in text
    assert told.decided == "tute"
    assert len(told.as_dict()["hands"][0]["tricks"][0]["after"][1]["cards"]) == 8


def test_a_wrong_cante_is_a_renuncio() -> None:
    told = tell(event("renuncio", 0, 3, 0b0010), ends(1, "renuncio"))
    assert "renuncio of seat 0: sings bastos; legal: copas, or none" in sentences(told)
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][0]["legal"] == ["copas"]


def test_a_wrong_card_in_the_middle_of_a_trick_is_a_renuncio() -> None:
    played = [event("play", 0, parse_card("rc"), cards("7o ro so rc sc")), event("draw", 1, parse_card("1c"))]
    told = tell(played[1], played[0], event("renuncio", 1, parse_card("2c"), cards("1c")), ends(0, "renuncio"))
    assert "renuncio of seat 1: plays 2 de copas; legal: as de copas" in sentences(told)
    assert len(told.hands[0].tricks) == 2


@pytest.mark.parametrize(
    ("side", "decided", "a", "b", "sentence"),
    [
        (0, "hand", 105, 60, "Side a wins the game, 105 to 60."),
        (
            1,
            "last_trick",
            110,
            105,
            "Both sides have 101 points: side b, with the last trick, wins the game, 105 to 110.",
        ),
        (
            0,
            "thirty",
            101,
            103,
            "but side b has fewer than 30 from cards and últimas: side a wins the game, 101 to 103.",
        ),
        (1, "vueltas", 40, 102, "Side b, past 100 after winning a trick, wins the game, 102 to 40."),
        (0, "claim", 101, 90, "The claim is right: side a wins the game, 101 to 90."),
        (1, "false_claim", 98, 90, "The claim is wrong: side b wins the game, 90 to 98."),
        (-1, "", 100, 60, "Nobody has 101 points: vueltas follow."),
    ],
)
def test_how_a_hand_ends(side: int, decided: str, a: int, b: int, sentence: str) -> None:
    assert sentence in sentences(tell(event("claim", 0, 0, 0, a, b), ends(side, decided, a, b)))


def test_the_thirty_rule_is_told() -> None:
    told = tell(event("last", 0, 10, 0, 101, 120), ends(-1, "", 101, 120))
    told.hands[0].cards = (15, 105)
    expected = "Both sides have 101 points, but side a only 25 of the 30 needed from cards and últimas: vueltas follow."
    assert expected in sentences(told)


def test_cards_that_were_not_legal_stand_after_a_stroke() -> None:
    told = tell(
        event("draw", 1, parse_card("4c")),
        event("draw", 1, parse_card("1c")),
        event("play", 0, parse_card("rc"), cards("7o ro so rc sc")),
        event("play", 1, parse_card("1c"), cards("1c")),
    )
    assert "1c/4c" in drawn(told)
    assert len(cards_of(told.hands[0].tricks[1].held[1])) == 2
