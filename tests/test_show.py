"""A game told trick by trick: what the story says agrees with the trace and the rules, and it can be read."""

import io
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from rich.console import Console

from bazas.kernels import records
from bazas.kernels.cards import points_in
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.notation import card_name, cards_of, parse_card
from bazas.sim.rules import Rules
from bazas.sim.show import Story, show, to_ascii
from bazas.sim.strategy import Strategy
from bazas.sim.tricks import Hand, Trick, read_hands

GAMES = range(12)


@cache
def story(game: int = 42, players: int = 4, strategy: str = "lowest") -> Story:
    return show(strategy, game, seed=1, rules=Rules(players=players))


def drawn(told: Story, width: int = 80, ascii: bool = False, hand: str = "both", **options: Any) -> str:
    file = io.StringIO()
    told.render(Console(file=file, width=width, **options), ascii=ascii, hand=hand)
    return file.getvalue()


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
        "game", "seed", "rules", "switches", "strategies", "hands", "winner", "decided", "points",
    ]  # fmt: skip
    assert (told["game"], told["seed"], told["rules"]) == (42, 1, "lascuarenta")
    assert told["strategies"] == ["lowest"] * 4
    assert {"mano", "muestra", "dealt", "tricks", "winner", "decided"} <= set(told["hands"][0])
    first = told["hands"][0]["tricks"][0]
    assert list(first) == ["number", "leader", "plays", "winner", "points", "score", "after"]
    assert list(first["plays"][0]) == ["seat", "card", "legal"]
    assert [event["event"] for event in first["after"]] == ["draw"] * 4
    assert parse_card(first["plays"][0]["card"]) in map(parse_card, first["plays"][0]["legal"])


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


# Events written by hand: what random games seldom bring.


def cards(text: str) -> int:
    return sum(1 << parse_card(word) for word in text.split())


def event(kind: str, seat: int, value: int = 0, legal: int = 0, a: int = 0, b: int = 0) -> dict[str, int]:
    return {"kind": records.EVENTS.index(kind), "seat": seat, "value": value, "legal": legal, "a": a, "b": b}


OPENING = [
    event("hand", 0, parse_card("3o")),
    event("dealt", 0, legal=cards("7o ro so rc sc 2b")),
    event("dealt", 1, legal=cards("4e")),
    event("play", 0, parse_card("2b"), cards("7o ro so rc sc 2b")),
    event("play", 1, parse_card("4e"), cards("4e")),
    event("trick", 0, 0),
]


def tell(*events: dict[str, int]) -> Story:
    hands = tuple(read_hands([*OPENING, *events]))
    return Story(0, 1, "lascuarenta", {}, ("one", "two"), hands)


def ends(side: int, decided: str, a: int = 0, b: int = 0) -> dict[str, int]:
    return event("end", side, records.DECIDED.index(decided) if side >= 0 else -1, 0, a, b)


def sentences(told: Story) -> str:
    return " ".join(drawn(told).split())


def test_questions_and_answers() -> None:
    told = tell(
        event("swap", 0, 0, cards("7o 3o")),
        event("swap", 0, 1, cards("7o 3o")),
        event("sing", 0, -1, 0b0001),
        event("sing", 0, 1, 0b1010, 20),
        event("sing", 0, 0, 0b0001, 60),
        event("claim", 0, 0, 0, 60),
        event("play", 0, parse_card("3o"), cards("3o ro so rc sc"), 60),
    )
    text = sentences(told)
    assert "seat 0 may give the 7 de oros for the tres de oros: keeps it" in text
    assert "seat 0 may give the 7 de oros for the tres de oros: swaps" in text
    assert "seat 0 may sing 40 in oros: is silent" in text
    assert "seat 0 may sing 20 in copas or bastos: sings copas, a 20, b 0" in text
    assert "seat 0 may sing 40 in oros: sings oros, a 60, b 0" in text
    assert "seat 0 may claim 101, with 60 points: does not" in text
    hand = told.hands[0]
    assert hand.cantes == (60, 0)
    assert hand.tricks[1].held[0] == cards("3o ro so rc sc")
    after = told.as_dict()["hands"][0]["tricks"][0]["after"]
    assert after[1] == {"event": "swap", "seat": 0, "gives": "7o", "takes": "3o", "answer": True, "score": [0, 0]}
    assert after[2] == {"event": "sing", "seat": 0, "legal": ["oros"], "answer": None, "score": [0, 0]}
    assert after[3]["answer"] == "copas"
    assert after[5] == {"event": "claim", "seat": 0, "answer": False, "score": [60, 0]}


