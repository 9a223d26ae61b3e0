"""Run folders, read: `run.json` says what was played, `games/part-*.parquet` hold the rows, `load` gives them.

`bazas.sim.writing` writes what is read here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bazas.sim.disk import told
from bazas.sim.errors import RunError, UsageError
from bazas.sim.sheets import game_named
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

    from bazas.sim.games import Game

FORMAT = 2
"""Version of the layout of a run folder."""

RUN, FIRST, COUNT, ROWS, TALLY = (f"bazas.{name}".encode() for name in ("run", "first", "count", "rows", "tally"))
"""Keys of a part's metadata."""

KEY = ("match", "game", "arm", "round")
"""The columns that tell the rows of a run apart, in their order; those of them that it has."""

_BEFORE_RUN = {"games", ".lock", "run.tmp"}
"""What may be there before run.json is."""


@dataclass
class Part:
    """A stored part: its file, its units (games or matches), its tally, and what run.json was when it was written."""

    path: Path
    first: int
    count: int
    tally: Tally
    run: dict[str, Any]


def check_free(folder: Path, resume: bool) -> None:
    """Raise RunError unless a run may be written to `folder`: empty, or (to resume) a run's own.

    The caller holds the folder's lock. A run that was killed while it first wrote run.json leaves run.tmp.
    """
    with told(folder):
        if (folder / "run.json").exists():
            if not resume:
                raise RunError(f"{folder} already holds a run: add --resume to go on with it, or name another folder")
        elif {path.name for path in folder.iterdir()} - _BEFORE_RUN or _filled(folder / "games"):
            raise RunError(f"{folder} is not empty and holds no run: name another folder")


def _filled(folder: Path) -> bool:
    return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def read_run(folder: Path) -> dict[str, Any]:
    """The content of run.json; raises RunError where there is none, or it is damaged or of another format."""
    path = folder / "run.json"
    if not path.is_file():
        raise RunError(f"{folder} holds no run: it has no run.json")
    with told(folder):
        content = path.read_bytes()
    try:
        run = json.loads(content)
    except (ValueError, RecursionError):
        run = None
    if not isinstance(run, dict) or not {"seed", "columns"} <= run.keys():
        raise RunError(f"{path} is damaged: restore it, or play the run again in another folder")
    if run.get("format") != FORMAT:
        raise RunError(f"{path} has format {run.get('format')}, not {FORMAT}: use the version of bazas that wrote it")
    return run


def part_files(folder: Path) -> list[Path]:
    """The files of a run's parts, by number."""
    return sorted(path for path in (folder / "games").glob("part-*.parquet") if path.stem[5:].isdecimal())


def read_parts(folder: Path) -> list[Part]:
    """The parts of a run by their first unit; raises RunError for a damaged one and for two that overlap."""
    parts = sorted((_read_part(path) for path in part_files(folder)), key=lambda part: part.first)
    for one, other in pairwise(parts):
        if one.first + one.count > other.first:
            raise RunError(f"{one.path} and {other.path} hold the same games: remove one of them")
    return parts


def _read_part(path: Path) -> Part:
    try:
        metadata = pq.read_metadata(path)
        keys = metadata.metadata
        part = Part(
            path, int(keys[FIRST]), int(keys[COUNT]), Tally.from_json(keys[TALLY].decode()), json.loads(keys[RUN])
        )
        rows = int(keys[ROWS])
    except (pa.ArrowException, OSError, KeyError, ValueError, TypeError) as error:
        raise damaged(path) from error
    if metadata.num_rows != rows:
        raise damaged(path)
    return part


def damaged(path: Path) -> RunError:
    """The error for a part that is not a whole file of rows."""
    return RunError(f"{path} is damaged or not complete: remove it and add --resume to play its games again")


def load(run: str | Path, columns: Sequence[str] | None = None, hands: bool = False) -> pd.DataFrame:
    """The rows of a run as a data frame, in the order of their key: match (where there are any), game, arm, round.

    Numbers that may be absent have pandas' nullable types, words are categorical, lists are arrays. `columns`: which
    ones, in their order (all where None). `hands`: the hands as dealt as well (one mask for each seat), in `hands`, and
    in Guiñote `v_hands`; where the run did not keep them they are dealt again. Raises RunError for what is no run or is
    damaged, UsageError for an unknown column.
    """
    folder = Path(run)
    about = read_run(folder)
    stored = [str(name) for name in about["columns"]]
    wanted = stored if columns is None else list(columns)
    game = game_named(about.get("game", "guinote"))
    dealt = game.hand_columns if hands else {}
    wanted = [*wanted, *(name for name in dealt if name not in wanted)]
    again = [name for name in dealt if name not in stored]
    unknown = [name for name in wanted if name not in stored and name not in again]
    if unknown:
        raise UsageError(f"{folder} has no column {unknown[0]!r}: it has {', '.join(stored)}")
    needed = {*KEY, *wanted, *(dealt[name] for name in again)}
    table = _read_rows(folder, game, [name for name in stored if name in needed])
    for name in again:
        table = table.append_column(name, game.deal_again(about, table, name))
    return _frame(table.select(wanted))


def _read_rows(folder: Path, game: Game, columns: list[str]) -> pa.Table:
    tables = []
    for path in part_files(folder):
        try:
            tables.append(pq.read_table(path, columns=columns, page_checksum_verification=True))
        except (pa.ArrowException, OSError, ValueError) as error:
            raise damaged(path) from error
    if not tables:
        return pa.schema([column.field() for column in game.all_columns if column.name in columns]).empty_table()
    table = pa.concat_tables(tables)
    order = np.lexsort([table[name].to_numpy() for name in reversed(KEY) if name in table.column_names])
    return table if (order[:-1] < order[1:]).all() else table.take(order)


def _frame(table: pa.Table) -> pd.DataFrame:
    """Columns that may have nulls in pandas' nullable types, the others as NumPy has them."""
    import pandas as pd

    nullable = {pa.int8(): pd.Int8Dtype()}
    absent = [field.name for field in table.schema if field.nullable]
    present = [field.name for field in table.schema if not field.nullable]
    frames = [
        table.select(present).to_pandas(ignore_metadata=True),
        table.select(absent).to_pandas(types_mapper=nullable.get, ignore_metadata=True),
    ]
    return pd.concat(frames, axis=1)[table.column_names]
