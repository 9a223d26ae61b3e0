"""The sheets of all games by their names, and rules as people choose them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bazas.sim import rules as guinote
from bazas.sim.errors import RunError, UsageError
from bazas.sim.games import Game
from bazas.sim.rules import Rules
from bazas.sim.switches import Preset, RuleSet, Switch
from bazas.sim.tarneeb import rules as tarneeb

SHEETS: dict[str, Preset[RuleSet]] = {**guinote.PRESETS, **tarneeb.PRESETS}
"""Every sheet, those of one game after another."""


def game_named(name: str) -> Game:
    """The game that a run's file names; raises RunError for an unknown one."""
    for sheet in SHEETS.values():
        if sheet.rules.GAME.name == name:
            return sheet.rules.GAME
    raise RunError(f"no game {name!r} is known here: use the version of bazas that wrote the run")


def sheets_of(rules: RuleSet) -> list[Preset[RuleSet]]:
    """The sheets of the game that some rules belong to."""
    return [sheet for sheet in SHEETS.values() if sheet.rules.GAME is rules.GAME]


def preset(name: str) -> RuleSet:
    """The rules of a named sheet; raises UsageError for an unknown name."""
    if name not in SHEETS:
        for sheet in SHEETS.values():
            if name.casefold() in (sheet.rules.GAME.name, sheet.rules.GAME.title.casefold()):
                others = [other.name for other in sheets_of(sheet.rules)]
                raise UsageError(f"{name} is a game: choose a sheet of its rules, {' or '.join(others)}")
        raise UsageError(
            f"no rules named {name!r}: choose {' or '.join(SHEETS)}, which `bazas rules list` shows, or name a file "
            "of your own that ends in .toml"
        )
    return SHEETS[name].rules


def rules_of(chosen: str | RuleSet, changes: Sequence[str] = ()) -> RuleSet:
    """Rules as people choose them: a sheet's name, a TOML file (`bazas.sim.rule_files`) or rules; then changes.

    `changes`: switches as `deck=48`. Raises UsageError for what does not exist, and for a switch changed twice.
    """
    if isinstance(chosen, RuleSet):
        base = chosen
    elif is_rule_file(chosen):
        from bazas.sim.rule_files import read_rules

        base = read_rules(chosen)
    else:
        base = preset(chosen)
    values: dict[str, Any] = {}
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals:
            raise UsageError(f"{change!r} changes no rule: write NAME=VALUE, as {base.EXAMPLE}")
        switch = base.switch_named(name.strip())
        if switch.name in values:
            raise UsageError(f"rule {switch.name} is changed twice: say it once")
        values[switch.name] = switch.parse(text)
    return replace(base, **values)  # type: ignore[type-var]  # each is a dataclass


def guinote_rules(chosen: str | RuleSet, changes: Sequence[str], what: str) -> Rules:
    """`rules_of` for a command that Guiñote alone has a use for; `what` it is about, as `no seven is swapped`.

    Raises UsageError for rules of another game.
    """
    found = rules_of(chosen, changes)
    if not isinstance(found, Rules):
        raise UsageError(f"{what} by {rules_name(found)}: choose {' or '.join(guinote.PRESETS)}")
    return found


def is_rule_file(chosen: str) -> bool:
    """Whether rules are chosen by a file of one's own, not by a sheet's name."""
    return chosen.lower().endswith(".toml")


def differing(first: RuleSet, second: RuleSet) -> list[Switch]:
    """The switches that two sets of rules of one game set differently, in their order."""
    return [switch for switch in first.SWITCHES if getattr(first, switch.name) != getattr(second, switch.name)]


def rules_name(rules: RuleSet) -> str:
    """What these rules are called: a sheet's name, or that of the nearest sheet `with` the switches that differ."""
    nearest = min(sheets_of(rules), key=lambda sheet: len(differing(sheet.rules, rules)))
    changed = [f"{s.name}={s.word(getattr(rules, s.name))}" for s in differing(nearest.rules, rules)]
    return f"{nearest.name} with {', '.join(changed)}" if changed else nearest.name
