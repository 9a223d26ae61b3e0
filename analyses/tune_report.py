"""How the result of `tune` is shown: the verdict in a sentence, the values, what was seen on which deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bazas.analyses.tune import Tuned
from bazas.sim.runner import speed
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import PERCENT, between, listing, rounded

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.estimates import Estimate

UNITS = {"points": (1, "makes", "points a {hand}"), "wins": (PERCENT, "wins", "percentage points of the games")}
"""Factor, verb and unit of each goal."""


def headline(result: Tuned) -> str:
    """The verdict, with its interval."""
    arena = result.arena
    gain = result.gain(arena.by)
    if gain is None:
        return f"The search has found nothing better: the values of {arena.given.label} stand."
    against = "" if arena.is_reference(arena.start) else f" against {arena.reference.label}"
    more = _more(gain, arena.by, arena.contest.hand)
    told = f"{result.label} {more} than {arena.given.label}{against}, on deals held out"
    return f"{told}." if result.better else f"{told}: not more for sure, so the values of {arena.given.label} stand."


def _more(gain: Estimate, by: str, hand: str) -> str:
    factor, verb, unit = UNITS[by]
    return f"{verb} {between(gain, factor)} {unit.format(hand=hand)} more"


def notes(result: Tuned) -> list[str]:
    """What was played, and what not to believe."""
    by, hand = result.arena.by, result.arena.contest.hand
    first, last = result.games, result.games + result.held_out - 1
    lines = [f"Search: deals 0 to {result.deals - 1:,}, {len(result.search.sums):,} sets of values."]
    (other,) = (goal for goal in UNITS if goal != by)  # the headline has the gain by the goal itself
    gain = result.gain(other)
    if gain is not None:
        lines[0] += (
            f" On these the one found {_more(result.searched, by, hand)} than {result.arena.reference.label}: "
            "they chose it, and the best of many looks better than it is."
        )
        lines.append(f"Held out: deals {first:,} to {last:,}, new to it. There it {_more(gain, other, hand)}.")
    lines.append("Intervals: 95 %, for a number of deals that was fixed before.")
    return lines


def print_tuned(result: Tuned, screen: Console) -> None:
    """The verdict, the parameters and the notes, on a console."""
    arena = result.arena
    what = f"{result.name}, tuned by {arena.by} against {arena.reference.label}"
    screen.print(f"{what}, {arena.games:,} games by {rules_name(arena.rules)}, seed {arena.seed}\n")
    screen.print(f"{headline(result)}\n")
    ranges = {parameter.name: parameter.range for _, parameter in result.search.ranges}
    rows = []
    for parameter in arena.given.parameters:
        start, found = (parameter.word(values[parameter.name]) for values in (result.start, result.found))
        span = ranges.get(parameter.name, "not searched")
        rows.append([parameter.name, start, found if found != start else "", span, parameter.meaning])
    screen.print(listing(["parameter", "given", "found", "searched", "meaning"], rows))
    screen.print("")
    for line in notes(result):
        screen.print(line)
    pace = f"{rounded(speed(arena.hands, arena.seconds))} {arena.rules.GAME.hands}/s"
    screen.print(f"\n{pace}, {arena.seconds:.1f} s (and {arena.compile_seconds:.1f} s to load or compile)")
