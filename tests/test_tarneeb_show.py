"""A game of Tarneeb told round by round: what the story says agrees with the rules and the run, and can be read."""

import io
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from rich.console import Console

from bazas.kernels.tarneeb.cards import DECK
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.playing import play_chunk
from bazas.sim.sheets import preset, rules_of
from bazas.sim.spec import Arm, Spec, players_at
from bazas.sim.tarneeb.notation import SEATS, card_name, card_short, parse_card
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tarneeb.show import Story
from bazas.sim.tarneeb.strategy import TarneebStrategy
from bazas.sim.tarneeb.tricks import Round
from commands import Ran
from telling_rounds import drawn_rounds as drawn
from telling_rounds import tell

GAMES = range(8)
OTHER_WORDS = ("Guiñote", "muestra", "mano", "vueltas", "cante", "copas", "últimas", "hand ")
"""Words of another game."""


@cache
def story(game: int = 3) -> Story:
    return tell("random", game, seed=1, rules="cardems")


def every_round() -> list[Round]:
    return [told for game in GAMES for told in story(game).rounds]


def test_cards_move_as_they_must() -> None:
    for told in every_round():
        held = list(told.dealt)
        assert sum(held) == DECK
        leader: int | None = told.declarer
        for trick in told.tricks:
            assert trick.leader == leader
            assert [play.seat for play in trick.plays] == [((leader or 0) + i) % 4 for i in range(4)]
            for play in trick.plays:
                assert 1 << play.card & play.legal
                assert play.legal & ~held[play.seat] == 0
                held[play.seat] ^= 1 << play.card
            leader = trick.winner
        assert held == [0] * 4


def test_points_add_up() -> None:
    for game in GAMES:
        totals = (0, 0)
        for number, told in enumerate(story(game).rounds):
            side = (told.declarer or 0) & 1
            assert (told.number, told.dealer, told.carried) == (number, (game + number) % 4, totals)
            assert sum(told.won) == len(told.tricks) == 13
            assert told.made == (told.won[side] >= told.bid)
            expected = [told.won[side], 0] if told.made else [-told.bid, told.won[1 - side]]
            assert list(told.points) == (expected if side == 0 else expected[::-1])
            totals = told.totals
        assert totals == story(game).points
        assert story(game).winner == story(game).rounds[-1].winner == (0 if totals[0] >= 31 else 1)


def test_it_is_the_game_of_the_run() -> None:
    rules = preset("cardems")
    spec = Spec("simulate", rules, 1, (Arm(players_at(rules, "random")),))
    (rounds,) = play_chunk(spec, 3, 1).arms[0]
    told = story(3).rounds
    assert [one.declarer for one in told] == rounds["declarer"].tolist()
    assert [list(one.totals) for one in told] == rounds["totals"].tolist()
    assert [[call.bid for call in one.calls] for one in told] == [
        [bid for bid in calls if bid >= 0] for calls in rounds["calls"].tolist()
    ]


def test_as_dict_is_json_with_stable_keys() -> None:
    told = story().as_dict()
    assert json.loads(json.dumps(told)) == told
    assert list(told) == [
        "title", "explanation", "game", "seed", "rules", "switches", "strategies", "rounds", "winner", "points",
    ]  # fmt: skip
    assert (told["title"], told["game"], told["seed"], told["rules"]) == (None, 3, 1, "cardems")
    assert (told["switches"], told["strategies"]) == ({"goal": 31}, ["random"] * 4)
    first = told["rounds"][0]
    assert list(first) == [
        "round", "dealer", "carried", "dealt", "bids", "declarer", "bid", "forced", "trumps", "tricks", "won", "made",
        "points", "totals", "winner",
    ]  # fmt: skip
    assert first["trumps"] in ("clubs", "diamonds", "hearts", "spades")
    assert list(first["bids"][0]) == ["seat", "bid", "legal"]
    assert first["bids"][0]["legal"] == [0, 7, 8, 9, 10, 11, 12, 13]
    trick = first["tricks"][0]
    assert list(trick) == ["number", "leader", "plays", "winner", "tricks"]
    assert list(trick["plays"][0]) == ["seat", "card", "legal"]
    assert parse_card(trick["plays"][0]["card"]) in map(parse_card, trick["plays"][0]["legal"])
    assert sorted(card for hand in first["dealt"] for card in hand) == sorted(map(card_short, cards()))


def cards() -> list[int]:
    return [card for card in range(64) if DECK >> card & 1]


