"""Rules as people choose them: sheets, switches on the command line, files of their own, and what they are called."""

import json
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from bazas.sim.errors import UsageError
from bazas.sim.rules import PRESETS, SWITCHES, Rules, guinote
from bazas.sim.runner import run
from bazas.sim.sheets import differing, rules_name, rules_of
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.storage import load, read_run
from bazas.sim.switches import Switch
from bazas.sim.tally import tally_games
from bazas.sim.tracing import trace_game
from commands import Ran

LASCUARENTA, LUDOTEKA = PRESETS["lascuarenta"].rules, PRESETS["ludoteka"].rules


def test_ludoteka_is_its_sheet() -> None:
    """Every line of the sheet's column, said once more; the sheets' text says nothing of who may swap."""
    assert LUDOTEKA.as_dict() == {
        "players": 4,
        "deck": 40,
        "swap_two": False,
        "swap_muestras": "figures",
        "swap_when": "just_won",
        "swap_who": "side",
        "chained_swap": False,
        "cantes_per_trick": 0,
        "forty_or_nothing": False,
        "twenty_named": False,
        "tute": False,
        "thirty": "loses",
        "both_101": "last_trick",
        "vueltas_end": "claim",
        "mano_next": "after_last_trick",
        "coto_games": 3,
        "match_cotos": 2,
        "renuncio": "loses",
    }


def test_the_kernel_reads_every_switch() -> None:
    """Each value of each switch gives another record, but for those of a match that only the match reads."""
    for switch in SWITCHES:
        records = {replace(LASCUARENTA, **{switch.name: value}).record().tobytes() for value in switch.values}
        assert len(records) == len(switch.values), switch.name


def test_a_match_has_no_more_games_than_room() -> None:
    assert LASCUARENTA.longest_match == 5
    assert LUDOTEKA.longest_match == 15
    assert replace(LUDOTEKA, coto_games=5, match_cotos=5).longest_match == 81


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_words_and_values(switch: Switch) -> None:
    for value in switch.values:
        assert switch.parse(f" {switch.word(value).upper()} ") == value
        assert type(switch.parse(switch.word(value))) is type(value)
        switch.check(value)
    if isinstance(switch.values[0], bool):
        assert [switch.parse(word) for word in ("yes", "true", "no", "false")] == [True, True, False, False]
    for wrong in ("", "maybe", "-1"):
        with pytest.raises(UsageError, match=f"rule {switch.name} cannot be '{wrong}': choose {switch.choices}"):
            switch.parse(wrong)


@pytest.mark.parametrize("changes", [{"deck": 44}, {"deck": "48"}, {"tute": 1}, {"players": True}, {"thirty": "never"}])
def test_rules_check_their_values(changes: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=f"rule {next(iter(changes))} cannot be .*: choose "):
        replace(LASCUARENTA, **changes)  # type: ignore[arg-type]


def test_choices_are_a_sentence() -> None:
    assert [switch.choices for switch in SWITCHES[:3]] == ["4 or 2", "40, 48 or 36", "yes or no"]
    assert Rules.switch_named("cantes_per_trick").choices == "1, 2, 3, 4 or any"


