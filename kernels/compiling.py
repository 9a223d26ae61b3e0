"""How kernels are compiled and where the machine code is kept.

Numba's options stand here. `inner` is for functions that live inside other compiled functions, `Kernel` for the few
that Python calls: they have an explicit signature, release the GIL and are kept on disk.

The disk cache lies in the user's cache folder, in a folder named after the version and the content of this package:
Numba notices an edit in the file of a cached function but not in the files that this file imports, so that a cache
without the content in its name can serve stale code.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config
from numba.core.errors import NumbaError
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

JIT = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, when everything runs as plain Python."""

_COMPILING = threading.RLock()
"""Numba's cache folder is a global setting: one function is compiled at a time."""

_BROKEN_CACHE = (OSError, EOFError, pickle.PickleError, ValueError, KeyError, IndexError, AttributeError, ImportError)


def package_version() -> str:
    """The installed version of bazas, or "0" in a tree that is not installed."""
    try:
        return version("bazas")
    except PackageNotFoundError:
        return "0"


@cache
def kernel_hash() -> str:
    """Hash (16 hex digits) of the content of all modules of this package: two equal hashes play the same games."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted(here.rglob("*.py")):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder of all compiled code of bazas, every version of it; `BAZAS_CACHE` moves it."""
    return Path(os.environ.get("BAZAS_CACHE") or user_cache_path("bazas", appauthor=False) / "compiled")


def cache_folder() -> Path:
    """Folder of the machine code that belongs to this version and this content."""
    return cache_root() / f"{package_version()}-{kernel_hash()}"


def clear_cache() -> int:
    """Remove all compiled code; returns the number of bytes freed. Raises OSError where that is not allowed."""
    root = cache_root()
    if not root.exists():
        return 0
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    shutil.rmtree(root)
    return size


@contextmanager
def _cached_in(folder: Path) -> Iterator[None]:
    """Point Numba's cache to a folder while a function is decorated, and leave the setting as it was."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def inner(function: F) -> F:
    """Compile a function for use inside kernels: inlined by the optimiser, never stored alone."""
    return numba.njit(function, forceinline=True, _nrt=False) if JIT else function


def shared(function: F) -> F:
    """Compile a function that several decisions of a strategy call: once for them all, and it may allocate arrays."""
    return numba.njit(function) if JIT else function


def compile_function(function: Callable[..., Any], signature: Any, *, folder: Path | None, arrays: bool = False) -> Any:
    """Compile `function` for one `signature`, from the disk cache in `folder` where possible; without one not kept.

    `arrays`: the function may allocate arrays. Without it Numba counts no references, which is faster.

    A cache that is unreadable, read-only or full never stops a run: the function is compiled in memory instead.
    Errors of typing and lowering pass through.
    """
    if not JIT:
        return function
    with _COMPILING:
        if folder is not None:
            try:
                with _cached_in(folder):
                    return numba.njit(signature, nogil=True, _nrt=arrays, cache=True)(function)
            except NumbaError:
                raise
            except (RuntimeError, *_BROKEN_CACHE):
                for path in _on_disk(function, folder):
                    with suppress(OSError):
                        path.unlink()
        return numba.njit(signature, nogil=True, _nrt=arrays)(function)


def is_cached(function: Callable[..., Any], folder: Path | None = None) -> bool:
    """Whether compiled code of a function (of any signature) lies on disk, in the kernels' folder unless another."""
    return any(path.suffix == ".nbc" for path in _on_disk(function, folder or cache_folder()))


def _on_disk(function: Callable[..., Any], folder: Path) -> list[Path]:
    """The index and code files of a function in a folder of the cache."""
    name = function.__qualname__.rsplit(".", 1)[-1]
    return list(folder.glob(f"*/*{name}-{function.__code__.co_firstlineno}.*"))


class Kernel:
    """A function that Python calls: compiled for one signature at its first call, or by `compile`."""

    def __init__(self, function: Callable[..., Any], signature: Callable[[], Any]) -> None:
        """`signature` is called when it is needed: building Numba types takes time at import."""
        self.function = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._signature = signature
        self._compiled: Callable[..., Any] | None = None
        self._lock = threading.Lock()

    def compile(self) -> Callable[..., Any]:
        """The compiled function, from the disk cache where it is there."""
        with self._lock:
            if self._compiled is None:
                self._compiled = self._compile()
        return self._compiled

    def _compile(self) -> Callable[..., Any]:
        if not JIT:
            return self.function
        return compile_function(self.function, self._signature(), folder=cache_folder())

    def ready(self) -> bool:
        """Whether a call needs no compilation."""
        return not JIT or self._compiled is not None or is_cached(self.function)

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function."""
        return (self._compiled or self.compile())(*arguments)


def kernel(signature: Callable[[], Any]) -> Callable[[Callable[..., Any]], Kernel]:
    """Decorator: make a function a `Kernel` of this signature."""
    return lambda function: Kernel(function, signature)
