"""The figure of `compare_rules`: what each switch changes, a panel for each measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bazas.analyses.figures import Layout, Panel, interval_chart
from bazas.analyses.rule_effects import OTHER_WINNER, RuleEffects
from bazas.sim.errors import BazasError
from bazas.sim.estimates import FLOOR
from bazas.sim.terminal import PERCENT, players

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PANELS = (
    Panel("vueltas", "vueltas", "pp of games", PERCENT),
    Panel("mano", "mano's\nside wins", "pp of games", PERCENT),
    Panel(OTHER_WINNER, "another\nside wins", "% of deals", PERCENT),
    Panel("wins_a", "side a\nwins", "pp of games", PERCENT),
    Panel("swaps", "swaps", "per 100 hands", PERCENT),
    Panel("cantes", "cantes", "per 100 hands", PERCENT),
)
"""`wins_a` is drawn where the sides differ, `OTHER_WINNER` where it is known of a switch."""
TOGETHER = "all at once"

LAYOUT = Layout(left=1.6, right=0.25, row=0.3, ticks=3)


def chart_data(result: RuleEffects) -> pd.DataFrame:
    """The figures drawn, and those of the switches left out: units as in `PANELS`.

    Columns: label, change, measure, mean, low, high, n, differing, bounded.
    """
    import pandas as pd

    lines = [(switch.name, result.change(switch), result.effects[switch.name]) for switch in result.switches]
    if result.interplay is not None:
        lines.append((TOGETHER, "", result.difference))
    rows = []
    for name, how, effects in lines:
        for panel in PANELS:
            effect = effects.get(panel.measure)
            if effect is None or not effect.estimate.n or (panel.measure == "wins_a" and not result.sides_differ):
                continue
            ends = {key: panel.factor * getattr(effect.estimate, key) for key in ("mean", "low", "high")}
            more = {"n": effect.estimate.n, "differing": effect.differing, "bounded": effect.interval == "bounded"}
            rows.append({"label": name, "change": how, "measure": panel.measure, **ends, **more})
    columns = ["label", "change", "measure", "mean", "low", "high", "n", "differing", "bounded"]
    return pd.DataFrame(rows, columns=columns)


def chart(result: RuleEffects) -> tuple[Figure, pd.DataFrame]:
    """What each switch changes, a panel for each measure, and the data; raises BazasError for no data.

    Switches by which not one deal differs are named below the panels, and not drawn where others are.
    """
    data = chart_data(result)
    if data.empty:
        raise BazasError("there is nothing to draw: no deal was played")
    rows = dict(zip(data["label"], data["change"], strict=True))
    without = _without_effect(result)
    if len(without) < len(result.effects):
        rows = {name: how for name, how in rows.items() if name not in without}
    drawn = data[(data["differing"] > 0) & data["label"].isin(list(rows))]
    measures = set(data["measure"])
    figure = interval_chart(
        drawn,
        [panel for panel in PANELS if panel.measure in measures],
        rows,
        LAYOUT,
        title=f"What each rule changes: {' to '.join(result.names)}",
        note=_note(result, drawn),
        apart=1 if TOGETHER in rows else 0,
    )
    return figure, data


def _without_effect(result: RuleEffects) -> list[str]:
    """The switches by which not one deal differs in anything that was measured."""
    return [name for name, effects in result.effects.items() if not any(e.differing for e in effects.values())]


def _note(result: RuleEffects, drawn: pd.DataFrame) -> list[str]:
    """The sentences below the panels."""
    first, _ = result.names
    if result.unpaired:
        names = " and ".join(switch.name for switch in result.unpaired)
        lines = [
            f"Mean difference to {first} and 95 % interval, with one switch changed. With {names} the deals change, "
            "too, and who wins them cannot be compared. pp: percentage points. Swaps and cantes: first hands. "
            "No mark: not one deal differs, or there is nothing to compare."
        ]
    else:
        lines = [
            f"Mean difference and 95 % interval: deals by {first}, and the same with one switch changed. "
            "pp: percentage points.",
            "Another side wins: share of the deals. Swaps and cantes: first hands. No mark: not one deal differs.",
        ]
    without = _without_effect(result)
    if without:
        lines.append(f"Not one deal differs by {', '.join(without)}.")
    played = "games each" if result.unpaired else "deals"
    lines.append(f"{result.games:,} {played}, strategy {players(result.spec)}, seed {result.spec.seed}.")
    if drawn["bounded"].any():
        lines[-1] += f" Open marks: fewer than {FLOOR} deals differ."
    return lines
