"""The two sheets of rules compared, and one of them with a few switches changed."""

from functools import cache

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import RuleEffects
from bazas.sim.rules import preset, rules_of
from bazas.sim.strategy import Strategy
from chaos import chaos

FIRST, SECOND = preset("lascuarenta"), preset("ludoteka")
GAMES = 4000


def player(name: str) -> str | Strategy:
    return chaos if name == "chaos" else name


@cache
def effects_of(name: str, *changes: str, games: int = GAMES) -> RuleEffects:
    """The first sheet against itself with these changes, or without any against the second."""
    return compare_rules(FIRST, rules_of(FIRST, changes) if changes else SECOND, player(name), games=games)
