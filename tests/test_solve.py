"""`bazas solve`: positions worked out by hand, and the command."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from bazas.kernels.vueltas import CERTAIN, chance_in_vueltas
from commands import Ran
from solving import best, solved, steps, values

LAST_OF_ALL = """
trumps: oros
seat 0: 1o
seat 1: 3c
seat 2: 4e
seat 3: rb
leads: 0
"""


# Worked out by hand


def test_the_last_trick() -> None:
    """As 11, tres 10 and rey 4 are 25, and the last trick 10: all for side a."""
    solution = solved(LAST_OF_ALL)
    assert (solution.value, solution.points) == (35, (35, 0))
    assert steps(solution) == "1o 3c 4e rb =0 last 0"


def test_values_are_for_the_side_to_move() -> None:
    """The same trick led by seat 1: seat 0 trumps, side b makes nothing."""
    solution = solved(LAST_OF_ALL.replace("leads: 0", "leads: 1"))
    assert (solution.value, solution.points) == (-35, (35, 0))


def test_a_trump_waits_for_the_as() -> None:
    """Two players. Seat 1 must follow a lead of copas with the as or the tres, and has nothing else.

    The 4 of copas first: the as takes it (11 points for b), then the tres is led and the 2 of trumps takes it and
    the last trick (20 for a): +9. The 2 of trumps first: seat 1 gives the tres on it (10 for a), and the as takes the 4
    and the last trick (21 for b): -11.
    """
    solution = solved("rules: lascuarenta players=2\ntrumps: oros\nseat 0: 2o 4c\nseat 1: 1c 3c\nleads: 0")
    assert values(solution) == {"4c": 9, "2o": -11}
    assert (best(solution), solution.points) == (["4c"], (20, 11))
    # A follower must beat the 4: both cards do, and the better one of the two is the as.
    assert steps(solution) == "4c 1c =1 3c 2o =0 last 0"


def test_equal_cards_are_marked_and_the_weakest_is_laid() -> None:
    """Nobody else has a trump: seat 0 makes both tricks with either card."""
    solution = solved("rules: lascuarenta players=2\ntrumps: oros\nseat 0: 4o 7o\nseat 1: 4c 5c\nleads: 0")
    assert values(solution) == {"4o": 10, "7o": 10}
    assert best(solution) == ["4o", "7o"]
    assert steps(solution) == "4o 4c =0 7o 5c =0 last 0"


CANTE = """
rules: lascuarenta players=2
trumps: oros
seat 0: so ro 1o
seat 1: 2c 4c 5c
leads: 0
"""


def test_a_cante_is_sung_after_the_trick_that_allows_it() -> None:
    """As, sota and rey make 18 and the last trick 10; the 40 needs a trick while rey and sota are both in hand."""
    solution = solved(CANTE)
    assert values(solution) == {"1o": 68, "so": 28, "ro": 28}
    assert steps(solution) == "1o 2c =0 sing 0 so 4c =0 ro 5c =0 last 0"


def test_a_suit_that_was_sung_is_not_sung_again() -> None:
    solution = solved(CANTE + "sung: oros")
    assert solution.value == 28
    assert len(best(solution)) == 3


def test_cantes_come_before_the_lead_where_a_trick_was_just_won() -> None:
    """By `won` the 40 is sung at once, and any lead does."""
    solution = solved(CANTE.replace("leads", "won"))
    assert (solution.value, solution.points) == (68, (68, 0))
    assert steps(solution).startswith("sing 0 so")
    assert set(values(solution).values()) == {28}


TWO_CANTES = "rules: {} players=2\ntrumps: oros\nseat 0: so ro sc rc\nseat 1: 1o 3o 1c 4e\nwon: 0"


def test_by_ludoteka_all_cantes_are_sung_for_one_trick() -> None:
    """By lascuarenta only the 40 is sung, and the 20 needs a trick: seat 1 beats whatever is led, or takes the last."""
    assert steps(solved(TWO_CANTES.format("ludoteka"))).startswith("sing 0 sing 0 ")
    solution = solved(TWO_CANTES.format("lascuarenta"))
    assert steps(solution).startswith("sing 0 ")
    assert [step.points for step in solution.line if step.kind == "sing"] == [40]


def test_the_second_cante_waits_for_the_next_trick() -> None:
    """Reyes and sotas are 14, the last trick 10, the cantes 60: a trump wins the trick between the two."""
    text = "rules: lascuarenta players=2\ntrumps: oros\nseat 0: so ro sc rc\nseat 1: 4e 5e 6e 7e\nwon: 0"
    solution = solved(text)
    assert solution.value == 84
    assert re.match("sing 0 [sr]o .e =0 sing 0 ", steps(solution))


def test_on_the_table() -> None:
    """Seat 2 sees the partner's as winning: the tres on it is safe, 21 points for the trick.

    Seat 0 makes the last one too, with its trump. With the 4 first the tres comes then, for just as much.
    """
    text = "trumps: oros\nseat 0: 2o\nseat 1: 4e\nseat 2: 3b 4b\nseat 3: 5e 6e\nleads: 0\ntrick: 1c 4c"
    solution = solved(text)
    assert values(solution) == {"3b": 31, "4b": 31}
    assert steps(solution) == "4b 5e =0 2o 4e 3b 6e =0 last 0"


# The game


GAME = """
trumps: oros
seat 0: 1o
seat 1: 3c
seat 2: 4e
seat 3: rb
leads: 0
score: {}
"""


def test_the_game_is_won_with_101() -> None:
    """35 points come: from 66 they make 101. The cards that are gone have 95 points."""
    solution = solved(GAME.format("66 29"), "game")
    assert (solution.value, solution.points) == (1.0, (35, 0))


def test_with_100_vueltas_follow() -> None:
    solution = solved(GAME.format("65 30"), "game")
    assert solution.value == chance_in_vueltas(4, 40, 100, 30, 1) / CERTAIN
    assert 0.5 < solution.value < 1


def test_the_mano_of_the_vueltas_is_the_next_seat() -> None:
    solution = solved(GAME.format("65 30") + "mano: 1", "game")
    assert solution.value == chance_in_vueltas(4, 40, 100, 30, 0) / CERTAIN


def test_in_the_vueltas_101_end_the_game_at_once() -> None:
    """Side b, with 100 points, leads the tres de copas, which seat 0 must follow.

    The rey de bastos would be trumped, and a, which has carried over more than 101, would win by its first trick.
    """
    text = "trumps: oros\nseat 0: 4c 1o\nseat 1: 3c rb\nseat 2: 4e 5e\nseat 3: 2b 4b\nleads: 1\nvueltas: yes\nscore: {}"
    solution = solved(text.format("125 100"), "game")
    assert solution.value == 1.0
    assert steps(solution) == "3c 4e 2b 4c =1 goal 1"
    assert values(solution) == {"3c": 1, "rb": 0}


def test_a_tute_wins_the_game() -> None:
    text = "rules: lascuarenta players=2\ntrumps: oros\nseat 0: 1o ro rc re rb\nseat 1: 2c 4c 5c 6c 7c\nleads: 0\n"
    solution = solved(text + "score: 0 93", "game")
    assert solution.value == 1.0
    assert steps(solution) == "1o 2c =0 tute 0"
    assert best(solution) == ["1o"]


# The command


def test_the_command_prints_a_page(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "end.txt"
    file.write_text(CANTE, "utf-8")
    status, out, _ = bazas("solve", file)
    assert status == 0
    assert "Of the 68 points still to come side a makes 68, side b 0: +68 for side a." in out
    assert re.search(r"1o +as de oros +\+68 +best\n", out)
    assert "seat 0 sings 40 in oros" in out
    assert max(map(len, out.splitlines())) <= 80


def test_json_has_stable_keys(bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LAST_OF_ALL.encode())))
    status, out, _ = bazas("solve - --json")
    found = json.loads(out)
    assert status == 0
    assert list(found) == [
        "title", "rules", "switches", "goal", "to_move", "side", "value", "cards", "line", "points", "score",
    ]  # fmt: skip
    assert found["cards"] == [{"card": "1o", "name": "as de oros", "value": 35, "best": True}]
    assert found["line"][-1] == {"kind": "last", "seat": 0, "card": None, "suit": None, "points": 10}
    assert (found["rules"], found["goal"], found["to_move"], found["side"]) == ("lascuarenta", "points", 0, "a")


def test_errors_of_the_command(bazas: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bazas("solve", tmp_path / "none.txt")[0] == 2
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"trumps: gold\n")))
    status, out, err = bazas("solve -")
    assert (status, out) == (2, "")
    assert err.startswith("bazas: standard input, line 1: trumps cannot be 'gold'")
