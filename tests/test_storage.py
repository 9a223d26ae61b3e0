"""Run folders: what is written into them, and read from them."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from bazas.kernels.compiling import kernel_hash
from bazas.kernels.records import EVENTS
from bazas.sim.columns import COLUMNS, columns_of
from bazas.sim.errors import UsageError
from bazas.sim.notation import cards_of
from bazas.sim.rules import Rules
from bazas.sim.storage import COUNT, FIRST, RUN, TALLY, load, read_run
from bazas.sim.tally import Tally
from bazas.sim.tracing import trace_game
from storing import play, spec

NAMES = [
    "game",
    "arm",
    "mano",
    "muestra",
    "cards_a",
    "cards_b",
    "last_trick",
    "cantes_a",
    "cantes_b",
    "tricks_a",
    "tricks_b",
    "forty_seat",
    "forty_trick",
    "twenties_a",
    "twenties_b",
    "twenty_seat",
    "twenty_trick",
    "twenty_suit",
    "swap_seat",
    "swap_trick",
    "swap_card",
    "swap2_seat",
    "swap2_trick",
    "tute_seat",
    "as_seat",
    "tres_seat",
    "seven_seat",
    "muestra_seat",
    "last_free",
]


# What is written


def test_columns_are_the_documented_ones(kept: Path) -> None:
    in_vueltas = [f"v_{name}" for name in NAMES[2:]]
    names = [*NAMES, *in_vueltas, "vueltas", "decided", "winner"]
    assert list(load(kept).columns) == names == [column.name for column in columns_of(spec())]
    asked_for = ("plays", "hands", "withheld_seat", "withheld_trick")
    of_matches = {"match", "coto", "game_of_coto"}
    assert {column.name for column in COLUMNS} - set(names) - of_matches == {
        v + name for v in ("", "v_") for name in asked_for
    }


def test_a_part_explains_itself(kept: Path) -> None:
    path = kept / "games" / "part-000001.parquet"
    schema = pq.read_schema(path)
    about = json.loads(schema.metadata[RUN])
    assert (int(schema.metadata[FIRST]), int(schema.metadata[COUNT])) == (50, 50)
    assert Tally.from_json(schema.metadata[TALLY].decode()).total("games") == 50
    assert about["seed"] == 1
    assert about["rules"] == Rules().as_dict()
    assert all(schema.field(name).metadata[b"description"] for name in schema.names)


def test_a_part_is_one_row_group_that_readers_can_skip(kept: Path) -> None:
    about = pq.read_metadata(kept / "games" / "part-000001.parquet")
    group = about.row_group(0)
    assert (about.num_row_groups, group.column(0).compression) == (1, "ZSTD")
    statistics = group.column(0).statistics
    assert (statistics.min, statistics.max) == (50, 99)
    rows = pd.read_parquet(kept / "games", filters=[("game", "<", 3)])
    assert rows["game"].tolist() == [0, 1, 2]


def test_run_json_repeats_the_run(kept: Path) -> None:
    about = read_run(kept)
    assert about["games"] == 100
    assert about["kernel_hash"] == kernel_hash()
    assert about["arms"][0]["strategies"][0]["parameters"] == {"salt": 0}
    assert len(about["arms"][0]["strategies"][0]["source_hash"]) == 16
    assert set(about["versions"]) == {"python", "numpy", "numba", "pyarrow"}
    assert about["speed"]["hands_per_second"] > 0
    assert os.uname().nodename not in json.dumps(about["machine"])


def test_every_session_is_kept(stored: Path) -> None:
    first = read_run(stored)
    play(stored, 100, resume=True)
    assert read_run(stored) == first, "nothing was left to play"
    play(stored, 150, resume=True)
    about = read_run(stored)
    (again,) = about.pop("resumed")
    assert about == {**first, "games": 150}
    assert {*again} == {"bazas", "versions", "machine", "speed"}
    assert again["versions"] == first["versions"]
    assert again["speed"]["hands_per_second"] > 0
    part = pq.read_schema(stored / "games" / "part-000002.parquet")
    assert json.loads(part.metadata[RUN])["resumed"][0]["machine"] == again["machine"]


def test_nulls_stand_for_what_was_not(kept: Path) -> None:
    rows = load(kept)
    assert rows["mano"].tolist() == [game % 4 for game in range(100)]
    assert (rows["v_mano"].notna() == rows["vueltas"]).all()
    assert (rows["v_cards_a"].notna() == rows["vueltas"]).all()
    assert (rows["forty_seat"].notna() == rows["forty_trick"].notna()).all()
    twenties = rows["twenties_a"] + rows["twenties_b"]
    assert [0 if seats is None else len(seats) for seats in rows["twenty_seat"]] == twenties.tolist()
    played_out = rows["last_trick"].notna()
    assert (rows["cards_a"] + rows["cards_b"])[played_out].eq(120).all()
    types = rows.dtypes.astype(str)
    assert (types["mano"], types["last_trick"], types["vueltas"], types["decided"]) == (
        "int8",
        "Int8",
        "bool",
        "category",
    )


# Hands and plays


@pytest.mark.parametrize("rules", [Rules(), Rules(players=2, deck=48), Rules(deck=36, mano_next="after_last_trick")])
def test_hands_are_dealt_again(rules: Rules, tmp_path: Path) -> None:
    chosen = spec(rules, hands=True)
    play(tmp_path / "with", 40, chosen)
    play(tmp_path / "without", 40, spec(rules))
    expected, again = load(tmp_path / "with"), load(tmp_path / "without", hands=True)
    pd.testing.assert_frame_equal(again[expected.columns], expected)
    for game in range(40):
        events = trace_game(chosen, 0, game).events
        dealt = events[events["kind"] == EVENTS.index("dealt")]
        kept = [
            mask for name in ("hands", "v_hands") if expected[name][game] is not None for mask in expected[name][game]
        ]
        by_seat = [sorted(zip(half["seat"], half["legal"], strict=True)) for half in split(dealt, rules.players)]
        assert kept == [mask for half in by_seat for _, mask in half]
        assert {len(cards_of(mask)) for mask in kept} == {6}


def split(events: np.ndarray, length: int) -> list[np.ndarray]:
    return [events[i : i + length] for i in range(0, len(events), length)]


def test_load_chooses_columns(kept: Path) -> None:
    rows = load(kept, ["winner", "game"])
    assert list(rows.columns) == ["winner", "game"]
    assert list(load(kept, ["game"], hands=True).columns) == ["game", "hands", "v_hands"]
    with pytest.raises(UsageError, match=r"no column 'winer': it has game, arm, "):
        load(kept, ["winer"])
