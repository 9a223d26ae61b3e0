"""What is wrong with the text of a position is told in one sentence, with its line."""

import re
from pathlib import Path

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.solve_text import parse_position
from solving import solved

GOOD = """title: Good
trumps: oros
seat 0: 1o 2c
seat 1: 3c 4c
seat 2: 4e 5e
seat 3: rb 4b
leads: 0
"""


def swapped(line: int, text: str) -> str:
    lines = GOOD.splitlines()
    lines[line - 1] = text
    return "\n".join(lines)


ERRORS = {
    "seat 1: 1o 4c": (4, "1o has its place by line 3"),
    "seat 1: 3c 3c": (4, "3c stands twice in this line"),
    "seat 1: 3c 8c": (4, "8c is not in the deck of 40 cards"),
    "seat 1: 3c xx": (4, "'xx' is not a card"),
    "seat 1: 3c -": (4, "`-` leaves a card open"),
    "seat 1: 3c": (4, "seat 1 has 1 card: seat 0, to play, has 2: it must be 2"),
    "seat 1: 3c 4c 5c": (4, "seat 1 has 3 cards"),
    "seat 1: 3c 4c 5c 6c 7c sc rc": (4, "7 cards are too many"),
    "seat 4: 3c 4c": (4, "there is no seat 4"),
    "seat 0: 3c 4c": (4, "seat 0 stands twice, here and in line 3"),
    "seat 00: 3c 4c": (4, "seat 0 stands twice, here and in line 3"),
    "hand 1: 3c 4c": (4, "'hand' is no statement"),
    "3c 4c": (4, "is no statement: write a name, a colon"),
    "seat: 3c 4c": (4, "write as in `seat 0: 7o 1c 4e`"),
    "rules: lascuarenta": (4, "rules come too late"),
    "muestra: 2o": (4, "muestra cannot stand beside trumps"),
    "": (7, "the hand of seat 1 is missing"),
    "seat 1: 3c \x07": (4, "control characters"),
}


@pytest.mark.parametrize("text", ERRORS)
def test_a_wrong_hand_is_told_with_its_line(text: str) -> None:
    line, told = ERRORS[text]
    with pytest.raises(UsageError, match=f"^here.txt, line {line}: .*{re.escape(told)}"):
        solved(swapped(4, text))


@pytest.mark.parametrize(
    ("line", "text", "told"),
    [
        (1, "rules: nobody", "no rules named 'nobody'"),
        (1, "rules: lascuarenta deck=41", "rule deck cannot be '41'"),
        (1, "rules: lascuarenta players=2", "there is no seat 2: seats are 0 to 1"),
        (1, "rules: lascuarenta deck=36", "2c is not in the deck of 36 cards"),
        (1, "title:", "title is empty"),
        (2, "trumps: gold", "trumps cannot be 'gold': write oros, copas, espadas or bastos"),
        (2, "muestra: 2o 3o", "2 cards are too many"),
        (2, "", "trumps are missing"),
        (7, "", "nobody leads"),
        (7, "leads: 4", "there is no seat 4"),
        (7, "leads: east", "leads cannot be 'east'"),
        (7, "leads: 0\nwon: 0", "won cannot stand beside leads"),
        (7, "leads: 0\nvueltas: perhaps", "vueltas cannot be 'perhaps': write yes or no"),
        (7, "leads: 0\nsung: oros gold", "'gold' is no suit"),
        (7, "leads: 0\nsung: oros, oros", "a suit stands twice"),
        (7, "leads: 0\nscore: 80", "'80' is no score"),
        (7, "leads: 0\nscore: 80 10", "the score adds up to 90, but the cards that are gone have 95 points"),
        (7, "leads: 0\nsung: copas\nscore: 80 15", "what was sung 20"),
        (7, "leads: 0\ncards: 80 16", "add up to 96, but the cards that are gone have 95"),
        (7, "leads: 0\nsung: copas\ncards: 80 15\nscore: 90 25", "side a has 90 points, 80 of cards"),
        (7, "leads: 0\nvueltas: yes\nscore: 80 15", "0 cannot have been carried over"),
        (7, "leads: 0\nvueltas: yes\nscore: 80 146", "131 cannot have been carried over"),
        (7, "leads: 0\nvueltas: yes\ncards: 95 0\nscore: 94 131", "less than the points of cards"),
        (7, "leads: 0\nvueltas: yes\nscore: 101 124", "nothing to decide: side a has 101 points and has won a trick"),
        (7, "leads: 0\nvueltas: yes\ncards: 15 80\nscore: 95 130", "nothing to decide: side b has 101 points"),
        (7, "leads: 0\nmano: 4", "there is no seat 4"),
        (7, "won: 0\ntrick: 6c", "cards on the table cannot stand beside won"),
        (7, "leads: 0\ntrick: 6c 7c sc cc", "this trick is full"),
        (7, "leads: 0\ntrick: 6c 1o", "1o has its place by line 3"),
        (7, "leads: 0\ntrick: 6c", "seat 0 has 2 cards: seat 1, to play, has 2, and seat 0 has laid one: it must be 1"),
    ],
)
def test_every_other_error_names_its_line(line: int, text: str, told: str) -> None:
    with pytest.raises(UsageError, match=rf"^here.txt, line \d+: .*{re.escape(told)}"):
        solved(swapped(line, text))


def test_nothing_to_decide() -> None:
    empty = "\n".join(f"seat {seat}:" for seat in range(4))
    with pytest.raises(UsageError, match="line 2: there is nothing to decide: seat 0 is to play and has no card"):
        solved(f"trumps: oros\n{empty}\nleads: 0")


TABLE = "trumps: oros\nseat 0: 2c\nseat 1: {}\nseat 2: 4e 5e\nseat 3: rb 4b\nleads: 0\ntrick: 1c {}"


def test_a_card_on_the_table_must_have_been_legal() -> None:
    with pytest.raises(UsageError, match=r"^here\.txt, line 7: seat 1 could not lay 4e: legal was 4c$"):
        solved(TABLE.format("4c", "4e").replace("4e 5e", "6e 5e"))
    assert solved(TABLE.format("7e", "4c")).value > 0


def test_the_game_needs_the_score() -> None:
    with pytest.raises(UsageError, match="line 7: the goal game needs the score"):
        solved(GOOD, "game")
    with pytest.raises(UsageError, match="line 9: the goal game needs the points without cantes"):
        solved(GOOD + "sung: copas\nscore: 90 25", "game")
    assert solved(GOOD + "sung: copas\nscore: 90 25\ncards: 70 25", "game").value == 1.0
    with pytest.raises(UsageError, match="goal cannot be 'fun': choose points or game"):
        solved(GOOD, "fun")


def test_a_text_in_another_encoding() -> None:
    with pytest.raises(UsageError, match=r"^here\.txt, line 2: this is no text in UTF-8"):
        parse_position(b"# one\ntitle: \xff\n", Path("here.txt"))
