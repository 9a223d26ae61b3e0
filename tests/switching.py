"""The two sheets of rules compared, and one of them with a few switches changed."""

from functools import cache

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import RuleEffects
from bazas.sim.playing import Chunk, play_chunk
from bazas.sim.rules import PRESETS, guinote
from bazas.sim.sheets import rules_of
from bazas.sim.strategy import Strategy
from chaos import chaos

FIRST, SECOND = PRESETS["lascuarenta"].rules, PRESETS["ludoteka"].rules
GAMES = 4000


def player(name: str) -> str | Strategy:
    return chaos if name == "chaos" else name


@cache
def effects_of(name: str, *changes: str, games: int = GAMES) -> RuleEffects:
    """The first sheet against itself with these changes, or without any against the second."""
    return compare_rules(FIRST, guinote(rules_of(FIRST, changes)) if changes else SECOND, player(name), games=games)


@cache
def chunk_of(name: str, *changes: str, games: int = 1500) -> Chunk:
    """Games of all arms of such a comparison."""
    return play_chunk(effects_of(name, *changes, games=20).spec, 0, games)


def arm_of(result: RuleEffects, switch: str) -> int:
    """The arm in which this switch alone is changed."""
    return 1 if len(result.effects) == 1 else 2 + list(result.effects).index(switch)
