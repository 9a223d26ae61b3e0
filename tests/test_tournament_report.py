"""How a tournament is told: the tables on 80 columns, what they mean, how it stands while it is played."""

import io
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from bazas.analyses.duel_report import seconds_left
from bazas.analyses.tournament import Tournament, enter, tournament
from bazas.analyses.tournament_report import (
    cross_tables,
    headline,
    notes,
    pairs_table,
    print_tournament,
    ranking_table,
    rated,
    standing,
    watched,
)
from bazas.analyses.tournament_table import Table
from bazas.sim.guinote import GUINOTE
from bazas.sim.runner import Progress
from bazas.sim.strategy import strategy
from contests import NAMES, counts, eight, played, result, table_of, told
from reporting import printed


def screen(width: int = 80) -> Console:
    return Console(file=io.StringIO(), width=width)


def shown(found: Tournament, width: int = 80) -> str:
    at = screen(width)
    print_tournament(found, at)
    assert isinstance(at.file, io.StringIO)
    return at.file.getvalue()


# Tables


def test_tables_have_every_figure() -> None:
    table = result().table
    text = printed([ranking_table(table), *cross_tables(table, screen()), pairs_table(table)])
    first = table.pair("careful", "lowest")
    assert f"{first.points.mean:+.1f}" in text
    assert f"{-first.points.mean:+.1f}" in text
    assert f"{100 * first.wins_a.mean:.2f} ±" in text
    assert f"{100 * first.divergent:.2f}" in text
    lines = [line.split() for line in text.splitlines()]
    assert [line[:2] for line in lines if line and line[0] in "123"][:3] == [
        ["1", "careful"],
        ["2", "lowest"],
        ["3", "random"],
    ]
    assert text.count("both") == 3


def test_what_does_not_differ_stands_in_parentheses() -> None:
    table = table_of(counts((150, 100, 150), (250, 100, 50), (250, 100, 50)))
    text = printed(cross_tables(table, screen()))
    for line in ("1  P0           (0.0)   +25.0", "1  P0          (50.0)   75.0"):
        assert line in text
    assert [line.split()[-1] for line in printed([pairs_table(table)]).splitlines() if "±" in line] == [
        "-",
        "both",
        "both",
    ]


def test_eight_players_fit_on_80_columns() -> None:
    text = shown(told(eight()))
    tables = text.split("Differ:")[0].splitlines()[4:]
    assert max(map(len, tables)) <= 80
    assert "points a hand, row less column" in text
    assert "games won by the row, %" in text


def test_where_there_is_no_room_rows_have_numbers_and_then_there_are_only_pairs() -> None:
    named, numbered = (printed(cross_tables(eight(), screen(width)), width) for width in (80, 68))
    assert "1  P0" in named
    assert "P0" not in numbered
    assert numbered.count("1 ") >= 4
    assert cross_tables(eight(), screen(60)) == []
    assert len([line for line in printed([pairs_table(eight())], 60).splitlines() if line.startswith("  P")]) == 28


def test_two_players_need_no_cross_table() -> None:
    text = shown(result("careful", "random"))
    assert "row less column" not in text
    assert "Differ: in points and in games won, each tested at 5 %." in text
    assert "Ratings alone" not in text


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (((300, 0, 0), (300, 0, 0), (100, 100, 100)), ["over", "under", "under"]),
        (((300, 0, 0), (300, 0, 0), (300, 0, 0)), ["over", "-", "under"]),
    ],
)
def test_ratings_without_an_end(pairs: Any, words: list[str]) -> None:
    table = table_of(counts(*pairs))
    assert [rated(player).split()[0] for player in table.ranking] == words
    assert any(line.startswith("Over, under, -") for line in notes(told(table)))


def test_an_anchor_is_told() -> None:
    table = table_of(played([0.9, 0.0, -0.5], 500, np.random.default_rng(1)), anchor=1)
    assert notes(told(table))[1].startswith("Ratings: P1 is 0.")
    (line,) = (line.split() for line in printed([ranking_table(table)]).splitlines() if "P1" in line)
    assert (line[2], line[-1]) == ("0", "0")


