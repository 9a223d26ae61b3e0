"""A game told trick by trick: what the story says agrees with the trace and the rules, and it can be read."""

import io
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bazas.kernels.cards import points_in
from bazas.sim.cli import app
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.notation import card_name, card_short, parse_card
from bazas.sim.options import call
from bazas.sim.page import to_ascii
from bazas.sim.playing import play_chunk
from bazas.sim.rules import Rules, preset
from bazas.sim.show import Story, show
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import Strategy
from bazas.sim.tricks import Hand, Trick
from telling import drawn, sentences

GAMES = range(12)


@cache
def story(game: int = 42, players: int = 4, strategy: str = "lowest") -> Story:
    return show(strategy, game, seed=1, rules=Rules(players=players))


def finished(hand: Hand) -> list[Trick]:
    return [trick for trick in hand.tricks if trick.winner is not None]


def every_hand() -> list[Hand]:
    told = [story(game, players, name) for game in GAMES for players in (4, 2) for name in ("random", "lowest")]
    return [hand for one in told for hand in one.hands]


def test_cards_move_as_they_must() -> None:
    for hand in every_hand():
        held = list(hand.dealt)
        for trick in hand.tricks:
            assert list(trick.held) == held
            for play in trick.plays:
                assert 1 << play.card & play.legal
                assert play.legal & ~held[play.seat] == 0
                held[play.seat] ^= 1 << play.card
            for event in trick.after:
                if event.kind == "draw":
                    held[event.seat] ^= 1 << event.value
                elif event.kind == "swap" and event.value:
                    held[event.seat] ^= event.legal
        if hand.last_trick is not None:
            assert not any(held)


def test_points_add_up() -> None:
    for hand in every_hand():
        assert sum(hand.cards) == sum(trick.points for trick in hand.tricks)
        assert sum(hand.ultimas) == (10 if hand.last_trick is not None else 0)
        for trick in finished(hand):
            assert trick.points == points_in(sum(1 << play.card for play in trick.plays))
        for side in (0, 1):
            parts = (hand.carried, hand.cards, hand.ultimas, hand.cantes)
            assert hand.score[side] == sum(part[side] for part in parts)
        if hand.last_trick is not None:
            assert sum(hand.cards) == 120
            assert hand.tricks[-1].score == hand.score


def test_winners_lead_and_seats_follow_in_turn() -> None:
    for hand in every_hand():
        leader: int | None = hand.mano
        for trick in hand.tricks:
            assert trick.leader == leader
            players = len(hand.dealt)
            assert [play.seat for play in trick.plays] == [(trick.leader + i) % players for i in range(players)]
            leader = trick.winner


def test_the_story_of_a_game_is_always_the_same() -> None:
    assert show("random", 7, seed=3).as_dict() == show("random", 7, seed=3).as_dict()
    assert show("random", 7, seed=3).as_dict() != show("random", 7, seed=4).as_dict()


def test_as_dict_is_json_with_stable_keys() -> None:
    told = story().as_dict()
    assert json.loads(json.dumps(told)) == told
    assert list(told) == [
        "title", "explanation", "match", "game", "seed", "rules", "switches", "strategies", "hands", "winner",
        "decided", "points",
    ]  # fmt: skip
    assert (told["title"], told["explanation"], told["match"]) == (None, None, None)
    assert (told["game"], told["seed"], told["rules"]) == (42, 1, "lascuarenta")
    assert told["strategies"] == ["lowest"] * 4
    assert {"mano", "muestra", "dealt", "tricks", "winner", "decided"} <= set(told["hands"][0])
    first = told["hands"][0]["tricks"][0]
    assert list(first) == ["number", "leader", "plays", "winner", "points", "score", "after"]
    assert list(first["plays"][0]) == ["seat", "card", "legal"]
    assert [event["event"] for event in first["after"]] == ["draw"] * 4
    assert parse_card(first["plays"][0]["card"]) in map(parse_card, first["plays"][0]["legal"])


def test_a_game_of_a_match_is_that_of_the_run() -> None:
    spec = Spec("simulate", preset("ludoteka"), 2, (Arm(seats_of(4, "lowest")),), matches=True)
    games, hands = play_chunk(spec, 5, 1).arms[0]
    told = [show("lowest", game, match=5, seed=2, rules="ludoteka") for game in range(len(games))]
    assert [story.winner for story in told] == games["winner"].tolist()
    assert [story.hands[0].mano for story in told] == hands["mano"][:, 0].tolist()
    assert [story.hands[0].muestra for story in told] == hands["muestra"][:, 0].tolist()
    assert (told[2].name, told[2].as_dict()["match"], told[2].as_dict()["game"]) == ("match 5, game 2", 5, 2)
    assert drawn(told[2]).startswith("Guiñote by ludoteka: seed 2, match 5, game 2\n")
    with pytest.raises(UsageError, match=f"match 5 has no game {len(games)}: its games are numbered from 0 to "):
        show("lowest", len(games), match=5, seed=2, rules="ludoteka")
    with pytest.raises(UsageError, match="match -1 is out of range: matches are numbered from 0"):
        show("lowest", match=-1)


