"""Rules in a file of one's own: TOML that names the sheet it starts from, and the switches that it sets otherwise.

base = "ludoteka"
deck = 36
tute = true
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from bazas.sim.errors import UsageError
from bazas.sim.sheets import SHEETS, preset
from bazas.sim.switches import RuleSet

LONGEST_FILE = 1_000_000
"""Bytes of a file of rules, or of a script, at most."""

_HOW = "write a line for each rule, NAME = VALUE, words in quotes"


def read_rules(path: str | Path) -> RuleSet:
    """The rules of a TOML file; raises UsageError that names file, line and what was expected."""
    file = Path(path)
    try:
        text = read_some(file).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no text in UTF-8: write the rules as TOML") from None
    switches = _parsed(file, text)
    base = _base(file, text, switches)
    values: dict[str, Any] = {}
    for name, value in switches.items():
        try:
            switch = base.switch_named(name)
            values[name] = switch.parse(str(value))
        except UsageError as error:
            raise _wrong(file, _line_of(text, name), str(error)) from None
        except RecursionError:
            raise _wrong(file, _line_of(text, name), f"this is nested too deeply; {_HOW}") from None
    return replace(base, **values)  # type: ignore[type-var]  # each is a dataclass


def read_some(file: Path) -> bytes:
    """The content of a file that people write; raises UsageError for one that cannot be read or has no end."""
    try:
        with file.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    if len(content) > LONGEST_FILE:
        raise UsageError(f"{file} is longer than {LONGEST_FILE:,} bytes: name a text that somebody wrote")
    return content


def _parsed(file: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        told = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        what, line = (told[1], told[2]) if told else (str(error), None)
        number = int(line) if line else max(1, len(text.splitlines()))
        raise _wrong(file, number, f"this is no TOML ({what}); {_HOW}") from None
    except (RecursionError, ValueError):  # ValueError: a number of thousands of digits
        raise _wrong(file, 1, f"this is too long or nested too deeply; {_HOW}") from None


def _base(file: Path, text: str, content: dict[str, Any]) -> RuleSet:
    """The rules that the file starts from, whose name is taken out of its content."""
    example = " or ".join(f'base = "{sheet}"' for sheet in SHEETS)
    if "base" not in content:
        raise _wrong(file, 1, f"no base is named: begin with the sheet that the rules start from, as {example}")
    name = content.pop("base")
    if not isinstance(name, str) or name not in SHEETS:
        expected = " or ".join(f'"{sheet}"' for sheet in SHEETS)
        raise _wrong(file, _line_of(text, "base"), f"base cannot be {name!r}: choose {expected}")
    return preset(name)


def _line_of(text: str, name: str) -> int:
    """The line that sets a name at the top of a TOML file, which its parser does not tell; the first for want of it."""
    key = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if key.match(line)), 1)


def _wrong(file: Path, line: int, what: str) -> UsageError:
    return UsageError(f"{file}, line {line}: {what}")
