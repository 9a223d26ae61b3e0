"""How the tree becomes one distribution: what is installed, what imports what, and what a start costs."""

import ast
import importlib.metadata
import json
import re
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LAYERS = ("kernels", "sim", "analyses")
ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 350
HEAVY = ("numba", "pandas", "matplotlib", "pyarrow")


def packaged_files() -> list[Path]:
    """Every file below the three folders, but for what Python and Numba leave there, relative to the tree."""
    files = (path for layer in LAYERS for path in (ROOT / layer).rglob("*") if path.is_file())
    return sorted(path.relative_to(ROOT) for path in files if "__pycache__" not in path.parts)


def modules() -> list[Path]:
    """The modules among them, relative to the tree."""
    return [path for path in packaged_files() if path.suffix == ".py"]


# What is installed


@pytest.fixture
def wheel_files(tmp_path: Path, python: Callable[[str], str]) -> list[str]:
    """The files below bazas/ in a wheel, built offline from a copy: building writes beside the sources."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    for layer in LAYERS:
        shutil.copytree(ROOT / layer, tmp_path / layer, ignore=shutil.ignore_patterns("__pycache__"))
    python("from setuptools import build_meta; build_meta.build_wheel('dist')")
    (wheel,) = (tmp_path / "dist").glob("bazas-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    outside = [name for name in names if not re.match(r"bazas/|bazas-[^/]+\.dist-info/", name)]
    assert outside == []
    return sorted(name.removeprefix("bazas/") for name in names if name.startswith("bazas/"))


def test_wheel_holds_the_tree(wheel_files: list[str]) -> None:
    assert wheel_files == sorted(path.as_posix() for path in packaged_files())


def test_packages_are_all_listed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    found = {"bazas." + path.parent.as_posix().replace("/", ".") for path in modules()}
    assert sorted(listed) == sorted(found)


def test_every_package_is_typed_and_has_an_init() -> None:
    assert [layer for layer in LAYERS if not (ROOT / layer / "py.typed").is_file()] == []
    assert [path.parent for path in modules() if not (ROOT / path.parent / "__init__.py").is_file()] == []


@pytest.mark.parametrize("layer", LAYERS)
def test_no_top_level_name_is_taken(layer: str, python: Callable[[str], str]) -> None:
    code = f"""
try:
    import {layer}
except ModuleNotFoundError as error:
    print(error.name)
"""
    assert python(code).strip() == layer


def test_installed_modules_are_the_trees(python: Callable[[str], str]) -> None:
    code = """
import json, pkgutil, bazas.kernels, bazas.sim, bazas.analyses
packages = [bazas.kernels, bazas.sim, bazas.analyses]
inner = [m.name for p in packages for m in pkgutil.walk_packages(p.__path__, p.__name__ + ".")]
print(json.dumps([p.__name__ for p in packages] + inner))
"""
    installed = json.loads(python(code))
    assert sorted(installed) == sorted(module_name(path) for path in modules())


def test_version_is_the_installed_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert importlib.metadata.version("bazas") == project["version"]


def test_command_is_the_whole_application() -> None:
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="bazas")
    assert command.value == "bazas.analyses.cli:main"
    assert callable(command.load())


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = (ROOT / "constraints.txt").read_text("utf-8").split("\n")
    pins = [line for line in lines if line and not line.startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.]+", pin)] == []
    pinned = {normalized(pin.split("==")[0]) for pin in pins}
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = [requirement for group in groups for requirement in group]
    assert {normalized(re.split(r"[^A-Za-z0-9_.-]", want)[0]) for want in wanted} <= pinned


def normalized(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


# What imports what


def module_name(path: Path) -> str:
    """`sim/strategies/__init__.py` is `bazas.sim.strategies`."""
    parts = path.with_suffix("").parts
    return ".".join(("bazas", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imported_names(source: str, module: str, is_package: bool) -> Iterator[str]:
    """The full names of all that a module imports, wherever the import stands, or names as text.

    `from bazas import sim` yields `bazas.sim`, whether a module or not: the prefix tells the package.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module.split(".") if is_package else module.split(".")[:-1]
                above = package[: len(package) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"bazas(\.\w+)+(:\w+)?", str(node.value)):
            yield str(node.value).replace(":", ".")


def imports_of(path: Path) -> set[str]:
    source = (ROOT / path).read_text("utf-8")
    return set(imported_names(source, module_name(path), is_package=path.name == "__init__.py"))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import bazas.sim.rules as r", {"bazas.sim.rules"}),
        ("from bazas import sim", {"bazas.sim"}),
        ("from . import rules", {"bazas.sim.rules"}),
        ("from .. import analyses", {"bazas.analyses"}),
        ("from ..analyses.seven import seven", {"bazas.analyses.seven.seven"}),
        ("def f():\n    from ..analyses import seven", {"bazas.analyses.seven"}),
        ("import_module('bazas.analyses.cli')", {"bazas.analyses.cli"}),
        ("load('bazas.analyses.cli:main')", {"bazas.analyses.cli.main"}),
    ],
)
def test_imports_are_found_wherever_they_stand(source: str, expected: set[str]) -> None:
    assert set(imported_names(source, "bazas.sim.chunks", is_package=False)) == expected


