"""Every scenario in docs/scenarios-tarneeb: the kernel and the reference engine play it as it says, `show` draws it."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bazas.kernels.tarneeb.cards import DECK
from bazas.sim.errors import UsageError
from bazas.sim.script_text import Statement
from bazas.sim.tarneeb import script_player
from bazas.sim.tarneeb import script_statements as said
from bazas.sim.tarneeb.playing import Trace, trace_game
from bazas.sim.tarneeb.script import read_script
from bazas.sim.tarneeb.script_player import Played, play_script
from bazas.sim.tarneeb.script_statements import CHECKS, Script
from bazas.sim.tarneeb.tricks import read_events
from reference.tarneeb import Event, play_round
from telling_rounds import drawn_rounds, tell

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "scenarios-tarneeb"
FILES = sorted(FOLDER.iterdir())
AT_LEAST = 50
"""So many scenarios there are."""

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def played(file: Path) -> Played:
    """By the strategy that the scenario names."""
    return play_script(read_script(file))


def checks(script: Script) -> list[Statement]:
    """The statements that only check."""
    return [told for section in script.sections for told in section.statements if isinstance(told, CHECKS)]


def falsified(script: Script, told: Statement) -> list[Script]:
    """The script with this statement made false, in several ways."""
    return [
        replace(
            script,
            sections=tuple(
                replace(section, statements=tuple(false if one is told else one for one in section.statements))
                for section in script.sections
            ),
        )
        for false in falsehoods(told)
    ]


def falsehoods(told: Statement) -> list[Statement]:
    """What a true statement could have said instead."""
    match told:
        case said.Dealer() | said.Wins():
            return [replace(told, seat=told.seat ^ bit) for bit in (1, 2)]
        case said.Asked():
            return [replace(told, seats=seats) for seats in (told.seats[:-1], (*told.seats, 0), told.seats[::-1][1:])]
        case said.May():
            return [replace(told, bids=told.bids ^ 1), replace(told, bids=told.bids ^ 1 << 13)]
        case said.Declarer():
            other = [replace(told, seat=told.seat ^ 2), replace(told, bid=told.bid % 13 + 1)]
            return [*other, replace(told, forced=not told.forced)]
        case said.Legal():
            missing = DECK & ~told.cards
            return [
                replace(told, cards=cards) for cards in (told.cards & told.cards - 1, told.cards | missing & -missing)
            ]
        case said.Tricks():
            return [
                replace(told, won=(told.won[0] + 1, told.won[1])),
                replace(told, won=(told.won[0], told.won[1] + 1)),
            ]
        case said.Score() | said.Totals():
            a, b = told.points
            return [replace(told, points=points) for points in ((a + 1, b), (a, b - 1))]
        case said.End():
            return [replace(told, side=side) for side in (None, 0, 1) if side != told.side]
    raise AssertionError(f"{told} does not check")


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
    """On every event, with the same decks and answers."""
    told = played(file)
    script = told.script
    events = [
        (event.kind, event.seat, event.value, event.legal, *event.score) for event in read_events(told.trace.events)
    ]
    answers = iter([event[2] for event in events if event[0] in ("bid", "trumps", "play")])
    again: list[Event] = []
    totals = script.points
    for number, deck in enumerate(told.decks.tolist()):
        facts = play_round(script.dealer, number, deck, answers, totals, script.rules.goal)
        again += facts.events
        totals = facts.totals
    assert events == [tuple(event) for event in again]
    assert next(answers, None) is None


@each_file
def test_it_is_drawn(file: Path) -> None:
    """Up to where the scenario ends, unless the rest is asked for."""
    story = tell(script=file)
    script, page, whole = played(file).script, drawn_rounds(story), drawn_rounds(story, rest=True)
    assert max(map(len, whole.splitlines())) <= 80
    assert f"{script.title} {' '.join(script.explanation.split())} Tarneeb by " in " ".join(page.split())
    assert page.count("── Round ") == len(script.sections) == len(story.rounds)
    assert ("── the script ends here; --rest shows how" in page) is ("── the script ends here, " in whole)
    number = len(checks(script))
    told = f"All {number} statements of the script hold." if number > 1 else "The one statement of the script holds."
    assert page.splitlines()[-1] == whole.splitlines()[-1] == told
    assert story.as_dict()["title"] == script.title


@each_file
def test_every_check_can_fail(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made false in several ways, each of them is told with its line."""
    monkeypatch.setattr(script_player, "trace_game", remembered())
    script = played(file).script
    for told in checks(script):
        for false in falsified(script, told):
            with pytest.raises(UsageError, match=rf"{re.escape(file.name)}, line {told.line}: .*, not "):
                play_script(false)


def remembered() -> Callable[..., Trace]:
    """`trace_game` for scripts that are played over and over: each game is played once."""
    known: dict[Any, Trace] = {}

    def look_up(*args: Any, **more: Any) -> Trace:
        key = tuple(more["script"])
        if key not in known:
            known[key] = trace_game(*args, **more)
        return known[key]

    return look_up
