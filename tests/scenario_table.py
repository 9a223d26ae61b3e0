"""The list of all scenarios, by subject, for the documentation."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bazas.sim.script import read_script

DOCS = Path(__file__).resolve().parent.parent / "docs"

SUBJECTS = {
    "trick": "Tricks while there is stock",
    "draw": "The draw",
    "arrastre": "The arrastre",
    "swap": "Swapping the seven",
    "cante": "Cantes",
    "tute": "Tute",
    "counting": "The count",
    "vueltas": "The vueltas",
    "two": "Two players",
    "deck": "Decks of 48 and 36 cards",
    "ludoteka": "By the sheet of ludoteka",
    "switch": "Rules that no sheet has, or the other one",
    "fault": "Faults that programs of this kind have had",
}
"""The first word of a file's name, and what it stands for."""


OF_TARNEEB = {
    "bidding": "The bidding",
    "forced": "Three opening passes",
    "thirteen": "A bid of 13",
    "trumps": "Trumps",
    "play": "The play",
    "score": "The score of a round",
    "game": "The game",
    "goal": "Other goals",
}


def scenario_table(
    folder: str = "scenarios", subjects: Mapping[str, str] = SUBJECTS, read: Callable[[Path], Any] = read_script
) -> str:
    """A list of links with the titles, below a heading for each subject; raises KeyError for an unknown subject."""
    lists: dict[str, list[str]] = {subject: [] for subject in subjects}
    for file in sorted((DOCS / folder).iterdir()):
        lists[file.stem.partition("-")[0]].append(f"- [{read(file).title}]({folder}/{file.name})")
    return "\n\n".join("\n".join([f"### {subjects[subject]}\n", *links]) for subject, links in lists.items())
