"""A game told trick by trick: what the story says agrees with the trace and the rules, and it can be read."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from rich.console import Console

from bazas.kernels.cards import points_in
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.notation import card_name, parse_card
from bazas.sim.page import to_ascii
from bazas.sim.playing import play_chunk
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.show import Story, show
from bazas.sim.spec import Arm, Spec, seats_of
from bazas.sim.strategy import Strategy
from bazas.sim.tricks import Hand, Trick
from commands import Ran
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
    spec = Spec("simulate", PRESETS["ludoteka"].rules, 2, (Arm(seats_of(4, "lowest")),), matches=True)
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


def test_rules_can_be_changed(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("show --strategy lowest --rule deck=48 --rule players=2 --json")
    assert status == 0
    told = json.loads(out)
    assert told["rules"] == "lascuarenta with players=2, deck=48"
    assert told == show("lowest", rules=Rules(players=2, deck=48)).as_dict()
    assert told == show("lowest", rules=Rules(players=2), rule=["deck=48"]).as_dict()
    assert told == show("lowest", rule=("deck=48", "players=2")).as_dict()
    with pytest.raises(UsageError, match="rule deck is changed twice"):
        show("lowest", rule=("deck=48", "deck=40"))
