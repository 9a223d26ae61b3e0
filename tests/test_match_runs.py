"""Runs of matches: their rows, sums, interruptions, replays. Whether matches are right: tests/test_matches.py."""

import io
import json
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from bazas.kernels.records import NONE
from bazas.sim import runner, simulate
from bazas.sim.errors import RunError, StrategyError, UsageError
from bazas.sim.matches import by_the_chain, match_figures, passing_rates, tally_matches
from bazas.sim.playing import StrategyFault, play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.runner import Outcome, run
from bazas.sim.simulate_report import print_simulation
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.storage import load, read_parts, read_run
from bazas.sim.strategy import Strategy
from bazas.sim.tally import Tally, tally_games
from bazas.sim.tracing import trace_game
from commands import Ran

LUDOTEKA = PRESETS["ludoteka"].rules
MATCHES = 120


def spec(rules: Rules = LUDOTEKA, strategy: str | Strategy = "lowest", **kept: bool) -> Spec:
    return Spec("simulate", rules, 5, (Arm(seats_of(rules.players, strategy)),), matches=True, **kept)


def play(chosen: Spec, matches: int, out: Path | None = None, **how: Any) -> Outcome:
    return run(chosen, matches, tally=tally_matches, out=out, **how)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, pd.DataFrame]:
    out = tmp_path_factory.mktemp("matches")
    outcome = play(spec(), MATCHES, out, threads=1, chunk=MATCHES)
    return outcome, load(out)


def test_rows_are_numbered(whole: tuple[Outcome, pd.DataFrame]) -> None:
    outcome, rows = whole
    assert list(rows.columns[:5]) == ["match", "game", "coto", "game_of_coto", "arm"]
    assert rows["match"].unique().tolist() == list(range(MATCHES))
    assert outcome.units == MATCHES
    for number in range(MATCHES):
        match = rows[rows["match"] == number]
        assert match["game"].tolist() == list(range(len(match)))
        assert match["mano"].iloc[0] == number % 4
        won: list[int] = []
        for coto, games in match.groupby("coto"):
            assert coto == len(won)  # from 0, without a gap
            assert games["game_of_coto"].tolist() == list(range(len(games)))
            wins = np.bincount(games["winner"], minlength=2)
            assert wins.max() == 3 > wins.min()
            assert wins[games["winner"].iloc[-1]] == 3, "the coto ends with the game that wins it"
            won.append(int(wins.argmax()))
        assert won in ([0, 0], [1, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1])


@pytest.mark.parametrize("rules", [Rules(), replace(Rules(), players=2, coto_games=5, match_cotos=3)])
def test_the_mano_passes_on_by_turns(rules: Rules) -> None:
    games, hands = play_chunk(spec(rules), 0, 40).arms[0]
    for row in range(1, len(games)):
        if games["unit"][row] == games["unit"][row - 1]:
            played = games["hands"][row - 1]
            assert hands["mano"][row, 0] == (hands["mano"][row - 1, 0] + played) % rules.players


def test_sums_are_those_of_the_rows(whole: tuple[Outcome, pd.DataFrame]) -> None:
    outcome, rows = whole
    tally = outcome.tally
    last = rows.groupby("match").last()
    cotos = rows.groupby(["match", "coto"])
    assert tally.total("matches") == MATCHES
    assert tally.total("games") == len(rows)
    assert tally["match_wins"].tolist() == np.bincount(last["winner"], minlength=2).tolist()
    assert tally["coto_wins"].tolist() == np.bincount(cotos["winner"].last(), minlength=2).tolist()
    assert tally["coto_lengths"].tolist() == np.bincount(cotos.size(), minlength=10).tolist()
    hands = (1 + rows["vueltas"]).groupby(rows["match"]).sum()
    assert (tally.total("match_hands"), tally.total("match_hands_squared")) == (hands.sum(), (hands**2).sum())
    lengths = rows.groupby("match").size()
    assert (tally.total("match_games"), tally.total("match_games_squared")) == (lengths.sum(), (lengths**2).sum())
    following = rows["mano"].shift(-1)[rows["match"] == rows["match"].shift(-1)].astype(int)
    seen = np.zeros((4, 2, 4), int)
    np.add.at(seen, (rows["mano"][following.index], rows["winner"][following.index], following), 1)
    passings = tally["passings"]
    assert (passings >= seen).all()
    assert passings.sum() - seen.sum() == MATCHES, "of the last game of a match the next mano is in no row"
    assert passing_rates(tally, 4).sum(axis=(1, 2)) == pytest.approx([1, 1, 1, 1])


