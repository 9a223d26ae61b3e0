"""Faults that programs of this kind have shipped, one test for each, named after the fault."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from arranging import Table, arranged, events, first_totals, in_hand, table, with_cantes
from bazas.kernels.cards import AS, CABALLO, REY, SEVEN, SOTA, TRES, TWO
from bazas.kernels.records import ASK, DECIDED, NONE, VIEW
from bazas.sim import playing, runner, writing
from bazas.sim.notation import parse_card
from bazas.sim.playing import Chunk
from bazas.sim.rules import Rules
from bazas.sim.runner import run
from bazas.sim.simulate import simulate
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.storage import load, read_parts
from bazas.sim.strategies import careful, lowest, random
from bazas.sim.tally import tally_games
from handmade import BOLD
from tracing import Array, Tracer, cards_in, random_decks

RULES = Rules()


@pytest.fixture(scope="module")
def players() -> Table:
    return table(RULES, random.strategy)


def trick(players: Table, cards: str, muestra: str = "4b") -> tuple[int, int]:
    """Winner and points of a first trick of these cards, the mano's (seat 0) first."""
    codes = [parse_card(card) for card in cards.split()]
    places = {card: 6 * seat for seat, card in enumerate(codes)} | {parse_card(muestra): 24}
    game = players.play(arranged(cards_in(40), places), script=codes)
    return events(game, "trick")[0][1:3]


@pytest.fixture(scope="module")
def many() -> tuple[Array, Array]:
    """Facts (GAME, HAND) of games at random."""
    return Tracer(RULES, [random.strategy]).many(random_decks(RULES, 50_000, 21))


def test_an_off_suit_card_wins_the_trick(players: Table) -> None:
    assert trick(players, "4o 1c 1e 3c") == (0, 32)
    assert trick(players, "4o 1c 5o 1e") == (2, 22)
    assert trick(players, "4o 1c 2b 1e") == (2, 22), "a trump does"


def test_the_seven_swap_changes_nothing() -> None:
    deck = arranged(cards_in(40), {AS: 24, TWO: 39} | in_hand(0, SEVEN, TRES))
    swapping, keeping = (Tracer(RULES, [BOLD], withhold=withhold, mano=0) for withhold in ("none", "every"))
    decks = np.array([deck, cards_in(40)])
    with_swap, without = swapping.play(0, decks), keeping.play(0, decks)
    assert (with_swap.hands[0]["swap_seat"], with_swap.hands[0]["swap_card"]) == (0, AS)
    assert with_swap.hands[0]["as_seat"] == 0, "who took it plays it"
    assert events(with_swap, "draw")[-1][2] == SEVEN, "and the seven is drawn in its place"
    assert without.hands[0]["swap_seat"] == NONE
    assert without.hands[0]["as_seat"] == without.hands[0]["muestra_seat"] != 0
    assert with_swap.hands[0]["cards"].tolist() != without.hands[0]["cards"].tolist()


def test_cantes_are_lost_at_the_recount(many: tuple[Array, Array]) -> None:
    games, hands = many
    with_cantes, without = first_totals(hands)
    one_hand = (games["hands"] == 1) & (hands["last_trick"][:, 0] != NONE)
    rows = np.arange(len(games))
    assert (with_cantes[rows, games["winner"]][one_hand] >= 101).all()
    by_cantes = one_hand & (without[rows, games["winner"]] < 101)
    assert by_cantes.any(), "some win by them"
    in_vueltas = games["hands"] == 2
    assert (in_vueltas & (hands["cantes"][:, 0].sum(axis=1) > 0)).any()
    assert (with_cantes[in_vueltas] < 101).all()


def test_a_cante_in_the_first_hand_starts_the_early_stop() -> None:
    tracer, early = Tracer(RULES, [random.strategy], mano=0), 0
    for number, decks in enumerate(with_cantes(0, 200, True)):
        game = tracer.play(number, decks)
        tricks = events(game, "trick")
        early += any(max(event[4:]) >= 101 for event in tricks[:-1])
        assert len(tricks) == 10 or DECIDED[game.facts["decided"]] == "tute"
    assert early > 0, "some side had 101 before the last trick of a first hand"


def test_a_hundred_points_win(many: tuple[Array, Array]) -> None:
    games, hands = many
    points, _ = first_totals(hands)
    hundred = (points.max(axis=1) == 100) & (hands["last_trick"][:, 0] != NONE)
    assert hundred.any()
    assert (games["hands"][hundred] == 2).all()


@pytest.fixture(scope="module")
def both_at_101() -> tuple[Array, Array, Array, Array]:
    """Facts of games with both sides at 101 after the first hand, and their points with and without cantes."""
    decks = np.concatenate([with_cantes(0, 30_000, trumps_too) for trumps_too in (True, False)])
    games, hands = Tracer(RULES, [lowest.strategy, careful.strategy], mano=0).many(decks)
    points, without = first_totals(hands)
    both = (points >= 101).all(axis=1) & (hands["last_trick"][:, 0] != NONE)
    return games[both], hands[both], points[both], without[both]


def test_both_sides_win_or_ties_go_to_side_a(both_at_101: tuple[Array, Array, Array, Array]) -> None:
    games, hands, points, _ = both_at_101
    by_last = games["decided"] == DECIDED.index("last_trick")
    assert set(games["winner"][by_last]) == {0, 1}
    assert (games["winner"] == hands["last_trick"][:, 0] & 1)[by_last].all()
    fewer = points[np.arange(len(games)), games["winner"]] < points[np.arange(len(games)), 1 - games["winner"]]
    assert fewer[by_last].any(), "who has fewer points may win"
    result = simulate("random", games=2000)
    assert result.wins_a is not None
    assert result.wins_a.mean + result.figures["wins_b"].mean == 1  # type: ignore[union-attr]


