"""The list of all scenarios, by subject, for the documentation."""

from pathlib import Path

from bazas.sim.script import read_script

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "scenarios"

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


def scenario_table() -> str:
    """A list of links with the titles, below a heading for each subject; raises KeyError for an unknown subject."""
    lists: dict[str, list[str]] = {subject: [] for subject in SUBJECTS}
    for file in sorted(FOLDER.iterdir()):
        lists[file.stem.partition("-")[0]].append(f"- [{read_script(file).title}](scenarios/{file.name})")
    return "\n\n".join("\n".join([f"### {SUBJECTS[subject]}\n", *links]) for subject, links in lists.items())
