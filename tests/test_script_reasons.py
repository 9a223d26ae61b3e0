"""Answers of a scripted scenario to questions that are not asked: the error says what forbids the question."""

import re
from pathlib import Path

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.script import read_script
from bazas.sim.script_player import play_script

SWAP = """[first hand]
seat 0: 7o 1c
seat 1: 2c
seat 2: 4c 2o
seat 3: 5c
muestra: 3o
trick: 1c 2c 4c 5c
"""
TWO = SWAP.replace("7o 1c", "1c 4e").replace("3o", "7o")
CHAIN = SWAP + "swap 0: yes\n"
LATER = """[first hand]
seat 0: 7o 1c 6c
seat 1: 2c 3c
seat 2: 4c 4e
seat 3: 5c 5e
muestra: 3o
trick: 1c 2c 4c 5c
swap 0: no
draw:{}
trick: 6c 3c 4e 5e
wins 1: 10
"""
TUTE = "[first hand]\nseat 0: 1c ro rc re rb -\nseat 1: 2c so\nmuestra: 2e\ntrick: 1c 2c\n"
EIGHT = SWAP.replace("3o", "8o")
VUELTAS = "seed: 61\n[vueltas]\nseat 1: 5c\nseat 2: 7c\nseat 3: 6c\nseat 0: 1c\nmuestra: 2o\ntrick: 5c 7c 6c 1c\n"

REASONS = [
    ("swap_two=no", TWO, "swap 2: yes", "with swap_two=no the 2 is not given for the 7"),
    ("chained_swap=no", CHAIN, "swap 2: yes", "with chained_swap=no the 7 that a swap has left is not taken"),
    ("deck=48 swap_muestras=figures", EIGHT, "swap 0: yes", "with swap_muestras=figures the 8 de oros is not taken"),
    ("", SWAP.replace("3o", "4o"), "swap 0: yes", "the 4 de oros is never taken"),
    ("", SWAP, "swap 1: yes", "it does not hold the 7 de oros"),
    ("", TWO, "swap 1: yes", "it does not hold the 2 de oros"),
    ("", SWAP + "trick 5:\n", "swap 0: yes", "the muestra has been drawn"),
    ("", SWAP.partition("trick")[0], "swap 0: yes", "side a has won no trick yet"),
    ("swap_who=winner", LATER.format("\nswap 0: no"), "swap 0: yes",
     "with swap_who=winner only the winner of the trick may swap"),
    ("swap_when=just_won", LATER.format(""), "swap 0: yes",
     "with swap_when=just_won a side swaps between a trick that it has won and the draw"),
    ("", CHAIN, "swap 0: yes", "it has been asked and has answered"),
    ("tute=no", TUTE, "tute 0: yes", "the rules have tute=no"),
    ("", SWAP, "tute 0: yes", "it has neither four reyes nor four sotas"),
    ("", TUTE.partition("trick")[0], "tute 0: yes", "no trick is won yet"),
    ("", SWAP, "sing 1: oros", "it has no rey and sota of one suit"),
    ("", TUTE.replace("2c so", "2c so ro").replace("ro rc", "rc"), "sing 1: oros", "side b has not won the trick"),
    ("", VUELTAS, "claim 0: yes", "with vueltas_end=at_once nobody claims"),
    ("vueltas_end=claim", SWAP, "claim 0: yes", "claims belong in the vueltas"),
    ("vueltas_end=claim", VUELTAS, "claim 2: yes", "only the winner of the trick may claim"),
]  # fmt: skip


@pytest.mark.parametrize(("switches", "begin", "answer", "reason"), REASONS)
def test_why_nobody_asks(tmp_path: Path, switches: str, begin: str, answer: str, reason: str) -> None:
    """The last line is the wrong one."""
    file = tmp_path / "scene.txt"
    text = f"title: One\nrules: lascuarenta {switches}\n{begin}{answer}"
    file.write_text(text, "utf-8")
    question, seat = answer.split(":")[0].split()
    asks = f"seat {seat} is not asked to {question} before the next trick ({reason}); asked: "
    with pytest.raises(UsageError, match=re.escape(f"line {len(text.splitlines())}: {asks}")):
        play_script(read_script(file))
