"""Runs: the same games whatever the threads and chunks; faults lose nothing that was finished."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bazas.kernels.records import MAX_CARDS
from bazas.sim import playing, runner
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.playing import Chunk, StrategyFault, play_chunk
from bazas.sim.rules import Rules
from bazas.sim.runner import Outcome, Piece
from bazas.sim.simulate import simulate
from bazas.sim.spec import Arm, Spec, seats_of, split_seats
from bazas.sim.storage import load, read_parts, read_run
from bazas.sim.tally import Tally
from bazas.sim.tracing import trace_game
from processes import environment
from running import GAMES, LOWEST, play, same, spec


@pytest.mark.parametrize(("threads", "chunk"), [(1, None), (2, 1000), (5, 7), (3, 333), (2, GAMES * 2)])
def test_threads_and_chunks_change_nothing(
    threads: int, chunk: int | None, whole: tuple[Tally, pd.DataFrame], tmp_path: Path
) -> None:
    outcome = play(LOWEST, GAMES, tmp_path / "run", threads=threads, chunk=chunk, part_rows=700)
    assert same(outcome.tally, whole[0])
    pd.testing.assert_frame_equal(load(tmp_path / "run"), whole[1])


def test_any_executor_serves(whole: tuple[Tally, pd.DataFrame]) -> None:
    class Counting(ThreadPoolExecutor):
        submitted = 0

        def submit(self, *given: Any, **named: Any) -> Future[Any]:
            self.submitted += 1
            return super().submit(*given, **named)

    with Counting(2) as executor:
        plain: Executor = executor
        assert same(play(LOWEST, GAMES, executor=plain, chunk=500).tally, whole[0])
        assert executor.submitted == 6


def test_the_tally_counts_the_rows(whole: tuple[Tally, pd.DataFrame]) -> None:
    tally, rows = whole
    assert tally.total("games") == GAMES == len(rows)
    assert tally.total("hands") == GAMES + rows["vueltas"].sum()
    assert tally["wins"].tolist() == [(rows["winner"] == side).sum() for side in (0, 1)]
    points = rows["cards_a"] + 10 * (rows["last_trick"] % 2 == 0).fillna(False).astype(int) + rows["cantes_a"]
    assert tally.at("points", 0) == points.sum()
    assert tally.at("points_squared", 0) == (points.astype(int) ** 2).sum()
    assert tally["twenties"].tolist() == [rows["twenties_a"].sum(), rows["twenties_b"].sum()]
    assert tally["forty"].tolist() == [(rows["forty_seat"] % 2 == side).sum() for side in (0, 1)]
    assert tally["swap"].tolist() == [(rows["swap_seat"] % 2 == side).sum() for side in (0, 1)]
    assert tally.total("chained") == rows["swap2_seat"].notna().sum()
    assert tally.total("tute") == (rows["decided"] == "tute").sum()
    assert tally["manos"].tolist() == [(rows["mano"] == seat).sum() for seat in range(4)]
    of_mano = rows["mano"] % 2 == rows["winner"]
    assert tally.total("wins_of_manos") == of_mano.sum()
    mine = np.where(rows["mano"] % 2 == 0, points, 0).sum()
    assert tally.total("points_of_mano") > mine > 0


def test_a_run_can_be_extended(whole: tuple[Tally, pd.DataFrame], tmp_path: Path) -> None:
    play(LOWEST, 1000, tmp_path, chunk=300)
    outcome = play(LOWEST, GAMES, tmp_path, resume=True)
    assert outcome.units == GAMES
    assert outcome.hands < whole[0].total("hands")
    assert same(outcome.tally, whole[0])
    pd.testing.assert_frame_equal(load(tmp_path), whole[1])
    again = play(LOWEST, GAMES, tmp_path, resume=True)
    assert again.hands == 0
    assert same(again.tally, whole[0])


def test_gaps_are_played(whole: tuple[Tally, pd.DataFrame], tmp_path: Path) -> None:
    play(LOWEST, GAMES, tmp_path, chunk=100, part_rows=500)
    parts = read_parts(tmp_path)
    assert [(part.first, part.count) for part in parts] == [(first, 500) for first in range(0, GAMES, 500)]
    for part in parts[::2]:
        part.path.unlink()
    (tmp_path / "games" / "part-000099.tmp").write_text("half a part")
    outcome = play(LOWEST, GAMES, tmp_path, resume=True, threads=2)
    assert same(outcome.tally, whole[0])
    pd.testing.assert_frame_equal(load(tmp_path), whole[1])
    assert list((tmp_path / "games").glob("*.tmp")) == []


def test_the_compiler_does_not_age_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare, monotonic, late = playing.prepare, time.monotonic, [0]

    def slow(chosen: Spec) -> float:
        late[0] = 100
        return prepare(chosen)

    monkeypatch.setattr(runner, "prepare", slow)
    monkeypatch.setattr("bazas.sim.writing.time.monotonic", lambda: monotonic() + late[0])
    play(LOWEST, 100, tmp_path, chunk=50)
    assert len(read_parts(tmp_path)) == 1


def test_slow_games_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waits for the calls of the kernel that are under way."""
    counts = []

    def slow(spec: Spec, first: int, count: int, tally: Callable[[Chunk], Tally], stored: bool) -> Piece:
        counts.append(count)
        return Piece(first, count, count, 1.0 * count, Tally(), None)

    monkeypatch.setattr(runner, "play_piece", slow)
    play(LOWEST, 40, threads=2)
    assert counts == [1] * 41, "and one to warm up"


