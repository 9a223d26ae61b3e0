"""What is compared on the same deals, and what with the deals changes, too."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from bazas.analyses import compare_rules
from bazas.analyses.rule_effects import OTHER_WINNER, RuleEffects
from bazas.analyses.rule_effects_figure import chart
from bazas.analyses.rule_effects_report import effect_tables, headline, notes
from bazas.analyses.rule_sums import MEASURES
from bazas.sim import simulate
from bazas.sim.errors import UsageError
from bazas.sim.rules import guinote
from bazas.sim.sheets import rules_of
from bazas.sim.tracing import trace_game
from bazas.sim.tricks import read_hands
from commands import Ran
from reporting import printed
from switching import FIRST, SECOND, arm_of, chunk_of, effects_of

CHANGED = ("deck=48", "tute=no", "mano_next=after_last_trick")


def of_other_deals() -> RuleEffects:
    return effects_of("random", *CHANGED, games=500)


# The same deals


def test_another_leader_plays_the_same_vueltas() -> None:
    """By `mano_next` the same cards lie in the same hands, and another seat begins."""
    result, chunk = effects_of("random"), chunk_of("random")
    arm = arm_of(result, "mano_next")
    (games, hands), (others, other_hands) = chunk.arms[0], chunk.arms[arm]
    assert (games["hands"] == others["hands"]).all()
    moved = np.flatnonzero((games["hands"] == 2) & (hands["mano"][:, 1] != other_hands["mano"][:, 1]))
    assert len(moved) > 500
    assert (hands["muestra"][moved, 1] == other_hands["muestra"][moved, 1]).all()
    for game in moved[:40].tolist():
        vueltas = [read_hands(trace_game(result.spec, which, game).events)[1] for which in (0, arm)]
        assert vueltas[0].dealt == vueltas[1].dealt
        assert vueltas[0].mano != vueltas[1].mano


def test_the_same_leader_plays_the_same_game() -> None:
    """Most games do not part by `mano_next`: then not one field of them differs."""
    result, chunk = effects_of("random"), chunk_of("random")
    (games, hands), (others, other_hands) = chunk.arms[0], chunk.arms[arm_of(result, "mano_next")]
    led_alike = (games["hands"] == 1) | (hands["mano"][:, 1] == other_hands["mano"][:, 1])
    assert 0 < led_alike.sum() < len(games)
    assert (games[led_alike] == others[led_alike]).all()


def test_every_switch_but_two_leaves_the_deals_alone() -> None:
    """The muestra and the first mano are those of the first rules."""
    chunk = chunk_of("chaos")
    plain = chunk.arms[0][1][:, 0]
    assert all((hands[name][:, 0] == plain[name]).all() for _, hands in chunk.arms for name in ("muestra", "mano"))
    assert all(OTHER_WINNER in effects for effects in effects_of("chaos").effects.values())


# Other deals


def test_winners_of_other_deals_are_not_compared() -> None:
    result = of_other_deals()
    assert [switch.name for switch in result.unpaired] == ["deck"]
    assert OTHER_WINNER not in result.difference
    assert {name: OTHER_WINNER in effects for name, effects in result.effects.items()} == {
        "deck": False, "tute": True, "mano_next": True,
    }  # fmt: skip
    found = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert found["unpaired"] == ["deck"]
    assert found["difference"][OTHER_WINNER] is found["switches"]["deck"][OTHER_WINNER] is None
    assert found["interplay"][OTHER_WINNER] is None
    assert found["switches"]["mano_next"][OTHER_WINNER]["mean"] > 0
    assert set(found["difference"]) == set(found["interplay"]) == {*MEASURES, OTHER_WINNER}


def test_winners_of_the_same_deals_are_compared() -> None:
    found = effects_of("random").as_dict()
    assert found["difference"][OTHER_WINNER]["mean"] > 0.05
    assert found["interplay"][OTHER_WINNER] is None
    assert found["unpaired"] == []


def test_nothing_speaks_of_the_same_deals_where_they_are_others() -> None:
    result = of_other_deals()
    assert "another side" not in headline(result)
    assert "vueltas change by" in headline(result)
    text = " ".join(notes(result))
    assert "Differences are to lascuarenta, those of shares" in text
    assert "With deck the deals change, too" in text
    assert "The other switches are compared on the same deals." in text
    whole = printed(effect_tables(result)[:1])
    cells = {
        line.split()[0]: len(line.split(" ±")) - 1 + line.count("*") for line in whole.splitlines() if line.strip()
    }
    assert (cells["difference"], cells["deck"], cells["interplay"]) == (2, 2, 2)
    figure, data = chart(result)
    note = figure.texts[1].get_text().replace("\n", " ")
    assert "and the same with" not in note
    assert "With deck the deals change, too, and who wins them cannot be compared." in note
    rows = data[data["measure"] == OTHER_WINNER]["label"]
    assert list(rows) == ["tute", "mano_next"]


def test_where_all_deals_are_others_no_column_is_left() -> None:
    result = effects_of("random", "deck=36", games=300)
    assert "another side" not in printed(effect_tables(result))
    text = " ".join(notes(result))
    assert "the same deals" not in text
    assert "Another side" not in text
    figure, data = chart(result)
    assert OTHER_WINNER not in set(data["measure"])
    assert len(figure.axes) == 4


def test_the_command_says_what_was_played(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("rules compare lascuarenta ludoteka --strategy random --games 60")
    assert status == 0
    assert out.startswith("60 deals, each played 15 times: by lascuarenta; by ludoteka; by the first")
    assert "on the same deals" in out


def test_games_of_other_decks_are_said_to_be_games(
    bazas: Callable[..., Ran], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = tmp_path_factory.mktemp("rules") / "long.toml"
    file.write_text('base = "lascuarenta"\ndeck = 48\n')
    status, out, _ = bazas(f"rules compare lascuarenta {file} --strategy random --games 60")
    assert status == 0
    assert out.startswith("60 games each: by lascuarenta; by lascuarenta with deck=48; seed 1")
    assert "the same deal" not in out.replace("Who wins the same deal cannot be compared", "")


def test_tables_of_two_and_of_four() -> None:
    result = compare_rules(FIRST, guinote(rules_of(SECOND, ["players=2"])), "random", "lowest", games=300)
    assert [len(arm.strategies) for arm in result.spec.arms[:4]] == [4, 2, 2, 4]
    assert [switch.name for switch in result.unpaired] == ["players"]
    assert OTHER_WINNER not in result.effects["players"]
    for arm in (1, 2):
        alone = simulate("random", "lowest", rules=result.rules(arm), games=300)
        assert result.levels(arm)["wins_a"] == alone.wins_a
    with pytest.raises(UsageError, match="seats name 4 strategies for a table of 2"):
        compare_rules(FIRST, guinote(rules_of(SECOND, ["players=2"])), seats="random,lowest,random,lowest", games=300)
