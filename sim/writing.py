"""How the rows of a run reach the disk: in parts of consecutive units (games or matches), each a complete file or none.

A part is written beside and renamed when it is complete, so that a killed run leaves complete files only. Each carries
its range of units, its number of rows, its tally and the content of run.json in its schema's metadata.
"""

from __future__ import annotations

import contextlib
import json
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from bazas.sim.disk import complete_file, locked, told, write_json
from bazas.sim.errors import RunError
from bazas.sim.provenance import describe, differences, session
from bazas.sim.spec import Spec
from bazas.sim.storage import COUNT, FIRST, KEY, ROWS, RUN, TALLY, Part, check_free, read_parts, read_run
from bazas.sim.tally import Tally

if TYPE_CHECKING:
    from bazas.sim.runner import Piece, Range


@dataclass
class _Open:
    """The part that is being filled: pieces of consecutive games."""

    pieces: list[Piece] = field(default_factory=list)
    since: float = field(default_factory=lambda: time.monotonic())

    @property
    def rows(self) -> int:
        return sum(piece.rows.num_rows for piece in self.pieces if piece.rows is not None)


class Store:
    """The folder of a run while it is written. As a context it holds the folder's lock.

    `tally` and `covered` are those of the units already there, `end` is the unit after the last of them, `gaps` are the
    ranges still to be played. `chosen`: whether as many units are to be played as were planned at first. Opening it
    only reads; `begin` writes run.json, `add` takes rows, `finish` and `note_speed` end the session.
    """

    def __init__(
        self, folder: Path, spec: Spec, units: int, resume: bool, part_rows: int, part_seconds: float, writers: int = 1
    ) -> None:
        """Raises RunError for a folder that cannot be used: taken, of another specification, damaged, not writable."""
        self.folder, self.spec, self.units = folder, spec, units
        self.part_rows, self.part_seconds = part_rows, part_seconds
        self.run = describe(spec)
        self.session = self.run
        self.tally, self.covered, self.end, self.gaps = Tally(), 0, 0, [(0, units)]
        self.chosen = False
        self._stack = contextlib.ExitStack()
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="bazas-writer")
        self._room = writers
        self._number = 0
        self._writing: list[Future[None]] = []
        self._open = _Open()
        try:
            self._take(resume)
            if (folder / "run.json").exists():
                self._continue(read_run(folder))
        except BaseException:
            self._stack.close()
            raise
        self.run[spec.unit] = units

    def _take(self, resume: bool) -> None:
        """Lock the folder, then see whether it is free; a folder that is refused is left as it was."""
        if self.folder.exists() and not self.folder.is_dir():
            raise RunError(f"{self.folder} is a file: name a folder for the run")
        lock = self.folder / ".lock"
        with told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            new = not lock.exists()
            self._stack.enter_context(locked(self.folder))
        try:
            check_free(self.folder, resume)
        except RunError:
            if new:
                lock.unlink(missing_ok=True)
            raise

    def begin(self, planned: int | None) -> None:
        """Write run.json, and remove what a killed run left unfinished.

        `planned`: how many units are to be played, None where fewer may be enough. run.json keeps what was planned at
        first: whoever changes it later may have seen how the run stood.
        """
        at_first = self.run.setdefault("planned", planned)
        self.chosen = planned is not None and at_first == planned
        games = self.folder / "games"
        with told(self.folder):
            games.mkdir(exist_ok=True)
            for leftover in games.glob("*.tmp"):
                leftover.unlink()
            write_json(self.folder / "run.json", self.run)
        self._open = _Open()

    def _continue(self, run: dict[str, Any]) -> None:
        """Take over what is there."""
        differing = differences(run, self.spec)
        if differing:
            raise RunError(f"{self.folder} holds another run, so it cannot be resumed: {differing}")
        parts = read_parts(self.folder)
        for part in parts:
            if differences(part.run, self.spec):
                raise RunError(f"{part.path} belongs to another run: remove it")
        self._number = 1 + max((int(part.path.stem.split("-")[1]) for part in parts), default=-1)
        self.covered = sum(part.count for part in parts)
        for part in parts:
            self.tally += part.tally
        self.end = end = max((part.first + part.count for part in parts), default=0)
        if end > self.units:
            unit = self.spec.unit
            raise RunError(f"{self.folder} already holds {unit} up to number {end - 1}: ask for {end} {unit} or more")
        self.gaps = _gaps(parts, self.units)
        self.run = run
        run.setdefault("planned", run.get(self.spec.unit))
        if self.gaps:  # the first session stands in run.json itself
            self.session = session()
            run.setdefault("resumed", []).append(self.session)

    def add(self, piece: Piece) -> None:
        """Take the rows of the next chunk; closes the part when it is large or old enough."""
        pieces = self._open.pieces
        if pieces and pieces[-1].end != piece.first:
            self._close_part()
        self._open.pieces.append(piece)
        old = time.monotonic() - self._open.since >= self.part_seconds
        if old or self._open.rows >= self.part_rows:
            self._close_part()

    def finish(self, units: int | None = None) -> None:
        """Close the last part and wait for all to be on disk. `units`: how many there are, where fewer were enough."""
        if units is not None:
            self.run[self.spec.unit] = units
        self._close_part()
        self._wait(0)
        if units is not None:
            with told(self.folder):
                write_json(self.folder / "run.json", self.run)

    def note_speed(self, hands_per_second: float, threads: int) -> None:
        """Note in run.json how fast this session was."""
        rate = {f"{self.spec.game.hands}_per_second": round(hands_per_second, 1)}
        self.session["speed"] = {**rate, "threads": threads}
        with told(self.folder):
            write_json(self.folder / "run.json", self.run)

    def _close_part(self) -> None:
        pieces, self._open = self._open.pieces, _Open()
        if not pieces:
            return
        self._wait(self._room - 1)
        path = self.folder / "games" / f"part-{self._number:06}.parquet"
        self._number += 1
        self._writing.append(self._writers.submit(self._write, path, pieces))

    def _wait(self, left: int) -> None:
        """Wait until at most `left` parts are being written; a failure of one is raised here."""
        while len(self._writing) > left:
            self._writing.pop(0).result()

    def _write(self, path: Path, pieces: list[Piece]) -> None:
        tally = sum((piece.tally for piece in pieces), Tally())
        first, count = pieces[0].first, pieces[-1].end - pieces[0].first
        table = pa.concat_tables([piece.rows for piece in pieces])
        metadata = {
            RUN: json.dumps(self.run),
            FIRST: str(first),
            COUNT: str(count),
            ROWS: str(table.num_rows),
            TALLY: tally.to_json(),
        }
        table = table.replace_schema_metadata(metadata)
        with told(self.folder), complete_file(path) as beside:
            write_rows(table, beside)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writers.shutdown(wait=True)
        self._stack.close()


