"""The documentation: its examples run, its tables are the code's, its commands, options and links exist.

Run as a program it renews all that is printed from the code and from real runs, tables, output and figures:

    .venv/bin/python tests/test_docs.py [PAGE...]

A block ```bash run or ```python run is an example; the block ```text after it is what it prints. A block with
file=NAME, as ```python file=NAME, is a file that the examples after it use. The examples of a page share one folder.
Tests play few games, and compare the output where it does not depend on the number of games.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import typer

from bazas.analyses.cli import app
from bazas.kernels.compiling import JIT
from bazas.kernels.records import DECIDED, RULES, VIEW
from bazas.kernels.tarneeb import records as tarneeb_records
from bazas.sim.columns import COLUMNS, Column
from bazas.sim.player import Player
from bazas.sim.rules import PRESETS
from bazas.sim.strategy import Strategy, names, strategy
from bazas.sim.strategy_check import CHECKS
from bazas.sim.switches import Preset, RuleSet
from bazas.sim.tarneeb import columns as tarneeb_columns
from bazas.sim.tarneeb import rules as tarneeb_rules
from bazas.sim.tarneeb import script as tarneeb_script
from bazas.sim.tarneeb.strategy import TarneebStrategy
from scenario_table import OF_TARNEEB, scenario_table

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["README.md", "CHANGELOG.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
CHAPTER = "docs/write-a-strategy.md"
FIGURES = {
    "README.md": ("demo/seven.png", "docs/seven.png"),
    "docs/rule-effects.md": ("rule-effects.png", "docs/rule-effects.png"),
    "docs/tarneeb.md": ("contracts.png", "docs/contracts.png"),
    "docs/tournament.md": ("tournament.png", "docs/tournament.png"),
}
"""Of pages whose examples draw a figure: the file that they write, the copy that the pages show."""

RENEW = "renew it: .venv/bin/python tests/test_docs.py"
FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
GAMES = re.compile(r"(--games[ =]|--matches[ =]|--held-out[ =]|\bgames=|\bmatches=)([\d_]+)\b")


def read(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


# What the code says


def columns_table(columns: Sequence[Column]) -> str:
    """The columns of a run, those of the vueltas apart."""
    lines = ["| column | type | null | meaning |", "|---|---|---|---|"]
    shown = [column for column in columns if not column.name.startswith("v_")]
    return "\n".join(lines + [column_line(column) for column in shown])


def column_line(column: Column) -> str:
    kind = column.type
    if pa.types.is_list(kind):
        told = f"list of {kind.value_type}"
    else:
        told = "category" if pa.types.is_dictionary(kind) else str(kind)
    return f"| `{column.name}` | {told} | {'may be' if column.nullable else 'never'} | {column.meaning} |"


def rules_table(presets: Mapping[str, Preset[RuleSet]]) -> str:
    """The switches, what each sheet chooses, marked where they differ, and the values."""
    lines = [f"| switch | {' | '.join(f'`{name}`' for name in presets)} | | values | meaning |"]
    lines.append("|---" * (4 + len(presets)) + "|")
    for switch in next(iter(presets.values())).rules.SWITCHES:
        chosen = [f"`{switch.word(getattr(preset.rules, switch.name))}`" for preset in presets.values()]
        mark = "*" if len(set(chosen)) > 1 else ""
        values = ", ".join(f"`{switch.word(value)}`" for value in switch.values)
        lines.append(f"| `{switch.name}` | {' | '.join(chosen)} | {mark} | {values} | {switch.meaning} |")
    return "\n".join(lines)


def strategies_table(kind: type[Player], heading: str) -> str:
    """The built-in strategies of a game in two languages, and their parameters."""
    lines = []
    for name in kind.BUILT_IN:
        player = strategy(name, kind)
        lines += [f"{heading} `{name}`", "", f"{player.description[0].upper()}{player.description[1:]}.", ""]
        lines += [f"*{player.descripcion}*", ""] if player.descripcion else []
        if player.parameters:
            lines += ["| parameter | default | range | meaning |", "|---|---|---|---|"]
        lines += [f"| `{p.name}` | {p.word(p.default)} | {p.range} | {p.meaning} |" for p in player.parameters]
        lines += [""] if player.parameters else []
    return "\n".join(lines).rstrip()


TABLES: dict[str, dict[str, Callable[[], str]]] = {
    "docs/columns.md": {"columns": lambda: columns_table(COLUMNS)},
    "docs/rules.md": {"switches": lambda: rules_table(PRESETS)},
    "docs/scenarios.md": {"scenarios": scenario_table},
    "docs/strategies.md": {"strategies": lambda: strategies_table(Strategy, "##")},
    "docs/tarneeb.md": {
        "columns": lambda: columns_table(tarneeb_columns.COLUMNS),
        "switches": lambda: rules_table(tarneeb_rules.PRESETS),
        "strategies": lambda: strategies_table(TarneebStrategy, "###"),
        "scenarios": lambda: scenario_table("scenarios-tarneeb", OF_TARNEEB, tarneeb_script.read_script),
    },
}


def with_tables(page: str, text: str) -> str:
    """The page with the tables that the code gives, each between its two marks."""
    for name, table in TABLES[page].items():
        marks = re.compile(rf"(<!-- {name}: from the code -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL)
        found = marks.search(text)
        assert found, f"{page} has no place for the table of {name}"
        text = text[: found.end(1)] + table() + text[found.start(2) :]
    return text


@pytest.mark.parametrize("page", TABLES)
def test_tables_are_the_codes(page: str) -> None:
    text = read(page)
    assert with_tables(page, text) == text, RENEW


def test_columns_of_the_vueltas_are_those_of_the_first_hand() -> None:
    plain = [column for column in COLUMNS if not column.name.startswith("v_")]
    of_game = {"match", "game", "coto", "game_of_coto", "arm", "vueltas", "decided", "winner"}
    vueltas = [column.name for column in COLUMNS if column.name.startswith("v_")]
    assert vueltas == [f"v_{column.name}" for column in plain if column.name not in of_game]


def test_every_way_to_decide_a_game_is_defined() -> None:
    assert first_cells(section("docs/columns.md", "How games are decided")) == list(DECIDED)


def test_every_field_of_the_view_is_described() -> None:
    assert sorted(first_cells(section(CHAPTER, "The view"))) == sorted(VIEW.names or ())


def test_every_field_of_the_view_of_tarneeb_is_described() -> None:
    described = section("docs/tarneeb.md", "A strategy of your own").partition("### The view\n")[2]
    assert sorted(first_cells(described)) == sorted(tarneeb_records.VIEW.names or ())


def test_every_rule_of_the_view_is_described() -> None:
    assert first_cells(section(CHAPTER, "The rules in force")) == list(RULES.names or ())


def test_every_check_of_a_strategy_is_described() -> None:
    rows = re.findall(r"^\| (\w+) \|", section(CHAPTER, "What is checked"), re.MULTILINE)
    assert rows == ["check", *CHECKS]


def section(page: str, title: str) -> str:
    """The text below a heading, up to the next one of its kind."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", read(page), re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no section {title!r}"
    return found[1]