def test_chunks_grow_to_a_tenth_of_a_second() -> None:
    sizes, found = runner._Sizes(None, 1), []
    for _ in range(8):
        found.append(sizes.size)
        sizes.learn(Piece(0, sizes.size, 0, 1e-4 * sizes.size, Tally(), None))
    assert found == [1, 4, 16, 64, 256, 1000, 1000, 1000]


def test_speed_is_one_figure(tmp_path: Path) -> None:
    outcome = play(LOWEST, 500, tmp_path, threads=2)
    assert read_run(tmp_path)["speed"] == {"hands_per_second": round(outcome.hands_per_second, 1), "threads": 2}


def test_runs_work_outside_the_main_thread(whole: tuple[Tally, pd.DataFrame]) -> None:
    found: list[Outcome] = []
    thread = threading.Thread(target=lambda: found.append(play(LOWEST, GAMES)))
    thread.start()
    thread.join()
    assert same(found[0].tally, whole[0])


def test_arms_are_stored_together(tmp_path: Path) -> None:
    both = spec("lowest", "highest")
    outcome = play(both, 300, tmp_path, chunk=70, part_rows=100)
    rows = load(tmp_path)
    assert rows["game"].tolist() == [game for game in range(300) for _ in range(2)]
    assert rows["arm"].tolist() == [0, 1] * 300
    assert outcome.tally.total("games") == 600
    for arm, name in enumerate(("lowest", "highest")):
        play(spec(name), 300, tmp_path / name)
        alone = load(tmp_path / name).drop(columns="arm")
        mine = rows[rows["arm"] == arm].drop(columns="arm").reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, alone)


def test_a_game_alone_is_the_game_of_the_run() -> None:
    chunk = play_chunk(LOWEST, 0, 50)
    for game in (0, 17, 49):
        alone = trace_game(LOWEST, 0, game).chunk.arms[0]
        assert alone[0][0] == chunk.arms[0][0][game]
        for hand in range(alone[0][0]["hands"]):
            assert alone[1][0, hand] == chunk.arms[0][1][game, hand]


@pytest.mark.parametrize("games", [0, -3, 2**62 + 1])
def test_impossible_counts_are_refused(games: int) -> None:
    with pytest.raises(UsageError, match=f"cannot play {games} games"):
        play(LOWEST, games)


@pytest.mark.parametrize("options", [{"threads": 0}, {"threads": 10**6}, {"chunk": 0}, {"resume": True}])
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        play(LOWEST, 10, **options)


# Who plays


def test_seats() -> None:
    names = [player.name for player in seats_of(4, "lowest", "random")]
    assert names == ["lowest", "random"] * 2
    assert [player.name for player in seats_of(2, "lowest")] == ["lowest", "lowest"]
    assert [player.label for player in seats_of(2, seats="random:salt=3,lowest")] == ["random:salt=3", "lowest"]
    assert split_seats("a:x=1,y=2,b, c") == ["a:x=1,y=2", "b", "c"]
    for given in ({"seats": "random,random"}, {"a": "random", "seats": ["random"] * 4}, {}):
        with pytest.raises(UsageError):
            seats_of(4, **given)