def test_estimates_are_those_of_the_rows(whole: tuple[Outcome, pd.DataFrame]) -> None:
    outcome, rows = whole
    found = match_figures(outcome.tally, LUDOTEKA)
    lengths = rows.groupby(["match", "coto"]).size()
    assert found["games_per_coto"].mean == pytest.approx(lengths.mean())
    assert found["cotos_of_4_games"].mean == pytest.approx((lengths == 4).mean())
    assert found["match_wins_a"].mean == pytest.approx(1 - rows.groupby("match")["winner"].last().mean())
    assert found["match_wins_a"].n == MATCHES
    assert found["hands_per_match"].mean == pytest.approx((1 + rows["vueltas"]).sum() / MATCHES)
    assert found["hands_per_match"].low < found["hands_per_match"].mean < found["hands_per_match"].high


def test_the_chain_of_few_matches() -> None:
    """It agrees with the count as far as the count is precise; where a mano was never seen it says nothing."""
    tally = play(spec(), 2000).tally
    chain, counted = by_the_chain(tally, LUDOTEKA), match_figures(tally, LUDOTEKA)
    assert chain is not None
    for name, value in chain.items():
        deviation = (counted[name].high - counted[name].low) / 3.92
        assert abs(value.mean - counted[name].mean) < 4.5 * deviation, name
        assert value.low < value.mean < value.high
        assert value.high - value.low < counted[name].high - counted[name].low, "games say more than matches"
    unseen = tally["passings"].copy()
    unseen[2] = 0
    assert by_the_chain(Tally({**tally, "passings": unseen}), LUDOTEKA) is None
    assert by_the_chain(Tally(), LUDOTEKA) is None


def test_a_run_that_is_interrupted_at_once_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(spec: Spec) -> float:
        signal.raise_signal(signal.SIGINT)
        return 0.0

    monkeypatch.setattr(runner, "prepare", interrupt)
    found = simulate("lowest", rules="ludoteka", matches=1000)
    assert (found.outcome.interrupted, found.matches, found.chain) == (True, 0, None)
    assert found.as_dict()["match_wins_a"]["mean"] is None
    print_simulation(found, Console(width=80, file=io.StringIO()))


@pytest.mark.parametrize(("threads", "chunk"), [(1, 7), (2, 50), (3, None)])
def test_threads_and_chunks_do_not_matter(
    whole: tuple[Outcome, pd.DataFrame], threads: int, chunk: int | None, tmp_path: Path
) -> None:
    outcome = play(spec(), MATCHES, tmp_path, threads=threads, chunk=chunk, part_rows=200)
    assert {name: sums.tolist() for name, sums in outcome.tally.items()} == {
        name: sums.tolist() for name, sums in whole[0].tally.items()
    }
    pd.testing.assert_frame_equal(load(tmp_path), whole[1])


def test_parts_hold_whole_matches_and_gaps_are_played(whole: tuple[Outcome, pd.DataFrame], tmp_path: Path) -> None:
    play(spec(), 60, tmp_path, chunk=7, part_rows=100)
    parts = read_parts(tmp_path)
    assert len(parts) > 3
    for part in parts:
        rows = pd.read_parquet(part.path, columns=["match"])["match"]
        assert rows.unique().tolist() == list(range(part.first, part.first + part.count))
    parts[1].path.unlink()
    outcome = play(spec(), MATCHES, tmp_path, resume=True, chunk=11)
    assert outcome.units == MATCHES
    assert read_run(tmp_path)["matches"] == MATCHES
    pd.testing.assert_frame_equal(load(tmp_path), whole[1])


def test_a_run_of_games_is_not_resumed_with_matches(tmp_path: Path) -> None:
    simulate("lowest", games=20, out=tmp_path)
    with pytest.raises(RunError, match="unit is games there and matches here"):
        simulate("lowest", matches=20, out=tmp_path, resume=True)


@pytest.mark.parametrize("players", [4, 2])
def test_hands_are_dealt_again(tmp_path: Path, players: int) -> None:
    rules = replace(LUDOTEKA, players=players)
    play(spec(rules, hands=True), 12, tmp_path / "kept")
    play(spec(rules), 12, tmp_path / "again")
    again = load(tmp_path / "again", hands=True)
    pd.testing.assert_frame_equal(load(tmp_path / "kept"), again[load(tmp_path / "kept").columns])
    dealt = {}
    for match, game in [(0, 0), (3, 4), (11, 2)]:
        events = trace_game(spec(rules), 0, match, game).events
        dealt[match, game] = {int(e["seat"]): int(e["legal"]) for e in events[1 : 1 + players]}
    rows = again.set_index(["match", "game"])["hands"]
    for key, hands in dealt.items():
        assert rows[key].tolist() == [hands[seat] for seat in range(players)]


