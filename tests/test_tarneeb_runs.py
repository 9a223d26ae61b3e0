"""Runs of Tarneeb: rounds and games, the rows that are stored, the sums, faults told in a sentence."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bazas.analyses.compare import compare
from bazas.analyses.tournament import tournament
from bazas.kernels.bits import lowest
from bazas.kernels.records import blank
from bazas.kernels.tarneeb.cards import DECK
from bazas.kernels.tarneeb.records import VIEW
from bazas.sim import load
from bazas.sim.errors import RunError, StrategyError, UsageError
from bazas.sim.playing import play_chunk
from bazas.sim.simulate import simulate
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.storage import read_run
from bazas.sim.strategy import strategy
from bazas.sim.tarneeb.notation import parse_card
from bazas.sim.tarneeb.playing import trace_game
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.strategy import BUILT_IN, TarneebStrategy, name_longest, pass_always
from commands import Ran
from processes import environment

GAMES = 300
SCENARIO = Path(__file__).parent.parent / "docs" / "scenarios-tarneeb" / "game-both-at-thirty-one.txt"
RANDOM = strategy("random", TarneebStrategy)


def spec(*players: TarneebStrategy, **options: Any) -> Spec:
    a, *others = players or (RANDOM,)
    arm = Arm(players_at(TarneebRules(), a, others[0] if others else None))
    return Spec("simulate", TarneebRules(), 1, (arm,), **options)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    out = tmp_path_factory.mktemp("run")
    simulate("random", rules="cardems", games=GAMES, out=out, plays=True, hands=True)
    return load(out)


@pytest.mark.parametrize("options", [{"threads": 1}, {"threads": 3}])
def test_threads_and_parts_change_nothing(options: dict[str, Any], rows: pd.DataFrame, tmp_path: Path) -> None:
    simulate("random", rules="cardems", games=100, out=tmp_path, plays=True, hands=True, **options)
    simulate("random", rules="cardems", games=GAMES, out=tmp_path, plays=True, hands=True, resume=True, **options)
    pd.testing.assert_frame_equal(load(tmp_path), rows)


def test_a_row_is_a_round_and_its_key_game_and_round(rows: pd.DataFrame) -> None:
    assert not rows.duplicated(["game", "round"]).any()
    assert rows["game"].nunique() == GAMES
    for _, game in rows.groupby("game"):
        assert game["round"].tolist() == list(range(len(game)))
        assert (game["rounds"] == len(game)).all()
        assert game["winner"].nunique() == 1
        for side in "ab":
            assert (game[f"points_{side}"].cumsum() == game[f"total_{side}"]).all()
        reached = (game[["total_a", "total_b"]] >= 31).to_numpy()
        assert (reached.sum(axis=1) == 1).tolist() == [False] * (len(game) - 1) + [True]
        assert reached[-1, game["winner"].iloc[0]]


def test_rows_tell_one_story(rows: pd.DataFrame) -> None:
    a, b = rows["tricks_a"], rows["tricks_b"]
    assert (a + b == 13).all()
    own = np.where(rows["declarer"] % 2 == 0, a, b)
    other = 13 - own
    assert (rows["made"] == (own >= rows["bid"])).all()
    scored = np.where(rows["declarer"] % 2 == 0, rows["points_a"], rows["points_b"])
    against = np.where(rows["declarer"] % 2 == 0, rows["points_b"], rows["points_a"])
    assert (scored == np.where(rows["made"], own, -rows["bid"])).all()
    assert (against == np.where(rows["made"], 0, other)).all()
    assert (rows["dealer"] == (rows["game"] + rows["round"]) % 4).all()
    assert (rows["bids"].map(max).where(~rows["forced"], 7) == rows["bid"]).all()
    assert (rows["bids"].map(lambda bids: list(bids) == [0, 0, 0]) == rows["forced"]).all()
    assert (rows.loc[rows["forced"], "declarer"] == rows.loc[rows["forced"], "dealer"]).all()


def test_cards_are_those_that_were_dealt(rows: pd.DataFrame, tmp_path: Path) -> None:
    suits = ["clubs", "diamonds", "hearts", "spades"]
    names = ["declarer", "declarer_trumps", "declarer_honours", "trumps", "hands", "plays"]
    for declarer, held, honours, suit, hands, plays in rows[names].head(200).to_numpy().tolist():
        assert sum(map(int, hands)) == DECK
        assert {int(hand).bit_count() for hand in hands} == {13}
        assert sum(1 << int(card) for card in plays) == DECK
        assert int(hands[declarer]) >> int(plays[0]) & 1, "the declarer leads"
        trumps = int(hands[declarer]) >> 16 * suits.index(suit) & 0x1FFF
        assert (trumps.bit_count(), (trumps >> 9).bit_count()) == (held, honours)
    simulate("random", rules="cardems", games=GAMES, out=tmp_path)
    again = load(tmp_path, ["game", "round"], hands=True)
    assert again["hands"].map(tuple).tolist() == rows["hands"].map(tuple).tolist()


def test_columns_are_explained_and_speak_of_this_game(tmp_path: Path) -> None:
    simulate("random", rules="cardems", games=2, out=tmp_path)
    about = read_run(tmp_path)
    assert (about["game"], about["rules_name"]) == ("tarneeb", "cardems")
    assert set(about["switches"]) == set(about["rules"]) == {"goal"}
    assert load(tmp_path).columns.tolist() == about["columns"]
    assert not {"plays", "hands"} & set(about["columns"])


def test_figures_are_those_of_the_rows(rows: pd.DataFrame) -> None:
    found = simulate("random", rules="cardems", games=GAMES)
    assert found.games == GAMES
    assert found.hands == len(rows)
    first = rows[rows["round"] == 0]
    expected = {
        "wins_a": (first["winner"] == 0).mean(),
        "wins_opener": (first["winner"] == (first["dealer"] + 1) % 2).mean(),
        "rounds_per_game": first["rounds"].mean(),
        "points_a": first["points_a"].mean(),
        "points_b": first["points_b"].mean(),
        "margin": (first["points_a"] - first["points_b"]).mean(),
        "declares_b": (first["declarer"] % 2).mean(),
        "made_a": first.loc[first["declarer"] % 2 == 0, "made"].mean(),
        "forced": first["forced"].mean(),
        "bid": first["bid"].mean(),
        "bid_8": (first["bid"] == 8).mean(),
        "made_7": first.loc[first["bid"] == 7, "made"].mean(),
        "tricks_9": first["tricks_a"].where(first["declarer"] % 2 == 0, first["tricks_b"])[first["bid"] == 9].mean(),
    }
    for name, value in expected.items():
        assert found.figures[name].mean == pytest.approx(value), name  # type: ignore[union-attr]


def test_the_json_object_has_rounds(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("simulate --rules cardems --strategy random --games 50 --json")
    found = json.loads(out)
    assert status == 0
    assert {"games", "rounds", "rounds_played", "rounds_per_second"} <= found.keys()
    assert not [key for key in found if "hand" in key or "mano" in key]


@pytest.mark.parametrize("name", BUILT_IN)
def test_against_itself_every_deal_is_a_tie(name: str) -> None:
    player = strategy(name, TarneebStrategy)
    found = compare(player, player, "cardems", games=3 if player.looks_ahead else 200)
    assert (found.divergent, found.points.mean, found.wins.mean) == (0, 0, 0)
    assert found.outcome.tally["points_products"].tolist() == [[0]]


def test_a_comparison_counts_the_rows(tmp_path: Path) -> None:
    timid = replace(RANDOM, name="timid", bid=pass_always)
    found = compare(RANDOM, timid, "cardems", games=400, out=tmp_path)
    rows = load(tmp_path)
    first = rows[rows["round"] == 0].set_index(["game", "arm"])
    margin = (first["points_a"] - first["points_b"]).unstack("arm")
    assert found.points.mean == pytest.approx((margin[0] - margin[1]).mean() / 2)
    won = (first["winner"] == 0).unstack("arm")
    assert found.wins_a.mean == pytest.approx((won[0].mean() + 1 - won[1].mean()) / 2)
    assert rows.sort_values(["game", "arm", "round"]).index.equals(rows.index)


def test_a_tournament_ranks_them() -> None:
    timid = replace(RANDOM, name="timid", bid=pass_always)
    found = tournament([RANDOM, timid], "cardems", games=300)
    assert {player.name for player in found.table.ranking} == {"random", "timid"}


# What is refused


def fault(**decisions: Any) -> str:
    with pytest.raises(StrategyError) as told:
        play_chunk(spec(replace(RANDOM, name="mine", **decisions)), 0, 3)
    return str(told.value)


def test_wrong_answers_are_told() -> None:
    told = fault(bid=lambda view: 6)
    assert "strategy mine broke the rules in game 0, round 0, East (seat 1) when asked to bid: it answered 6" in told
    assert told.endswith("legal were pass (0), 7, 8, 9, 10, 11, 12, 13")
    assert "when asked to name trumps: it answered 4, and legal were clubs (0)" in fault(name_trumps=lambda view: 4)
    assert "when asked to play: it answered ace of spades, and legal were" in fault(play=lambda view: 60)


def test_who_fails_is_told() -> None:
    assert "failed in game 0, round 0" in fault(bid=lambda view: 7 // (view.seat - 1))


def test_a_game_without_end_is_told(tmp_path: Path) -> None:
    """Who always bids 13 sinks for ever."""
    mad = replace(RANDOM, name="mad", bid=lambda view: 13)
    with pytest.raises(StrategyError, match=r"game 0 was not over after 1,000 rounds, with side a at -\d+"):
        play_chunk(spec(mad), 0, 1)
    chunk = play_chunk(spec(mad, replace(RANDOM, name="timid", bid=pass_always)), 0, 5)
    assert (chunk.arms[0][0]["winner"] == 1).all(), "13 is never made, and the others score what they take"


def test_what_was_finished_before_a_fault_is_kept(tmp_path: Path) -> None:
    late = replace(RANDOM, name="late", play=lambda view: -1 if view.number == 100 else lowest(view.legal))
    with pytest.raises(StrategyError, match="round 100"):
        simulate(late, rules="cardems", games=2000, out=tmp_path, threads=2)
    kept = load(tmp_path)
    assert kept["game"].nunique() > 3
    assert kept.groupby("game")["round"].max().lt(100).all()
    assert kept["game"].unique().tolist() == list(range(kept["game"].nunique()))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("simulate --rules cardems --matches 3", "--matches has no meaning in this game: leave it out"),
        ("show --rules cardems --hand first", "--hand has no meaning in this game: leave it out"),
        ("simulate --rules cardems --rule goal=32", "rule goal cannot be '32': choose 31, 41 or 61"),
        ("simulate --rules cardems --rule deck=48", "no rule named 'deck': choose goal"),
        (
            "simulate --rules cardems --strategy counter",
            "counter plays Guiñote: choose rules of that game",
        ),
        ("seven --rules cardems", "no seven is swapped by cardems: choose lascuarenta or ludoteka"),
        ("contracts --rules ludoteka", "nobody bids by ludoteka: choose cardems"),
        ("compare honours careful", "honours plays Tarneeb: choose rules of that game, with --rules cardems"),
        ("simulate --rules tarneeb", "tarneeb is a game: choose a sheet of its rules, cardems"),
        (f"show --script {SCENARIO} --hand first", "--hand has no meaning in this game"),
        ("contracts --games 0", "cannot play 0 deals: choose 1 to"),
        ("contracts --rules cardems --rule goal", "'goal' changes no rule: write NAME=VALUE, as goal=41"),
    ],
)
def test_wrong_use(line: str, sentence: str, bazas: Callable[..., Ran]) -> None:
    status, out, told = bazas(line)
    assert (status, out) == (2, "")
    assert sentence in told


def test_strategies_of_the_other_game_are_refused() -> None:
    with pytest.raises(UsageError, match="careful plays Guiñote, not Tarneeb: choose rules of that game"):
        players_at(TarneebRules(), strategy("careful"))


def test_a_run_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    simulate("random", rules="cardems", games=1, out=tmp_path)
    about = json.loads((tmp_path / "run.json").read_text("utf-8"))
    (tmp_path / "run.json").write_text(json.dumps({**about, "game": "whist"}), "utf-8")
    with pytest.raises(RunError, match="no game 'whist' is known here"):
        load(tmp_path)


# The machinery


def test_a_game_alone_is_the_game_of_the_run(rows: pd.DataFrame) -> None:
    trace = trace_game(spec(), 0, 17)
    alone = rows[rows["game"] == 17]
    assert trace.rounds["declarer"].tolist() == alone["declarer"].tolist()
    assert trace.rounds["points"].tolist() == alone[["points_a", "points_b"]].to_numpy().tolist()


def test_uncompiled_games_are_the_same(rows: pd.DataFrame, tmp_path: Path) -> None:
    code = f"""
from bazas.sim import load, simulate
simulate("random", rules="cardems", games=12, out={str(tmp_path / "run")!r}, plays=True, hands=True, threads=1)
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(NUMBA_DISABLE_JIT="1"), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    pd.testing.assert_frame_equal(load(tmp_path / "run"), rows[rows["game"] < 12])


def test_the_longest_suit_is_named() -> None:
    view = blank(VIEW)
    cards = "2c 3c 4c 5c 6c Ah Kh Qh Jh Th As 2d 3d"
    view.hand = sum(1 << parse_card(card) for card in cards.split())
    assert name_longest(view) == 2, "five hearts with honours before five clubs without"
