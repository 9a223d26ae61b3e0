"""Run folders: what is written, what is refused, and what survives damage."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from bazas.kernels.compiling import kernel_hash
from bazas.kernels.records import EVENTS
from bazas.sim import writing
from bazas.sim.columns import COLUMNS, columns_of
from bazas.sim.disk import locked
from bazas.sim.errors import RunError, UsageError
from bazas.sim.notation import cards_of
from bazas.sim.playing import trace_game
from bazas.sim.rules import Rules
from bazas.sim.runner import run
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.storage import COUNT, FIRST, RUN, TALLY, load, read_parts, read_run
from bazas.sim.tally import Tally, tally_games

NAMES = [
    "game",
    "arm",
    "mano",
    "muestra",
    "cards_a",
    "cards_b",
    "last_trick",
    "cantes_a",
    "cantes_b",
    "tricks_a",
    "tricks_b",
    "forty_seat",
    "forty_trick",
    "twenties_a",
    "twenties_b",
    "twenty_seat",
    "twenty_trick",
    "twenty_suit",
    "swap_seat",
    "swap_trick",
    "swap_card",
    "swap2_seat",
    "swap2_trick",
    "tute_seat",
    "as_seat",
    "tres_seat",
    "seven_seat",
    "muestra_seat",
    "last_free",
]


def spec(rules: Rules | None = None, seed: int = 1, plays: bool = False, hands: bool = False) -> Spec:
    rules = rules or Rules()
    return Spec("simulate", rules, seed, (Arm(seats_of(rules.players, "random")),), plays=plays, hands=hands)


def play(out: Path, games: int = 100, chosen: Spec | None = None, resume: bool = False, part_rows: int = 50) -> None:
    run(chosen or spec(), games, tally=tally_games, out=out, resume=resume, chunk=25, part_rows=part_rows)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 100 games in two parts, to be read."""
    out = tmp_path_factory.mktemp("kept")
    play(out)
    return out


@pytest.fixture
def stored(kept: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copytree(kept, tmp_path / "run"))


# What is written


def test_columns_are_the_documented_ones(kept: Path) -> None:
    in_vueltas = [f"v_{name}" for name in NAMES[2:]]
    names = [*NAMES, *in_vueltas, "vueltas", "decided", "winner"]
    assert list(load(kept).columns) == names == [column.name for column in columns_of(spec())]
    asked_for = ("plays", "hands", "withheld_seat", "withheld_trick")
    of_matches = {"match", "coto", "game_of_coto"}
    assert {column.name for column in COLUMNS} - set(names) - of_matches == {
        v + name for v in ("", "v_") for name in asked_for
    }


def test_a_part_explains_itself(kept: Path) -> None:
    path = kept / "games" / "part-000001.parquet"
    schema = pq.read_schema(path)
    about = json.loads(schema.metadata[RUN])
    assert (int(schema.metadata[FIRST]), int(schema.metadata[COUNT])) == (50, 50)
    assert Tally.from_json(schema.metadata[TALLY].decode()).total("games") == 50
    assert about["seed"] == 1
    assert about["rules"] == Rules().as_dict()
    assert all(schema.field(name).metadata[b"description"] for name in schema.names)


def test_a_part_is_one_row_group_that_readers_can_skip(kept: Path) -> None:
    about = pq.read_metadata(kept / "games" / "part-000001.parquet")
    group = about.row_group(0)
    assert (about.num_row_groups, group.column(0).compression) == (1, "ZSTD")
    statistics = group.column(0).statistics
    assert (statistics.min, statistics.max) == (50, 99)
    rows = pd.read_parquet(kept / "games", filters=[("game", "<", 3)])
    assert rows["game"].tolist() == [0, 1, 2]


def test_run_json_repeats_the_run(kept: Path) -> None:
    about = read_run(kept)
    assert about["games"] == 100
    assert about["kernel_hash"] == kernel_hash()
    assert about["arms"][0]["strategies"][0]["parameters"] == {"salt": 0}
    assert len(about["arms"][0]["strategies"][0]["source_hash"]) == 16
    assert set(about["versions"]) == {"python", "numpy", "numba", "pyarrow"}
    assert about["speed"]["hands_per_second"] > 0
    assert os.uname().nodename not in json.dumps(about["machine"])


