"""Profiles: the figures are the facts of the games, of the right sides, and are shown as they are."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bazas.analyses.profile import HEAVY_GAMES, MOST_COLUMNS, Counting, Profile, facts_of, profile
from bazas.analyses.profile_lines import SECTIONS, Sums
from bazas.analyses.profile_report import profile_tables
from bazas.kernels.habits import FACTS, PLACES
from bazas.sim.errors import UsageError
from bazas.sim.estimates import Estimate, mean_interval, wilson
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, Rules, guinote
from bazas.sim.runner import run
from bazas.sim.strategy import strategy
from bazas.sim.tally import Tally
from commands import Ran
from reporting import printed, untimed

LOWEST = strategy("lowest")


def facts(result: Profile, arm: int) -> Any:
    """The facts of all games of one strategy (n by 2 by FACTS)."""
    chunk = play_chunk(result.spec, 0, result.outcome.units)
    assert chunk.plays is not None
    games, hands = chunk.arms[arm]
    return facts_of(guinote(result.spec.rules), result.spec.seed, games, hands, chunk.plays[arm])


def test_figures_of_a_strategy_against_itself_are_those_of_both_sides() -> None:
    result = profile(["careful", "random"], games=300, seed=4)
    for arm, found in enumerate(result.profiles):
        counted = facts(result, arm)
        both = counted.sum(axis=1)[:, PLACES["thrown"]]
        whole = mean_interval(300, int(both.sum()), int((both * both).sum()), 0, 240)
        assert found["thrown"].mean == pytest.approx(whole.mean / 2)
        assert found["thrown"].low == pytest.approx(whole.low / 2)
        assert found["thrown"].n == 300
        could = int(counted[:, :, [PLACES["forty_winner"], PLACES["forty_partner"]]].sum())
        sung = counted[:, :, [PLACES["forty_sung_winner"], PLACES["forty_sung_partner"]]].sum()
        assert found["forty_sung"] == wilson(sung, could)
        by_game = mean_interval(300, could, could, 0, 2)  # one side at most could sing it
        assert found["forty_possible"] == half_of(by_game)
        assert found["forty_possible"].n == found["forty_held"].n == 300
        trumps = counted[:, :, [PLACES[f"trumps_{n}"] for n in range(7)]].sum(axis=(0, 1))
        assert found["trumps"].mean == pytest.approx(np.average(range(7), weights=trumps))
        assert found["trumps_2"].mean == pytest.approx(trumps[2] / trumps.sum())
        assert sum(found[f"trumps_{n}"].mean for n in range(7)) == pytest.approx(1)
        assert "games_won" not in found


def test_figures_against_another_are_those_of_side_a() -> None:
    result = profile(["careful"], "random", games=300, seed=4)
    counted, (found,) = facts(result, 0)[:, 0], result.profiles
    assert found["games_won"].mean == pytest.approx(counted[:, PLACES["game_won"]].mean())
    assert found["thrown"].mean == pytest.approx(counted[:, PLACES["thrown"]].mean())
    assert found["loaded"].high == pytest.approx(interval_of(counted[:, PLACES["loaded"]]).high)
    assert found["both_in_one_games_won"].n == counted[:, PLACES["both_in_one"]].sum()
    assert found["games_won"].mean > 0.8


def half_of(found: Estimate) -> Estimate:
    return Estimate(found.mean / 2, found.low / 2, found.high / 2, found.n)


def interval_of(values: Any) -> Any:
    return mean_interval(len(values), int(values.sum()), int((values * values).sum()), 0, 120)


def test_a_column_does_not_depend_on_the_others() -> None:
    alone, among = profile(["careful"], games=200), profile(["lowest", "careful"], games=200)
    assert alone.profiles[0] == among.profiles[1]
    assert among.labels == ["lowest", "careful"]


def test_threads_and_chunks_change_nothing() -> None:
    spec = profile(["lowest"], games=1).spec
    whole = run(spec, 300, tally=Counting(spec, (0, 1)), threads=1, chunk=300).tally
    split = run(spec, 300, tally=Counting(spec, (0, 1)), threads=2, chunk=37).tally
    assert whole.to_json() == split.to_json()


# Strategies of which one knows what their profile says


def no(view: Any) -> bool:
    """Never."""
    return False


def silent(view: Any) -> int:
    """Never sings."""
    return -1


def always(view: Any) -> bool:
    """Claims whatever it has."""
    return True


def test_what_a_silent_player_lets_pass() -> None:
    (found,) = profile([replace(LOWEST, name="silent", sing=silent, swap=no)], games=400).profiles
    assert (found["forty_sung"].mean, found["forty_let_pass"].mean, found["twenties"].mean) == (0, 1, 0)
    assert (found["swap_never"].mean, found["swap_at_once"].mean) == (1, 0)
    assert found["twenties_lost"].mean > 0.1
    assert found["forty_possible"].mean > 0.05


def test_what_a_player_does_that_takes_every_chance() -> None:
    (found,) = profile(["lowest"], games=400).profiles
    assert (found["forty_at_once"].mean, found["forty_let_pass"].mean, found["swap_at_once"].mean) == (1, 0, 1)
    assert found["twenties_lost"].mean == 0
    assert found["thrown_avoidable"].mean == 0, "it plays the lowest card"
    assert found["gifts"].mean == found["wastes"].mean == 0


def test_wrong_claims() -> None:
    """Who claims after every trick of the vueltas is right only where it has 101."""
    rash = replace(LOWEST, name="rash", claim=always)
    result = profile([rash, LOWEST], rules="ludoteka", games=400)
    claiming, waiting = result.profiles
    assert claiming["claims_wrong"].mean > 0.1
    assert (waiting["claims_wrong"].mean, waiting["claims"].mean > 0.1) == (0, True)


def test_two_players_have_no_partners() -> None:
    found = profile(["lowest"], rules=replace(Rules(), players=2), games=100)
    kept = {line.key for lines in SECTIONS.values() for line in lines if line.only == "pairs"}
    assert not kept & set(found.profiles[0])
    assert {name for name, value in found.as_dict()["profiles"][0].items() if value is None} >= kept


# Use


def test_every_line_is_explained() -> None:
    page = (Path(__file__).parent.parent / "docs/profile.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page, re.MULTILINE)
    lines = [line for lines in SECTIONS.values() for line in lines]
    assert [key for key, _ in rows] == [line.key for line in lines]
    for (_, told), line in zip(rows, lines, strict=True):
        assert told in line.label.strip()


def test_strategies_that_look_ahead_play_fewer_games() -> None:
    slow = replace(LOWEST, name="slow", looks_ahead=True)
    assert profile([slow]).outcome.units == HEAVY_GAMES


@pytest.mark.parametrize("names", [[], ["lowest"] * (MOST_COLUMNS + 1)])
def test_too_many_or_no_strategies(names: list[str]) -> None:
    with pytest.raises(UsageError, match="side by side"):
        profile(names, games=10)


def test_every_fact_is_used() -> None:
    """In some figure: of all rules, against itself and others."""

    used = set()

    class Noting(Tally):
        def at(self, name: str, index: int) -> int:
            used.add(name.removeprefix("0 "))
            return 0

    for lines in SECTIONS.values():
        for line in lines:
            line.find(Sums(Noting(), 0, 100, 1, 4))
    assert used == set(FACTS)


def test_the_command_prints_the_object(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("strategy profile lowest random --games 120 --seed 7 --rules ludoteka --json")
    assert status == 0
    expected = profile(["lowest", "random"], rules=PRESETS["ludoteka"].rules, games=120, seed=7)
    assert untimed(json.loads(out)) == untimed(expected.as_dict())
    found = json.loads(out)
    assert (found["command"], found["against"], found["games"]) == ("strategy profile", None, 120)
    assert [column["strategy"] for column in found["profiles"]] == ["lowest", "random"]
    keys = [line.key for lines in SECTIONS.values() for line in lines]
    assert list(found["profiles"][0]) == ["strategy", *keys]
    assert set(found["profiles"][0]["thrown"]) == {"mean", "low", "high", "n"}


def test_the_command_shows_a_column_for_each(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("strategy profile lowest careful:draw_from=3 --games 60 --vs random")
    assert status == 0
    assert "60 games of each against random, by lascuarenta" in out
    assert "careful:draw_from=3" in out
    assert "games won, %" in out
    assert bazas("strategy profile")[0] == bazas("strategy profile nobody --games 10")[0] == 2


def test_tables_fit_the_screen() -> None:
    """Columns that do not fit stand in a table of their own, none is lost."""
    result = profile(["lowest", "highest", "random", "careful", "careful:draw_from=3,draw_all=0"], games=40)
    for width in (60, 80, 120):
        text = printed(profile_tables(result, width), width)
        assert max(map(len, text.splitlines())) <= width
        for name in ("lowest", "highest", "random"):
            assert name in text
        assert text.count("points of a side") == len(profile_tables(result, width))
    assert len(profile_tables(result, 80)) == 2
