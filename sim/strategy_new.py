"""A file to begin a strategy with: the template of its game under another name."""

from __future__ import annotations

import ast
import keyword
import re
from importlib.resources import files
from pathlib import Path

from bazas.sim.defaults import RULES
from bazas.sim.disk import told
from bazas.sim.errors import UsageError
from bazas.sim.player import Player
from bazas.sim.sheets import rules_of
from bazas.sim.switches import RuleSet

LONGEST_NAME = 30

_OWN_NAMES = re.compile(r"\bmine(\.py)?\b")


def new_strategy(path: str | Path, name: str | None = None, rules: str | RuleSet = RULES) -> tuple[Path, str]:
    """Write a working strategy into a new file; returns the file and the strategy's name.

    `name` of the strategy, and of the variable that holds it: that of the file, where it is None. `rules`: any of the
    game that it plays. Raises UsageError for a file that exists or is no Python file, and for a name that cannot be
    one; RunError where it cannot be written.
    """
    path = Path(path)
    if path.suffix != ".py" or not path.stem:
        raise UsageError(f"{path} is no Python file: name one that ends in .py, as mine.py")
    game = rules_of(rules).GAME
    text = files("bazas.sim").joinpath(game.workshop.template).read_text("utf-8")
    name = path.stem if name is None else name
    _check_name(name, text, game.strategies)
    if path.exists() or path.is_symlink():
        raise UsageError(f"{path} exists and is left as it is: choose another file")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}: make it first, or choose another file")
    with told(path, "written"), path.open("x", encoding="utf-8") as file:
        file.write(_named(text, path.name, name))
    return path, name


def _named(text: str, file: str, name: str) -> str:
    return _OWN_NAMES.sub(lambda found: file if found[1] else name, text)


def _check_name(name: str, text: str, kind: type[Player]) -> None:
    """Refuse what cannot name a variable of the file, and what already names something in it."""
    how = "give another one with --name"
    if not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(f"{name!r} cannot name a strategy in Python: {how}, of letters, digits and _")
    if len(name) > LONGEST_NAME:
        raise UsageError(f"the name {name[:LONGEST_NAME]}... is too long: {how}, of {LONGEST_NAME} letters at most")
    if name in kind.BUILT_IN:
        raise UsageError(f"{name} is a built-in strategy: {how}")
    if name in _names_in(text):
        raise UsageError(f"{name} has a meaning in the file: {how}")


def _names_in(text: str) -> set[str]:
    """All names that the template gives or takes, but its own."""
    nodes = list(ast.walk(ast.parse(text)))
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.alias))}
    found |= {node.arg for node in nodes if isinstance(node, (ast.arg, ast.keyword)) and node.arg}
    return found - {"mine"}