def test_a_withheld_swap_changes_nothing() -> None:
    told = tell(
        event("swap", 0, 1, cards("7o 3o")),
        event("withheld", 0, parse_card("3o")),
        event("play", 0, parse_card("7o"), cards("7o ro so rc sc")),
    )
    assert told.hands[0].tricks[1].held[0] == cards("7o ro so rc sc")
    assert "the swap of seat 0 is withheld: the tres de oros stays under the stock" in sentences(told)
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][1]["card"] == "3o"


def test_tute() -> None:
    reyes, sotas = cards("ro rc re rb"), cards("so sc se sb")
    told = tell(event("tute", 0, 0, sotas), event("tute", 0, 1, reyes | sotas), ends(0, "tute", 5, 50))
    text = sentences(told)
    assert "seat 0 may declare tute with the four sotas: is silent" in text
    assert "seat 0 may declare tute with the four reyes and the four sotas: declares" in text
    assert told.decided == "tute"
    assert len(told.as_dict()["hands"][0]["tricks"][0]["after"][1]["cards"]) == 8


def test_a_wrong_cante_is_a_renuncio() -> None:
    told = tell(event("renuncio", 0, 3, 0b0010), ends(1, "renuncio"))
    assert "renuncio of seat 0: sings bastos; legal: copas, or none" in sentences(told)
    assert told.as_dict()["hands"][0]["tricks"][0]["after"][0]["legal"] == ["copas"]


def test_a_wrong_card_in_the_middle_of_a_trick_is_a_renuncio() -> None:
    played = [event("play", 0, parse_card("rc"), cards("7o ro so rc sc")), event("draw", 1, parse_card("1c"))]
    told = tell(played[1], played[0], event("renuncio", 1, parse_card("2c"), cards("1c")), ends(0, "renuncio"))
    assert "renuncio of seat 1: plays 2 de copas; legal: as de copas" in sentences(told)
    assert len(told.hands[0].tricks) == 2


@pytest.mark.parametrize(
    ("side", "decided", "a", "b", "sentence"),
    [
        (0, "hand", 105, 60, "Side a wins the game, 105 to 60."),
        (
            1,
            "last_trick",
            110,
            105,
            "Both sides have 101 points: side b, with the last trick, wins the game, 105 to 110.",
        ),
        (
            0,
            "thirty",
            101,
            103,
            "but side b has fewer than 30 from cards and últimas: side a wins the game, 101 to 103.",
        ),
        (1, "vueltas", 40, 102, "Side b, past 100 after winning a trick, wins the game, 102 to 40."),
        (0, "claim", 101, 90, "The claim is right: side a wins the game, 101 to 90."),
        (1, "false_claim", 98, 90, "The claim is wrong: side b wins the game, 90 to 98."),
        (-1, "", 100, 60, "Nobody has 101 points: vueltas follow."),
    ],
)
def test_how_a_hand_ends(side: int, decided: str, a: int, b: int, sentence: str) -> None:
    assert sentence in sentences(tell(event("claim", 0, 0, 0, a, b), ends(side, decided, a, b)))


def test_the_thirty_rule_is_told() -> None:
    told = tell(event("last", 0, 10, 0, 101, 120), ends(-1, "", 101, 120))
    told.hands[0].cards = (15, 105)
    expected = "Both sides have 101 points, but side a only 25 of the 30 needed from cards and últimas: vueltas follow."
    assert expected in sentences(told)


def test_cards_that_were_not_legal_stand_after_a_stroke() -> None:
    told = tell(
        event("draw", 1, parse_card("4c")),
        event("draw", 1, parse_card("1c")),
        event("play", 0, parse_card("rc"), cards("7o ro so rc sc")),
        event("play", 1, parse_card("1c"), cards("1c")),
    )
    assert "1c/4c" in drawn(told)
    assert len(cards_of(told.hands[0].tricks[1].held[1])) == 2
