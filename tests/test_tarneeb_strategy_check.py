"""`bazas strategy check` on strategies of Tarneeb: every kind of fault is found and named, sound ones pass."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from bad_strategies import FAULTS as OF_ANY_GAME
from bazas.kernels.compiling import JIT
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate
from bazas.sim.playing import prepare
from bazas.sim.strategy import built_in, spelled_out
from bazas.sim.strategy_check import (
    CHECKS,
    FAILED,
    LEFT_OUT,
    PASSED,
    Checked,
    CheckReport,
    Finding,
    check_strategy,
)
from bazas.sim.strategy_check_report import print_check
from bazas.sim.strategy_check_views import views_of
from bazas.sim.tarneeb.game import TARNEEB
from bazas.sim.tarneeb.rules import SWITCHES
from bazas.sim.tarneeb.strategy import TarneebStrategy
from bazas.sim.tarneeb.workshop import TARNEEB_WORKSHOP
from bazas.sim.terminal import console
from checking import checked, only, quick
from commands import Ran
from tarneeb_bad_strategies import BAD, FAULTS
from tarneeb_chaos import chaos
from test_words import OF_GUINOTE, foreign

pytestmark = [
    pytest.mark.skipif(not JIT, reason="what is compiled is checked"),
    pytest.mark.usefixtures(quick.__name__),
]


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bad") / "bad.py"
    path.write_text(BAD, "utf-8")
    return path


IN_PLAY = [fault for fault in OF_ANY_GAME if fault[1] != "compiles"]
"""Those that are found by playing, or by views, which each game has of its own."""


@pytest.mark.parametrize(("name", "check", "told"), [*IN_PLAY, *FAULTS])
def test_each_fault_is_found_and_named(
    name: str, check: str, told: str, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(check, monkeypatch)
    finding = checked(f"{bad}:{name}")[0][check]
    assert finding.status == FAILED
    assert told in finding.told
    if name != "bad_of_another_game":
        assert foreign(OF_GUINOTE, finding.told) == set()


def test_what_comes_after_a_fault_is_left_out(bad: Path) -> None:
    found = checked(f"{bad}:bad_illegal")[0]
    assert [found[check].status for check in CHECKS[:6]] == [PASSED, PASSED, PASSED, FAILED, LEFT_OUT, LEFT_OUT]


@pytest.mark.parametrize("name", built_in(looking_ahead=False, kind=TarneebStrategy))
def test_built_in_strategies_pass(name: str) -> None:
    found, said = checked(name, TarneebStrategy)
    assert {check: finding.told for check, finding in found.items() if finding.status != PASSED} == {}
    assert [message for message in said if "digests" in message]


def test_memory_may_be_used(bad: Path) -> None:
    assert {finding.status for finding in checked(f"{bad}:remembers")[0].values()} == {PASSED}


def test_the_command_shows_the_fault(bad: Path, bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    only("rules", monkeypatch)
    finding = checked(f"{bad}:bad_bids_six")[0]["rules"]
    assert finding.command is not None
    words = shlex.split(finding.command)
    assert words[:4] == ["bazas", "show", "--rules", "cardems"]
    status, out, err = bazas("", *words[1:])
    assert (status, out) == (1, "")
    assert finding.told in err


def test_every_table_has_the_strategy_in_several_seats() -> None:
    tables = list(TARNEEB_WORKSHOP.all_tables())
    goals = [f"goal={goal}" for goal in SWITCHES[0].values[1:]]
    assert {(table.sheet, *table.changes) for table in tables} == {("cardems",), *(("cardems", goal) for goal in goals)}
    assert {tuple(not name for name in table.seats) for table in tables} == {
        (True, False, True, False), (False, True, False, True), (True,) * 4,
        (True, False, False, False), (False, True, False, False),
    }  # fmt: skip


def test_views_are_of_every_decision() -> None:
    """Out of the auction, of trumps, of all tricks, and in the middle of games."""
    views = []
    for unit, table in enumerate(TARNEEB_WORKSHOP.view_tables(6)):
        spec = table.spec(chaos, 1)
        prepare(spec)
        views += list(views_of(spec, unit))
    assert {TARNEEB_WORKSHOP.place(view) for view in views} == {
        "the auction, when asked to bid",
        "the auction, when asked to name trumps",
        *(f"trick {number}, when asked to play" for number in range(1, 14)),
    }
    assert {int(view.position) for view in views} == {0, 1, 2, 3}
    assert any(view.number > 0 and view.points.any() for view in views)
    assert all(int(view.hand).bit_count() == 13 - max(int(view.trick) - 1, 0) for view in views)


def test_the_report_has_no_word_of_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    findings = [Finding("strength", PASSED, ""), Finding("speed", PASSED, "")]
    one = Checked("mine.py:mine", "", findings, {"random": Estimate(1.5, 1.25, 1.75, 2000)}, 5000.0, 0.5, "random")
    one.game = TARNEEB
    print_check(CheckReport([one], 1), console())
    out = capsys.readouterr().out
    assert "points a round more than the opponent, on 2,000 deals or more:" in out
    assert "5,000 rounds/s in one thread, 0.5 of random" in out
    assert foreign(OF_GUINOTE, out + json.dumps(one.as_dict())) == set()


TWO = """
from bazas.kernels.bits import lowest
from bazas.sim import Strategy, TarneebStrategy
one = Strategy('one', 'is lowest', lambda view: 1.5)
two = TarneebStrategy('two', 'is lowest', lambda view: lowest(view.legal))
"""


def test_the_game_is_that_of_each_strategy(tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    """In one file, too; and one game may be chosen. In a process of its own."""
    path = tmp_path / "two.py"
    path.write_text(TWO)
    status, out, _ = bazas("strategy check --games 200 --json", path)
    found = json.loads(out)["strategies"]
    assert status == 1
    assert [(one["name"], one["passed"]) for one in found] == [(f"{path}:one", False), (f"{path}:two", True)]
    assert ("hands_per_second" in found[0], "rounds_per_second" in found[1]) == (True, True)
    assert set(found[1]["strength"]) == set(built_in(looking_ahead=False, kind=TarneebStrategy))
    assert found[1]["strength"]["random"]["n"] <= 200
    assert found[1]["rounds_per_second"] > 0
    assert spelled_out(str(path), TarneebStrategy) == [f"{path}:two"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nobody", "no strategy named 'nobody': choose one of "),
        ("./absent.py", "no strategy file"),
        ("random --games 1", "strengths cannot be compared on 1 deals"),
        ("random --rule goal=41", "No such option"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, told: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"strategy check --rules cardems {line}")
    assert (status, out) == (2, "")
    assert told.lower() in err.lower()
    assert err.count("\n") == 1
    assert foreign(OF_GUINOTE, err) == set()


def test_a_file_of_another_game(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(TWO.rpartition("\ntwo")[0])
    with pytest.raises(
        UsageError, match=r"has no strategy: one is a variable that holds a bazas\.sim\.TarneebStrategy"
    ):
        check_strategy(str(tmp_path / "one.py"), rules="cardems")
