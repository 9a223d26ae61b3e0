"""What a reader of a told game sees."""

import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from bazas.sim.show import Story
from bazas.sim.tricks import Event, Reader
from tracing import Event as Traced


def drawn(
    told: Story, width: int = 80, ascii: bool = False, hand: str = "both", rest: bool = False, **options: Any
) -> str:
    """The page, on a console of rich with these options."""
    file = io.StringIO()
    told.render(Console(file=file, width=width, **options), ascii=ascii, hand=hand, rest=rest)
    return file.getvalue()


def sentences(told: Story) -> str:
    """The page in one line."""
    return " ".join(drawn(told).split())


def followed(events: Sequence[Traced]) -> Reader:
    """A reader that has taken these events of a tracer."""
    reader = Reader(twenty_named=False)
    for kind, seat, value, legal, a, b in events:
        reader.take(Event(kind, seat, value, legal, (a, b)))
    return reader
