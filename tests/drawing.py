"""Figures looked at closely: their texts, and where they stand."""

from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from bazas.analyses.figures import style


def texts(figure: Figure) -> list[str]:
    """What stands in and beside the panels."""
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def rendered(figure: Figure) -> Any:
    """What has drawn the figure, and measures its texts."""
    canvas: Any = FigureCanvasAgg(figure)
    with style():
        canvas.draw()
    return canvas.get_renderer()


def numbers_below(figure: Figure) -> list[list[Bbox]]:
    """The places of the numbers below each panel, from left to right."""
    renderer = rendered(figure)
    return [[tick.label1.get_window_extent(renderer) for tick in axes.xaxis.get_major_ticks()] for axes in figure.axes]


def titles_above(figure: Figure) -> list[Bbox]:
    """The places of the titles of the panels, from left to right."""
    panels: list[Any] = figure.axes
    renderer = rendered(figure)
    return [axes._left_title.get_window_extent(renderer) for axes in panels]
