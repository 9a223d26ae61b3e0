"""What each rule changes: the arms, the sums, the effects, the runs."""

import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import OTHER_WINNER, Effect, RuleEffects
from bazas.analyses.rule_sums import MEASURES, no_effects, tally_effects
from bazas.sim import load, simulate
from bazas.sim.errors import UsageError
from bazas.sim.estimates import FLOOR, bernstein_interval
from bazas.sim.playing import play_chunk
from bazas.sim.rules import SWITCHES, Rules, guinote
from bazas.sim.sheets import rules_of
from bazas.sim.tally import Tally
from chaos import chaos
from reporting import untimed
from switching import FIRST, GAMES, SECOND, arm_of, chunk_of, effects_of, player

FIRST_HANDS = ("swaps", "cantes", "cante_points")
SUMS = ("games", "levels", "effects")


# The arms


def test_an_arm_for_each_sheet_and_each_switch() -> None:
    result = effects_of("random")
    names = [s.name for s in SWITCHES if getattr(FIRST, s.name) != getattr(SECOND, s.name)]
    played = [name for name in names if name not in ("coto_games", "match_cotos")]
    changed = [replace(FIRST, **{name: getattr(SECOND, name)}) for name in played]
    assert [result.rules(arm) for arm in range(len(result.spec.arms))] == [FIRST, SECOND, *changed]
    assert [switch.name for switch in result.switches] == list(result.effects) == played
    assert [switch.name for switch in result.not_played] == ["match_cotos"]
    assert len(played) == 13


def test_all_switches_at_once_are_the_second_rules() -> None:
    """What was not played changes no game, down to the last field of both hands."""
    result = effects_of("chaos")
    together = replace(FIRST, **{switch.name: getattr(SECOND, switch.name) for switch in result.switches})
    assert together != SECOND
    arm = result.spec.arms[1]
    spec = replace(result.spec, arms=(arm, replace(arm, rules=together)))
    (games, hands), (others, other_hands) = play_chunk(spec, 0, 500).arms
    twice = games["hands"] == 2
    assert (games == others).all()
    assert (hands[:, 0] == other_hands[:, 0]).all()
    assert (hands[twice, 1] == other_hands[twice, 1]).all()


def test_one_switch_needs_two_arms() -> None:
    result = effects_of("random", "tute=no")
    assert [result.rules(arm) for arm in range(len(result.spec.arms))] == [FIRST, replace(FIRST, tute=False)]
    assert result.effects == {"tute": result.difference}
    assert result.interplay is None
    assert len(effects_of("random", "tute=no", "coto_games=5").spec.arms) == 2


@pytest.mark.parametrize("name", ["random", "careful", "chaos"])
def test_levels_are_those_of_simulate(name: str) -> None:
    """Each arm is an ordinary run by its rules: the same seed, the same deals, the same figures."""
    result = effects_of(name)
    for arm in range(len(result.spec.arms)):
        alone = simulate(player(name), rules=result.rules(arm), games=GAMES).figures
        found = result.levels(arm)
        assert (found["vueltas"], found["mano"], found["wins_a"]) == tuple(
            alone[key] for key in ("vueltas", "wins_mano", "wins_a")
        )
        for measure, parts in (
            ("swaps", ("swaps", "swaps_chained")),
            ("cantes", ("forty_a", "forty_b", "twenties_a", "twenties_b")),
        ):
            means = [alone[part].mean for part in parts]  # type: ignore[union-attr]
            assert round(GAMES * found[measure].mean) == sum(round(GAMES * mean) for mean in means)
        margins = [alone["forty_a"], alone["forty_b"], alone["twenties_a"], alone["twenties_b"]]
        points = [worth * e.mean for worth, e in zip((40, 40, 20, 20), margins, strict=True) if e is not None]
        assert found["cante_points"].mean == pytest.approx(sum(points))


# The sums