def test_changes() -> None:
    changed = guinote(rules_of("ludoteka", ["deck=48", "players = 2", "cantes_per_trick=1", "tute=yes"]))
    assert changed == replace(LUDOTEKA, deck=48, players=2, cantes_per_trick=1, tute=True)
    assert guinote(rules_of(changed, ["tute=no"])) == replace(changed, tute=False)
    for word in ("any", "0"):
        assert guinote(rules_of("lascuarenta", [f"cantes_per_trick={word}"])).cantes_per_trick == 0
    assert rules_name(rules_of("lascuarenta", ["cantes_per_trick=0"])) == "lascuarenta with cantes_per_trick=any"
    assert guinote(rules_of("lascuarenta")) == LASCUARENTA == Rules()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (["dek=48"], "no rule named 'dek': did you mean deck? `bazas rules list` shows all"),
        (["zzz=48"], "no rule named 'zzz': `bazas rules list` shows all"),
        (["deck=44"], "rule deck cannot be '44': choose 40, 48 or 36"),
        (["players=3"], "rule players cannot be '3': choose 4 or 2"),
        (["deck"], "'deck' changes no rule: write NAME=VALUE, as deck=48"),
        (["deck=48", "deck=36"], "rule deck is changed twice: say it once"),
    ],
)
def test_wrong_changes(changes: list[str], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        guinote(rules_of("lascuarenta", changes))
    assert str(caught.value) == told


def test_names_tell_what_differs() -> None:
    assert [rules_name(preset.rules) for preset in PRESETS.values()] == list(PRESETS)
    assert rules_name(replace(LUDOTEKA, deck=48, tute=True)) == "ludoteka with deck=48, tute=yes"
    assert rules_name(guinote(rules_of("lascuarenta", ["swap_who=winner"]))) == "lascuarenta with swap_who=winner"
    assert [switch.name for switch in differing(LUDOTEKA, replace(LUDOTEKA, tute=True, deck=36))] == ["deck", "tute"]
    assert len(differing(LASCUARENTA, LUDOTEKA)) == 14


# Files


def write(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_a_file_names_its_base(tmp_path: Path) -> None:
    text = '# As at home\nbase = "ludoteka"\ndeck = 36\ntute = true\nswap_two = "yes"\nthirty = "off"\n'
    home = replace(LUDOTEKA, deck=36, tute=True, swap_two=True, thirty="off")
    assert guinote(rules_of(write(tmp_path, text))) == home
    assert guinote(rules_of(write(tmp_path, text), ["deck=40"])) == replace(home, deck=40)
    assert guinote(rules_of(write(tmp_path, 'base = "ludoteka"\ncantes_per_trick = "any"\n'))) == LUDOTEKA
    assert guinote(rules_of(write(tmp_path, "\ufeffbase = 'lascuarenta'\r\n"))) == LASCUARENTA


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deck = 48\n", 'line 1: no base is named: begin with the sheet that the rules start from, as base = "lasc'),
        ('base = "mus"\n', 'line 1: base cannot be \'mus\': choose "lascuarenta" or "ludoteka"'),
        ("\nbase = 7\n", "line 2: base cannot be 7: choose"),
        ('base = "ludoteka"\n\ndek = 48\n', "line 3: no rule named 'dek': did you mean deck?"),
        ('base = "ludoteka"\ndeck = 44\n', "line 2: rule deck cannot be '44': choose 40, 48 or 36"),
        ('base = "ludoteka"\n"deck" = [48]\n', "line 2: rule deck cannot be '[48]': choose 40, 48 or 36"),
        ('base = "ludoteka"\ntute = 1\n', "line 2: rule tute cannot be '1': choose yes or no"),
        ('base = "ludoteka"\n\n[table]\nplayers = 2\n', "line 3: no rule named 'table'"),
        ('base = "ludoteka"\ndeck: 48\n', "line 2: this is no TOML ("),
        ('base = "ludoteka"\ndeck = 48\ndeck = 36\n', "line 3: this is no TOML ("),
        ('base = "ludo', "line 1: this is no TOML ("),
        ("base = ludoteka", "line 1: this is no TOML (Invalid value); write a line for each rule, NAME = VALUE"),
        ("", "line 1: no base is named"),
        ("base = " + "[" * 5000, "line 1: this is "),
    ],
)
def test_broken_files(text: str, told: str, tmp_path: Path, bazas: Callable[..., Ran]) -> None:
    path = write(tmp_path, text)
    status, out, err = bazas("simulate --games 10 --rules", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"bazas: {path}, {told}")
    assert err.count("\n") == 1


def test_endless_and_monstrous_files(tmp_path: Path) -> None:
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(UsageError, match=r"endless\.toml is longer than 1,000,000 bytes"):
        guinote(rules_of(str(tmp_path / "endless.toml")))
    for text in (f"deck = {'9' * 5000}", "deck" + ".a" * 5000 + " = 1"):
        with pytest.raises(UsageError, match=r"mine\.toml, line \d: "):
            guinote(rules_of(write(tmp_path, f'base = "ludoteka"\n{text}\n')))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"absent\.toml cannot be read: No such file or directory"):
        guinote(rules_of(str(tmp_path / "absent.toml")))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(UsageError, match=r"folder\.toml cannot be read: Is a directory"):
        guinote(rules_of(str(tmp_path / "folder.toml")))
    (tmp_path / "bytes.toml").write_bytes(b"base = \xff")
    with pytest.raises(UsageError, match=r"bytes\.toml is no text in UTF-8"):
        guinote(rules_of(str(tmp_path / "bytes.toml")))