def test_every_session_is_kept(stored: Path) -> None:
    first = read_run(stored)
    play(stored, 100, resume=True)
    assert read_run(stored) == first, "nothing was left to play"
    play(stored, 150, resume=True)
    about = read_run(stored)
    (again,) = about.pop("resumed")
    assert about == {**first, "games": 150}
    assert {*again} == {"bazas", "versions", "machine", "speed"}
    assert again["versions"] == first["versions"]
    assert again["speed"]["hands_per_second"] > 0
    part = pq.read_schema(stored / "games" / "part-000002.parquet")
    assert json.loads(part.metadata[RUN])["resumed"][0]["machine"] == again["machine"]


def test_nulls_stand_for_what_was_not(kept: Path) -> None:
    rows = load(kept)
    assert rows["mano"].tolist() == [game % 4 for game in range(100)]
    assert (rows["v_mano"].notna() == rows["vueltas"]).all()
    assert (rows["v_cards_a"].notna() == rows["vueltas"]).all()
    assert (rows["forty_seat"].notna() == rows["forty_trick"].notna()).all()
    twenties = rows["twenties_a"] + rows["twenties_b"]
    assert [0 if seats is None else len(seats) for seats in rows["twenty_seat"]] == twenties.tolist()
    played_out = rows["last_trick"].notna()
    assert (rows["cards_a"] + rows["cards_b"])[played_out].eq(120).all()
    types = rows.dtypes.astype(str)
    assert (types["mano"], types["last_trick"], types["vueltas"], types["decided"]) == (
        "int8",
        "Int8",
        "bool",
        "category",
    )


# Hands and plays


@pytest.mark.parametrize("rules", [Rules(), Rules(players=2, deck=48), Rules(deck=36, mano_next="after_last_trick")])
def test_hands_are_dealt_again(rules: Rules, tmp_path: Path) -> None:
    chosen = spec(rules, hands=True)
    play(tmp_path / "with", 40, chosen)
    play(tmp_path / "without", 40, spec(rules))
    expected, again = load(tmp_path / "with"), load(tmp_path / "without", hands=True)
    pd.testing.assert_frame_equal(again[expected.columns], expected)
    for game in range(40):
        events = trace_game(chosen, 0, game).events
        dealt = events[events["kind"] == EVENTS.index("dealt")]
        kept = [
            mask for name in ("hands", "v_hands") if expected[name][game] is not None for mask in expected[name][game]
        ]
        by_seat = [sorted(zip(half["seat"], half["legal"], strict=True)) for half in split(dealt, rules.players)]
        assert kept == [mask for half in by_seat for _, mask in half]
        assert {len(cards_of(mask)) for mask in kept} == {6}


def split(events: np.ndarray, length: int) -> list[np.ndarray]:
    return [events[i : i + length] for i in range(0, len(events), length)]


def test_load_chooses_columns(kept: Path) -> None:
    rows = load(kept, ["winner", "game"])
    assert list(rows.columns) == ["winner", "game"]
    assert list(load(kept, ["game"], hands=True).columns) == ["game", "hands", "v_hands"]
    with pytest.raises(UsageError, match=r"no column 'winer': it has game, arm, "):
        load(kept, ["winer"])


# What is refused


def test_a_folder_in_use_is_refused(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="already holds a run: add --resume"):
        play(kept)
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(RunError, match="is not empty and holds no run"):
        play(tmp_path)
    with pytest.raises(RunError, match="is a file"):
        play(tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_two_runs_into_one_folder(stored: Path) -> None:
    with locked(stored), pytest.raises(RunError, match="being written by another run"):
        play(stored, 200, resume=True)
    play(stored, 200, resume=True)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (spec(seed=2), "seed is 1 there and 2 here"),
        (spec(Rules(tute=False)), "rules.tute is true there and false here"),
        (spec(plays=True), "plays is false there and true here"),
        (Spec("simulate", Rules(), 1, (Arm(seats_of(4, "random:salt=9", "lowest")),)), r"salt is 0 there and 9 here"),
    ],
)
def test_another_specification_is_refused(other: Spec, told: str, stored: Path) -> None:
    before = sorted((path, path.read_bytes()) for path in stored.rglob("*") if path.is_file())
    with pytest.raises(RunError, match=f"cannot be resumed: .*{told}"):
        play(stored, 200, other, resume=True)
    assert sorted((path, path.read_bytes()) for path in stored.rglob("*") if path.is_file()) == before


def test_nothing_is_removed_where_a_run_cannot_go_on(stored: Path) -> None:
    leftover = stored / "games" / "part-000007.tmp"
    leftover.write_text("half a part")
    with pytest.raises(RunError, match="ask for 100 games or more"):
        play(stored, 60, resume=True)
    assert leftover.exists()
    play(stored, 100, resume=True)
    assert not leftover.exists()