# Sentences


def test_the_headline() -> None:
    text = headline(result())
    pair = result().table.pair("careful", "lowest")
    assert text.startswith(f"careful comes first. It wins {100 * pair.wins_a.mean:.2f} (")
    assert "against lowest, the second" in text
    assert "(95 % intervals)" in text
    assert "not shown" not in text
    even = table_of(counts((200, 100, 198)))
    assert headline(told(even)).endswith("That one of the two wins more games is not shown.")
    assert "valid at every look" in headline(told(replace(even, always=True)))


def test_how_well_one_number_describes_the_table() -> None:
    round_about = told(table_of(counts((300, 100, 100), (100, 100, 300), (300, 100, 100))))
    (line,) = (line for line in notes(round_about) if "games won to within" in line)
    assert "within 19.98 percentage points" in line
    assert "more than chance is off" in line
    assert "1 degree of freedom, p < 0.0001" in line
    assert "not shown" not in line
    straight = told(table_of(played([0.9, 0.0, -0.5], 500, np.random.default_rng(1))))
    assert any("which is not shown to be more than chance" in line for line in notes(straight))
    looked = told(replace(round_about.table, always=True))
    (line,) = (line for line in notes(looked) if "games won to within" in line)
    assert "within 19.98 percentage points" in line
    assert "chance" not in line


def test_what_ended_the_run() -> None:
    table = table_of(played([0.9, 0.0, -0.5], 5000, np.random.default_rng(1)), always=True)
    assert notes(told(table, until=math.ceil(table.width)))[0].startswith(
        "Ended as no interval of the points is wider than"
    )
    assert "play more deals, with --games" in notes(told(table, until=0.1))[0]
    assert not notes(told(replace(table, always=False)))[0].startswith(("Ended", "An interval"))
    broken = told(table)
    assert notes(replace(broken, outcome=replace(broken.outcome, interrupted=True)))[0] == "Interrupted."


def test_nothing_played_is_said() -> None:
    text = shown(told(enter(NAMES)[1]))
    assert "No deal was played." in text
    assert "Differ" not in text


# While it is played


def progress_of(table: Table, total: int = 10_000, seconds: float = 2.0) -> Progress:
    return Progress(GUINOTE, table.deals, total, table.hands, seconds, table.tally)


def test_the_standing_has_ranking_speed_and_time_left() -> None:
    table = result().table
    now = progress_of(table, total=600 * 51)
    at = screen()
    at.print(standing(now, enter(NAMES)[1], None))
    assert isinstance(at.file, io.StringIO)
    text = at.file.getvalue()
    assert text.startswith("600 deals, ")
    assert "0:01:40 left" in text
    assert [line.split()[1] for line in text.splitlines() if line[:1] in ("1", "2", "3")] == list(NAMES)
    always = replace(table, always=True)
    assert rated(always.ranking[0]) in text
    assert rated(table.ranking[0]) not in text


def test_time_left_falls_with_the_square_of_the_width() -> None:
    table = replace(result().table, always=True)
    half = seconds_left(progress_of(table, 10**9), watched(table), table.width / 2)
    assert half == pytest.approx(2.0 * 3)  # four times the deals, one of four played in two seconds
    assert seconds_left(progress_of(table, 700), watched(table), table.width / 2) == pytest.approx(2.0 / 6)
    assert seconds_left(progress_of(table, 10**9), watched(table), 2 * table.width) == 0
    nothing = enter(NAMES)[1]
    assert seconds_left(progress_of(nothing, seconds=0.0), watched(nothing), None) is None
    standing(progress_of(nothing), nothing, 1.0)


def test_twins_share_a_rank_in_the_order_of_their_names() -> None:
    twin = replace(strategy("random"), name="another")
    ranking = tournament([twin, "random"], games=50).table.ranking
    assert [player.name for player in ranking] == ["another", "random"]
