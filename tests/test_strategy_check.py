"""`bazas strategy check`: every kind of fault is found and named, and sound strategies pass."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bad_strategies import BAD, FAULTS
from bazas.kernels.compiling import JIT
from bazas.sim.errors import UsageError
from bazas.sim.guinote_workshop import GUINOTE_WORKSHOP
from bazas.sim.rules import guinote
from bazas.sim.strategy_check import (
    CHECKS,
    FAILED,
    LEFT_OUT,
    PASSED,
    WARNING,
    Checked,
    _Checking,
    check_strategy,
)
from bazas.sim.strategy_check_report import print_check
from bazas.sim.terminal import console
from checking import checked, only, quick
from commands import Ran

pytestmark = [
    pytest.mark.skipif(not JIT, reason="what is compiled is checked"),
    pytest.mark.usefixtures(quick.__name__),
]


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bad") / "bad.py"
    path.write_text(BAD, "utf-8")
    return path


@pytest.mark.parametrize(("name", "check", "told"), FAULTS)
def test_each_fault_is_found_and_named(
    name: str, check: str, told: str, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(check, monkeypatch)
    finding = checked(f"{bad}:{name}")[0][check]
    assert finding.status == FAILED
    assert told in finding.told


def test_what_comes_after_a_fault_is_left_out(bad: Path) -> None:
    found = checked(f"{bad}:bad_illegal")[0]
    assert [found[check].status for check in CHECKS[:6]] == [PASSED, PASSED, PASSED, FAILED, LEFT_OUT, LEFT_OUT]


def test_memory_for_nothing_is_a_warning(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only("compiles", monkeypatch)
    assert checked(f"{bad}:forgets")[0]["compiles"].status == WARNING


@pytest.mark.parametrize("name", ["random:salt=7", "careful"])
def test_built_in_strategies_pass(name: str) -> None:
    found, said = checked(name)
    assert {finding.status for finding in found.values()} == {PASSED}
    assert [message for message in said if "digests" in message]


def test_memory_may_be_used(bad: Path) -> None:
    assert {finding.status for finding in checked(f"{bad}:remembers")[0].values()} == {PASSED}


def test_the_command_shows_the_fault(bad: Path, bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    only("rules", monkeypatch)
    finding = checked(f"{bad}:bad_illegal")[0]["rules"]
    assert finding.command is not None
    words = shlex.split(finding.command)
    assert words[0] == "bazas"
    status, out, err = bazas("", *words[1:])
    assert (status, out) == (1, "")
    assert finding.told in err


def test_every_table_has_the_strategy_in_several_seats() -> None:
    tables = list(GUINOTE_WORKSHOP.all_tables())
    assert {(table.sheet, table.rules.players, guinote(table.rules).deck) for table in tables} == {
        (sheet, players, deck) for sheet in ("lascuarenta", "ludoteka") for players in (4, 2) for deck in (36, 40, 48)
    }
    assert {tuple(not name for name in table.seats) for table in tables if table.rules.players == 4} == {
        (True, False, True, False), (False, True, False, True), (True, False, False, False), (True,) * 4,
    }  # fmt: skip


# In processes of their own


def test_a_strategy_that_hangs_is_ended(bad: Path) -> None:
    found = check_strategy(f"{bad}:bad_hangs", limit=2)
    (one,) = found.strategies
    assert not found.passed
    findings = {finding.check: finding for finding in one.findings}
    assert list(findings) == list(CHECKS)
    assert findings["answers"].status == FAILED
    assert findings["answers"].told == "it hangs: no end within 2 s in a view of trick 5, when asked to play"
    assert findings["rules"].status == LEFT_OUT


def test_a_strategy_that_brings_the_process_down_is_named(bad: Path) -> None:
    (one,) = check_strategy(f"{bad}:bad_crashes").strategies
    (failed,) = [finding for finding in one.findings if finding.status == FAILED]
    assert failed.check in ("answers", "rules")
    assert failed.told.startswith("it brought the process down in ")


def test_ctrl_c_ends_all_processes(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of an endless loop of compiled code."""
    started: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            started.append(self)

    def interrupt(check: str, doing: str) -> None:
        if "a view of trick 5" in doing:
            raise KeyboardInterrupt

    monkeypatch.setattr("bazas.sim.strategy_check.subprocess.Popen", Noted)
    with pytest.raises(KeyboardInterrupt):
        check_strategy(f"{bad}:bad_hangs", progress=interrupt)
    assert [process.poll() for process in started] == [-signal.SIGKILL]


def test_a_constant_that_is_drawn_is_found_by_another_process(bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only("order", monkeypatch)
    spelled = f"{bad}:bad_draws_a_constant"
    found, said = checked(spelled)
    assert found["order"].status == PASSED
    (digests,) = [message["digests"] for message in said if "digests" in message]
    checking = _Checking(spelled, 20, 60, 1, lambda check, doing: None)
    checking.found.append(Checked(spelled, findings=[found["order"]]))
    checking._take({"digests": digests})
    (finding,) = checking.found[0].findings
    assert finding.status == FAILED
    assert "games are others in another process" in finding.told


def test_a_file_that_cannot_be_loaded_fails(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    (tmp_path / "broken.py").write_text("1 / 0")
    status, out, _ = bazas("strategy check --json", tmp_path / "broken.py")
    assert status == 1
    (one,) = json.loads(out)["strategies"]
    assert one["findings"][0]["status"] == FAILED
    assert "ZeroDivisionError" in one["findings"][0]["told"]


def test_a_whole_file_is_checked(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    """The first is not compiled, the second is sound; what is imported is not the file's own."""
    (tmp_path / "two.py").write_text(
        "from bazas.kernels.bits import lowest\nfrom bazas.sim import Strategy\n"
        "from bazas.sim.strategies.careful import strategy as built_in\n"
        "one = Strategy('one', 'is lowest', lambda view: 1.5)\n"
        "two = Strategy('two', 'is lowest', lambda view: lowest(view.legal))\n"
    )
    status, out, _ = bazas("strategy check --games 200 --json", tmp_path / "two.py")
    found = json.loads(out)
    assert (status, found["passed"]) == (1, False)
    one, two = found["strategies"]
    assert [one["name"], two["name"]] == [f"{tmp_path / 'two.py'}:one", f"{tmp_path / 'two.py'}:two"]
    assert (one["passed"], two["passed"]) == (False, True)
    assert set(two["strength"]) == {"random", "lowest", "careful"}
    assert two["strength"]["careful"]["high"] < 0
    assert two["strength"]["random"]["n"] <= 200
    assert two["hands_per_second"] > 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nobody", "no strategy named 'nobody'"),
        ("./absent.py", "no strategy file"),
        ("./absent.py:mine", "no strategy file"),
        ("careful:draw_from=99", "draw_from=99 is not possible"),
        ("careful --games 1", "strengths cannot be compared on 1 deals"),
        ("careful --limit 0", "a limit of 0 seconds is impossible"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, told: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"strategy check {line}")
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_file_without_strategies(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="has no strategy"):
        check_strategy(str(tmp_path / "empty.py"))


def test_a_report_fits_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, bad: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    from bazas.sim.strategy_check import CheckReport

    only("rules", monkeypatch)
    found = checked(f"{bad}:bad_illegal")[0]
    print_check(CheckReport([Checked("bad.py:bad_illegal", "has one fault", list(found.values()))], 1), console())
    out = capsys.readouterr().out
    table = out.partition("The game of")[0]
    assert max(map(len, table.splitlines())) <= 80
    assert "bad.py:bad_illegal failed: rules." in out
    assert "bazas show" in out
