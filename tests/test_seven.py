"""What swapping the seven is worth: the arms, the sums, the finding."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from bazas.analyses import seven
from bazas.analyses.partings import no_partings, tally_partings
from bazas.analyses.seven import MUESTRAS, Cell, Seven
from bazas.kernels.cards import SEVEN
from bazas.sim.errors import BazasError, UsageError
from bazas.sim.guinote_contest import margin
from bazas.sim.playing import Chunk, play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.runner import Outcome
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import Strategy, strategy
from bazas.sim.tally import Tally

RULES = PRESETS["lascuarenta"].rules
FREE = RULES.free_tricks
SUMS = ("games", "won", "vueltas", "deals", "wins", "points", "last_free")


def never(view: Any) -> bool:
    return False


def spec_of(names: str, withhold: str = "every", rules: Rules = RULES) -> Spec:
    seats = seats_of(rules.players, *names.split())
    return Spec("seven", rules, 1, (Arm(seats), Arm(seats, withhold)))


@cache
def chunk_of(names: str, games: int, withhold: str = "every", rules: Rules = RULES) -> Chunk:
    return play_chunk(spec_of(names, withhold, rules), 0, games)


def copied(chunk: Chunk) -> Chunk:
    return replace(chunk, arms=[(games.copy(), hands.copy()) for games, hands in chunk.arms])


# The sums, beside a plain loop


def swaps_seven(hand: np.void) -> bool:
    """Whether side a gave the seven in this hand: only a muestra that is not the seven is taken with it."""
    return hand["swap_seat"] >= 0 and hand["swap_seat"] % 2 == 0 and hand["muestra"] % 16 != SEVEN


def points_of(hand: np.void, side: int) -> int:
    last = 10 if hand["last_trick"] >= 0 and hand["last_trick"] % 2 == side else 0
    return int(hand["cards"][side]) + int(hand["cantes"][side]) + last


def partings(chunk: Chunk) -> Iterator[tuple[int, int]]:
    """Game and hand in which the arms part, from what side a does in arm 0."""
    games, hands = chunk.arms[0]
    for i in range(chunk.count):
        for hand in range(games[i]["hands"]):
            if swaps_seven(hands[i, hand]):
                yield i, hand
                break


Key = tuple[int, ...]


def sums_by_loop(chunk: Chunk) -> tuple[dict[Key, list[int]], dict[Key, list[int]], Counter[Key]]:
    """Values of points and wins by cell (hand, strength, trick, side of the mano), and the last free tricks."""
    points: dict[Key, list[int]] = defaultdict(list)
    wins: dict[Key, list[int]] = defaultdict(list)
    last_free: Counter[Key] = Counter()
    (games, hands), (games_without, hands_without) = chunk.arms
    for i, hand in partings(chunk):
        played = hands[i, hand]
        key = (hand, played["muestra"] % 16, played["swap_trick"] - 1, played["mano"] % 2)
        wins[key].append(int(games[i]["winner"] == 0) - int(games_without[i]["winner"] == 0))
        if hand == 0:
            with_it, without = hands[i, 0], hands_without[i, 0]
            margins = [points_of(h, 0) - points_of(h, 1) for h in (with_it, without)]
            points[key[1:]].append(margins[0] - margins[1])
            sides = [2 if h["last_free"] < 0 else h["last_free"] % 2 for h in (with_it, without)]
            last_free[sides[0], sides[1]] += 1
    return points, wins, last_free


@pytest.mark.parametrize("withhold", ["every", "first"])
@pytest.mark.parametrize("names", ["random", "lowest highest"])
def test_sums_are_those_of_a_loop(names: str, withhold: str) -> None:
    chunk = chunk_of(names, 800, withhold)
    tally = tally_partings(chunk, FREE)
    points, wins, last_free = sums_by_loop(chunk)
    for name, expected in (("points", points), ("wins", wins)):
        found = {tuple(map(int, key)): tally[name][tuple(key)].tolist() for key in np.argwhere(tally[name][..., 0])}
        assert found == {
            tuple(map(int, key)): [len(d), sum(x != 0 for x in d), sum(d), sum(x * x for x in d)]
            for key, d in expected.items()
        }
    assert {(int(x), int(y)): int(tally["last_free"][x, y]) for x, y in np.argwhere(tally["last_free"])} == last_free
    assert int(tally["deals"].sum()) == int(tally["games"][0]) == 800
    assert tally["won"].tolist() == [int((games["winner"] == 0).sum()) for games, _ in chunk.arms]
    assert tally["vueltas"].tolist() == [int((games["hands"] == 2).sum()) for games, _ in chunk.arms]


def test_margin_counts_cards_ultimas_and_cantes() -> None:
    hands = chunk_of("random", 400).arms[0][1][:, 0]
    assert margin(hands).tolist() == [points_of(hand, 0) - points_of(hand, 1) for hand in hands]
    assert abs(margin(hands)).max() <= 230


def test_chunks_add_up_to_one_pass() -> None:
    spec = spec_of("random")
    whole = tally_partings(chunk_of("random", 800), FREE)
    parts = [tally_partings(play_chunk(spec, first, count), FREE) for first, count in ((0, 1), (1, 299), (300, 500))]
    merged = parts[0] + parts[1] + parts[2]
    assert set(merged) == set(whole) == set(SUMS)
    assert all((merged[name] == whole[name]).all() for name in SUMS)
    kept = Tally.from_json(whole.to_json()) + no_partings(FREE)
    assert all((kept[name] == whole[name]).all() and kept[name].shape == whole[name].shape for name in SUMS)


# The arms


def test_arms_are_equal_where_nothing_is_withheld() -> None:
    (games, hands), (games_without, hands_without) = chunk_of("random", 800).arms
    parted = {i for i, _ in partings(chunk_of("random", 800))}
    assert 0 < len(parted) < 800
    for i in set(range(800)) - parted:
        assert games[i] == games_without[i]
        assert (hands[i, : games[i]["hands"]] == hands_without[i, : games[i]["hands"]]).all()


@pytest.mark.parametrize("field", ["game", "winner", "decided"])
def test_a_game_that_differs_too_early_is_refused(field: str) -> None:
    chunk = copied(chunk_of("random", 200))
    whole = min(set(range(200)) - {i for i, _ in partings(chunk)})
    chunk.arms[1][0][field][whole] ^= 1
    with pytest.raises(BazasError, match=f"game {whole}: the two arms differ"):
        tally_partings(chunk, FREE)


@pytest.mark.parametrize("field", ["cards", "cantes", "muestra_seat", "twenty_suit", "next_mano"])
@pytest.mark.parametrize("hand", [0, 1])
def test_a_hand_that_differs_too_early_is_refused(field: str, hand: int) -> None:
    """The first hand also where the arms part in the vueltas."""
    chunk = copied(chunk_of("random", 200))
    parted = dict(partings(chunk))
    vueltas = np.flatnonzero(chunk.arms[0][0]["hands"] == 2)
    place = next(i for i in vueltas if (parted.get(int(i)) == 1 if hand == 0 else int(i) not in parted))
    chunk.arms[1][1][field][place, hand] ^= 1
    with pytest.raises(BazasError, match=f"game {place}: the two arms differ although"):
        tally_partings(chunk, FREE)


def test_an_exchange_that_arm_0_did_not_make_is_refused() -> None:
    chunk = copied(chunk_of("random", 200))
    i, hand = next(partings(chunk))
    chunk.arms[0][1]["swap_trick"][i, hand] += 1
    with pytest.raises(BazasError, match=f"game {i}: an exchange was withheld that the other arm did not make"):
        tally_partings(chunk, FREE)


def test_what_an_absent_vueltas_hand_holds_does_not_matter() -> None:
    chunk = copied(chunk_of("random", 200))
    for games, hands in chunk.arms:
        absent = games["hands"] == 1
        hands["withheld_seat"][absent, 1] = 2
        hands["cards"][absent, 1] = 77
    found, expected = tally_partings(chunk, FREE), tally_partings(chunk_of("random", 200), FREE)
    assert all((found[name] == expected[name]).all() for name in SUMS)


def test_withholding_the_first_parts_the_same_deals() -> None:
    every, first = (tally_partings(chunk_of("random", 800, w), FREE) for w in ("every", "first"))
    assert (every["wins"][..., 0] == first["wins"][..., 0]).all()
    assert every["points"][..., 2].sum() > first["points"][..., 2].sum()


# The finding


@cache
def result_of(names: str, games: int = 20_000) -> Seven:
    a, *b = names.split()
    return seven(a, b[0] if b else None, games=games)


def test_never_swapping_is_worth_exactly_nothing() -> None:
    shy = Strategy("shy", "never swaps", play=strategy("random").play, swap=never)
    found = seven(shy, games=3000)
    assert found.chance().mean == found.chance(0).mean == found.chance(1).mean == 0
    for value in (found.total.points, found.total.wins):
        assert value.per_deal is not None
        assert (value.per_deal.mean, value.per_deal.n, value.per_swap, value.differing) == (0, 3000, None, 0)
        assert value.per_deal.low <= 0 <= value.per_deal.high
    assert [len(table) for table in (found.by_muestra, found.by_trick, found.by_mano)] == [0, 0, 0]
    assert found.wins_a(0) == found.wins_a(1)
    assert found.last_free()["allowed_a"] is None
    json.dumps(found.as_dict(), allow_nan=False)


def test_only_side_a_is_valued() -> None:
    """Side b swaps in both arms."""
    shy = Strategy("shy", "never swaps", play=strategy("random").play, swap=never)
    assert seven(shy, "random", games=1000).chance().mean == 0
    assert seven("random", shy, games=1000).chance().mean > 0


@pytest.mark.parametrize("name", ["random", "lowest", "highest"])
def test_swapping_is_worth_something(name: str) -> None:
    found = result_of(name)
    for value in (found.total.points, found.total.wins):
        for estimate in (value.per_deal, value.per_swap):
            assert estimate is not None
            assert 0 < estimate.low < estimate.mean < estimate.high
        assert not value.bounded
    as_, caballo = found.by_muestra["as"].points.per_swap, found.by_muestra["caballo"].points.per_swap
    assert as_ is not None
    assert caballo is not None
    assert as_.low > caballo.high
    assert found.wins_a(0).mean > found.wins_a(1).mean


def test_cells_add_up_to_the_total() -> None:
    found = result_of("random")
    tables: list[list[Cell]] = [list(t.values()) for t in (found.by_muestra, found.by_trick, found.by_mano)]
    for cells in tables:
        for name in ("points", "wins"):
            total, values = getattr(found.total, name), [getattr(cell, name) for cell in cells]
            assert sum(v.per_swap.n for v in values) == total.per_swap.n
            assert sum(v.per_deal.mean for v in values) == pytest.approx(total.per_deal.mean)
            assert {v.per_deal.n for v in values} == {found.games}


def test_per_deal_is_chance_times_per_swap() -> None:
    found = result_of("random")
    points, wins = found.total.points, found.total.wins
    assert points.per_deal is not None
    assert points.per_swap is not None
    assert wins.per_deal is not None
    assert wins.per_swap is not None
    assert points.per_deal.mean == pytest.approx(found.chance(0).mean * points.per_swap.mean)
    assert wins.per_deal.mean == pytest.approx(found.chance().mean * wins.per_swap.mean)
    assert found.chance().mean == pytest.approx(found.chance(0).mean + found.chance(1).mean)
    assert wins.per_deal.mean == pytest.approx(found.wins_a(0).mean - found.wins_a(1).mean)


def test_chance_of_a_muestra_is_among_its_own_hands() -> None:
    found = result_of("random")
    cells = found.by_muestra.values()
    hands = [cell.chance_first.n for cell in cells]
    assert sum(hands) == pytest.approx(found.games / 2, rel=0.03)
    assert sum(cell.chance_first.mean * cell.chance_first.n for cell in cells) == pytest.approx(
        found.chance(0).mean * found.games
    )
    assert {cell.chance_first.n for cell in found.by_mano.values()} == {found.games / 2}


def test_cells_are_named_and_in_order() -> None:
    found = result_of("random")
    assert list(found.by_muestra) == ["as", "tres", "rey", "sota", "caballo"]
    assert list(found.by_trick) == [1, 2, 3, 4]
    assert list(found.by_mano) == ["mano", "not_mano"]


def test_two_players_and_the_long_deck() -> None:
    found = seven("random", games=3000, rules=replace(RULES, players=2, deck=48))
    assert list(found.by_muestra) == list(MUESTRAS)
    tricks = list(found.by_trick)
    assert tricks == sorted(tricks)
    assert set(range(1, 13)) <= set(tricks) <= set(range(1, 19))
    assert found.by_muestra["8"].points.bounded


def test_changes_are_those_of_the_rules() -> None:
    found = seven("random", games=200, rule=["players=2", "deck=48"])
    assert found.total == seven("random", games=200, rules=replace(RULES, players=2, deck=48)).total
    with pytest.raises(UsageError, match="no rule named 'luck'"):
        seven("random", games=10, rule=["luck=9"])


def test_the_result_depends_on_the_games_alone() -> None:
    one, two = (seven("random", games=5000, threads=threads).as_dict() for threads in (1, 2))
    timed = {"seconds", "compile_seconds", "hands_per_second"}
    assert {k: v for k, v in one.items() if k not in timed} == {k: v for k, v in two.items() if k not in timed}


def test_json_has_its_keys() -> None:
    found = json.loads(json.dumps(result_of("random").as_dict(), allow_nan=False))
    assert {
        "games", "chance", "chance_first", "chance_vueltas", "total", "by_muestra", "by_trick", "by_mano",
        "last_free", "spec",
    } <= set(found)  # fmt: skip
    estimate = found["by_muestra"]["as"]["points"]["per_swap"]
    assert list(estimate) == ["mean", "low", "high", "n"]
    assert found["total"]["wins"]["interval"] == "normal"
    table = found["last_free"]["counts"]
    partings = found["total"]["points"]["per_swap"]["n"]
    assert sum(sum(row.values()) for row in table.values()) + found["last_free"]["not_played"] == partings
    assert sum(sum(row.values()) for row in found["last_free"]["shares"].values()) == pytest.approx(1)


def test_wrong_use_is_told() -> None:
    with pytest.raises(UsageError, match="withhold cannot be 'none': choose one of every, first"):
        seven("random", games=10, withhold="none")
    with pytest.raises(UsageError, match="no rules named 'poker'"):
        seven("random", games=10, rules="poker")


def test_a_run_broken_off_at_once_knows_nothing() -> None:
    nothing = Outcome(no_partings(FREE), 0, 0, 0.0, 0.0, True, None)
    found = json.loads(json.dumps(Seven(spec_of("random"), nothing).as_dict(), allow_nan=False))
    assert found["games"] == 0
    assert found["chance"]["mean"] is found["total"]["points"]["per_deal"] is None
