"""The figure of `bazas tournament`: cells, ratings, small print."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from bazas.analyses.tournament import enter
from bazas.analyses.tournament_figure import chart, chart_data
from bazas.sim.errors import BazasError
from contests import EIGHT, NAMES, counts, eight, played, result, table_of, told
from drawing import rendered, texts
from reporting import scaled


def cells(figure: Figure) -> list[str]:
    """What stands in the matrix."""
    return [text.get_text() for text in figure.axes[0].texts]


def number(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def boxes(figure: Figure, axes: int) -> list[Bbox]:
    renderer = rendered(figure)
    return [text.get_window_extent(renderer) for text in figure.axes[axes].texts]


def test_data_have_both_orders_of_every_pair_and_all_ratings() -> None:
    table, data = result().table, chart_data(result())
    assert list(data["measure"].unique()) == ["points", "wins", "rating", "points_rating"]
    assert (data["measure"].value_counts()[["points", "rating"]] == [6, 3]).all()
    rows: Any = data.set_index(["measure", "label", "against"])
    pair = table.pair("lowest", "careful")
    row = rows.loc["points", "lowest", "careful"]
    assert (row["mean"], row["low"], row["high"]) == (pair.points.mean, pair.points.low, pair.points.high)
    assert (row["n"], row["holm"], row["bounded"]) == (600, True, False)
    assert row["differing"] == rows.loc["points", "careful", "lowest"]["differing"] <= 600
    assert rows.loc["wins", "lowest", "careful"]["mean"] == pytest.approx(100 * pair.wins_a.mean)
    assert rows.loc["rating", "careful", ""]["mean"] == table.ranking[0].rating.mean
    matrix = (
        data[data["measure"] == "points"].pivot(index="label", columns="against", values="mean").fillna(0).to_numpy()
    )
    assert matrix == pytest.approx(-matrix.T)


def test_every_cell_has_its_number_and_half_of_its_interval() -> None:
    figure, _ = chart(result())
    found = cells(figure)
    for pair in result().table.pairs:
        assert number(pair.points.mean) in found
        assert number(-pair.points.mean) in found
        assert found.count(f"±{(pair.points.high - pair.points.low) / 2:.1f}") >= 2
    assert len(found) == 12
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(NAMES)
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == list(NAMES)


def test_colours_are_even_on_both_sides_of_zero() -> None:
    (image,) = chart(result())[0].axes[0].images
    low, high = image.get_clim()
    assert low == -high
    assert high == max(abs(pair.points.mean) for pair in result().table.pairs)
    for share in np.linspace(0.05, 1, 5):
        ends: list[Any] = [image.cmap(0.5 + side * share / 2) for side in (-1, 1)]
        assert all(min(colour[:3]) > 0.15 for colour in ends)
        light = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue, _ in ends]
        assert min(light) > 0.5  # black print is legible on it


def test_what_does_not_differ_stands_in_parentheses() -> None:
    figure, _ = chart(told(table_of(counts((150, 100, 150), (250, 100, 50), (250, 100, 50)))))
    found = cells(figure)
    assert "In parentheses: not different from 0 (Holm, 5 %, all pairs)." in figure.texts[1].get_text()
    assert "All differ from 0 (Holm, 5 %, all pairs)." in chart(result())[0].texts[1].get_text()
    assert found.count("(0.0)") == 2
    assert found.count("+25.0") == found.count("−25.0") == 2


def test_few_differing_deals_have_a_star() -> None:
    figure, data = chart(told(table_of(counts((30, 900, 20), (250, 200, 500), (250, 200, 500)))))
    assert cells(figure).count("*") == 2
    assert data["bounded"].eq(True).sum() == 4
    assert "fewer than 200 deals differ" in figure.texts[1].get_text()


def test_ratings_have_marks_in_the_rows_of_their_players() -> None:
    figure, _ = chart(result())
    axes = figure.axes[1]
    marks = [line for line in axes.lines if line.get_marker() == "o"]
    found = [(mark.get_xdata()[0], mark.get_ydata()[0]) for mark in marks]  # type: ignore[index]
    assert found == [(player.rating.mean, y) for y, player in enumerate(result().table.ranking)]
    assert axes.get_ylim() == figure.axes[0].get_ylim()


def test_ratings_without_an_end_have_an_arrow() -> None:
    figure, _ = chart(told(table_of(counts((300, 0, 0), (300, 0, 0), (100, 100, 100)))))
    arrows = [line.get_marker() for line in figure.axes[1].lines if line.get_marker() in ("<", ">")]
    assert arrows == [">", "<", "<"]
    assert [text.split()[0] for text in texts(figure) if text.startswith(("over", "under"))] == [
        "over",
        "under",
        "under",
    ]


@pytest.mark.parametrize(("players", "factor"), [(2, 1), (3, 1000), (6, 1000), (8, 1), (11, 1000)])
def test_nothing_runs_into_anything(players: int, factor: int) -> None:
    strengths = [*EIGHT, -1.3, -1.4, -1.5][:players]
    few = table_of(played(strengths, 300, np.random.default_rng(1)))
    table = replace(few, tally=scaled(few.tally, factor))
    figure, _ = chart(told(table))
    axes = figure.axes[0]
    renderer = rendered(figure)
    width = axes.get_window_extent(renderer).width / players
    assert all(box.width < width for box in boxes(figure, 0))
    heads = [label.get_window_extent(renderer) for label in axes.get_xticklabels()]
    assert all(left.x1 < right.x0 for left, right in pairwise(heads))
    title = figure.texts[0].get_window_extent(renderer)
    assert max(box.y1 for box in heads) < title.y0
    numbers = boxes(figure, 1)
    assert min(box.x0 for box in numbers[1:]) > figure.axes[1].get_window_extent(renderer).x1
    assert min(label.get_window_extent(renderer).x0 for label in axes.get_yticklabels()) >= 0


def test_long_names_have_room() -> None:
    table = eight()
    names = tuple(f"careful:draw_from={i},draw_all=11" for i in range(8))
    figure, _ = chart(told(type(table)(names, table.tally, always=False, anchor=None)))
    renderer = rendered(figure)
    title = figure.texts[0].get_window_extent(renderer)
    assert max(label.get_window_extent(renderer).y1 for label in figure.axes[0].get_xticklabels()) < title.y0
    assert min(label.get_window_extent(renderer).x0 for label in figure.axes[0].get_yticklabels()) >= 0
    assert figure.get_figwidth() == pytest.approx(6.7)


def test_the_small_print_says_how_it_was_played() -> None:
    text = " ".join(chart(result())[0].texts[1].get_text().split())
    assert "600 deals, each played twice by every pair with the seats changed over, by lascuarenta, seed 1." in text
    assert "0 is the mean of the players" in text
    always = told(table_of(played([0.5, 0.0], 300, np.random.default_rng(1)), always=True, anchor=1))
    text = " ".join(chart(always)[0].texts[1].get_text().split())
    assert "valid at every look and for all pairs together" in text
    assert "0 is P1" in text


def test_no_deal_no_figure() -> None:
    with pytest.raises(BazasError, match="nothing to draw"):
        chart(told(enter(NAMES)[1]))