# Commands


@pytest.mark.parametrize("command", ["simulate --games 50", "seven --games 50", "show"])
def test_every_command_takes_rules(command: str, bazas: Callable[..., Ran], tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "ludoteka"\ndeck = 48\n')
    line = f"{command} --strategy lowest --json --rule players=2 --rule cantes_per_trick=1 --rules"
    status, out, err = bazas(line, path)
    assert status == 0, err
    assert json.loads(out)["rules"] == "ludoteka with players=2, deck=48, cantes_per_trick=1"
    status, _, err = bazas(f"{command} --strategy lowest --rule deck=44")
    assert (status, err) == (2, "bazas: rule deck cannot be '44': choose 40, 48 or 36\n")


def test_provenance_has_every_switch_and_its_meaning(bazas: Callable[..., Ran], tmp_path: Path) -> None:
    bazas("simulate --games 20 --strategy lowest --rule deck=36 --rule tute=no --out", tmp_path / "run")
    about = read_run(tmp_path / "run")
    assert about["rules"] == {**LASCUARENTA.as_dict(), "deck": 36, "tute": False}
    assert about["rules_name"] == "lascuarenta with deck=36, tute=no"
    assert about["switches"] == {switch.name: switch.meaning for switch in SWITCHES}
    status, _, err = bazas("simulate --games 40 --strategy lowest --rule deck=36 --resume --out", tmp_path / "run")
    assert status == 1
    assert "rules.tute is false there and true here" in err


def test_the_list_marks_what_differs(bazas: Callable[..., Ran]) -> None:
    _, out, _ = bazas("rules list")
    lines = {words[-3]: words for words in map(str.split, out.splitlines()) if len(words) in (3, 4)}
    for field in fields(Rules):
        words = lines[field.name]
        shown = [Rules.switch_named(field.name).word(getattr(rules, field.name)) for rules in (LASCUARENTA, LUDOTEKA)]
        assert words == ["*"] * (shown[0] != shown[1]) + [field.name, *shown]
    for switch in SWITCHES:
        assert switch.meaning in " ".join(out.split())
    _, own, _ = bazas("rules list --rules ludoteka --rule deck=36")
    assert "yours: Guiñote by ludoteka with deck=36" in own
    assert next(line.split() for line in own.splitlines() if " deck " in line) == ["+", "deck", "40", "40", "36"]
    assert next(line.split() for line in own.splitlines() if " tute " in line) == ["*", "tute", "yes", "no", "no"]
    assert "+ yours are those of neither" in own
    _, told, _ = bazas("rules list --json --rule deck=36")
    listed = {entry["name"]: entry["switches"] for entry in json.loads(told)["rules"]}
    assert {name: switches for name, switches in listed.items() if name != "cardems"} == {
        **{name: p.rules.as_dict() for name, p in PRESETS.items()},
        "yours": guinote(rules_of("lascuarenta", ["deck=36"])).as_dict(),
    }


# Arms that play by rules of their own


def test_arms_by_other_rules(tmp_path: Path) -> None:
    two = replace(LASCUARENTA, players=2, deck=48)
    arms = (
        Arm(seats_of(4, "lowest")),
        Arm(seats_of(2, "lowest"), rules=two),
        Arm(seats_of(4, "lowest"), rules=LUDOTEKA),
    )
    spec = Spec("simulate", LASCUARENTA, 3, arms)
    run(spec, 30, tally=tally_games, out=tmp_path)
    rows = load(tmp_path, hands=True)
    for index, rules in enumerate((LASCUARENTA, two, LUDOTEKA)):
        alone = Spec("simulate", rules, 3, (Arm(arms[index].strategies),))
        own = rows[rows["arm"] == index].reset_index()
        for game in range(5):
            trace = trace_game(alone, 0, game)
            dealt = trace.events[trace.events["kind"] == 1][: rules.players]
            assert own["hands"][game].tolist() == dealt["legal"][np.argsort(dealt["seat"])].tolist()
            assert own["winner"][game] == trace.chunk.arms[0][0]["winner"][0]
    with pytest.raises(UsageError, match="4 strategies for 2 seats"):
        Spec("simulate", LASCUARENTA, 3, (Arm(seats_of(4, "lowest"), rules=two),))