def measures_of(game: np.void, hands: np.ndarray) -> dict[str, int]:
    """The measures of one game, in plain Python."""
    first = hands[0]
    singers = [seat for seat in (int(first["forty_seat"]), *map(int, first["twenty_seat"])) if seat >= 0]
    return {
        "vueltas": int(game["hands"]) - 1,
        "mano": int(int(game["winner"]) == int(first["mano"]) % 2),
        "wins_a": int(game["winner"] == 0),
        "swaps": sum(int(first[name]) >= 0 for name in ("swap_seat", "swap2_seat")),
        "cantes": len(singers),
        "cante_points": 20 * len(singers) + 20 * (int(first["forty_seat"]) >= 0),
    }


def test_sums_are_those_of_a_loop() -> None:
    chunk = chunk_of("chaos", games=400)
    tally = tally_effects(chunk)
    arms = [[measures_of(game, pair) for game, pair in zip(*arm, strict=True)] for arm in chunk.arms]
    for column, name in enumerate(MEASURES):
        values = [[game[name] for game in arm] for arm in arms]
        expected = [[sum(arm), sum(x * x for x in arm)] for arm in values]
        assert tally["levels"][:, column].tolist() == expected
        lines = [[x - y for x, y in zip(arm, values[0], strict=True)] for arm in values[1:]]
        lines.append([both - sum(alone) for both, *alone in zip(*lines, strict=True)])
        assert tally["effects"][:, column].tolist() == [
            [400, sum(d != 0 for d in line), sum(line), sum(d * d for d in line)] for line in lines
        ]
        assert max(map(max, values)) <= MEASURES[name]
    assert tally["games"].tolist() == [400]


def test_chunks_add_up_to_one_pass() -> None:
    spec = effects_of("chaos", games=20).spec
    whole = tally_effects(play_chunk(spec, 0, 800))
    first, *others = (tally_effects(play_chunk(spec, *part)) for part in ((0, 1), (1, 299), (300, 500)))
    merged = sum(others, first)
    assert set(merged) == set(whole) == set(SUMS)
    assert all((merged[name] == whole[name]).all() for name in SUMS)
    kept = Tally.from_json(whole.to_json()) + no_effects(len(spec.arms))
    assert all((kept[name] == whole[name]).all() and kept[name].shape == whole[name].shape for name in SUMS)


@pytest.mark.parametrize(("changes", "arms"), [((), 15), (("tute=no",), 2)])
def test_sums_of_no_deals_have_the_same_shape(changes: tuple[str, ...], arms: int) -> None:
    found = tally_effects(chunk_of("random", *changes, games=5))
    empty = no_effects(arms)
    assert {name: sums.shape for name, sums in empty.items()} == {name: sums.shape for name, sums in found.items()}
    assert not any(sums.any() for sums in empty.values())


# What a switch can change, and what it cannot


def untouched(result: RuleEffects, switch: str) -> set[str]:
    return {name for name, effect in result.effects[switch].items() if effect.differing == 0}


@pytest.mark.parametrize("name", ["random", "careful", "chaos"])
@pytest.mark.parametrize("switch", ["thirty", "both_101", "vueltas_end", "mano_next"])
def test_first_hands_are_left_alone(name: str, switch: str) -> None:
    """By what is counted after them, or played after them."""
    result = effects_of(name)
    assert set(FIRST_HANDS) <= untouched(result, switch)
    chunk = chunk_of(name)
    plain, changed = (chunk.arms[arm][1][:, 0] for arm in (0, arm_of(result, switch)))
    fields = [field for field in plain.dtype.names or () if (field, switch) != ("next_mano", "mano_next")]
    assert all((plain[field] == changed[field]).all() for field in fields)


def test_what_ends_a_game_otherwise_does_matter() -> None:
    result = effects_of("chaos")
    assert "vueltas" in untouched(result, "mano_next") & untouched(result, "vueltas_end")
    for switch in ("mano_next", "vueltas_end"):
        assert not {"mano", "wins_a", OTHER_WINNER} & untouched(result, switch)
    assert not {"swaps", OTHER_WINNER} & untouched(result, "swap_when")


def test_who_keeps_the_rules_never_meets_the_renuncio() -> None:
    for name in ("random", "chaos"):
        result = effects_of(name)
        assert untouched(result, "renuncio") == {*MEASURES, OTHER_WINNER}
        assert result.effects["renuncio"][OTHER_WINNER].estimate.mean == 0


