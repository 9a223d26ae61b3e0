"""How the result of `contracts` is shown: the findings in sentences, tables for the terminal, the figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rich import box
from rich.table import Table

from bazas.analyses.contracts import Contracts, Group
from bazas.analyses.figures import Layout, Panel, interval_chart
from bazas.sim.errors import BazasError
from bazas.sim.estimates import FLOOR, Estimate, too_few
from bazas.sim.sheets import rules_name
from bazas.sim.tarneeb.figures import SHOWN_SHARE
from bazas.sim.terminal import FEW, PERCENT, between, players, print_outcome, shown

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.console import Console

K = TypeVar("K")

MEANING = (
    "Points: those of the declarer's side less those of the other side. One more: the same deals with the contract one "
    "higher than it was bid; forced contracts, which are among those of 7, are left out of it. Honours: ace, king, "
    "queen and jack of trumps in the declarer's hand."
)


def headlines(result: Contracts) -> list[str]:
    """The main findings in words, with their intervals."""
    total, forced = result.total, result.forced
    if not result.games:
        return ["No deal was played."]
    whose = "" if result.alike else " of side a"
    found = [
        f"With {players(result.spec)}, {between(total.made, PERCENT)} % of the contracts{whose} are made, and the side "
        f"of the declarer scores {between(total.points)} points a round more than the other (95 % intervals).",
        f"Opening the bidding is worth {between(result.opening.estimate)} points a round: by so much the difference "
        "between the sides moves, on the same deals, from the other side opening to the own.",
    ]
    if forced.n:
        found.append(
            f"Three opening passes come in {between(forced.share, PERCENT)} % of the rounds. The fourth seat makes its "
            f"7 in {between(forced.made, PERCENT)} % of these, for {between(forced.points)} points."
        )
    else:
        found.append("Three opening passes never came.")
    return found


def bids_table(result: Contracts) -> Table:
    """A row for each bid that was reached, one for those that were forced, and all together."""
    table = _table("bid", "rounds", "% of all", "made, %", "tricks", "points", "one more,\npoints")
    one_more = result.one_more
    for bid, group in _usual(result.by_bid, result).items():
        paired = one_more.get(bid)
        more = "-" if paired is None else shown(paired.estimate, bounded=paired.bounded)
        table.add_row(str(bid), *_cells(group), more)
    table.add_section()
    table.add_row("all", *_cells(result.total), "")
    if result.forced.n:
        table.add_row("forced", *_cells(result.forced), "")
    return table


def hands_table(result: Contracts) -> Table:
    """A row for each number of trumps and honours that is not too rare."""
    table = _table("trumps\nhonours", "rounds", "% of all", "made, %", "tricks", "points")
    last = -1
    for (trumps, honours), group in _usual(result.by_hand, result).items():
        if last not in (-1, trumps):
            table.add_section()
        last = trumps
        table.add_row(f"{trumps:>2}  {honours}", *_cells(group))
    return table


def _usual(groups: Mapping[K, Group], result: Contracts) -> dict[K, Group]:
    """Those that are not too rare to be shown."""
    return {name: group for name, group in groups.items() if group.n >= SHOWN_SHARE * result.games}


def _table(*heads: str) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place else "left", no_wrap=True)
    return table


def _cells(group: Group) -> list[str]:
    few = too_few(group.n)
    return [
        f"{group.n:,}",
        f"{PERCENT * group.share.mean:.2f}",
        shown(group.made, PERCENT),
        shown(group.tricks, bounded=few),
        shown(group.points, bounded=few),
    ]


def notes(result: Contracts) -> list[str]:
    """What the figures mean, for below the tables."""
    lines = [MEANING]
    bids, one_more = _usual(result.by_bid, result), result.one_more
    few = any(too_few(group.n) for group in [*bids.values(), *_usual(result.by_hand, result).values()])
    if few or any(one_more[bid].bounded for bid in bids if bid in one_more):
        lines.append(FEW.replace("deals differ", "deals are there, or differ"))
    return lines


def print_contracts(result: Contracts, screen: Console) -> None:
    """The findings, the tables and what they mean, on a console."""
    spec = result.spec
    rules = rules_name(spec.rules)
    screen.print(f"{result.games:,} deals, each played three times, by {rules}, seed {spec.seed}\n")
    for line in headlines(result):
        screen.print(line)
    if result.games:
        for table in (bids_table(result), hands_table(result)):
            screen.print("")
            screen.print(table)
        screen.print("")
        for line in notes(result):
            screen.print(line)
    print_outcome(result.outcome, spec.game.hands, screen)


PANELS = (
    Panel("made_pp", "Made (%)", factor=PERCENT, form="{:.1f}"),
    Panel("points", "Points, declarer's\nside less the other"),
    Panel("one_more", "One more bid,\npoints"),
)
LAYOUT = Layout(left=1.25, right=0.55, row=0.2, ticks=5)


def chart_data(result: Contracts) -> pd.DataFrame:
    """The rows drawn: label, measure (made_pp: per cent; points; one_more: points), mean, low, high, n, bounded."""
    import pandas as pd

    rows: list[dict[str, Any]] = []

    def add(label: str, measure: str, estimate: Estimate, bounded: bool, factor: int = 1) -> None:
        ends = {name: factor * getattr(estimate, name) for name in ("mean", "low", "high")}
        rows.append({"label": label, "measure": measure, **ends, "n": estimate.n, "bounded": bounded})

    groups = {f"bid {bid}": group for bid, group in _usual(result.by_bid, result).items()}
    for (trumps, honours), group in _usual(result.by_hand, result).items():
        groups[f"{_many(trumps, 'trump')}, {_many(honours, 'honour')}"] = group
    for label, group in groups.items():
        add(label, "made_pp", group.made, False, PERCENT)
        add(label, "points", group.points, too_few(group.n))
    for bid, paired in result.one_more.items():
        if f"bid {bid}" in groups:
            add(f"bid {bid}", "one_more", paired.estimate, paired.bounded)
    return pd.DataFrame(rows, columns=["label", "measure", "mean", "low", "high", "n", "bounded"])


def _many(count: int, name: str) -> str:
    return f"{count} {name}{'s' * (count != 1)}"


def chart(result: Contracts) -> tuple[Figure, pd.DataFrame]:
    """Contracts by bid and by the declarer's trumps and honours, and the data drawn; raises BazasError for no data."""
    data = chart_data(result)
    if data.empty:
        raise BazasError("there is nothing to draw: no deal was played")
    spec = result.spec
    note = [
        "Means and 95 % intervals. One more bid: the same deals with the contract one higher than it was bid.",
        f"{result.games:,} deals, strategy {players(spec)}, rules {rules_name(spec.rules)}, seed {spec.seed}.",
    ]
    if data["bounded"].any():
        note[-1] += f" Open marks: fewer than {FLOOR} deals are there, or differ."
    rows = dict.fromkeys(data["label"], "")
    apart = len([label for label in rows if not label.startswith("bid")])
    title = f"Tarneeb: what contracts{'' if result.alike else ' of side a'} are worth"
    return interval_chart(data, PANELS, rows, LAYOUT, title=title, note=note, names="", apart=apart), data
