"""Other processes that the tests start."""

import os
import sys
from pathlib import Path


def environment(**more: str) -> dict[str, str]:
    """Variables with which a process can import all that can be imported here, and more of them."""
    paths = os.pathsep.join(filter(None, [str(Path(__file__).parent), *sys.path]))
    return {**os.environ, "PYTHONPATH": paths, **more}
