"""Every scenario in docs/scenarios: the kernel and the reference engine play it as it says, and `show` draws it."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from bazas.sim import script_game
from bazas.sim.errors import UsageError
from bazas.sim.script import read_script
from bazas.sim.script_player import Played, play_script
from bazas.sim.script_statements import Answer
from bazas.sim.show import show
from bazas.sim.tracing import trace_game
from comparing import compare_game
from scripting import checks, events_of, falsified, remembered
from telling import drawn
from tracing import Tracer

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "scenarios"
FILES = sorted(FOLDER.iterdir())
AT_LEAST = 150
"""So many scenarios there are."""

HANDS = ("First hand", "Vueltas")

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def played(file: Path) -> Played:
    """By the strategy that the scenario names."""
    return play_script(read_script(file))


def test_there_are_enough() -> None:
    assert len(FILES) >= AT_LEAST
    names = [file.name for file in FILES]
    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+\.txt", name)] == []


def test_titles_are_unique() -> None:
    titles = Counter(played(file).script.title.casefold() for file in FILES)
    assert [title for title, count in titles.items() if count > 1] == []


@each_file
def test_it_says_what_it_shows(file: Path) -> None:
    """In words and in statements that can be checked."""
    script = played(file).script
    assert script.explanation
    assert checks(script)


@each_file
def test_the_reference_engine_agrees(file: Path) -> None:
    """On every event and fact, with the same decks and answers."""
    told = played(file)
    script, decks = told.script, told.decks
    tracer = Tracer(script.rules, [told.strategy], seed=script.seed, mano=script.mano)
    game = tracer.play(0, decks, told.answers)
    assert game.events == events_of(told)
    compare_game(script.rules, game, decks.tolist(), script.mano, "none", file.name)


@each_file
def test_it_is_drawn(file: Path) -> None:
    story = show(script=file)
    text = drawn(story)
    assert max(map(len, text.splitlines())) <= 80
    assert " ".join(text.split()).startswith(story.title or "?")
    assert f" {' '.join((story.explanation or '?').split())} Guiñote by " in " ".join(text.split())
    assert story.as_dict()["title"] == played(file).script.title


@each_file
def test_the_page_ends_where_the_scenario_does(file: Path) -> None:
    """It has the hands that the scenario has sections for, and says so where --rest would show more."""
    script, story = played(file).script, show(script=file)
    page, whole = drawn(story), drawn(story, rest=True)
    assert hands_on(page) == [name for name, told in zip(HANDS, script.sections, strict=True) if told is not None]
    assert hands_on(whole) == list(HANDS[: len(story.hands)])
    assert ("── the script ends here; --rest shows how" in page) is ("── the script ends here, " in whole)
    answers = [told for section in script.sections for told in (section.statements if section else ())]
    number = len(checks(script)) + sum(isinstance(told, Answer) for told in answers)
    told = f"All {number} statements of the script hold." if number > 1 else "The one statement of the script holds."
    assert page.splitlines()[-1] == whole.splitlines()[-1] == told


def hands_on(page: str) -> list[str]:
    return [name for name in HANDS if f"── {name}: mano" in page]


@each_file
def test_every_check_can_fail(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made false in several ways, each of them is told with its line."""
    monkeypatch.setattr(script_game, "trace_game", remembered(trace_game))
    script = played(file).script
    for told in checks(script):
        for false in falsified(script, told):
            with pytest.raises(UsageError, match=rf"{re.escape(file.name)}, line {told.line}: .*, not "):
                play_script(false)
