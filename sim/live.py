"""A view of a run that is renewed while it is played, on stderr, where that is a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from bazas.sim.terminal import PATIENCE, console

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from bazas.sim.runner import Progress

PAUSE = 0.25
"""Seconds between two pictures."""


class LiveView:
    """A context that is called with every `Progress` and shows `draw` of it a few times a second, until it is left."""

    def __init__(self, draw: Callable[[Progress], RenderableType]) -> None:
        self.draw = draw
        self.console = console(stderr=True)
        self.live: Live | None = None
        self.next: float | None = None

    def __enter__(self) -> LiveView:
        return self

    def __call__(self, progress: Progress) -> None:
        """Show how the run stands, where the last picture is old enough."""
        now = time.monotonic()
        if self.next is None:
            self.next = now + PATIENCE
        if not self.console.is_terminal or now < self.next:
            return
        self.next = now + PAUSE
        if self.live is None:
            from rich.live import Live

            self.live = Live(console=self.console, auto_refresh=False, transient=True)
            self.live.start()
        self.live.update(self.draw(progress), refresh=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.live is not None:
            self.live.stop()
