"""Which effects differ from 0 when all of a table are tested together."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bazas.analyses import compare_rules
from bazas.analyses.paired import Differences
from bazas.analyses.rule_effects import OTHER_WINNER, Effect
from bazas.analyses.rule_effects_report import notes
from bazas.analyses.rule_sums import MEASURES, measured
from bazas.sim.estimates import FLOOR, holm
from reporting import scaled
from switching import FIRST, GAMES, SECOND, arm_of, chunk_of, effects_of

TESTED = [place for place, name in enumerate(MEASURES) if name != "wins_a"]
NAMES = [list(MEASURES)[place] for place in TESTED]


def test_all_single_effects_are_one_family() -> None:
    result = effects_of("random")
    assert list(result.holm) == [(switch, measure) for switch in result.effects for measure in NAMES]
    assert len(result.holm) == 13 * 5


def test_wins_of_side_a_are_tested_where_the_sides_differ() -> None:
    result = compare_rules(FIRST, SECOND, "random", "lowest", games=500)
    assert list(result.holm) == [(switch, measure) for switch in result.effects for measure in MEASURES]


def test_p_values_are_those_of_the_mean_and_its_standard_error() -> None:
    """From the games themselves, by scipy; 1 of those with a bounded interval."""
    result, chunk = effects_of("chaos"), chunk_of("chaos", games=GAMES)
    values = [measured(games, hands) for games, hands in chunk.arms]
    kinds = set()
    for switch, effects in result.effects.items():
        changes = values[arm_of(result, switch)] - values[0]
        for line, measure in zip(changes, MEASURES, strict=True):
            kinds.add(effects[measure].interval)
            if effects[measure].interval == "normal":
                expected = stats.ttest_1samp(line, 0).pvalue
                assert effects[measure].p_value == pytest.approx(expected, rel=1e-6, abs=1e-300)
            else:
                assert effects[measure].p_value == 1
        assert effects[OTHER_WINNER].p_value is None
    assert kinds == {"normal", "bounded"}


@pytest.mark.parametrize("differing", [0, FLOOR - 1, FLOOR])
def test_few_deals_take_part_without_effect(differing: int) -> None:
    effect = Effect.of(np.array([50_000, differing, differing, differing]), 4)
    assert (effect.p_value == 1) == (differing < FLOOR)


def test_json_has_it_beside_every_effect() -> None:
    result = effects_of("chaos")
    found = result.as_dict()
    for switch, effects in found["switches"].items():
        assert effects[OTHER_WINNER]["holm"] is effects["wins_a"]["holm"] is None
        assert {name: effects[name]["holm"] for name in NAMES} == {name: result.holm[switch, name] for name in NAMES}
    assert found["switches"]["swap_when"]["swaps"]["holm"] is True
    assert found["switches"]["renuncio"]["swaps"]["holm"] is False
    assert not any("holm" in (effect or {}) for effect in [*found["difference"].values(), *found["interplay"].values()])


def test_the_line_names_what_differs() -> None:
    assert notes(effects_of("careful", games=20_000))[0].strip() == (
        "Different from 0 with all 65 effects tested together (Holm, 5 %): swap_two (swaps), swap_when (swaps), "
        "chained_swap (swaps), mano_next (mano's side wins)."
    )
    nothing = compare_rules(FIRST, SECOND, "random", games=FLOOR - 1)
    assert notes(nothing)[0].strip().endswith("tested together (Holm, 5 %): none.")


def test_more_deals_show_more() -> None:
    result = effects_of("random")
    tally = scaled(result.outcome.tally, 400)
    many = replace(result, outcome=replace(result.outcome, units=GAMES * 400, tally=tally))
    assert sum(many.holm.values()) > sum(result.holm.values())
    assert all(many.holm[key] for key, found in result.holm.items() if found)


def test_false_alarms_are_rare() -> None:
    """Real differences with a random sign for every deal: each mean is 0, all that ties the effects together is kept.

    One rejection or more among all effects in 5 % of the trials at most; each effect by itself, in far more.
    """
    trials, games, rng = 1500, 20_000, np.random.default_rng(11)
    values = np.stack([measured(games, hands) for games, hands in chunk_of("careful", games=games).arms])
    changes = (values[2:, TESTED] - values[0, TESTED]).reshape(-1, games)
    changes = changes[:, changes.any(axis=0)]  # deals that are the same in all arms add nothing
    totals = changes.astype(float) @ rng.choice([-1.0, 1.0], size=(changes.shape[1], trials))  # exact, and fast
    p_values = [
        [Differences(games, int(np.count_nonzero(line)), total, int(line @ line)).p_value for total in row]
        for line, row in zip(changes, totals.astype(int).tolist(), strict=True)
    ]
    families = np.array(p_values).T
    assert families.shape == (trials, 65)
    assert (families < 1).any(axis=0).sum() >= 8  # of so many, enough deals differ
    alarms = np.array([any(holm(family)) for family in families.tolist()])
    assert alarms.mean() <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / trials)
    assert (families < 0.05).any(axis=1).mean() > 0.25
    few = families[:, (families < 1).any(axis=0)].tolist()  # by themselves, so that the others do not make it too easy
    assert 0.01 < np.mean([any(holm(family)) for family in few]) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / trials)