def first_cells(text: str) -> list[str]:
    """The names in the first cells of the rows of all tables."""
    rows = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


# Examples


@dataclass
class Example:
    """A block of a page: what it is, its text, and (start, end, text) of the output printed after it."""

    kind: str
    text: str
    output: tuple[int, int, str] | None

    @property
    def counts_games(self) -> bool:
        """Whether the output depends on the number of games."""
        return GAMES.search(self.text) is not None


def examples(page: str) -> list[Example]:
    """All that is marked to be run on a page, in its order."""
    text, found = read(page), []
    blocks = list(FENCE.finditer(text))
    for block, after in zip(blocks, [*blocks[1:], None], strict=False):
        if re.fullmatch(r"(bash|python) run|(python|toml) file=\S+", block[1]):
            follows = after is not None and after[1] == "text" and not text[block.end() : after.start()].strip()
            output = (after.start(2), after.end(2), after[2]) if after is not None and follows else None
            found.append(Example(block[1], block[2], output))
    return found


def played(page: str, folder: Path, few: bool) -> Iterator[tuple[Example, str]]:
    """Run the examples of a page in a folder, with few games or all, and say what each printed."""
    (folder / "docs").symlink_to(ROOT / "docs")  # as from the root of the repository
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    for example in examples(page):
        if " file=" in example.kind:
            (folder / example.kind.partition("=")[2]).write_text(example.text, "utf-8")
            continue
        text = GAMES.sub(fewer, example.text) if few else example.text
        program = ["bash", "-euc"] if example.kind == "bash run" else [sys.executable, "-c"]
        done = subprocess.run(
            [*program, text], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{page}: {text}\n{done.stderr}"
        assert done.stdout, f"{page}: {text}\nprints nothing\n{done.stderr}"
        yield example, "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def fewer(games: re.Match[str]) -> str:
    return games[1] + str(max(20, int(games[2].replace("_", "")) // 1000))


@pytest.mark.skipif(not JIT, reason="real runs")
@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)])
def test_examples_run_and_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    for example, printed in played(page, tmp_path, few=True):
        if example.output is not None and not example.counts_games:
            assert printed == example.output[2], RENEW


