"""The figure of `bazas rules compare`: its rows, panels and small print."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from matplotlib.figure import Figure

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import OTHER_WINNER, RuleEffects
from bazas.analyses.rule_effects_figure import PANELS, chart, chart_data
from bazas.analyses.rule_sums import no_effects
from bazas.sim.errors import BazasError
from bazas.sim.tally import Tally
from drawing import numbers_below, texts, titles_above
from switching import FIRST, SECOND, arm_of, effects_of

MEASURES = ["vueltas", "mano", OTHER_WINNER, "swaps", "cantes"]


@cache
def of_two_sides() -> RuleEffects:
    return compare_rules(FIRST, SECOND, "random", "lowest", games=2000)


def rows_of(figure: Figure) -> list[str]:
    """The labels of the rows, from top to bottom."""
    names = {switch.name for switch in effects_of("random").switches} | {"all at once"}
    return [text for text in texts(figure) if text in names]


def note_of(figure: Figure) -> str:
    return " ".join(figure.texts[1].get_text().split())


def test_data_have_a_row_for_each_switch_and_one_for_all() -> None:
    result = effects_of("random")
    data = chart_data(result)
    assert list(data["label"].unique()) == [*result.effects, "all at once"]
    assert list(data["measure"].unique()) == MEASURES
    swaps = data[(data["label"] == "swap_two") & (data["measure"] == "swaps")].iloc[0]
    assert swaps["change"] == "yes → no"
    assert swaps["mean"] == pytest.approx(100 * result.effects["swap_two"]["swaps"].estimate.mean)
    assert list(chart_data(effects_of("random", "tute=no"))["label"].unique()) == ["tute"]


def test_switches_by_which_nothing_differs_are_named_and_not_drawn() -> None:
    result = effects_of("random")
    figure, data = chart(result)
    untouched = ["swap_muestras", "forty_or_nothing", "twenty_named", "thirty", "both_101", "vueltas_end", "renuncio"]
    assert rows_of(figure) == [*(name for name in result.effects if name not in untouched), "all at once"]
    assert f"Not one deal differs by {', '.join(untouched)}." in note_of(figure)
    assert set(untouched) < set(data["label"])
    for axes, measure in zip(figure.axes, MEASURES, strict=True):
        marks = [line for line in axes.lines if line.get_marker() == "o"]
        assert len(marks) == ((data["measure"] == measure) & (data["differing"] > 0)).sum()


def test_a_switch_that_differs_in_no_panel_but_elsewhere_is_drawn() -> None:
    """Where only the points of cantes differ, it is not said that nothing does."""
    result = effects_of("random")
    sums = result.outcome.tally["effects"].copy()
    sums[arm_of(result, "renuncio") - 1, -1, 1:] = 1, 20, 400
    tally = Tally({**result.outcome.tally, "effects": sums})
    figure, _ = chart(replace(result, outcome=replace(result.outcome, tally=tally)))
    assert "renuncio" in rows_of(figure)
    assert "renuncio" not in note_of(figure)


def test_where_nothing_differs_the_rows_are_kept() -> None:
    figure, _ = chart(effects_of("random", "renuncio=loses", games=50))
    assert rows_of(figure) == ["renuncio"]
    assert "Not one deal differs by renuncio." in note_of(figure)
    assert not [line for axes in figure.axes for line in axes.lines if line.get_marker() == "o"]


def test_side_a_has_a_panel_where_the_sides_differ() -> None:
    assert [panel.measure for panel in PANELS] == [*MEASURES[:3], "wins_a", *MEASURES[3:]]
    figure, data = chart(of_two_sides())
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == [panel.title for panel in PANELS]
    assert list(data["measure"].unique()) == [panel.measure for panel in PANELS]
    assert "side a\nwins" not in [axes.get_title(loc="left") for axes in chart(effects_of("random"))[0].axes]


def test_numbers_below_and_titles_above_do_not_run_into_each_other() -> None:
    for result in (effects_of("random"), of_two_sides(), effects_of("careful", games=20_000)):
        figure, _ = chart(result)
        shown = numbers_below(figure)
        assert all(2 <= len(boxes) <= 3 for boxes in shown)
        in_line = [box for boxes in shown for box in boxes]
        assert all(left.x1 + 4 < right.x0 for left, right in pairwise(in_line))
        assert all(left.x1 + 4 < right.x0 for left, right in pairwise(titles_above(figure)))


def test_no_deal_no_figure() -> None:
    result = effects_of("random")
    nothing = replace(result.outcome, units=0, tally=no_effects(15))
    with pytest.raises(BazasError, match="no deal was played"):
        chart(replace(result, outcome=nothing))
