"""How the result of `compare_rules` is told: the finding in a sentence, tables for the terminal, what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from bazas.analyses.rule_effects import OTHER_WINNER, Effects, RuleEffects
from bazas.sim.terminal import FEW, PERCENT, between, players, print_outcome, shown

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.switches import Switch

LONGEST_LABELS = {2: 44, 3: 32, 4: 20}
"""Characters of a row's name that stand on one line, as they leave room for two columns, three or four."""


@dataclass(frozen=True)
class Column:
    """A column of the tables: the measure, what it is called, its heading on two lines.

    `factor`: how many of the printed unit are one of the measure.
    """

    measure: str
    title: str
    heading: str
    factor: int = PERCENT


GAMES = (
    Column("vueltas", "vueltas", "vueltas\n% of games"),
    Column("mano", "mano's side wins", "mano's side\nwins, %"),
    Column(OTHER_WINNER, "another side wins", "another side\nwins, %"),
    Column("wins_a", "side a wins", "side a\nwins, %"),
)
HANDS = (
    Column("swaps", "swaps", "swaps\nper 100"),
    Column("cantes", "cantes", "cantes\nper 100"),
    Column("cante_points", "cante points", "cante\npoints", 1),
)


def headline(result: RuleEffects) -> str:
    """The main finding in words, with its intervals."""
    if not result.games:
        return "No deal was played."
    first, second = result.names
    by = {name: between(effect.estimate, PERCENT) for name, effect in result.difference.items()}
    other = f"another side wins {by[OTHER_WINNER]} % of the deals; " if OTHER_WINNER in by else ""
    return (
        f"By {second} instead of {first}, with {players(result.spec)}, {other}vueltas change by {by['vueltas']} and "
        f"wins of the mano's side by {by['mano']} percentage points of the games, swaps by {by['swaps']} and cantes by "
        f"{by['cantes']} per 100 first hands (95 % intervals)."
    )


def label(result: RuleEffects, switch: Switch, width: int = 80) -> str:
    """`swap_two yes → no`; on two lines or three where one would be longer than `width` characters."""
    change = result.change(switch)
    if len(switch.name) + 1 + len(change) <= width:
        return f"{switch.name} {change}"
    if len(change) > width:
        change = change.replace(" → ", " →\n    ")
    return f"{switch.name}\n    {change}"


# Tables


def effect_tables(result: RuleEffects) -> list[Table]:
    """Levels, their difference and what each switch does: of whole games, and of first hands."""
    games, hands = _columns(result)
    return [_table(result, "whole games", games), _table(result, "first hands", hands)]


def _columns(result: RuleEffects) -> tuple[list[Column], list[Column]]:
    """The columns of the two tables: without those of which nothing is known, or nothing to be learnt."""
    compared = any(OTHER_WINNER in effects for effects in (result.difference, *result.effects.values()))
    left_out = {OTHER_WINNER: not compared, "wins_a": not result.sides_differ}
    return [column for column in GAMES if not left_out.get(column.measure)], list(HANDS)


def _table(result: RuleEffects, title: str, columns: list[Column]) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 0, 0, 1))
    table.add_column(title, overflow="fold")
    for column in columns:
        table.add_column(column.heading, justify="right", no_wrap=True)
    for arm, name in enumerate(result.names):
        levels = result.levels(arm)
        table.add_row(name, *(shown(levels[c.measure], c.factor) if c.measure in levels else "" for c in columns))
    table.add_row("difference", *_cells(result.difference, columns))
    if result.interplay is not None:
        table.add_section()
        table.add_row("one switch at a time", style="bold")
        for switch in result.switches:
            name = label(result, switch, LONGEST_LABELS[len(columns)])
            table.add_row(f"  {name}", *_cells(result.effects[switch.name], columns))
        table.add_section()
        table.add_row("interplay", *_cells(result.interplay, columns))
    return table


def _cells(effects: Effects, columns: list[Column]) -> Iterator[str]:
    for column in columns:
        effect = effects.get(column.measure)
        if effect is None:
            yield ""
        elif effect.differing == 0 and effect.estimate.n:
            yield "0"
        else:
            yield shown(effect.estimate, column.factor, effect.few)


def notes(result: RuleEffects) -> list[str]:
    """What the rows and columns mean, for below the tables."""
    lines = [f"{_tested(result)}\n", *_meaning(result)]
    if result.interplay is not None:
        lines.append(
            "Switches act on each other, so their effects need not add up. "
            "Interplay: the difference less the sum of the single effects."
        )
    if result.not_played:
        names = ", ".join(label(result, switch) for switch in result.not_played)
        lines.append(f"Not played, as single games cannot show it: {names}.")
    every = (result.difference, *result.effects.values(), result.interplay or {})
    if any(effect.few for effects in every for effect in effects.values()):
        lines.append(FEW)
    return lines


def _tested(result: RuleEffects) -> str:
    """Which single effects differ from 0 when all are tested together."""
    tested = result.holm
    found = []
    for switch in result.switches:
        titles = [column.title for column in (*GAMES, *HANDS) if tested.get((switch.name, column.measure))]
        found += [f"{switch.name} ({', '.join(titles)})"] if titles else []
    listed = ", ".join(found) or "none"
    return f"Different from 0 with all {len(tested)} effects tested together (Holm, 5 %): {listed}."


def _meaning(result: RuleEffects) -> list[str]:
    first, _ = result.names
    hands = "Swaps, cantes and cante points are those of first hands, one a game."
    other = f"Another side wins: the share of the deals that are not won by the same side as by {first}."
    where = "0: not one deal differs."
    if not result.unpaired:
        return [
            f"Differences are to {first} on the same deals, those of shares in percentage points. {where}",
            f"{other} {hands}",
        ]
    names = " and ".join(switch.name for switch in result.unpaired)
    lines = [
        f"Differences are to {first}, those of shares in percentage points. {hands}",
        f"With {names} the deals change, too: these differences, and those of all switches at once, are between "
        "other cards. Their intervals allow for it. Who wins the same deal cannot be compared there.",
    ]
    if len(result.unpaired) < len(result.switches):
        lines.append(f"The other switches are compared on the same deals. {where} {other}")
    return lines


def print_effects(result: RuleEffects, screen: Console) -> None:
    """The finding, the tables and what they mean, on a console."""
    screen.print(f"{_played(result)}; seed {result.spec.seed}\n")
    screen.print(f"{headline(result)}\n")
    for table in effect_tables(result):
        screen.print(table)
        screen.print("")
    for line in notes(result):
        screen.print(line)
    print_outcome(result.outcome, "hands", screen)


def _played(result: RuleEffects) -> str:
    """What was played, and how often."""
    ways, times = [f"by {name}" for name in result.names], "twice"
    if result.interplay is not None:
        ways.append("by the first with one switch at a time as in the second")
        times = f"{len(result.spec.arms)} times"
    count = f"{result.games:,} games each" if result.unpaired else f"{result.games:,} deals, each played {times}"
    return f"{count}: {'; '.join(ways)}"