def test_relative_imports_of_a_package_start_from_itself() -> None:
    names = imported_names("from .rules import Rules", "bazas.sim", is_package=True)
    assert set(names) == {"bazas.sim.rules.Rules"}


@pytest.mark.parametrize("path", modules(), ids=str)
def test_imports_point_one_way(path: Path) -> None:
    own = LAYERS.index(path.parts[0])
    above = tuple(f"bazas.{layer}." for layer in LAYERS[own + 1 :])
    assert [name for name in imports_of(path) if f"{name}.".startswith(above)] == []
    assert [name for name in imports_of(path) if name.split(".")[0] in LAYERS] == [], "say bazas.<folder>"


@pytest.mark.parametrize("path", [path for path in modules() if path.parts[0] == "kernels"], ids=str)
def test_kernels_import_little(path: Path) -> None:
    """What computes, what compiles and where its cache lies; nothing that reads, writes or draws."""
    allowed = {"bazas", "numpy", "numba", "llvmlite", "platformdirs", *sys.stdlib_module_names}
    assert {name.split(".")[0] for name in imports_of(path)} <= allowed


STRATEGIES = [path for path in modules() if path.parent == Path("sim/strategies")]


def imports_outside_the_hash(source: str) -> list[str]:
    """The imports of a built-in strategy that neither the hash of the kernels nor that of its own files covers."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if f"{alias.name}.".startswith("bazas.")]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            covered = f"{module}.".startswith("bazas.kernels.") or module == "bazas.sim.strategy" or is_strategy(module)
            found += [module] if not covered and f"{module}.".startswith((".", "bazas.")) else []
    return found


def is_strategy(module: str) -> bool:
    return module != "bazas.sim.strategies" and module in map(module_name, STRATEGIES)


@pytest.mark.parametrize("path", STRATEGIES, ids=str)
def test_a_strategy_imports_what_its_cache_depends_on(path: Path) -> None:
    """The cache's hash follows `from bazas.sim.strategies.<module> import ...` alone."""
    assert imports_outside_the_hash((ROOT / path).read_text("utf-8")) == []


def test_imports_that_a_cache_would_not_notice_are_found() -> None:
    covered = ["numpy import zeros", "bazas.kernels.bits import count", "bazas.sim.strategies.odds import x"]
    others = ["bazas.sim.strategies import odds", "bazas.sim.tricks import x", ".odds import x"]
    for name in covered:
        assert imports_outside_the_hash(f"from {name}") == []
    for name in others:
        assert imports_outside_the_hash(f"def f():\n    from {name}") == [name.split()[0]]
    assert imports_outside_the_hash("import bazas.sim.strategies.odds as odds") == ["bazas.sim.strategies.odds"]


@pytest.mark.parametrize("package", ["bazas.sim", "bazas.analyses"])
@pytest.mark.parametrize("modules_first", [False, True])
def test_public_names_are_never_modules(package: str, modules_first: bool, python: Callable[[str], str]) -> None:
    """`bazas.sim.simulate` is a module and a function; the package gives the function."""
    code = f"""
import importlib, types
package = importlib.import_module({package!r})
if {modules_first}:
    for module in package._lazy_modules.values():
        importlib.import_module(module)
assert sorted(package._lazy_modules) == sorted(package.__all__)
namespace = {{}}
exec("from {package} import *", namespace)
print(*[name for name in package.__all__ if isinstance(namespace[name], types.ModuleType)])
"""
    assert python(code).strip() == ""


# What a start costs


@pytest.mark.parametrize("code", ["import bazas.sim, bazas.analyses", "start(['--help'])"])
def test_help_imports_nothing_heavy(code: str, python: Callable[[str], str]) -> None:
    prelude = """
import json, sys
def start(arguments):
    from bazas.analyses.cli import main
    sys.argv = ["bazas", *arguments]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, ended.code
"""
    listing = "print(); print(json.dumps(sorted(sys.modules)))"
    printed = python(f"{prelude}\n{code}\n{listing}")
    loaded = json.loads(printed.splitlines()[-1])
    assert [name for name in HEAVY if name in loaded] == []


# Form


@pytest.mark.parametrize("path", modules(), ids=str)
def test_modules_stay_short(path: Path) -> None:
    assert len((ROOT / path).read_text("utf-8").splitlines()) <= MAX_LINES


def test_no_module_is_a_drawer_for_everything() -> None:
    folders = [ROOT / name for name in (*LAYERS, "tests", "benchmarks")]
    names = {path.stem for folder in folders for path in folder.rglob("*.py")}
    assert names & {"utils", "util", "helpers", "misc"} == set()
