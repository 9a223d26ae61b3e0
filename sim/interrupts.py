"""Ctrl-C, heard and kept in mind: a run ends in good order, with all that was played on disk."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Stop:
    """Whether Ctrl-C (or a polite kill) was heard. The first one is only noted, a second one breaks off."""

    def __init__(self) -> None:
        self.asked = False
        self._waits = True

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The handler of the signal."""
        again, self.asked = self.asked, True
        if again or not self._waits:
            raise KeyboardInterrupt

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is done in this context loses nothing: already the first Ctrl-C leaves it, for what comes after it."""
        self._waits = False
        try:
            yield
        except KeyboardInterrupt:
            if not self.asked:
                raise
        finally:
            self._waits = True


@contextmanager
def stop_on_interrupt() -> Iterator[Stop]:
    """Listen for Ctrl-C. Handlers that Python did not set could not be put back: they are left alone."""
    stop = Stop()
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    ours = {number: handler for number, handler in before.items() if handler is not None}
    try:
        for number in ours:
            signal.signal(number, stop)
        yield stop
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
