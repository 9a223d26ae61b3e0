"""Files that are complete or absent, locks, and failures of the disk told in one sentence."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bazas.sim.errors import RunError


@contextlib.contextmanager
def told(folder: Path, doing: str = "used") -> Iterator[None]:
    """Turn an OSError into a RunError that names the folder and what to do."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        hint = "free some space and go on with --resume" if full else "check the path and its permissions"
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise RunError(f"{folder} cannot be {doing}: {reason}; {hint}") from error


@contextlib.contextmanager
def complete_file(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; afterwards it is on disk under its own name, or nothing is."""
    beside = path.with_suffix(".tmp")
    try:
        yield beside
        sync(beside)
        os.replace(beside, path)
        sync(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write an object as a complete file; raises OSError."""
    with complete_file(path) as beside:
        beside.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def sync(path: Path) -> None:
    """Have a file, or a folder's list of files, on the disk itself."""
    if path.is_dir() and sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder for this process; the system lets go of it however the process ends.

    Raises RunError where another process holds it, OSError where it cannot be locked.
    """
    with (folder / ".lock").open("a+") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError) as error:
            raise RunError(
                f"{folder} is being written by another run: wait for it to end, or name another folder"
            ) from error
        yield