def test_simulate_gives_its_figures() -> None:
    result = simulate("lowest", vs="random", games=500, seed=3)
    assert result.wins_a is not None
    assert result.as_dict()["wins_a"] == result.wins_a.as_dict()
    assert result.wins_a.mean + result.figures["wins_b"].mean == 1  # type: ignore[union-attr]
    with pytest.raises(AttributeError, match="no attribute 'wins_c'"):
        _ = result.wins_c
    json.dumps(result.as_dict(), allow_nan=False)


def test_careful_plays_where_nobody_is_chosen() -> None:
    def players(**options: Any) -> list[str]:
        return simulate(games=10, **options).as_dict()["strategies"]

    assert players() == ["careful"] * 4
    assert players(vs="random") == ["careful", "random"] * 2
    assert players(seats="lowest,random,lowest,random") == ["lowest", "random"] * 2


def test_intervals_of_few_games_have_a_width() -> None:
    for found in simulate("random", games=3).figures.values():
        assert found is None or found.n == 0 or found.low < found.high


# Strategies that go wrong


MINE = """
from bazas.kernels.bits import lowest
from bazas.sim.strategy import Strategy


def illegal(view):
    return 63 if view.noise & 1023 == 0 and view.trick > 2 else lowest(view.legal)


def raising(view):
    if view.noise & 1023 == 0 and view.trick > 2:
        raise ValueError("lost the thread")
    return lowest(view.legal)


def floating(view):
    return 0.5 * view.hand


def sings_all(view):
    return 3


wrong = Strategy("wrong", "answers with no card", illegal)
raises = Strategy("raises", "raises", raising)
floats = Strategy("floats", "returns a float", floating)
singer = Strategy("singer", "sings what it has not", lambda view: lowest(view.legal), sing=sings_all)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "wrong",
            r"strategy wrong broke the rules in game \d+, .*, trick \d+, seat [02] .* 63, and legal were \w+ de",
        ),
        (
            "raises",
            r"strategy raises failed in game \d+, .*, trick \d+, seat [02] when asked to play: ValueError: lost the",
        ),
    ],
)
def test_what_was_finished_before_a_fault_is_kept(name: str, told: str, mine: Path, tmp_path: Path) -> None:
    broken = Spec("simulate", Rules(), 1, (Arm(seats_of(4, "lowest")), Arm(seats_of(4, f"{mine}:{name}", "lowest"))))
    sentences = set()
    for number, chunk in enumerate((16, 40, 500)):
        out = tmp_path / str(number)
        with pytest.raises(StrategyFault, match=told) as caught:
            play(broken, 1000, out, chunk=chunk, threads=2)
        sentences.add(str(caught.value))
        rows = load(out)
        game = int(str(caught.value).split("game ")[1].split(",")[0])
        assert game > 0
        assert rows["game"].tolist() == [index for index in range(game) for _ in range(2)]
    assert len(sentences) == 1


def test_a_float_is_refused(mine: Path) -> None:
    with pytest.raises(StrategyError, match="floats: play returns float64, it must return a whole number"):
        simulate(f"{mine}:floats", games=10)


def test_a_wrong_cante_is_told(mine: Path) -> None:
    with pytest.raises(StrategyFault, match=r"asked to sing: it answered bastos, and legal were (oros|copas|espadas)"):
        simulate(f"{mine}:singer", games=2000)


# Without the compiler


def test_uncompiled_games_are_the_same(whole: tuple[Tally, pd.DataFrame], tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from running import LOWEST, play; play(LOWEST, 200, Path(sys.argv[1]))"
    )
    alone = environment(NUMBA_DISABLE_JIT="1")
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], env=alone, check=True)
    pd.testing.assert_frame_equal(load(tmp_path), whole[1][:200])
    assert same(read_parts(tmp_path)[0].tally, play(LOWEST, 200).tally)


def test_plays_are_those_of_the_trace(tmp_path: Path) -> None:
    play(spec("lowest", plays=True), 30, tmp_path)
    rows = load(tmp_path)
    for game, kept in enumerate(rows["plays"]):
        events = trace_game(LOWEST, 0, game).events
        played = events["value"][events["kind"] == 2]
        vueltas = rows["v_plays"][game]
        both = [*kept, *([] if vueltas is None else vueltas)]
        assert both == played.tolist()
        assert len(set(kept)) == len(kept) <= MAX_CARDS