def test_where_a_script_ends_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    ends = "── the script ends here, lowest plays on ─"
    file.write_text("title: Two tricks\n[first hand]\ntrick 2:\n", "utf-8")
    assert drawn(show(script=file)).splitlines()[-1].startswith(ends)
    lines = drawn(show(script=file), rest=True).splitlines()
    (place,) = [number for number, line in enumerate(lines) if line.startswith(ends)]
    assert lines[place + 1].startswith(" 3 ")
    assert lines[-1].endswith((".", ":"))
    file.write_text("title: A whole hand\n[first hand]\ntrick 10:\n", "utf-8")
    assert ends not in drawn(show(script=file))


def test_winner_and_points_are_those_of_the_last_hand() -> None:
    for game in GAMES:
        told = story(game)
        assert told.winner in (0, 1)
        assert told.hands[-1].decided == told.decided
        assert told.points == told.hands[-1].score
        assert max(told.points) >= 101


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("players", [4, 2])
def test_lines_fit_the_screen(width: int, players: int) -> None:
    for game in GAMES:
        lines = drawn(story(game, players), width).splitlines()
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)


def test_every_play_and_draw_is_told() -> None:
    text = drawn(story(), width=120)
    for hand in story().hands:
        assert f"muestra {card_name(hand.muestra)}" in text
        for trick in hand.tricks:
            for play in trick.plays:
                lead, win = (">" if play.seat == trick.leader else " "), ("*" if play.seat == trick.winner else " ")
                assert f"│{lead}{card_name(play.card)}{win}".rstrip() in text
            for event in trick.after:
                if event.kind == "draw":
                    assert f"+{card_name(event.value)}" in text
    assert "Guiñote" in text
    assert "últimas" in text
    assert text.rstrip().endswith(f"wins the game, {max(story().points)} to {min(story().points)}.")


def test_hands_can_be_chosen() -> None:
    both, first, vueltas = (drawn(story(), hand=hand) for hand in ("both", "first", "vueltas"))
    assert "First hand" in both
    assert "Vueltas" in both
    assert "Vueltas" not in first
    assert "First hand" not in vueltas
    assert both.count("\n") < first.count("\n") + vueltas.count("\n")
    with pytest.raises(UsageError, match="choose one of first, vueltas, both"):
        drawn(story(), hand="second")


def test_a_game_without_vueltas_says_so() -> None:
    told = next(one for one in map(story, range(200)) if len(one.hands) == 1)
    with pytest.raises(UsageError, match="has no vueltas"):
        drawn(told, hand="vueltas")


def test_ascii_is_plain() -> None:
    for terminal in (False, True):
        text = drawn(story(), ascii=True, force_terminal=terminal, color_system="truecolor")
        assert set(text.encode("ascii")) <= {10, *range(32, 127)}
        assert "Guinote" in text
        assert "ultimas" in text


def test_to_ascii() -> None:
    assert to_ascii("Guiñote ── │ últimas 牌") == "Guinote -- | ultimas ?"


def test_a_console_that_cannot_show_accents_gets_none() -> None:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding="latin-1")
    story().render(Console(file=file, width=80))
    file.flush()
    assert buffer.getvalue().isascii()


def test_colour_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    assert "\x1b" not in drawn(story())
    colours = drawn(story(), force_terminal=True, color_system="standard")
    assert all(f"{code}m" in colours for code in ("33", "31", "94", "32"))
    monkeypatch.setenv("NO_COLOR", "1")
    bare = drawn(story(), force_terminal=True, color_system="standard")
    assert not any(f"{code}m" in bare for code in ("33", "31", "94", "32"))


def test_strategies_by_seat() -> None:
    mixed = show(seats="lowest,highest,random,highest", game=3)
    assert mixed.strategies == ("lowest", "highest", "random", "highest")
    assert "Seat 2, side a: random" in drawn(mixed)
    duel = show("lowest", 3, vs="highest")
    assert duel.strategies == ("lowest", "highest") * 2
    assert "Side b, seats 1 and 3: highest" in drawn(duel)


def test_wrong_use() -> None:
    with pytest.raises(UsageError, match="game -1 is out of range"):
        show("lowest", -1)
    with pytest.raises(UsageError, match="no rules named"):
        show("lowest", rules="mus")
    with pytest.raises(UsageError, match="no strategy named"):
        show("nobody")
    with pytest.raises(UsageError, match="either seats"):
        show("lowest", seats="lowest,lowest,lowest,lowest")


def not_a_card(view: Any) -> int:
    return 63


def test_renuncio() -> None:
    cheat = Strategy(name="cheat", description="plays what it has not", play=not_a_card)
    with pytest.raises(StrategyError, match="cheat"):
        show(cheat, 2)
    told = show(cheat, 2, rules=replace(Rules(), renuncio="loses"))
    assert (told.winner, told.decided) == (1, "renuncio")
    trick = told.as_dict()["hands"][0]["tricks"][0]
    assert (trick["leader"], trick["winner"], trick["plays"]) == (2, None, [])
    assert (trick["after"][0]["move"], len(trick["after"][0]["legal"])) == (63, 6)
    text = " ".join(drawn(told).split())
    assert "renuncio of seat 2: plays 63; legal: " in text
    assert "Renuncio: side b wins the game, 0 to 0." in text


