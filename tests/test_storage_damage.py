"""Run folders that are refused, and what survives damage."""

import contextlib
import json
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from bazas.sim import writing
from bazas.sim.disk import locked
from bazas.sim.errors import RunError
from bazas.sim.rules import Rules
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.storage import load, read_parts, read_run
from processes import environment
from storing import play, spec

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
    from storing import play
    play(Path(sys.argv[1]) / "warm", 50)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    try:
        play(Path(sys.argv[1]) / "run", 6000, part_rows=5000)
    except RunError as error:
        print(error)
"""


def test_a_full_disk_is_told_and_leaves_no_half_files(tmp_path: Path) -> None:
    """Files may not grow: the system refuses to write on as it does on a full disk."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path)],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "cannot be used: File too large; free some space and go on with --resume" in done.stdout
    assert list((tmp_path / "run" / "games").iterdir()) == []
    play(tmp_path / "run", 6000, resume=True, part_rows=5000)
    assert len(load(tmp_path / "run")) == 6000
