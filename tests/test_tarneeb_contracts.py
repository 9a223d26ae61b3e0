"""The study of contracts: sums are those of the rows, arms part where they may, intervals hold the truth."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bazas.analyses.contracts import Contracts, Group, contracts, tally_contracts
from bazas.analyses.contracts_report import chart, chart_data
from bazas.kernels.tarneeb.records import PASS
from bazas.sim import load
from bazas.sim.errors import BazasError
from bazas.sim.playing import play_chunk
from bazas.sim.strategy import strategy
from bazas.sim.tarneeb.strategy import TarneebStrategy
from commands import Ran

GAMES = 4000
RANDOM = strategy("random", TarneebStrategy)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Contracts, pd.DataFrame]:
    out = tmp_path_factory.mktemp("contracts")
    return contracts(RANDOM, games=GAMES, out=out), load(out)


def with_margins(rows: pd.DataFrame) -> pd.DataFrame:
    side = rows["declarer"] % 2
    margin = (rows["points_a"] - rows["points_b"]) * (1 - 2 * side)
    return rows.assign(margin=margin, tricks=np.where(side == 0, rows["tricks_a"], rows["tricks_b"]))


def test_groups_are_those_of_the_rows(study: tuple[Contracts, pd.DataFrame]) -> None:
    found, rows = study
    plain = with_margins(rows[rows["arm"] == 0])
    assert found.games == GAMES == len(plain) == len(rows) / 3

    def same(group: Group, of: pd.DataFrame) -> None:
        assert (group.n, group.forced) == (len(of), of["forced"].sum())
        assert group.share.mean == pytest.approx(len(of) / GAMES)
        for name in ("made", "tricks", "points"):
            assert getattr(group, name).mean == pytest.approx(of["margin" if name == "points" else name].mean())
        if len(of) > 500:
            half = 1.96 * of["margin"].std() / np.sqrt(len(of))
            assert group.points.high - group.points.mean == pytest.approx(half, rel=0.01)

    same(found.total, plain)
    same(found.forced, plain[plain["forced"]])
    assert list(found.by_bid) == sorted(plain["bid"].unique())
    for bid, group in found.by_bid.items():
        same(group, plain[plain["bid"] == bid])
    hands = plain.groupby(["declarer_trumps", "declarer_honours"])
    assert set(found.by_hand) == set(hands.groups)
    for hand, group in found.by_hand.items():
        same(group, hands.get_group(hand))


def test_one_more_is_the_same_deals_with_the_contract_raised(study: tuple[Contracts, pd.DataFrame]) -> None:
    found, rows = study
    plain, raised = (with_margins(rows[rows["arm"] == arm]).set_index("game") for arm in (0, 1))
    assert (plain["bids"].map(tuple) == raised["bids"].map(tuple)).all()
    assert (raised["bid"] == np.minimum(plain["bid"] + 1, 13)).all()
    bid = plain["bid"][~plain["forced"]]
    d = (raised["margin"] - plain["margin"])[~plain["forced"]]
    assert list(found.one_more) == sorted(set(bid) - {13})
    for number, paired in found.one_more.items():
        assert paired.estimate.mean == pytest.approx(d[bid == number].mean())
        assert paired.differing == (d[bid == number] != 0).sum()
        assert paired.estimate.high < 0, "random plays the same cards, and needs a trick more"


def test_opening_is_the_same_deals_opened_by_the_other_side(study: tuple[Contracts, pd.DataFrame]) -> None:
    found, rows = study
    plain, turned = (rows[rows["arm"] == arm].set_index("game") for arm in (0, 2))
    assert ((plain["dealer"] + 1) % 4 == turned["dealer"]).all()
    sign = np.where((plain["dealer"] + 1) % 2 == 0, 1, -1)
    d = sign * ((plain["points_a"] - plain["points_b"]) - (turned["points_a"] - turned["points_b"]))
    assert found.opening.estimate.mean == pytest.approx(d.mean())


def test_who_opens_is_all_one_where_nobody_bids_and_all_play_alike(tmp_path: Path) -> None:
    """The dealer is forced, on the side that does not open: the value of opening is that of not declaring, twice."""
    timid = replace(RANDOM, name="timid", bid=lambda view: PASS)
    found = contracts(timid, games=3000, out=tmp_path)
    assert (found.forced.n, found.one_more) == (3000, {})
    rows = with_margins(load(tmp_path))
    declared = rows.groupby("arm")["margin"].mean()
    assert found.opening.estimate.mean == pytest.approx(-(declared[0] + declared[2]))


def test_other_auctions_in_the_raised_arm_are_found() -> None:
    def bid(view: Any) -> int:
        return 7 if view.bid == 0 else PASS

    chunk = play_chunk(contracts(replace(RANDOM, name="one", bid=bid), games=5).spec, 0, 5)
    chunk.arms[1][0]["calls"][3, 0] = 9
    with pytest.raises(BazasError, match="deal 3 has another auction"):
        tally_contracts(chunk)


def test_intervals_cover_the_truth() -> None:
    """Of 200 runs about 190 hold the mean of a long one, for each kind of figure."""
    whole = contracts("random", games=400_000, seed=77)
    runs = [contracts("random", games=1500, seed=seed) for seed in range(200)]

    def covered(read: Callable[[Contracts], Any]) -> int:
        truth = read(whole).mean
        return sum(read(run).low <= truth <= read(run).high for run in runs)

    for read in (
        lambda run: run.total.made,
        lambda run: run.total.points,
        lambda run: run.by_bid[8].tricks,
        lambda run: run.forced.points,
        lambda run: run.by_hand[4, 1].made,
        lambda run: run.one_more[7].estimate,
        lambda run: run.opening.estimate,
    ):
        assert 180 <= covered(read) <= 200


def test_the_command(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    status, out, _ = bazas("contracts --strategy random --games 2000 --json")
    found = json.loads(out)
    assert status == 0
    assert (found["command"], found["deals"], found["rounds_played"]) == ("contracts", 2000, 6000)
    assert set(found["by_bid"]) == {"7", "8", "9", "10", "11", "12", "13"}
    assert sum(cell["n"] for cell in found["by_hand"]) == 2000
    status, out, _ = bazas("contracts --strategy random --games 2000 --figure", tmp_path / "figure")
    assert status == 0
    assert "Opening the bidding is worth" in out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figure.csv", "figure.png", "figure.svg"]


def test_the_figure_shows_the_data(study: tuple[Contracts, pd.DataFrame]) -> None:
    found, _ = study
    data = chart_data(found)
    assert set(data["measure"]) == {"made_pp", "points", "one_more"}
    bids = data[(data["measure"] == "points") & data["label"].str.startswith("bid")]
    usual = [group for group in found.by_bid.values() if group.n >= 0.002 * GAMES]
    assert bids["mean"].tolist() == [group.points.mean for group in usual]
    figure, drawn = chart(found)
    assert len(figure.axes) == 3
    pd.testing.assert_frame_equal(drawn, data)
