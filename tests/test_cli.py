"""The command line: what it prints where, its exit statuses, one sentence for every error."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from bazas.sim.errors import UsageError
from bazas.sim.guinote import GUINOTE
from bazas.sim.options import count, resume_command
from bazas.sim.runner import Progress
from bazas.sim.storage import load
from bazas.sim.strategy import BUILT_IN
from bazas.sim.tally import Tally
from bazas.sim.terminal import Meter, percent, plain, rounded
from commands import Ran

START = "import sys; from bazas.sim.cli import app; from bazas.sim.options import call; sys.exit(call(app))"


def test_a_table(bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas("simulate --games 2_000 --strategy lowest --vs random --seed 3")
    assert status == 0
    assert "compiling" in err or err == ""
    assert "2,000 games" in out
    for words in ("side a (lowest)", "side b (random)", "mano in seat 3", "the 40", "chained", "vueltas", "hands/s"):
        assert words in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_json_has_stable_keys(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, _ = bazas("simulate --games 1e3 --seats random,lowest,random,highest --json --out", tmp_path)
    found = json.loads(out)
    assert status == 0
    estimates = [name for name, value in found.items() if isinstance(value, dict) and "mean" in value]
    assert estimates == [
        "wins_a",
        "wins_b",
        "wins_mano",
        "wins_mano_0",
        "wins_mano_1",
        "wins_mano_2",
        "wins_mano_3",
        "points_a",
        "points_b",
        "points_mano",
        "margin",
        "forty_a",
        "forty_b",
        "twenties_a",
        "twenties_b",
        "swaps",
        "swaps_a",
        "swaps_b",
        "swaps_chained",
        "vueltas",
        "tute",
        "decided_hand",
        "decided_last_trick",
        "decided_thirty",
        "decided_tute",
        "decided_vueltas",
        "decided_claim",
        "decided_false_claim",
        "decided_renuncio",
    ]
    assert [name for name in found if name not in estimates] == [
        "command",
        "rules",
        "strategies",
        "seed",
        "version",
        "games",
        "hands_played",
        "hands_per_second",
        "seconds",
        "compile_seconds",
        "interrupted",
        "out",
        "hands",
        "spec",
    ]
    assert set(found["wins_a"]) == {"mean", "low", "high", "n"}
    assert found["strategies"] == ["random", "lowest", "random", "highest"]
    assert found["games"] == 1000 == len(load(tmp_path))
    assert found["vueltas"]["mean"] == load(tmp_path)["vueltas"].mean()


def test_resume(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    line = "simulate --strategy random --json --games"
    assert bazas(f"{line} 100 --out", tmp_path)[0] == 0
    status, _, err = bazas(f"{line} 300 --out", tmp_path)
    assert status == 1
    assert "add --resume" in err
    status, out, _ = bazas(f"{line} 300 --resume --out", tmp_path)
    assert status == 0
    assert json.loads(out)["games"] == 300 == len(load(tmp_path))


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("simulate --games 10 --rules mus", 2, "no rules named 'mus': choose lascuarenta or ludoteka"),
        ("simulate --games 10 --strategy nobody", 2, "no strategy named 'nobody'"),
        ("simulate --games 10 --strategy random:salt=x", 2, "not of the form name=number"),
        ("simulate --games 10 --strategy random:salt=-1", 2, "salt=-1 is not possible"),
        ("simulate --games 10 --strategy random:pepper=1", 2, "no parameter 'pepper'"),
        ("simulate --games 10 --strategy ./absent.py:mine", 2, "no strategy file"),
        ("simulate --games 0 --strategy random", 2, "cannot play 0 games: choose 1 to"),
        ("simulate --games -5 --strategy random", 2, "cannot play -5 games"),
        ("simulate --games 1e40 --strategy random", 2, "choose 1 to 4611686018427387904"),
        ("simulate --games many --strategy random", 2, "'many' is not a whole number"),
        ("simulate --games 1.5 --strategy random", 2, "'1.5' is not a whole number"),
        ("simulate --games 10 --strategy random --threads 0", 2, "cannot play in 0 threads"),
        ("simulate --games 10 --strategy random --threads 1e6", 2, "cannot play in 1000000 threads"),
        ("simulate --games 10 --strategy random --seed -1", 2, "seed -1 is out of range"),
        ("simulate --games 10 --strategy random --seed 1e30", 2, "is out of range"),
        ("simulate --games 10 --vs random --seats random,random,random,random", 2, "give either seats"),
        ("simulate --games 10 --seats random,random", 2, "2 strategies for a table of 4"),
        ("simulate --games 10 --strategy random --resume", 2, "nothing to resume"),
        ("simulate --games 10 --strategy random --plays", 2, "name a folder with --out"),
        ("simulate --games 10 --strategy random --out /proc/none/run", 1, "cannot be used: No such file or directory"),
        ("simulate --out /dev/null --strategy random", 1, "is a file: name a folder"),
        ("simulate --game 10", 2, "No such option: --game"),
        ("show --strategy random --game -1", 2, "game -1 is out of range"),
        ("deal", 2, "No such command 'deal'"),
        ("rules", 2, "Missing command"),
    ],
)
@pytest.mark.parametrize("flag", ["", " --json"])
def test_errors_are_one_sentence(line: str, status: int, told: str, flag: str, bazas: Callable[..., Ran]) -> None:
    if flag and not line.startswith(("simulate", "show")):
        flag = ""
    found, out, err = bazas(line + flag)
    assert (found, out) == (status, "")
    assert told in err
    assert err.startswith("bazas: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_faults_of_strategies(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from bazas.sim.strategy import Strategy\n"
        "def play(view):\n    return 63\n"
        "mine = Strategy('mine', 'plays a card that is none', play)\n"
    )
    status, out, err = bazas(f"simulate --games 10 --strategy {path}:mine")
    assert (status, out) == (1, "")
    assert "strategy mine broke the rules in game 0, the first hand, trick 1, seat 0 when asked to play" in err
    path.write_text("1 / 0")
    (tmp_path / "other.py").write_text("1 / 0")
    status, out, err = bazas(f"simulate --games 10 --strategy {tmp_path / 'other.py'}:mine")
    assert (status, out) == (1, "")
    assert "cannot be loaded: ZeroDivisionError" in err


def test_the_unexpected_is_a_sentence_too(bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object, **named: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("bazas.sim.runner.prepare", fail)
    line = "simulate --games 10 --strategy random"
    status, _, err = bazas(line)
    assert status == 1
    assert err.splitlines()[-1].endswith("(RuntimeError: two lines); add --debug to see where, and please report it")
    status, _, err = bazas(line + " --debug")
    assert status == 1
    assert "Traceback" in err


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000000", 10**6), ("1_000_000", 10**6), ("1e6", 10**6), ("1.5e3", 1500), ("2E+2", 200), ("-3", -3), ("0", 0)],
)
def test_counts(text: str, number: int) -> None:
    assert count(text) == number


@pytest.mark.parametrize("text", ["", "1,000", "1__0", "_1", "1e-3", "1.25e1", "0x10", "inf", "1e999999", "10M"])
def test_what_is_no_count(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="write it as 1000000, 1_000_000 or 1e6"):
        count(text)


# The other commands


def test_lists(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("rules list --json")
    listed = json.loads(out)
    assert status == 0
    assert listed["rules"][0]["name"] == "lascuarenta"
    for sheet in listed["rules"]:
        switches = {switch["name"] for switch in listed["switches"] if switch["game"] == sheet["game"]}
        assert switches == set(sheet["switches"])
    assert "cantes_per_trick" in bazas("rules list")[1]
    status, out, _ = bazas("strategy list --json")
    assert [entry["name"] for entry in json.loads(out)["strategies"]][: len(BUILT_IN)] == list(BUILT_IN)
    assert "salt=0" in bazas("strategy list")[1]


def test_show(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("show --strategy random --game 3 --json")
    assert (status, json.loads(out)["game"]) == (0, 3)
    assert "muestra" in bazas("show --strategy random --game 3 --ascii")[1]


def test_cache_clear(bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    (folder / "old").mkdir(parents=True)
    (folder / "old" / "code.nbc").write_bytes(bytes(1000))
    monkeypatch.setenv("BAZAS_CACHE", str(folder))
    status, out, _ = bazas("cache clear --json")
    assert (status, json.loads(out)) == (0, {"folder": str(folder), "bytes": 1000})
    assert not folder.exists()
    assert "nothing to remove" in bazas("cache clear")[1]


def test_help_and_version(bazas: Callable[..., Ran]) -> None:
    assert bazas("--version")[1].startswith("bazas ")
    for line in ("", "--help", "-h"):
        status, out, _ = bazas(line)
        assert status == 0
        assert "simulate" in out
    assert "1_000_000" in bazas("simulate --help")[1]


# On a terminal


def test_progress_is_silent_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    meter = Meter()
    meter.born -= 10
    with meter:
        meter(Progress(GUINOTE, 5, 10, 8, 1.0, Tally({"games": 5, "wins": [2, 3]})))
    assert capsys.readouterr() == ("", "")


def test_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    meter = Meter()
    progress = Progress(GUINOTE, 5000, 10000, 80_123, 1.0, Tally({"games": 5000, "wins": [2000, 3000]}))
    with meter:
        meter(progress)
        assert meter.bar is None, "too early"
        meter.born -= 10
        meter(progress)
    out, err = capsys.readouterr()
    assert out == ""
    assert "50 %" in err
    assert "80,100 hands/s" in err
    assert "a wins 40.0" in err


def test_figures_are_rounded_to_what_is_known() -> None:
    from bazas.sim.estimates import mean_interval, wilson

    assert percent(wilson(500_000, 1_000_000)) == ("50.00 %", "49.90 to 50.10 %")
    assert percent(wilson(0, 0)) == ("- %", "")
    assert plain(mean_interval(400, 1000, 3000, 0, 9))[0] == "2.5"
    assert [rounded(number) for number in (1234567, 1234, 12.3, 0)] == ["1,230,000", "1,230", "12", "0"]


# Real processes


def start(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-c", START, *map(str, arguments)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_interrupt_tells_how_to_go_on(tmp_path: Path) -> None:
    line = ["simulate", "--games", "1e12", "--strategy", "random", "--out", tmp_path / "run"]
    with start(*line) as process:
        while not (tmp_path / "run" / "run.json").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    last = err.splitlines()[-1]
    assert last.startswith("bazas: interrupted after ")
    assert shlex.split(last.split("go on with: ")[1]) == ["bazas", *map(str, line), "--resume"]
    games = int(last.split(" games")[0].split()[-1])
    assert f"{games:,} games" in out
    assert load(tmp_path / "run", ["game"])["game"].tolist() == list(range(games))


def test_interrupt_outside_of_the_run_tells_how_to_go_on(
    bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As while the libraries are imported, or by a second Ctrl-C."""

    def interrupted(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bazas.sim.terminal.announce_compilation", interrupted)
    assert bazas("simulate --strategy random") == (130, "", "bazas: interrupted\n")
    status, out, err = bazas("simulate --strategy random --out", tmp_path)
    assert (status, out) == (130, "")
    assert err == f"bazas: interrupted; go on with: bazas simulate --strategy random --out {tmp_path} --resume\n"


def test_resume_command_is_quoted() -> None:
    assert resume_command(["simulate", "--out", "my run"]) == "bazas simulate --out 'my run' --resume"
    assert resume_command(["simulate", "--resume"]) == "bazas simulate --resume"


def test_a_closed_pipe_is_no_error() -> None:
    with start("rules", "list") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_usage_errors_have_their_status() -> None:
    assert UsageError("x").exit_code == 2
