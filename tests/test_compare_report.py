"""How `bazas compare` is told: the verdict claims what is sure, and a terminal shows it while it plays."""

import io
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from bazas.analyses.compare_report import standing, verdict, watched
from bazas.analyses.duel_report import seconds_left
from bazas.analyses.duels import Duel, no_duels
from bazas.kernels.sums import PLACES
from bazas.sim import live
from bazas.sim.guinote import GUINOTE
from bazas.sim.runner import Progress
from bazas.sim.tally import Tally
from commands import Ran

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
    return Progress(GUINOTE, tally.total("pairs"), total, round(hands_per_second), 1.0, tally)


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
    assert seconds_left(progress, watched(duel), width / 2) == pytest.approx(3 * SURE * 3 / 300)
    assert seconds_left(progress, watched(duel), 2 * width) == 0
    assert seconds_left(progress_of(no_duels(1), 100), watched(Duel(no_duels(1), True)), None) is None


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
