"""What is told alike of a comparison and of a tournament: what ended it, how far it is, how long it may still last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bazas.sim.terminal import PLACES as DECIMALS
from bazas.sim.terminal import decimals_for, rounded

if TYPE_CHECKING:
    from bazas.sim.estimates import Estimate
    from bazas.sim.runner import Outcome, Progress

Points = Sequence[tuple["Estimate", bool]]
"""Of each pair of strategies the points a hand, and whether their interval is a bounded one."""


def ending(outcome: Outcome, points: Points, until: float | None) -> list[str]:
    """What ended a run, where it was not the number of deals that was planned at first."""
    if outcome.interrupted:
        return ["Interrupted."]
    if until is None:
        return [] if outcome.chosen else ["Resumed with another number of deals than was planned at first."]
    width, single = max(found.high - found.low for found, _ in points), len(points) == 1
    if width <= until:
        return [f"Ended as {'the' if single else 'no'} interval of the points is {'no ' * single}wider than {until:g}."]
    which = "The" if single else "An"
    wide = f"{width:.{decimals_for(width, *DECIMALS)}f}"
    return [f"{which} interval of the points is still {wide} wide, not {until:g}: play more deals, with --games."]


def pace(progress: Progress, points: Points, until: float | None) -> str:
    """Deals so far, speed and time left in a line."""
    text = f"{progress.units:,} deals, {rounded(progress.hands_per_second)} {progress.game.hands}/s"
    left = seconds_left(progress, points, until)
    return text if left is None else f"{text}, {_clock(left)} left"


def seconds_left(progress: Progress, points: Points, until: float | None) -> float | None:
    """How long a run may still last; None where nothing is known of it.

    The square of an interval's width falls with the number of deals, the width of a bounded one as fast itself.
    """
    deals = progress.units
    if not progress.hands_per_second or not deals:
        return None
    end = float(progress.total)
    if until is not None:
        needed = (((found.high - found.low) / until) ** (1 if bounded else 2) for found, bounded in points)
        end = min(end, deals * max(needed))
    hands = int(progress.tally["arms"][:, progress.game.contest.places["hands"]].sum()) / deals
    return max(0.0, end - deals) * hands / progress.hands_per_second


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