def write_rows(table: pa.Table, path: Path) -> None:
    """Write a table of rows as a Parquet file with one row group; raises OSError.

    Parquet widens small integers to four bytes. Split into streams of first, second, ... bytes, three of which are
    zeros, they take less time than in Arrow's dictionaries (its default). DuckDB 2 and Polars 2 read them.
    """
    encodings, words = {}, []
    for column in table.schema:
        listed = pa.types.is_list(column.type)
        kind = column.type.value_type if listed else column.type
        if pa.types.is_dictionary(kind):
            words.append(column.name)
        elif pa.types.is_integer(kind):
            encodings[f"{column.name}.list.element" if listed else column.name] = "BYTE_STREAM_SPLIT"
    rows = max(table.num_rows, 1)
    keys = [name for name in KEY if name in table.column_names]
    with pq.ParquetWriter(
        path, table.schema, version="2.6", compression="zstd", compression_level=1, use_dictionary=words or False,
        column_encoding=encodings, write_statistics=keys, write_page_checksum=True, max_rows_per_page=rows,
    ) as writer:  # fmt: skip
        writer.write_table(table, rows)


def _gaps(parts: list[Part], units: int) -> list[Range]:
    gaps, start = [], 0
    for part in parts:
        if part.first > start:
            gaps.append((start, part.first))
        start = part.first + part.count
    return [*gaps, (start, units)] if start < units else gaps
