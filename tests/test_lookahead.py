"""The strategies that look ahead: which answers they weigh, and that they see what is there to be seen."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba import types

from bazas.analyses.compare import compare
from bazas.kernels.calling import VIEW_TYPE
from bazas.kernels.compiling import kernel
from bazas.kernels.playout import MOST_ANSWERS
from bazas.sim.notation import card_short, cards_of, parse_card
from bazas.sim.playing import play_chunk
from bazas.sim.rules import guinote
from bazas.sim.sheets import rules_of
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategies.lookahead import list_cards, list_suits
from processes import environment
from quick import quick
from test_strategies import mask, position


@kernel(lambda: types.int64(VIEW_TYPE, types.int64, types.Array(types.int16, 1, "C")))
def _cards(view: Any, usual: int, answers: Any) -> int:
    """`list_cards` for callers in Python."""
    return list_cards(view, usual, answers)


@kernel(lambda: types.int64(VIEW_TYPE, types.int64, types.Array(types.int16, 1, "C")))
def _suits(view: Any, usual: int, answers: Any) -> int:
    """`list_suits` for callers in Python."""
    return list_suits(view, usual, answers)


def weighed(view: Any, usual: str) -> str:
    answers = np.zeros(MOST_ANSWERS, np.int16)
    return " ".join(card_short(int(card)) for card in answers[: _cards(view, parse_card(usual), answers)])


def test_cards_of_the_same_worth_are_weighed_once() -> None:
    view = position("2c 4c 7c rc 5e 1b")
    assert weighed(view, "2c") == "2c 7c rc 5e 1b", "5c and 6c lie between 4c and 7c"
    view = position("2c 4c 7c rc 5e 1b", seen="5c 6c")
    assert weighed(view, "2c") == "2c rc 5e 1b"
    assert weighed(view, "7c") == "7c rc 5e 1b", "the usual one stands for all of its kind"


def test_a_card_on_the_table_still_counts() -> None:
    view = position("4c 6c 7c rc 5e 1b", "5c")
    assert weighed(view, "4c") == "4c 6c rc 5e 1b", "6c and 7c take the trick, 4c does not"


def test_points_are_never_the_same_worth() -> None:
    assert weighed(position("cc sc rc 5e 1b 3b"), "5e") == "5e cc sc rc 3b 1b"


def test_the_seven_of_trumps_may_be_given_for_the_muestra() -> None:
    assert weighed(position("6o 7o 5c 6c 1b 3b", muestra="ro"), "6o") == "6o 7o 5c 3b 1b"
    assert weighed(position("6o 7o 5c 6c 1b 3b", muestra="ro", stock=0), "6o") == "6o 5c 3b 1b"


def test_every_cante_is_weighed_and_none() -> None:
    view, answers = position("sc rc se re 5o 6o"), np.zeros(MOST_ANSWERS, np.int16)
    view.legal = 0b0110
    assert answers[: _suits(view, 1, answers)].tolist() == [1, -1, 2]
    assert answers[: _suits(view, -1, answers)].tolist() == [-1, 1, 2]


# What it sees


def decide(view: Any, **values: int) -> str:
    player = quick("rollout").with_values({"worlds": 64, **values})
    view.rules = guinote(rules_of("lascuarenta")).record()
    view.params[:] = player.words
    view.noise = 99
    return card_short(int(player.seat().decisions[0](view)))


def near_the_end(hand: str, table: str, unseen: str, **options: Any) -> Any:
    """The last seat's view in the arrastre: all other cards were played, as many by each seat."""
    view = position(hand, table, stock=0, **options)
    gone = cards_of(view.deck & ~mask(f"{hand} {table} {unseen}"))
    for seat in range(4):
        view.played[seat] |= sum(1 << card for card in gone[seat::4])
    return view


def test_it_gives_its_points_to_the_partner_who_wins() -> None:
    """The partner's tres of espadas wins; in the last trick the as of bastos would not."""
    view = near_the_end("1b 2b", "2e 3e 4e", "4c 5c 6c")
    assert decide(view) == "1b"
    assert decide(view, goal=1) == "1b"


def test_it_gives_the_opponents_nothing() -> None:
    view = near_the_end("1b 2b", "3e 2e 4e", "4c 5c 6c")
    assert decide(view) == "2b"


def test_uncompiled_it_plays_the_same() -> None:
    code = "from test_lookahead import played; print(played())"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(NUMBA_DISABLE_JIT="1"), capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == played()


def played() -> str:
    """The cards of two games in the order of play."""
    cards = []
    for rules in ("lascuarenta", "ludoteka"):
        seats = seats_of(4, quick("rollout"), quick("exact"))
        chunk = play_chunk(Spec("simulate", guinote(rules_of(rules)), 7, (Arm(seats),), plays=True), 0, 1)
        assert chunk.plays is not None
        cards.append(chunk.plays[0][0].tolist())
    return str(cards)


@pytest.mark.parametrize("name", ["rollout", "exact"])
def test_more_worlds_change_the_play_and_nothing_else_does(name: str) -> None:
    def won(**values: int) -> list[int]:
        spec = Spec(
            "simulate",
            guinote(rules_of("lascuarenta")),
            3,
            (Arm(seats_of(4, quick(name).with_values(values), "random")),),
        )
        return [int(card) for card in play_chunk(spec, 0, 12).arms[0][1]["cards"].ravel()]

    assert won(worlds=4) == won(worlds=4) != won(worlds=9)
    assert won(worlds=9) != won(worlds=9, goal=1)


def test_it_beats_counter() -> None:
    found = compare("rollout", "counter", games=300, seed=5)
    assert found.points.low > 3
    assert found.wins.low > 0
