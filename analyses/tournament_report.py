"""How the result of `tournament` is told: the finding in a sentence, tables for the terminal, what they mean."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.measure import Measurement
from rich.table import Table as Grid

from bazas.analyses.duel_report import Points, ending, pace
from bazas.analyses.tournament_table import Pair, Player, Table
from bazas.sim.sequential import ERROR
from bazas.sim.sheets import rules_name
from bazas.sim.terminal import FEW, PERCENT, between, decimals_for, half_width, print_outcome, shown

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from bazas.analyses.rating import Rating
    from bazas.analyses.tournament import Tournament
    from bazas.sim.runner import Progress


def headline(result: Tournament) -> str:
    """The main finding in words, with its intervals."""
    if not result.games:
        return "No deal was played."
    first, second = result.table.ranking[:2]
    pair = result.table.pair(first.name, second.name)
    text = (
        f"{first.name} comes first. It wins {between(pair.wins_a, PERCENT)} % of its games against {second.name}, the "
        f"second, and its points a {result.spec.game.hand} less those of {second.name} are {between(pair.points)} "
        f"({_level(result)})."
    )
    return text if pair.wins_differ else f"{text} That one of the two wins more games is not shown."


def _level(result: Tournament) -> str:
    return "95 % intervals, valid at every look" if result.table.always else "95 % intervals"


# Tables


def ranking_table(table: Table) -> Grid:
    """The players from the first to the last."""
    grid = _grid()
    grid.add_column("", justify="right")
    grid.add_column("player", overflow="fold")
    for heading in ("rating", "games won\nagainst all, %", "points\nrating"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for player in table.ranking:
        anchored = table.anchor is not None and player.name == table.labels[table.anchor]
        rating, points = ("0", "0") if anchored else (rated(player), shown(player.points))
        grid.add_row(str(player.rank), player.name, rating, shown(player.wins, PERCENT), points)
    return grid


def rated(player: Player) -> str:
    """`228 ±7`; `over 331` where the interval has no upper end."""
    rating = player.rating
    if math.isnan(rating.mean) or player.open == "both":
        return "-"
    if player.open is not None:
        return f"over {rating.low:z.0f}" if player.open == "above" else f"under {rating.high:z.0f}"
    places = decimals_for(half_width(rating), 0, 1)
    return f"{rating.mean:z.{places}f} ±{half_width(rating):.{places}f}"


def cross_tables(table: Table, screen: Console) -> list[Grid]:
    """Points a hand, and games won, of each row against each column; none where they are too wide for the screen.

    Columns are numbered as the ranking is. So are the rows alone, where there is no room for names.
    """
    for named in (True, False):
        points = _cross_table(table, f"points a {table.contest.hand}, row less column", _points, named)
        games = _cross_table(table, "games won by the row, %", _games, named)
        if fits(points, screen) and fits(games, screen):
            return [points, games]
    return []


def _points(pair: Pair) -> tuple[str, bool]:
    return signed(pair.points.mean, 1), pair.points_differ


def signed(value: float, places: int) -> str:
    """A number with its sign, which 0 has not."""
    text = f"{value:+z.{places}f}"
    return text if float(text) else text.lstrip("+")


def _games(pair: Pair) -> tuple[str, bool]:
    return f"{PERCENT * pair.wins_a.mean:.1f}", pair.wins_differ


def _cross_table(table: Table, title: str, cell: Callable[[Pair], tuple[str, bool]], named: bool) -> Grid:
    """One of them; what does not differ by Holm stands in parentheses."""
    grid = _grid(title)
    grid.add_column("", justify="right")
    if named:
        grid.add_column("", no_wrap=True)
    for player in table.ranking:
        grid.add_column(f"{player.rank} ", justify="right", no_wrap=True)
    for row in table.ranking:
        cells = []
        for column in table.ranking:
            text, differs = ("", True) if row is column else cell(table.pair(row.name, column.name))
            cells.append(f"{text} " if differs else f"({text})")
        grid.add_row(str(row.rank), *([row.name] if named else []), *cells)
    return grid


def pairs_table(table: Table) -> Grid:
    """A row for each pair: below each player all those that it is ranked before."""
    grid = _grid()
    grid.add_column("player\n  against", overflow="fold")
    for heading in (f"points\na {table.contest.hand}", "games\nwon, %", "deals\ndiffer, %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    grid.add_column("differ\nin", no_wrap=True)
    for place, one in enumerate(table.ranking[:-1]):
        grid.add_row(one.name)
        for other in table.ranking[place + 1 :]:
            pair = table.pair(one.name, other.name)
            points, wins = shown(pair.points, 1, pair.few_points), shown(pair.wins_a, PERCENT, pair.few_wins)
            grid.add_row(f"  {other.name}", points, wins, f"{PERCENT * pair.divergent:.2f}", _differ(pair))
    return grid


def _differ(pair: Pair) -> str:
    words = {(True, True): "both", (True, False): "points", (False, True): "games"}
    return words.get((pair.points_differ, pair.wins_differ), "-")


def _grid(title: str | None = None) -> Grid:
    return Grid(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE,
        pad_edge=False,
        show_edge=False,
        header_style="bold",
        padding=(0, 0, 0, 1),
    )


# What it means


def notes(result: Tournament) -> list[str]:
    """What the rows and columns mean, for below the tables."""
    table = result.table
    lines = [
        *ending(result.outcome, watched(table), result.until),
        _tested(table),
        f"{_anchor(table)} 400 more are odds of ten to one; the points rating is in points a {table.contest.hand}.",
    ]
    if table.rating is not None and table.points_rating is not None and len(table.labels) > 2:
        lines.append(_described(table, "games won", table.rating, PERCENT, "percentage points"))
        lines.append(_described(table, "points", table.points_rating, 1, f"points a {table.contest.hand}"))
    if table.always:
        lines.append("The intervals of pairs are valid at every look, all together in 95 % of the runs.")
    if any(player.open for player in table.ranking):
        lines.append(
            "Over, under, -: who wins every game against weaker players, or loses every one, has a rating without an "
            "upper or lower end. Half a deal added to each pair, shared equally, keeps all other ratings finite."
        )
    if any(pair.few_points or pair.few_wins for pair in table.pairs):
        lines.append(FEW)
    return lines


def _tested(table: Table) -> str:
    count = len(table.pairs)
    if count == 1:
        return "Differ: in points and in games won, each tested at 5 %."
    every = all(pair.points_differ and pair.wins_differ for pair in table.pairs)
    others = "" if every else "; what stands in parentheses does not"
    return f"Differ: in points, in games won, each with all {count} pairs tested together (Holm, 5 %){others}."


def _anchor(table: Table) -> str:
    if table.anchor is None:
        return "Ratings: the mean of the players is 0."
    return f"Ratings: {table.labels[table.anchor]} is 0."


def _described(table: Table, what: str, rating: Rating, unit: float, of: str) -> str:
    """How well one number a player describes the table."""
    fit = rating.fit
    worst = table.pairs[fit.worst]
    off, most = (f"{unit * abs(value):.2f}" for value in (fit.spread, fit.residuals[fit.worst]))
    worst_of = f"{worst.a} against {worst.b}, {most}"
    text = f"Ratings alone tell {what} to within {off} {of} (root mean square; worst {worst_of})"
    if fit.p_value is None or fit.chi_square is None:
        return f"{text}."
    p = "p < 0.0001" if fit.p_value < 1e-4 else f"p = {fit.p_value:.2g}"
    more = "more than chance is off" if fit.p_value < ERROR else "which is not shown to be more than chance"
    degrees = f"{fit.degrees} degree{'s' * (fit.degrees > 1)} of freedom"
    return f"{text}, {more} (chi-square {fit.chi_square:.1f}, {degrees}, {p})."


# While it is played


def standing(progress: Progress, table: Table, until: float | None) -> RenderableType:
    """How a tournament stands, by intervals that are valid at every look."""
    now = table.of(progress.tally, always=True)
    text = pace(progress, watched(now), until)
    return Group(text, "", ranking_table(now))


def watched(table: Table) -> Points:
    """The intervals whose width may end a run."""
    return [(pair.points, pair.few_points) for pair in table.pairs]


# The whole


def print_tournament(result: Tournament, screen: Console) -> None:
    """The finding, the tables and what they mean, on a console."""
    table, rules = result.table, rules_name(result.spec.rules)
    count = len(table.pairs)
    each = "" if count == 1 else f" by each of {count} pairs"
    screen.print(f"{result.games:,} deals, each played twice{each}, by {rules}, seed {result.spec.seed}\n")
    screen.print(f"{headline(result)}\n")
    if result.games:
        screen.print(ranking_table(table))
        crosses = cross_tables(table, screen) if count > 1 else []
        for grid in (*crosses, pairs_table(table)):
            screen.print("")
            screen.print(grid)
        screen.print("")
        for line in notes(result):
            screen.print(line)
    print_outcome(result.outcome, result.spec.game.hands, screen)


def fits(grid: Grid, screen: Console) -> bool:
    """Whether a table is no wider than the screen."""
    wide = screen.options.update(max_width=1000)
    return Measurement.get(screen, wide, grid).maximum <= screen.width