def test_twenties_that_ludoteka_does_not_name() -> None:
    for rules, silent in (("ludoteka", True), ("lascuarenta", False)):
        told = [show("lowest", game, rules=rules) for game in range(60)]
        assert any("(suit not named)" in sentences(one) for one in told) is silent


# Scripts


SCENE = """# Why the seven matters: {long}
#
# And a second thought.
title: The seven is given
rules: ludoteka deck=48
seed: 3

[first hand]
seat 0: 7o 1c
seat 1: 2c
seat 2: 4c
seat 3: 5c
muestra: 3o
trick: 1c 2c 4c 5c
swap 0: yes
"""


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    file = tmp_path / "scene.txt"
    file.write_text(SCENE.format(long="long words " * 20), "utf-8")
    return file


def test_a_script_is_told_under_its_title(scene: Path) -> None:
    told = show(script=scene)
    assert (told.title, told.game, told.seed, told.rules) == ("The seven is given", None, 3, "ludoteka with deck=48")
    assert told.strategies == ("lowest",) * 4
    lines = drawn(told).splitlines()
    assert lines[:2] == ["The seven is given", ""]
    assert lines[2].startswith("Why the seven matters: long words long")
    assert lines[lines.index("And a second thought.") - 1] == ""
    assert "seed 3, strategy lowest" in sentences(told)
    assert "seat 0 may give the 7 de oros for the tres de oros: swaps" in sentences(told)
    assert max(map(len, lines)) <= 80
    as_dict = told.as_dict()
    assert (as_dict["title"], as_dict["game"]) == (told.title, None)
    assert as_dict["explanation"].endswith("\n\nAnd a second thought.")


def test_a_script_may_explain_nothing(tmp_path: Path) -> None:
    file = tmp_path / "scene.txt"
    file.write_text("title: Short\nrules: ludoteka", "utf-8")
    told = show(script=file)
    assert told.explanation == ""
    assert [line.split()[:1] for line in drawn(told).splitlines()[:3]] == [["Short"], [], ["Guiñote"]]


def test_another_strategy_may_answer_what_a_script_leaves_open(scene: Path) -> None:
    told = show("highest", script=scene)
    assert told.strategies == ("highest",) * 4
    first, second = told.hands[0].tricks[:2]
    assert [card_short(play.card) for play in first.plays] == ["1c", "2c", "4c", "5c"]
    assert second.plays != show(script=scene).hands[0].tricks[1].plays


@pytest.mark.parametrize(
    ("name", "value"), [("game", 0), ("seed", 1), ("rules", "lascuarenta"), ("vs", "lowest"), ("seats", "lowest")]
)
def test_a_script_says_the_rest_by_itself(scene: Path, name: str, value: Any) -> None:
    with pytest.raises(UsageError, match=f"a script says by itself what is played: give it without {name}$"):
        show(script=scene, **{name: value})


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("--game 0", "game"),
        ("--seed 1", "seed"),
        ("--rules lascuarenta", "rules"),
        ("--rule deck=48", "rules"),
        ("--vs random", "vs"),
        ("--seats random,random,random,random", "seats"),
        ("--seed 1 --game 2", "game and seed"),
    ],
)
def test_options_that_make_no_sense_beside_a_script(
    scene: Path, options: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with the values that they have by default."""
    assert call(app, ["show", "--script", str(scene), *options.split()]) == 2
    out, told = capsys.readouterr()
    assert (out, told) == ("", f"bazas: a script says by itself what is played: give it without {name}\n")


def test_the_command_shows_scripts(scene: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(app, ["show", "--script", str(scene), "--ascii", "--hand", "first", "--strategy", "highest"]) == 0
    assert "strategy highest" in " ".join(capsys.readouterr().out.split())
    assert call(app, ["show", "--script", str(scene), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "The seven is given"
    scene.write_text(scene.read_text("utf-8") + "score: 0 0\n", "utf-8")
    assert call(app, ["show", "--script", str(scene)]) == 2
    assert re.fullmatch(r"bazas: \S+scene\.txt, line 16: the score is .*\n", capsys.readouterr().err)


def test_vueltas_that_a_script_has_not(tmp_path: Path) -> None:
    file = tmp_path / "scene.txt"
    file.write_text("title: Short\nseed: 3", "utf-8")
    with pytest.raises(UsageError, match="'Short' has no vueltas"):
        drawn(show(script=file), hand="vueltas")


def test_rules_can_be_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(app, ["show", "--strategy", "lowest", "--rule", "deck=48", "--rule", "players=2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == "lascuarenta with players=2, deck=48"
    assert told == show("lowest", rules=Rules(players=2, deck=48)).as_dict()