def test_the_30_rule_with_cantes_counted(both_at_101: tuple[Array, Array, Array, Array]) -> None:
    games, hands, points, without = both_at_101
    last = hands["last_trick"][:, 0] & 1
    rows = np.arange(len(games))
    short = without[rows, last] < 30
    assert short.any()
    assert (points[short] >= 101).all()
    assert (games["hands"] == 2).tolist() == short.tolist(), "30 in tricks are needed, 101 with cantes are not enough"


def test_caballo_above_sota(players: Table) -> None:
    assert trick(players, "co so 4o 5o") == (1, 5)
    assert trick(players, "so co 4o 5o") == (0, 5)
    assert trick(players, "4o cb sb 5o") == (2, 5)


def test_rey_and_caballo_are_a_cante() -> None:
    oros, copas, bastos = 0, 16, 48
    kept = [oros + REY, oros + CABALLO, copas + REY, copas + CABALLO, bastos + AS]
    away = {oros + SOTA: 39, copas + SOTA: 38, bastos + 1: 24, 32 + SOTA: 37, bastos + SOTA: 36}
    game = table(RULES, BOLD).play(arranged(cards_in(40), away | in_hand(0, *kept)))
    assert events(game, "trick")[0][1] == 0
    assert [event for event in events(game, "sing") if event[1] == 0 and event[3] & 3] == []


# Runs


def spec(*names: str) -> Spec:
    return Spec("simulate", RULES, 1, tuple(Arm(seats_of(4, name, "random")) for name in names))


def test_a_benchmark_times_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only the compiler and the strategies move."""
    now = [0.0]
    prepare, play_chunk = playing.prepare, playing.play_chunk

    def slow_prepare(chosen: Spec) -> float:
        now[0] += 20
        return prepare(chosen)

    def slow_chunk(chosen: Spec, first: int, count: int) -> Chunk:
        now[0] += 0.5
        return play_chunk(chosen, first, count)

    monkeypatch.setattr(runner, "prepare", slow_prepare)
    monkeypatch.setattr(runner, "play_chunk", slow_chunk)
    monkeypatch.setattr("bazas.sim.runner.time.perf_counter", lambda: now[0])
    outcome = run(spec("lowest"), 200, tally=tally_games, chunk=100, threads=1)
    assert outcome.compile_seconds == 20.5, "with a game that is not counted"
    assert outcome.seconds == 1.0
    assert outcome.hands_per_second == outcome.tally.total("hands")


def test_seeds_depend_on_threads() -> None:
    def play(**options: Any) -> str:
        return run(spec("lowest"), 2000, tally=tally_games, **options).tally.to_json()

    assert len({play(threads=1, chunk=2000), play(threads=3, chunk=77), play(threads=2)}) == 1


def test_half_pairs_after_an_interrupt(tmp_path: Path) -> None:
    calls: list[object] = []

    def interrupt(progress: object) -> None:
        calls.append(progress)
        if len(calls) == 3:
            os.kill(os.getpid(), 2)

    both = spec("lowest", "highest")
    outcome = run(both, 5000, tally=tally_games, out=tmp_path, chunk=50, progress=interrupt)
    assert outcome.interrupted
    rows = load(tmp_path)
    assert len(rows) == 2 * outcome.units
    assert rows["arm"].tolist() == [0, 1] * outcome.units
    assert rows["game"].tolist() == [game for game in range(outcome.units) for _ in range(2)]


def test_parquet_without_a_footer_after_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write: Callable[..., None] = writing.write_rows
    written: list[Path] = []

    def crash(table: Any, path: Path) -> None:
        if len(written) == 2:
            path.write_bytes(b"PAR1 half a file")
            raise MemoryError
        written.append(path)
        write(table, path)

    monkeypatch.setattr(writing, "write_rows", crash)
    with pytest.raises(MemoryError):
        run(spec("lowest"), 1000, tally=tally_games, out=tmp_path, chunk=100, part_rows=100, threads=1)
    monkeypatch.undo()
    for path in (tmp_path / "games").glob("*.parquet"):
        assert pq.read_metadata(path).num_rows == 100
    assert sum(part.count for part in read_parts(tmp_path)) == 200
    run(spec("lowest"), 1000, tally=tally_games, out=tmp_path, resume=True)
    assert load(tmp_path)["game"].tolist() == list(range(1000))


@pytest.mark.parametrize("player", [random.strategy, BOLD, lowest.strategy, careful.strategy])
def test_an_ai_that_sees_cards(player: Any) -> None:
    assert {"hands", "cards", "stock_cards", "next"}.isdisjoint(VIEW.names or ())
    rng = np.random.default_rng(5)
    tracer = Tracer(RULES, [player], mano=0)
    deck = random_decks(RULES, 1, 31)[0]
    hidden = np.r_[6:24, 25:40]
    plays = set()
    for _ in range(50):
        deck[0, hidden] = rng.permutation(deck[0, hidden])
        plays.add(tracer.play(0, deck, [ASK]).events[5][:4])
    assert len(plays) == 1, "the mano leads the same card whatever the others hold"
