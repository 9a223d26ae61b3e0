"""What a reader of a told game of Tarneeb sees."""

import io
from typing import Any

from rich.console import Console

from bazas.sim.show import show
from bazas.sim.tarneeb.show import Story


def tell(*args: Any, **more: Any) -> Story:
    """`show` of Tarneeb."""
    told = show(*args, **more)
    assert isinstance(told, Story)
    return told


def drawn_rounds(
    told: Story, width: int = 80, ascii: bool = False, round: int | None = None, rest: bool = False, **options: Any
) -> str:
    """The page, on a console of rich with these options."""
    file = io.StringIO()
    told.render(Console(file=file, width=width, **options), ascii=ascii, round=round, rest=rest)
    return file.getvalue()
