"""How the result of `compare` is told: the verdict in a sentence, the table, and the table while it is played."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.table import Table

from bazas.analyses.compare import Comparison, better, by_strategy, of_games
from bazas.analyses.duel_report import Points, ending, pace
from bazas.analyses.duels import Duel
from bazas.sim.estimates import FLOOR, Estimate
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import PERCENT, PLACES, between, plain, print_outcome

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from bazas.sim.runner import Progress

Names = tuple[str, str]

AT_EVERY_LOOK = "The intervals are valid at every look, both together in 95 % of the runs"


def verdict(duel: Duel, names: Names) -> str:
    """Who is better, as far as the intervals are clear of 0."""
    if not duel.pairs:
        return "No deal was played."
    names = ("A", "B") if names[0] == names[1] else names
    found = better(duel)
    points, wins = (names["ab".index(side)] if (side := found[name]) else None for name in ("points", "wins"))
    more = f"{points} makes {between(_turned(duel.points))} points a {duel.contest.hand} more"
    share = f"wins {between(_of_winner(duel.wins_a), PERCENT)} % of the games"
    if points and wins:
        return f"{more} and {share}." if points == wins else f"{more}, but {wins} {share}."
    if points:
        return f"{more}; a difference in games won is not shown."
    if wins:
        return f"{wins} {share}; a difference in points is not shown."
    same = "" if duel.divergent else " All deals were played alike."
    return f"No difference between {names[0]} and {names[1]} is shown.{same}"


def _turned(estimate: Estimate) -> Estimate:
    """The difference as it looks from the better side."""
    if estimate.mean >= 0:
        return estimate
    return Estimate(-estimate.mean, -estimate.high, -estimate.low, estimate.n)


def _of_winner(share: Estimate) -> Estimate:
    if share.mean >= 0.5:
        return share
    return Estimate(1 - share.mean, 1 - share.high, 1 - share.low, share.n)


def measures_table(duel: Duel, facts: bool = True) -> Table:
    """Points and games of A and B, the differences with their intervals, and (`facts`) what A and B do besides."""
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("")
    for head in ("A", "B", "A less B", "95 % interval"):
        table.add_column(head, justify="right", no_wrap=True)
    found, few, hand = by_strategy(duel), duel.bounded, duel.contest.hand
    for label, side, name, estimate, unit in (
        (f"points a {hand}", f"{hand}_points", "points", duel.points, 1),
        ("games won, %", "games_won", "wins", duel.wins, PERCENT),
    ):
        mean, interval = plain(estimate, unit, *PLACES)
        star = " *" if few[name] else ""
        table.add_row(label, *(f"{unit * value:.2f}" for value in found[side]), mean, f"{interval}{star}")
    if facts:
        table.add_section()
        table.add_row(f"per 100 first {hand}s", style="bold")
        for label, key, _ in duel.contest.facts:
            table.add_row(f"  {label}", *(f"{PERCENT * value:.2f}" for value in found[key]))
    return table


def notes(duel: Duel) -> list[str]:
    """What the figures mean, for below the tables."""
    lines = [
        f"{duel.contest.apart}: {_rare(duel.divergent)} of the deals. {duel.contest.told(of_games(duel))}",
        *_efficiency(duel),
        duel.contest.meaning,
    ]
    if duel.sequential:
        lines.append(f"{AT_EVERY_LOOK}.")
    if any(duel.bounded.values()):
        lines.append(f"* Fewer than {FLOOR} deals differ: an interval that holds whatever the other deals bring.")
    return lines


def _rare(share: float) -> str:
    """A share that may be very small."""
    return f"{PERCENT * share:.2f} %" if PERCENT * share >= 1 or not share else f"{PERCENT * share:.2g} %"


def _efficiency(duel: Duel) -> list[str]:
    gain = duel.efficiency
    if any(math.isnan(value) for value in gain.values()):
        return []
    return [
        f"Efficiency: with a deal of its own for each game, the same intervals would take {gain['points']:.2f} times "
        f"as many games for points, {gain['wins']:.2f} times for games won."
    ]


def print_comparison(result: Comparison, screen: Console) -> None:
    """The verdict, the tables and what they mean, on a console."""
    duel = result.duel
    rules, seed = rules_name(result.spec.rules), result.spec.seed
    screen.print(f"{duel.pairs:,} deals, each played twice with the seats changed over, by {rules}, seed {seed}")
    screen.print(f"A: {result.names[0]}\nB: {result.names[1]}\n")
    screen.print(f"{verdict(duel, result.names)}\n")
    if duel.pairs:
        screen.print(measures_table(duel))
        screen.print("")
        for line in [*ending(result.outcome, watched(duel), result.until), *notes(duel)]:
            screen.print(line)
    print_outcome(result.outcome, result.spec.game.hands, screen)


# While it is played


def standing(progress: Progress, names: Names, until: float | None) -> RenderableType:
    """How a comparison stands, by intervals that are valid at every look."""
    duel = Duel(progress.tally, sequential=True, contest=progress.game.contest)
    how_far = pace(progress, watched(duel), until)
    so_far = f"So far: {verdict(duel, names)}"
    return Group(f"A: {names[0]}, B: {names[1]}", how_far, "", measures_table(duel, facts=False), "", so_far)


def watched(duel: Duel) -> Points:
    """The intervals whose width may end a run."""
    return [(duel.points, duel.bounded["points"])]