def test_make_demo_is_the_command_of_the_readme() -> None:
    demo = re.search(r"^DEMO := (.*)$", read("Makefile"), re.MULTILINE)
    assert demo
    assert f"bazas {demo[1]}\n" in [example.text for example in examples("README.md")]


def test_an_entry_point_makes_a_strategy_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (toml,) = [block[2] for block in FENCE.finditer(read(CHAPTER)) if block[1] == "toml"]
    (tmp_path / "players-1.0.dist-info").mkdir()
    (tmp_path / "players-1.0.dist-info" / "METADATA").write_text("Name: players\nVersion: 1.0\n")
    group = toml.replace("[project.entry-points.", "[").replace('"', "")
    (tmp_path / "players-1.0.dist-info" / "entry_points.txt").write_text(group)
    (file,) = [e.text for e in examples(CHAPTER) if e.kind == "python file=bold.py"]
    (tmp_path / "players").mkdir()
    (tmp_path / "players" / "bold.py").write_text(file, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "bold" in names()
    assert strategy("bold:worth=5").label == "bold:worth=5"


# Commands and links


def commands(text: str) -> Iterator[list[str]]:
    """The words after `bazas` of every command line in blocks and between backticks."""
    blocks = [block[2] for block in FENCE.finditer(text) if block[1].startswith("bash")]
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    spans = re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    for line in [*lines, *spans]:
        found = re.search(r"(?:^|\s)(?:\.venv/bin/)?bazas((?: [^|]*)?)", line)
        if found and not line.startswith(("git ", "from ", "import ")):
            yield shlex.split(found[1].partition(" > ")[0], comments=True)


def options(command: Any) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}


def all_options(command: Any) -> set[str]:
    """The options of a command and of all below it."""
    return options(command).union(*(all_options(inner) for inner in getattr(command, "commands", {}).values()))


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page: str) -> None:
    whole = typer.main.get_command(app)
    for words in commands(read(page)):
        command: Any = whole
        for word in words:
            if word.startswith("-"):
                assert word.partition("=")[0] in options(command), f"{page}: bazas {shlex.join(words)}"
            elif getattr(command, "commands", None) and word != "...":
                assert word in command.commands, f"{page}: bazas {shlex.join(words)}"
                command = command.commands[word]
    named = re.findall(r"`(--[a-z-]+)", FENCE.sub("", read(page)))
    assert set(named) <= all_options(whole)


@pytest.mark.parametrize("page", PAGES)
def test_make_targets_exist(page: str) -> None:
    targets = re.findall(r"^(\w+):", read("Makefile"), re.MULTILINE)
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", read(page), re.MULTILINE)) <= set(targets)


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_links_resolve(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", read(page))):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), f"{page}: {target}"
        if anchor:
            assert anchor in anchors(file.read_text("utf-8")), f"{page}: {target}"


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


# To renew the pages


def renew(pages: Sequence[str]) -> None:
    """Write the tables, the output of every example and the figures into these pages."""
    for page in pages:
        if page in TABLES:
            (ROOT / page).write_text(with_tables(page, read(page)), "utf-8")
        with tempfile.TemporaryDirectory() as folder:
            renew_output(page, Path(folder))
        print(page)


def renew_output(page: str, folder: Path) -> None:
    """Run the examples of a page with all their games; outputs are replaced from the last one up."""
    done = list(played(page, folder, few=False))
    text = read(page)
    for example, printed in reversed(done):
        if example.output is not None:
            start, end, _ = example.output
            text = text[:start] + printed + text[end:]
    (ROOT / page).write_text(text, "utf-8")
    if page in FIGURES:
        drawn, copy = FIGURES[page]
        shutil.copyfile(folder / drawn, ROOT / copy)


if __name__ == "__main__":
    renew(sys.argv[1:] or PAGES)
