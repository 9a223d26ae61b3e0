"""`bazas compare`: what it finds, prints, stores and refuses, and how it looks while it plays."""

import io
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from bazas.analyses import compare
from bazas.analyses.compare import Comparison, narrow_enough
from bazas.analyses.compare_report import seconds_left, standing, verdict
from bazas.analyses.duels import Duel, no_duels
from bazas.kernels.sums import PLACES
from bazas.sim import live
from bazas.sim.estimates import mean_interval
from bazas.sim.runner import Progress
from bazas.sim.sequential import next_look
from bazas.sim.storage import load
from bazas.sim.tally import Tally
from commands import Ran
from reporting import untimed

FEW = "compare lowest random --games 1_500"


def tally_of(n: int, points: float, wins: float, differing: float = 1.0) -> Tally:
    """Sums of n deals of which a share differs, with these means of d / 2 and of w."""
    differ = round(differing * n)
    arms = np.zeros((2, PLACES["chained"] + 1), np.int64)
    arms[:, PLACES["hands"]] = 3 * n // 2
    sums: dict[str, Any] = {
        "pairs": n,
        "divergent": differ,
        "points": round(2 * points * n),
        "points_differing": differ,
        "points_products": [[4000 * differ]],
        "wins": round(wins * n),
        "wins_differing": round(0.6 * differ),
        "wins_products": [[round(0.6 * differ)]],
        "arms": arms,
    }
    return no_duels(1) + Tally(sums)


# The result


def test_json_is_what_the_function_returns(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas(f"{FEW} --seed 3 --rules ludoteka --rule deck=48 --json")
    assert status == 0
    found = json.loads(out)
    expected = compare("lowest", "random", "ludoteka", rule=["deck=48"], games=1500, seed=3)
    assert untimed(found) == untimed(expected.as_dict())
    assert (found["command"], found["games"], found["pairs"]) == ("compare", 1500, 1500)
    assert found["strategies"] == ["lowest", "random", "lowest", "random"]
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
    assert re.fullmatch(rf"bazas: interrupted after {found['pairs']} deals; go on with: bazas .* --resume\n", err)
    assert load(tmp_path)["game"].max() + 1 == found["pairs"] == len(load(tmp_path)) / 2
    whole = json.loads(bazas("compare lowest random --games 900 --json --resume --out", tmp_path)[1])
    assert whole["interval"] == "fixed"
    assert whole["points"] == compare("lowest", "random", games=900).points.as_dict()


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


# The verdict

SURE = 40_000


@pytest.mark.parametrize(
    ("points", "wins", "sentence"),
    [
        (3, 0.1, "one makes 3.00 (2.69 to 3.31) points a hand more and wins 55.00 (54.62 to 55.38) % of the games."),
        (-3, -0.1, "two makes 3.00 (2.69 to 3.31) points a hand more and wins 55.00 (54.62 to 55.38) % of the games."),
        (
            -3,
            0.1,
            "two makes 3.00 (2.69 to 3.31) points a hand more, but one wins 55.00 (54.62 to 55.38) % of the games.",
        ),
        (3, 0, "one makes 3.00 (2.69 to 3.31) points a hand more; a difference in games won is not shown."),
        (0, -0.1, "two wins 55.00 (54.62 to 55.38) % of the games; a difference in points is not shown."),
        (0.1, 0.001, "No difference between one and two is shown."),
    ],
)
def test_the_verdict_claims_what_is_clear_of_0(points: float, wins: float, sentence: str) -> None:
    assert verdict(Duel(tally_of(SURE, points, wins), False), ("one", "two")) == sentence


def test_looking_asks_for_more_than_a_fixed_number() -> None:
    """A difference of 2.5 standard errors."""
    tally = tally_of(SURE, 2.5 * np.sqrt(1000 / SURE), 0)
    claims = [verdict(Duel(tally, sequential), ("one", "two")) for sequential in (False, True)]
    assert claims[0].startswith("one makes")
    assert claims[1].startswith("No difference")


def test_few_deals_that_differ_claim_nothing() -> None:
    """150 deals, in a million: 2.5 standard errors would be clear of 0."""
    tally = tally_of(1_000_000, 2.5 * np.sqrt(150 * 1000) / 1e6, 0, differing=150 / 1_000_000)
    for sequential in (False, True):
        duel = Duel(tally, sequential)
        assert duel.bounded == {"points": True, "wins": True}
        assert duel.points.low < 0
        assert verdict(duel, ("one", "two")) == "No difference between one and two is shown."


def test_no_deals_say_nothing() -> None:
    assert verdict(Duel(no_duels(1), True), ("one", "two")) == "No deal was played."


# While it plays


def progress_of(tally: Tally, total: int, hands_per_second: float = 300.0) -> Progress:
    return Progress(tally.total("pairs"), total, round(hands_per_second), 1.0, tally)


def drawn(progress: Progress, until: float | None = None) -> str:
    screen = Console(file=io.StringIO(), width=80)
    screen.print(standing(progress, ("one", "two"), until))
    text = screen.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_how_it_stands() -> None:
    text = drawn(progress_of(tally_of(SURE, 3, 0.1), 2 * SURE))
    assert text.splitlines()[:2] == ["A: one, B: two", "40,000 deals, 300 hands/s, 0:06:40 left"]
    looked = Duel(tally_of(SURE, 3, 0.1), True).points
    assert f"{looked.low:.2f} to {looked.high:.2f}" in text
    assert "So far: one makes 3.00" in text
    assert max(map(len, text.splitlines())) <= 80


def test_time_left_follows_the_width() -> None:
    tally = tally_of(SURE, 3, 0.1)
    duel = Duel(tally, True)
    width = duel.points.high - duel.points.low
    progress = progress_of(tally, 10**9)
    assert seconds_left(progress, duel, width / 2) == pytest.approx(3 * SURE * 3 / 300)
    assert seconds_left(progress, duel, 2 * width) == 0
    assert seconds_left(progress_of(no_duels(1), 100), Duel(no_duels(1), True), None) is None


def screen(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> io.StringIO:
    file = io.StringIO()
    monkeypatch.setattr(live, "console", lambda stderr: Console(file=file, force_terminal=terminal, width=80))
    monkeypatch.setattr(live, "PATIENCE", 0)
    monkeypatch.setattr(live, "PAUSE", 0)
    return file


def test_a_terminal_shows_it_while_it_plays(bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    file = screen(monkeypatch, terminal=True)
    status, out, _ = bazas(FEW)
    assert status == 0
    assert "So far:" in file.getvalue()
    assert "points a hand" in file.getvalue()
    assert "So far:" not in out


def test_a_pipe_shows_nothing_of_it(bazas: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    file = screen(monkeypatch, terminal=False)
    assert bazas(FEW)[0] == 0
    assert file.getvalue() == ""


def test_names_are_those_that_were_typed() -> None:
    found = compare("lowest", "random:salt=4", games=20)
    assert found.names == ("lowest", "random:salt=4")
    two = compare("lowest", "random", rule=["players=2"], games=20)
    assert two.names == ("lowest", "random")


def test_estimates_keep_their_order() -> None:
    """Of B's wins, too: the low end stays below the high one."""
    found = compare("random", "lowest", games=1500).points
    assert found.low < found.mean < found.high
