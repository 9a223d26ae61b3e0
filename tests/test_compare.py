"""`bazas compare`: what it finds, prints, stores and refuses, and how it looks while it plays."""

import io
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bazas.analyses import compare
from bazas.analyses.compare import Comparison, narrow_enough
from bazas.analyses.compare_report import print_comparison
from bazas.analyses.duels import Duel
from bazas.sim import live
from bazas.sim.estimates import mean_interval
from bazas.sim.runner import Progress
from bazas.sim.sequential import next_look
from bazas.sim.storage import load, read_run
from commands import Ran
from reporting import untimed

FEW = "compare lowest random --games 1_500"


# The result


def test_json_is_what_the_function_returns(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --seed 3 --rules ludoteka --rule deck=48 --json")
    assert status == 0
    found = json.loads(out)
    expected = compare("lowest", "random", "ludoteka", rule=["deck=48"], games=1500, seed=3)
    assert untimed(found) == untimed(expected.as_dict())
    assert (found["command"], found["games"], found["pairs"]) == ("compare", 1500, 1500)
    assert found["strategies"] == ["lowest", "random"]
    assert all(set(found[name]) == {"mean", "low", "high", "n"} for name in ("points", "wins", "wins_a"))
    assert found["divergent"] > 0.99
    assert found["efficiency"] > 1
    assert (found["interval"], found["points_interval"]) == ("fixed", "normal")
    assert found["hand_points"]["a"] - found["hand_points"]["b"] == pytest.approx(found["points"]["mean"])
    assert found["games_won"]["a"] - found["games_won"]["b"] == pytest.approx(found["wins"]["mean"])


def test_stored_rows_give_the_same_figures(tmp_path: Path) -> None:
    """By pandas, as another would: points a hand and games won, with the usual interval."""
    found = compare("lowest", "random", games=1500, out=tmp_path / "run")
    rows = load(tmp_path / "run")
    last = rows["last_trick"].map({0: 10, 1: -10, 2: 10, 3: -10}).fillna(0)
    rows["margin"] = rows["cards_a"] - rows["cards_b"] + rows["cantes_a"] - rows["cantes_b"] + last
    by_arm = rows.pivot(index="game", columns="arm", values=["margin", "winner"]).astype("int64")
    d = by_arm["margin"][0] - by_arm["margin"][1]
    w = (by_arm["winner"][0] == 0).astype(int) + (by_arm["winner"][1] == 1) - 1
    usual = mean_interval(1500, int(d.sum()), int((d * d).sum()), -460, 460)
    assert found.points.as_dict() == pytest.approx(
        {"mean": d.mean() / 2, "low": usual.low / 2, "high": usual.high / 2, "n": 1500}
    )
    assert found.wins.mean == pytest.approx(w.mean())
    assert found.wins_a.mean == pytest.approx((1 + w.mean()) / 2)


def test_two_players(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --rule players=2 --json")
    assert status == 0
    found = json.loads(out)
    assert found["strategies"] == ["lowest", "random"]
    assert found["points"]["n"] == 1500


def test_itself(bazas: Callable[..., Ran]) -> None:
    found = json.loads(bazas("compare lowest lowest --games 300 --json")[1])
    assert (found["divergent"], found["points"]["mean"], found["wins"]["mean"]) == (0, 0, 0)
    assert (found["points_differing"], found["wins_differing"], found["efficiency"]) == (0, 0, None)
    assert (found["points_interval"], found["points_better"], found["wins_better"]) == ("bounded", None, None)
    assert found["points"]["low"] < 0 < found["points"]["high"]
    text = bazas("compare lowest lowest --games 300")[1]
    assert "No difference between A and B is shown. All deals were played alike." in text
    assert "* Fewer than 200 deals differ" in text


def test_the_table(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --seed 3")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "1,500 deals, each played twice with the seats changed over, by lascuarenta, seed 3"
    assert lines[1:3] == ["A: lowest", "B: random"]
    found = compare("lowest", "random", games=1500, seed=3)
    e = found.points
    row = next(line for line in lines if line.startswith("points a hand"))
    assert row.split()[-4:] == [f"{e.mean:.2f}", f"{e.low:.2f}", "to", f"{e.high:.2f}"]
    assert max(len(line) for line in lines if re.match("points|games won|  ", line)) <= 80


# Stopping early

WIDTH = 8.0


@pytest.fixture(scope="module")
def stopped() -> Comparison:
    return compare("lowest", "random", until=WIDTH, threads=1)


def test_until_stops_at_the_first_narrow_look(stopped: Comparison) -> None:
    assert next_look(stopped.pairs - 1) == stopped.pairs
    assert stopped.points.high - stopped.points.low <= WIDTH
    before = 0
    while next_look(before) < stopped.pairs:
        before = next_look(before)
    assert not narrow_enough(compare("lowest", "random", games=before).outcome.tally, WIDTH)
    found = stopped.as_dict()
    assert (found["until"], found["interval"], found["interrupted"]) == (WIDTH, "sequence", False)
    assert stopped.duel.points.low < Duel(stopped.outcome.tally, sequential=False).points.low


def test_until_is_the_same_in_more_threads_and_after_an_interruption(stopped: Comparison, tmp_path: Path) -> None:
    out = tmp_path / "run"
    compare("lowest", "random", games=333, out=out)
    every: list[dict[str, Any]] = [{"threads": 3}, {"out": out, "resume": True}]
    for options in every:
        again = compare("lowest", "random", until=WIDTH, **options)
        assert again.outcome.tally.to_json() == stopped.outcome.tally.to_json()
    assert load(out)["game"].max() == stopped.pairs - 1


def test_until_goes_on_to_a_narrower_one(stopped: Comparison, bazas: Callable[..., Ran], tmp_path: Path) -> None:
    line = f"compare lowest random --json --until {WIDTH} --out"
    assert json.loads(bazas(line, tmp_path)[1])["pairs"] == stopped.pairs
    found = json.loads(bazas("compare lowest random --json --resume --until 6 --out", tmp_path)[1])
    assert untimed(found)["points"] == compare("lowest", "random", until=6).points.as_dict()


def test_games_are_the_most_with_until(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("compare lowest random --until 0.1 --games 500")
    assert status == 0
    assert "500 deals" in out
    assert re.search(r"The interval of the points is still \d+\.\d\d wide, not 0\.1: play more deals", out)
    assert "valid at every look" in out
    assert (
        "Ended as the interval of the points is no wider than 8." in bazas(f"compare lowest random --until {WIDTH}")[1]
    )


def test_alike_strategies_end_soon() -> None:
    """Where nothing differs, 0 is certain before long, by a bounded interval."""
    found = compare("lowest", "lowest", until=1)
    assert found.pairs < 6000
    assert found.as_dict()["points_interval"] == "bounded"


# Interruptions


def test_an_interrupted_run_prints_what_it_has(
    bazas: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def interrupt(view: object, progress: object) -> None:
        calls.append(progress)
        if len(calls) == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(live.LiveView, "__call__", interrupt)
    status, out, err = bazas("compare lowest random --games 1e9 --json --out", tmp_path)
    monkeypatch.undo()
    assert status == 130
    found = json.loads(out)
    assert (found["interrupted"], found["interval"]) == (True, "sequence")  # somebody may have looked
    assert re.fullmatch(rf"bazas: interrupted after {found['pairs']} deals; go on with: bazas.* --resume\n", err)
    assert load(tmp_path)["game"].max() + 1 == found["pairs"] == len(load(tmp_path)) / 2
    whole = json.loads(bazas("compare lowest random --games 900 --json --resume --out", tmp_path)[1])
    assert whole["interval"] == "sequence"  # 900 are not what was planned
    expected = Duel(compare("lowest", "random", games=900).outcome.tally, sequential=True)
    assert whole["points"] == expected.points.as_dict()


@pytest.mark.parametrize("until", [None, 500.0])
def test_a_number_of_deals_chosen_later_is_not_a_fixed_one(until: float | None, tmp_path: Path) -> None:
    """Nor where the interval was to be narrow at first: it may have been chosen for what was seen."""
    first = compare("lowest", "random", games=400, until=until, out=tmp_path)
    intervals = [first.as_dict()["interval"]]
    for games in (400, 450, 450):
        again = compare("lowest", "random", games=games, out=tmp_path, resume=True)
        intervals.append(again.as_dict()["interval"])
        told = printed_comparison(again)
        assert ("Resumed with another number of deals" in told) == (intervals[-1] == "sequence")
        assert ("valid at every look" in told) == (intervals[-1] == "sequence")
    planned = "fixed" if until is None else "sequence"
    assert intervals == [planned, planned, "sequence", "sequence"]
    assert read_run(tmp_path)["planned"] == (400 if until is None else None)


def test_an_interrupted_run_that_goes_on_as_planned_has_the_usual_interval(tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.units >= 5:
            signal.raise_signal(signal.SIGINT)

    broken = compare("lowest", "random", games=900, out=tmp_path, progress=interrupt)
    assert (broken.outcome.interrupted, broken.as_dict()["interval"]) == (True, "sequence")
    whole = compare("lowest", "random", games=900, out=tmp_path, resume=True)
    assert whole.as_dict()["interval"] == "fixed"
    assert whole.points == compare("lowest", "random", games=900).points


def printed_comparison(result: Comparison) -> str:
    screen = Console(file=io.StringIO(), width=80)
    print_comparison(result, screen)
    text = screen.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return " ".join(text.split())


# Wrong use


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lowest", "Missing argument 'B'"),
        ("lowest nobody", "no strategy named 'nobody'"),
        ("lowest random --until 0", "an interval cannot become 0.0 wide: choose a width of more than 0"),
        ("lowest random --until -1", "cannot become -1.0 wide"),
        ("lowest random --until nan", "cannot become nan wide"),
        ("lowest random --until inf", "cannot become inf wide"),
        ("lowest random --until narrow", "'narrow' is not a number: write it as 0.2"),
        ("lowest random --games 0", "cannot play 0 games"),
        ("lowest random --resume", "nothing to resume"),
        ("lowest random --rule players=3", "players"),
    ],
)
def test_wrong_use_is_one_sentence(line: str, sentence: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(f"compare {line}")
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


# Names


def test_names_are_those_that_were_typed() -> None:
    found = compare("lowest", "random:salt=4", games=20)
    assert found.names == ("lowest", "random:salt=4")
    two = compare("lowest", "random", rule=["players=2"], games=20)
    assert two.names == ("lowest", "random")


def test_estimates_keep_their_order() -> None:
    """Of B's wins, too: the low end stays below the high one."""
    found = compare("random", "lowest", games=1500).points
    assert found.low < found.mean < found.high