def test_the_figures_are_all_that_is_stronger_in_a_deck_of_40() -> None:
    assert untouched(effects_of("chaos"), "swap_muestras") == {*MEASURES, OTHER_WINNER}
    longer = compare_rules(
        guinote(rules_of(FIRST, ["deck=48"])),
        guinote(rules_of(FIRST, ["deck=48", "swap_muestras=figures"])),
        chaos,
        games=1000,
    )
    assert longer.difference["swaps"].estimate.high < 0


def test_without_a_tute_the_tute_changes_nothing() -> None:
    """Every deal without one is the same in both arms, to the last field; where there is one, the winner has it."""
    (games, hands), (games_without, hands_without) = chunk_of("careful", "tute=no", games=4000).arms
    twice = games["hands"] == 2
    tute = (hands["tute_seat"][:, 0] >= 0) | (twice & (hands["tute_seat"][:, 1] >= 0))
    assert 0 < tute.sum() < 100
    assert (hands_without["tute_seat"][:, 0] < 0).all()
    assert (games[~tute] == games_without[~tute]).all()
    assert (hands[~tute, 0] == hands_without[~tute, 0]).all()
    assert (hands[~tute & twice, 1] == hands_without[~tute & twice, 1]).all()
    assert (games != games_without)[tute].all()


def test_effects_have_the_direction_of_the_rules() -> None:
    """More cantes a trick, more cantes; fewer cards to swap, fewer swaps; no tute, more vueltas."""
    effects = effects_of("careful", games=20_000).effects
    assert effects["cantes_per_trick"]["cantes"].estimate.mean > 0
    assert effects["tute"]["vueltas"].estimate.mean > 0
    for switch in ("swap_two", "chained_swap", "swap_when"):
        assert effects[switch]["swaps"].estimate.high < 0


# The effects


def test_effects_are_the_differences_of_levels() -> None:
    result = effects_of("chaos")
    levels = [result.levels(arm) for arm in range(len(result.spec.arms))]
    for arm, effects in enumerate([result.difference, *result.effects.values()], 1):
        for name in MEASURES:
            assert effects[name].estimate.mean == pytest.approx(levels[arm][name].mean - levels[0][name].mean)
            assert effects[name].estimate.n == GAMES


def test_interplay_is_what_the_singles_leave() -> None:
    result = effects_of("chaos")
    assert result.interplay is not None
    for name, found in result.interplay.items():
        singles = sum(effects[name].estimate.mean for effects in result.effects.values())
        assert found.estimate.mean == pytest.approx(result.difference[name].estimate.mean - singles)
    assert result.interplay["swaps"].estimate.low > 0  # without the 2 there is no chained swap either


def test_one_deal_says_no_more_than_the_range() -> None:
    """The interplay has that of all differences that it is made of: of all switches at once, and of 13 alone."""
    result = effects_of("random", games=1)
    assert result.interplay is not None
    for name, most in MEASURES.items():
        for effect, reach in ((result.difference[name], most), (result.interplay[name], 14 * most)):
            assert (effect.estimate.low, effect.estimate.high) == (-reach, reach)


def test_intervals_by_the_stored_rows(tmp_path: Path) -> None:
    """From the rows of a run alone: differences deal by deal, Student's interval by scipy."""
    result = compare_rules(FIRST, SECOND, chaos, games=1000, out=tmp_path / "run")
    rows = load(tmp_path / "run").set_index(["game", "arm"]).unstack("arm")
    values_of: dict[str, Any] = {
        "vueltas": rows["vueltas"].astype(int),
        "mano": (rows["winner"] == rows["mano"] % 2).astype(int),
        "swaps": rows["swap_seat"].notna().astype(int) + rows["swap2_seat"].notna().astype(int),
        "cante_points": rows["cantes_a"] + rows["cantes_b"],
    }
    for name, values in values_of.items():
        for arm, effects in enumerate([result.difference, *result.effects.values()], 1):
            d = (values[arm] - values[0]).to_numpy(float)
            found = effects[name]
            assert found.estimate.mean == pytest.approx(d.mean())
            assert found.estimate.n == 1000
            assert found.differing == np.count_nonzero(d)
            assert found.interval == ("normal" if found.differing >= FLOOR else "bounded")
            if found.interval == "normal":
                half = stats.t.ppf(0.975, 999) * d.std(ddof=1) / np.sqrt(1000)
                assert (found.estimate.high - found.estimate.low) / 2 == pytest.approx(half)
        assert (rows["winner"][1] != rows["winner"][0]).mean() == result.difference[OTHER_WINNER].estimate.mean