def test_a_run_that_ends_while_another_waits_for_the_lock(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is empty when the other run begins, and full when it holds the lock."""

    @contextlib.contextmanager
    def late(folder: Path) -> Iterator[None]:
        shutil.copytree(stored, folder, dirs_exist_ok=True)
        with locked(folder):
            yield

    monkeypatch.setattr(writing, "locked", late)
    with pytest.raises(RunError, match="already holds a run: add --resume"):
        play(tmp_path / "other")


def test_another_format_is_refused(stored: Path) -> None:
    about = read_run(stored)
    (stored / "run.json").write_text(json.dumps({**about, "format": 1}))
    with pytest.raises(RunError, match=r"run\.json has format 1, not 2: use the version"):
        load(stored)
    with pytest.raises(RunError, match="has format 1"):
        play(stored, 200, resume=True)


def test_another_kernel_is_refused(stored: Path) -> None:
    about = read_run(stored)
    (stored / "run.json").write_text(json.dumps({**about, "kernel_hash": "0" * 16}))
    with pytest.raises(RunError, match="kernel_hash is 0000000000000000 there"):
        play(stored, 200, resume=True)


def test_fewer_games_than_there_are(stored: Path) -> None:
    with pytest.raises(RunError, match="already holds games up to number 99: ask for 100 games or more"):
        play(stored, 60, resume=True)


# Damage


def test_damaged_parts_are_told(stored: Path) -> None:
    path = stored / "games" / "part-000001.parquet"
    content = path.read_bytes()
    for broken in (content[:-100], b"", content[: len(content) // 2]):
        path.write_bytes(broken)
        with pytest.raises(RunError, match=r"part-000001\.parquet is damaged or not complete: remove it"):
            load(stored)
        with pytest.raises(RunError, match="is damaged or not complete"):
            play(stored, 100, resume=True)
    path.unlink()
    play(stored, 100, resume=True)
    assert load(stored)["game"].tolist() == list(range(100))


def test_flipped_bits_are_noticed(stored: Path) -> None:
    path = stored / "games" / "part-000000.parquet"
    content = bytearray(path.read_bytes())
    for place in range(200, 2000, 100):
        content[place] ^= 0x10
    path.write_bytes(content)
    with pytest.raises(RunError, match=r"part-000000\.parquet is damaged"):
        load(stored)


def test_parts_that_overlap_are_told(stored: Path) -> None:
    games = stored / "games"
    shutil.copy(games / "part-000000.parquet", games / "part-000007.parquet")
    with pytest.raises(RunError, match="hold the same games: remove one of them"):
        read_parts(stored)


def test_a_folder_without_a_run(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no run"):
        load(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(RunError, match=r"run\.json is damaged"):
        load(tmp_path)
    with pytest.raises(RunError, match=r"run\.json is damaged"):
        play(tmp_path, resume=True)


def test_a_run_that_was_killed_before_its_first_part(stored: Path, kept: Path) -> None:
    shutil.rmtree(stored / "games")
    assert list(load(stored).columns) == list(load(kept).columns)
    play(stored, 100, resume=True)
    pd.testing.assert_frame_equal(load(stored), load(kept))


def test_a_run_that_was_killed_while_it_began(tmp_path: Path) -> None:
    play(tmp_path / "run")
    begun = tmp_path / "begun"
    (begun / "games").mkdir(parents=True)
    (begun / ".lock").touch()
    (begun / "run.tmp").write_text('{"format": ')
    play(begun, resume=True)
    assert not (begun / "run.tmp").exists()
    pd.testing.assert_frame_equal(load(begun), load(tmp_path / "run"))


FULL = """
    import resource, sys
    from pathlib import Path
    from bazas.sim.errors import RunError
    from test_storage import play
    play(Path(sys.argv[1]) / "warm", 50)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    try:
        play(Path(sys.argv[1]) / "run", 6000, part_rows=5000)
    except RunError as error:
        print(error)
"""


def test_a_full_disk_is_told_and_leaves_no_half_files(tmp_path: Path) -> None:
    """Files may not grow: the system refuses to write on as it does on a full disk."""
    paths = os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path]))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "cannot be used: File too large; free some space and go on with --resume" in done.stdout
    assert list((tmp_path / "run" / "games").iterdir()) == []
    play(tmp_path / "run", 6000, resume=True, part_rows=5000)
    assert len(load(tmp_path / "run")) == 6000
