"""The cache of compiled code: whatever is wrong with it, results are right; and it knows when kernels change."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bazas.kernels import compiling
from bazas.kernels.compiling import JIT, Kernel
from bazas.sim.strategy_code import own_content

pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

SMALL = """
from numba import types

from bazas.kernels.compiling import kernel


@kernel(lambda: types.int64(types.int64))
def double(number):
    return 2 * number


if __name__ == "__main__":
    print(double.ready(), double(21), double.ready())
"""
"""A kernel of its own, compiled in a moment. Run, it prints whether it was there, its result, whether it is now."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAZAS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(SMALL)
    return path


def loaded(path: Path) -> Kernel:
    """The kernel of the file as a new process has it: nothing compiled in memory."""
    spec = importlib.util.spec_from_file_location("small", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    double: Kernel = module.double
    return double


def run(path: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-P", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def stored(cache: Path, pattern: str) -> list[Path]:
    return sorted(cache.rglob(pattern))


def test_code_is_found_again(small: Path, cache: Path) -> None:
    double = loaded(small)
    assert (double.ready(), double(21), double.ready()) == (False, 42, True)
    (code,) = stored(cache, "*.nbc")
    written = code.stat().st_mtime_ns
    assert (loaded(small).ready(), loaded(small)(21)) == (True, 42)
    assert code.stat().st_mtime_ns == written
    assert run(small) == ["True", "42", "True"]


@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("damage", ["cut", "garbage", "empty", "folder"])
def test_damaged_code_is_compiled_again(pattern: str, damage: str, small: Path, cache: Path) -> None:
    loaded(small)(21)
    (path,) = stored(cache, pattern)
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        path.write_bytes({"cut": content[: len(content) // 2], "garbage": b"\x80garbage" * 99, "empty": b""}[damage])
    assert loaded(small)(21) == 42
    assert loaded(small)(21) == 42


def test_damaged_code_in_a_new_process(small: Path, cache: Path) -> None:
    run(small)
    for path in (*stored(cache, "*.nbi"), *stored(cache, "*.nbc")):
        path.write_bytes(path.read_bytes()[:-100])
    assert run(small)[1] == "42"


def test_a_file_where_the_folder_should_be(small: Path, cache: Path) -> None:
    cache.write_text("not a folder")
    assert run(small) == ["False", "42", "True"], "ready, for this process"
    assert cache.read_text() == "not a folder"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(small: Path, cache: Path) -> None:
    cache.mkdir(mode=0o500)
    assert loaded(small)(21) == 42


def test_changed_code_is_compiled_again(small: Path, cache: Path) -> None:
    assert loaded(small)(21) == 42
    small.write_text(SMALL.replace("2 * number", "30 * number"))
    assert loaded(small)(21) == 630


def test_clearing(cache: Path) -> None:
    assert compiling.clear_cache() == 0, "nothing is there yet"
    for version in ("0.0.1-aaaa", "0.0.2-bbbb"):
        (cache / version / "kernels").mkdir(parents=True)
        (cache / version / "kernels" / "hand.nbc").write_bytes(bytes(1000))
    assert compiling.cache_folder().parent == cache
    assert compiling.clear_cache() == 2000
    assert not cache.exists()
    assert compiling.clear_cache() == 0


# What names the cache


def test_the_hash_is_that_of_all_kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy has the same hash; an edit, another file and another name have others."""
    copy = tmp_path / "kernels"
    shutil.copytree(Path(compiling.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiling, "__file__", str(copy / "compiling.py"))

    def hashed() -> str:
        return compiling.kernel_hash.__wrapped__()

    whole = hashed()
    assert whole == compiling.kernel_hash()
    assert len(whole) == 16
    seen = {whole}
    for path in sorted(copy.rglob("*.py")):
        content = path.read_bytes()
        path.write_bytes(content + b"#")
        seen.add(hashed())
        path.write_bytes(content)
    assert len(seen) == 1 + len(list(copy.rglob("*.py")))
    assert hashed() == whole
    (copy / "new.py").touch()
    assert hashed() not in seen
    (copy / "new.py").unlink()
    (copy / "hand.py").rename(copy / "hands.py")
    assert hashed() not in seen


def test_a_changed_kernel_never_gets_old_code(small: Path, cache: Path) -> None:
    """Code of another version or content lies in another folder."""
    loaded(small)(21)
    (folder,) = cache.iterdir()
    assert folder.name == f"{compiling.package_version()}-{compiling.kernel_hash()}"
    other = folder.with_name(f"{compiling.package_version()}-{hashlib.sha256(b'other').hexdigest()[:16]}")
    folder.rename(other)
    assert not loaded(small).ready()
    assert loaded(small)(21) == 42
    assert {path.name for path in cache.iterdir()} == {folder.name, other.name}


def test_a_file_that_is_edited_before_it_is_compiled_keeps_the_hash_of_what_was_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("bazas.imported")
    module.__file__ = str(tmp_path / "imported.py")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    (tmp_path / "imported.py").write_text("NUMBER = 1\n")
    before = own_content(module.__name__)
    (tmp_path / "imported.py").write_text("NUMBER = 2\n")
    assert own_content(module.__name__) == before == {b"NUMBER = 1\n"}