def test_any_game_of_a_match_can_be_replayed() -> None:
    chunk = play_chunk(spec(), 2, 3)
    games, hands = chunk.arms[0]
    for row in range(chunk.games):
        replay = trace_game(spec(), 0, int(games["unit"][row]), int(games["game"][row])).chunk.arms[0]
        played = int(games["hands"][row])
        assert replay[0]["winner"][0] == games["winner"][row]
        assert replay[1][0, :played].tobytes() == hands[row, :played].tobytes()
    longest = int((games["unit"] == 2).sum())
    with pytest.raises(UsageError, match=f"no game {longest}: its games are numbered from 0 to {longest - 1}"):
        trace_game(spec(), 0, 2, longest)


def _cheat(view: Any) -> int:
    """A card that is never legal, when the own side leads by far in the vueltas."""
    if view.vueltas == 1 and view.points[view.seat & 1] > 95:
        return 63
    return int(np.log2(view.legal & -view.legal)) if view.legal else NONE


def test_a_fault_ends_the_run_after_whole_matches(tmp_path: Path) -> None:
    rules = replace(LUDOTEKA, renuncio="error")
    chosen = spec(rules, Strategy("cheat", "cheats late", _cheat))
    with pytest.raises(StrategyFault, match=r"broke the rules in match \d+, game \d+, the vueltas") as caught:
        play_chunk(chosen, 10, 400)
    chunk = caught.value.finished
    games = chunk.arms[0][0]
    assert sorted(set(games["unit"].tolist())) == list(range(10, 10 + chunk.count))
    last = [max(games["coto"][games["unit"] == unit]) for unit in set(games["unit"].tolist())]
    assert set(last) <= {1, 2}, "no match is cut short"
    with pytest.raises(StrategyError):
        play(chosen, 400, tmp_path, chunk=400)
    assert all(len(match) >= 6 for _, match in load(tmp_path).groupby("match"))


def test_one_arm_only() -> None:
    arm = Arm(seats_of(4, "lowest"))
    for arms in ((arm, arm), (replace(arm, rules=Rules()),)):
        with pytest.raises(UsageError, match="a run of matches has one arm, by the rules of the run"):
            Spec("simulate", LUDOTEKA, 1, arms, matches=True)


def test_the_command(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    line = "simulate --matches 30 --strategy lowest --rules ludoteka --rule match_cotos=1 --out"
    status, out, _ = bazas(line, tmp_path / "run", "--json")
    found = json.loads(out)
    assert status == 0
    assert found["rules"] == "ludoteka with match_cotos=1"
    assert (found["matches"], found["games"]) == (30, len(load(tmp_path / "run")))
    assert found["match_wins_a"] == found["coto_wins_a"]
    for name in ("coto_wins_b", "games_per_coto", "cotos_of_5_games", "games_per_match", "hands_per_match"):
        assert set(found[name]) == {"mean", "low", "high", "n"}
    assert set(found["chain"]) == {"match_wins_a", "coto_wins_a", "games_per_coto", "games_per_match"}
    status, out, _ = bazas("simulate --matches 30 --strategy lowest")
    assert status == 0
    assert "side a by the chain" in out
    assert out.startswith("30 matches, ")
    assert "hands per match" in out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("simulate --matches 10 --games 10", "games and matches cannot both be counted"),
        ("simulate --matches 0", "cannot play 0 matches: choose 1 to"),
        ("simulate --matches some", "'some' is not a whole number"),
    ],
)
def test_wrong_use(line: str, told: str, bazas: Callable[..., Ran]) -> None:
    status, out, err = bazas(line)
    assert (status, out) == (2, "")
    assert told in err


def _careless(view: Any) -> int:
    return int(np.log2(view.hand & -view.hand))


def test_games_lost_by_illegal_answers_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulate(Strategy("careless", "plays its weakest card", _careless), rules="ludoteka", games=200)
    print_simulation(found, Console(width=200))
    told = capsys.readouterr().out
    assert found.decided_renuncio is not None
    assert found.decided_renuncio.mean > 0.5
    assert "of the games were lost by an illegal answer of a strategy" in told
    print_simulation(simulate("lowest", rules="ludoteka", games=200), Console(width=200))
    assert "illegal" not in capsys.readouterr().out


def _never(view: Any) -> int:
    return NONE if view.players else 0


def test_a_fault_in_the_first_deal_of_several_arms_is_told(tmp_path: Path) -> None:
    """The chunk that holds it has not one whole deal to store."""
    arm = Arm((Strategy("never", "plays no card", _never),) * 4)
    with pytest.raises(StrategyFault, match="strategy never broke the rules in game 0"):
        run(Spec("study", Rules(), 1, (arm, arm)), 100, tally=tally_games, out=tmp_path, threads=3)
    assert load(tmp_path).empty
