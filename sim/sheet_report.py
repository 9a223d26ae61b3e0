"""The rule sheets and their switches, as `bazas rules list` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bazas.sim import defaults
from bazas.sim.sheets import SHEETS, rules_name, rules_of, sheets_of
from bazas.sim.switches import Preset, RuleSet

Sheets = list[Preset[RuleSet]]


def by_game(rules: str | None, changes: Sequence[str]) -> list[Sheets]:
    """The sheets of each game; where rules are chosen or changed, of theirs alone, and the rules beside them."""
    if rules is None and not changes:
        games = dict.fromkeys(sheet.rules.GAME for sheet in SHEETS.values())
        return [[sheet for sheet in SHEETS.values() if sheet.rules.GAME is game] for game in games]
    own = rules_of(defaults.RULES if rules is None else rules, changes)
    sheets = sheets_of(own)
    if rules in SHEETS and not changes:
        return [sheets]
    return [[*sheets, Preset("yours", f"{own.GAME.title} by {rules_name(own)}", own)]]


def listed_rules(rules: str | None, changes: Sequence[str]) -> dict[str, Any]:
    """The JSON object of `bazas rules list`: the sheets, and the switches of their games."""
    games = by_game(rules, changes)
    return {
        "rules": [
            {"name": sheet.name, "game": sheet.rules.GAME.name, "title": sheet.title, "switches": sheet.rules.as_dict()}
            for sheets in games
            for sheet in sheets
        ],
        "switches": [
            {
                "game": sheets[0].rules.GAME.name,
                "name": switch.name,
                "values": list(switch.values),
                "meaning": switch.meaning,
            }
            for sheets in games
            for switch in sheets[0].rules.SWITCHES
        ],
    }


def print_rules(rules: str | None, changes: Sequence[str]) -> None:
    """A table for each game: its sheets side by side, and what its switches mean."""
    from bazas.sim.terminal import console, listing

    screen = console()
    for number, sheets in enumerate(by_game(rules, changes)):
        if number:
            screen.print("\n")
        for sheet in sheets:
            print(f"{sheet.name}: {sheet.title}")
        known = [sheet for sheet in sheets if sheet.name in SHEETS]
        screen.print(listing(["", "switch", *(sheet.name for sheet in sheets)], _compared(sheets, len(known))))
        notes = ["* The sheets differ"] if len(known) > 1 else []
        notes += ["+ yours are those of neither" if notes else "+ yours differ"] if len(sheets) > len(known) else []
        said = f"{', '.join(notes)}. " if notes else ""
        screen.print(f"\n{said}Change a rule with --rule SWITCH=VALUE, or in a file NAME.toml.\n")
        meanings = [[switch.name, f"{switch.meaning} ({switch.choices})"] for switch in sheets[0].rules.SWITCHES]
        screen.print(listing(["switch", "meaning and values"], meanings))


def _compared(sheets: Sheets, known: int) -> list[list[str]]:
    """A row for each switch: a mark, its name, and its value in each of these rules, `known` sheets first."""
    rows = []
    for switch in sheets[0].rules.SWITCHES:
        words = [switch.word(getattr(sheet.rules, switch.name)) for sheet in sheets]
        of_sheets = set(words[:known])
        mark = "*" * (len(of_sheets) > 1) + "+" * (not of_sheets.issuperset(words))
        rows.append([mark, switch.name, *words])
    return rows