@pytest.mark.parametrize("width", [80, 100, 200])
def test_lines_fit_the_screen(width: int) -> None:
    for game in GAMES:
        lines = drawn(story(game), width).splitlines()
        assert max(map(len, lines)) <= width
        assert all(line == line.rstrip() for line in lines)


def test_everything_is_told() -> None:
    text = drawn(story(), width=120)
    assert text.startswith("Tarneeb by cardems: seed 1, game 3\nNorth/South: random\nEast/West: random\n")
    for told in story().rounds:
        assert f"── Round {told.number}: {SEATS[told.dealer]} deals" in text
        for trick in told.tricks:
            for play in trick.plays:
                lead, win = (">" if play.seat == trick.leader else " "), ("*" if play.seat == trick.winner else " ")
                assert f"│{lead}{card_name(play.card)}{win}".rstrip() in text
    sides = ("North/South", "East/West")
    winner = story().winner
    assert winner is not None
    points = story().points
    assert text.rstrip().endswith(f"{sides[winner]} win the game, {points[winner]} to {points[1 - winner]}.")
    assert not [word for word in OTHER_WORDS if word in text]


def test_hands_are_told_by_suits_with_trumps_first() -> None:
    told = story().rounds[0]
    lines = drawn(story()).splitlines()
    for seat in range(4):
        line = next(line for line in lines if line.startswith(f"{SEATS[seat]} ")).split()[1:]
        assert sorted(line) == sorted(card_short(card) for card in cards() if told.dealt[seat] >> card & 1)
        suits = [parse_card(card) >> 4 for card in line]
        rest = [suit for suit in (3, 2, 1, 0) if suit != told.trumps]
        assert suits == sorted(suits, key=[told.trumps, *rest].index)


def test_a_round_can_be_chosen() -> None:
    last = len(story().rounds) - 1
    text = drawn(story(), round=last)
    assert text.count("── Round ") == 1
    assert f"── Round {last}: " in text
    for wrong in (-1, last + 1):
        with pytest.raises(UsageError, match=rf"game 3 has no round {wrong}: its rounds are numbered from 0 to {last}"):
            drawn(story(), round=wrong)


def test_ascii_is_plain() -> None:
    for terminal in (False, True):
        text = drawn(story(), ascii=True, force_terminal=terminal, color_system="truecolor")
        assert set(text.encode("ascii")) <= {10, *range(32, 127)}


def test_a_console_that_cannot_show_lines_gets_none() -> None:
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
    assert all(f"{code}m" in colours for code in ("32", "33", "31", "94"))


def test_strategies_by_seat() -> None:
    passing = TarneebStrategy(name="passing", description="", play=random().play)
    told = tell("random", 3, rules="cardems", vs=passing)
    assert told.strategies == ("random", "passing") * 2
    assert "East/West: passing\n" in drawn(told)
    mixed = tell(seats=["random", "random", passing, "random"], rules="cardems")
    assert "South: passing\nWest: random\n" in drawn(mixed)
    forced = tell(passing, rules="cardems", rule=["goal=61"])
    assert forced.rules == "cardems with goal=61"
    assert all(told.forced and told.bid == 7 for told in forced.rounds)
    assert f"contract 7 by {SEATS[0]}, after three passes; trumps are " in drawn(forced)


def random() -> TarneebStrategy:
    chosen = players_at(preset("cardems"), "random")[0]
    assert isinstance(chosen, TarneebStrategy)
    return chosen


def test_wrong_use() -> None:
    with pytest.raises(UsageError, match="game -1 is out of range"):
        tell("random", -1, rules="cardems")
    with pytest.raises(UsageError, match="no matches are played by these rules"):
        tell("random", match=1, rules="cardems")
    with pytest.raises(UsageError, match="lowest plays Guiñote: choose rules of that game"):
        tell("lowest", rules="cardems")


def six(view: Any) -> int:
    return 6


def test_a_strategy_that_breaks_the_rules() -> None:
    cheat = TarneebStrategy(name="cheat", description="bids what nobody may", play=random().play, bid=six)
    with pytest.raises(StrategyError, match=r"strategy cheat broke the rules in game 0, round 0, East .*answered 6"):
        tell(cheat, rules="cardems")


def test_the_command(bazas: Callable[..., Ran]) -> None:
    status, out, _ = bazas("show --rules cardems --strategy random --game 3 --seed 1 --json")
    assert status == 0
    assert json.loads(out) == story(3).as_dict()
    rules = rules_of("cardems", ["goal=41"])
    assert isinstance(rules, TarneebRules)
    status, out, _ = bazas("show --rules cardems --rule goal=41 --strategy random --json")
    assert json.loads(out) == tell("random", rules=rules).as_dict()
