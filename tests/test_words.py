"""A user of one game never meets a word of the other: in help, results, errors, columns."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bazas.sim.storage import read_run
from commands import Ran

OF_GUINOTE = re.compile(
    r"\b(guiñote|guinote|muestras?|cantes?|vueltas|manos?|tutes?|cotos?|matches|match|sings?|sung|sota|caballo|rey|oros|"
    r"copas|espadas|bastos|últimas|arrastre|renuncio|claims?|lascuarenta|ludoteka|first hand|points a hand|hands_\w+|"
    r"hands/s)\b",
    re.IGNORECASE,
)
OF_TARNEEB = re.compile(
    r"\b(tarneeb|cardems|bids?|bidding|declarers?|rounds?|north|east|south|west|spades|hearts|diamonds|clubs|auction)\b",
    re.IGNORECASE,
)
WRONG = (
    "simulate --strategy nobody",
    "simulate --games 0",
    "simulate --seats random,random",
    "simulate --rule deck=48",
    "simulate --rule goal=41",
    "simulate --matches 2",
    "show --hand first",
    "show --game -1",
    "show --round 2",
    "show --strategy random --round 900",
)

COMMANDS = (
    "simulate",
    "compare",
    "tournament",
    "show",
    "rules list",
    "strategy tune",
    "strategy list",
    "strategy check",
)


def foreign(words: re.Pattern[str], text: str) -> set[str]:
    """The words of the other game."""
    return {found[0].lower() for found in words.finditer(text)}


@pytest.mark.parametrize("command", [*COMMANDS, "contracts"])
def test_help_on_tarneeb(command: str, bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{command} --rules cardems --help")
    assert status == 0
    assert foreign(OF_GUINOTE, out) == set()


@pytest.mark.parametrize("command", [*COMMANDS, "seven", "rules compare", "strategy profile", "solve"])
def test_help_on_guinote(command: str, bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{command} --help")
    assert status == 0
    assert foreign(OF_TARNEEB, out) == set()


@pytest.mark.parametrize(
    "line",
    [
        "simulate --strategy random --games 200",
        "simulate --strategy random --games 200 --json",
        "compare random honours --games 100",
        "compare random honours --games 100 --json",
        "tournament random honours --games 100",
        "tournament random honours --games 100 --json",
        "contracts --strategy random --games 500",
        "contracts --strategy random --games 500 --json",
        "show --strategy random --game 3",
        "show --strategy random --game 3 --json",
        "rules list",
        "rules list --json",
        "strategy list",
        "strategy list --json",
        *(line for line in WRONG if line not in ("simulate --rule goal=41", "show --round 2")),
    ],
)
def test_what_is_printed_on_tarneeb(line: str, bazas: Callable[..., Ran]) -> None:
    status, out, told = bazas(f"{line} --rules cardems")
    assert status == (2 if line in WRONG else 0)
    text = re.sub(r'"descripcion": "[^"]*"', "", out + told)  # Spanish has the words for cards of any kind
    assert text
    for option in ("--matches", "--hand", "--rule deck=48", "'deck'"):
        text = text.replace(option, "")  # said by the user
    assert foreign(OF_GUINOTE, text) == set()


@pytest.mark.parametrize(
    "line",
    [
        "simulate --strategy random --games 200",
        "simulate --strategy random --games 200 --json",
        "compare random lowest --games 100",
        "compare random lowest --games 100 --json",
        "tournament random lowest --games 100",
        "show --strategy random --game 3",
        "show --strategy random --game 3 --json",
        "strategy list",
        "rules list --rules lascuarenta",
        "simulate --strategy nobody",
        "simulate --games 0",
        "simulate --rule goal=41",
        "show --round 2",
    ],
)
def test_what_is_printed_on_guinote(line: str, bazas: Callable[..., Ran]) -> None:
    status, out, told = bazas(line)
    assert status == (2 if line in WRONG else 0)
    text = (out + told).replace("--round", "").replace("'goal'", "")
    assert text
    assert foreign(OF_TARNEEB, text) == set()


def test_columns(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    bazas("simulate --rules cardems --strategy random --games 3 --plays --hands --out", tmp_path / "tarneeb")
    bazas("simulate --strategy random --games 3 --plays --hands --out", tmp_path / "guinote")
    assert foreign(OF_GUINOTE, str(read_run(tmp_path / "tarneeb"))) == set()
    assert foreign(OF_TARNEEB, str(read_run(tmp_path / "guinote"))) == set()