@pytest.mark.parametrize("differing", [0, FLOOR - 1, FLOOR])
def test_few_differing_deals_have_a_bounded_interval(differing: int) -> None:
    found = Effect.of(np.array([50_000, differing, differing, differing]), 4)
    expected = bernstein_interval(50_000, differing, differing, -4, 4)
    assert ((found.estimate.low, found.estimate.high) == expected) == (differing < FLOOR)
    assert (found.interval == "bounded") == (differing < FLOOR)
    assert found.few == (0 < differing < FLOOR)


def test_paired_intervals_cover_and_are_narrower_than_unpaired_ones() -> None:
    """Of 60 runs of 500 deals, with a run of 30,000 for the truth."""
    changes = ("swap_when=just_won",)
    spec = effects_of("random", *changes, games=20).spec
    blocks = [tally_effects(play_chunk(spec, 500 * i, 500)) for i in range(60)]
    column = list(MEASURES).index("swaps")
    truth = Effect.of(sum(b["effects"][0, column] for b in blocks), 2).estimate.mean
    each = [Effect.of(block["effects"][0, column], 2).estimate for block in blocks]
    assert sum(e.low <= truth <= e.high for e in each) >= 52  # 57 expected; fewer than 52 in one of 250 trials
    result = effects_of("random", *changes)
    paired, levels = result.difference["swaps"].estimate, [result.levels(arm)["swaps"] for arm in (0, 1)]
    unpaired = np.hypot(levels[0].high - levels[0].low, levels[1].high - levels[1].low)
    assert paired.high - paired.low < 0.8 * unpaired


# Runs


def test_changes_of_both_are_those_of_the_rules() -> None:
    changes = ["deck=36", "players=2"]
    first, second = (guinote(rules_of(name, changes)) for name in ("lascuarenta", "ludoteka"))
    expected = compare_rules(first, second, "random", games=100)
    found = compare_rules("lascuarenta", "ludoteka", "random", rule=changes, games=100)
    assert untimed(found.as_dict()) == untimed(expected.as_dict())
    with pytest.raises(UsageError, match="no rule named 'luck'"):
        compare_rules("lascuarenta", "ludoteka", "random", rule=["luck=9"], games=100)


def test_the_result_depends_on_the_games_alone() -> None:
    one, two = (compare_rules(FIRST, SECOND, "random", games=2000, threads=threads) for threads in (1, 2))
    assert untimed(one.as_dict()) == untimed(two.as_dict())


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    def interrupt(progress: Any) -> None:
        if progress.units >= 5:
            signal.raise_signal(signal.SIGINT)

    broken = compare_rules(FIRST, SECOND, chaos, games=1000, out=tmp_path, progress=interrupt)
    assert broken.outcome.interrupted
    assert 5 <= broken.games < 1000
    whole = compare_rules(FIRST, SECOND, chaos, games=1000)
    again = compare_rules(FIRST, SECOND, chaos, games=1000, out=tmp_path, resume=True)
    found = {**untimed(again.as_dict()), "out": None, "hands_played": 0}
    assert found == {**untimed(whole.as_dict()), "hands_played": 0}
    assert load(tmp_path).groupby("arm")["game"].nunique().to_dict() == dict.fromkeys(range(15), 1000)


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("lascuarenta", "nothing to compare: both are the rules lascuarenta; choose two that"),
        (Rules(), "nothing to compare: both are the rules lascuarenta"),
        (
            Rules(match_cotos=2, coto_games=5),
            "differ in coto_games and match_cotos only, which no single game can show",
        ),
        ("poker", "no rules named 'poker'"),
    ],
)
def test_rules_without_a_difference_are_refused(second: str | Rules, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        compare_rules("lascuarenta", second, "random", games=10)
