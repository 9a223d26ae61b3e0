"""Scripted scenarios as games: dealt, played and answered as they say, and every statement that is false is told."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bazas.sim import script_game
from bazas.sim.errors import StrategyError, UsageError
from bazas.sim.notation import card_short, is_card, parse_card
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.script import read_script
from bazas.sim.script_game import shuffled
from bazas.sim.script_player import Played, play_script
from bazas.sim.script_statements import CHECKS
from bazas.sim.spec import Arm, Spec
from bazas.sim.strategies.lowest import play as lowest
from bazas.sim.strategy import Strategy, strategy
from bazas.sim.tracing import trace_game
from bazas.sim.tricks import read_hands
from chaos import chaos, lawless
from scripting import checks, events_of, falsified, remembered, written
from telling import followed
from tracing import Tracer, cards_in, random_decks

DEAL = """title: The seven is given for the tres
rules: lascuarenta chained_swap=no
[first hand]
seat 0: 7o 1c 4c 5c 2b 4b
seat 1: 2c 4o 5o 6o 5b 6b
seat 2: 4e 5e 6e 7e 7b 7c
seat 3: 2e 6c rc cc se ce
muestra: 3o
"""
TRICK = DEAL + "trick: 1c 2c 7c cc\n"
"""Its last line is line 9."""

Play = Callable[..., Played]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays a script, by another strategy if one is named."""

    def run(text: str, strategy: Any = None) -> Played:
        file = tmp_path / "scene.txt"
        file.write_text(text, "utf-8")
        return play_script(read_script(file), strategy)

    return run


def laid(played: Played) -> list[list[str]]:
    """The cards of each trick of the first hand."""
    hand = read_hands(played.trace.events)[0]
    return [[card_short(play.card) for play in trick.plays] for trick in hand.tricks]


def by_strategy(name: str, seed: int, mano: int = 0) -> list[Any]:
    spec = Spec("show", Rules(), seed, (Arm((strategy(name),) * 4),))
    return trace_game(spec, 0, 0, mano=mano).events.tolist()


# What is left open


def test_an_empty_script_is_game_0_of_its_seed(play: Play) -> None:
    assert play("title: One\nseed: 5").trace.events.tolist() == by_strategy("lowest", 5)
    assert play("title: One\nseed: 5\nstrategy: highest").trace.events.tolist() == by_strategy("highest", 5)
    assert play("title: One\nseed: 5\nstrategy: highest", "random").trace.events.tolist() == by_strategy("random", 5)
    assert play("title: One\nmano: 3", strategy("careful")).trace.events.tolist() == by_strategy("careful", 1, 3)
    assert play("title: One\n[first hand]\n[vueltas]").trace.events.tolist() == by_strategy("lowest", 1)
    assert play("title: One").answers == ()


def test_named_cards_lie_in_their_places_and_the_rest_in_the_order_of_the_seed(play: Play) -> None:
    order = shuffled(Rules(), 3, 0)
    assert sorted(order) == cards_in(40)
    named = {7: order[20], 0: order[0], 24: order[39], 30: order[10], 37: order[5]}
    code = {place: card_short(card) for place, card in named.items()}
    deal = f"seat 1: - {code[7]}\nseat 0: {code[0]}\nmuestra: {code[24]}"
    draws = f"trick:\ntrick 2:\ndraw: - {code[30]}\ntrick 4:\ndraw: {code[37]}"
    deck = play(f"title: One\nseed: 3\nmano: 1\n[first hand]\n{deal}\n{draws}").decks[0].tolist()
    assert {place: deck[place] for place in named} == named
    others = [[card for card in cards if card not in named.values()] for cards in (deck, order)]
    assert others[0] == others[1]


def test_the_last_card_to_be_drawn_has_its_place_already(play: Play) -> None:
    """It is the muestra or the card given for it: the last draw compares it, and places nothing."""
    told = play("title: One")
    last = [event for event in events_of(told) if event[0] == "draw"][15]
    again = play(f"title: One\n[first hand]\ntrick 4:\ndraw: - - - {card_short(last[2])}")
    assert again.decks.tolist() == told.decks.tolist()
    other = card_short(last[2] ^ 16)
    with pytest.raises(UsageError, match=f"line 4: seat {last[1]} draws {card_short(last[2])}, not {other}"):
        play(f"title: One\n[first hand]\ntrick 4:\ndraw: - - - {other}")


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("mano", range(4))
def test_a_seat_of_the_vueltas_gets_its_cards_whoever_leads(play: Play, rules: str, mano: int) -> None:
    """Who does is known after the first hand only."""
    dealt = "seat 2: 1o 3o ro so co 7o\nholds 2: 1o 3o ro so co 7o"
    hands = read_hands(play(f"title: One\nrules: {rules}\nmano: {mano}\n[vueltas]\n{dealt}").trace.events)
    assert hands[1].dealt[2] == sum(1 << parse_card(code) for code in ("1o", "3o", "ro", "so", "co", "7o"))


def test_cards_left_open_are_played_by_the_strategy(play: Play) -> None:
    assert laid(play(DEAL + "trick: 1c - 7c -"))[0] == ["1c", "2c", "7c", "2e"]
    assert laid(play(DEAL + "trick: 1c - 7c"))[0] == ["1c", "2c", "7c", "2e"]
    assert laid(play(DEAL + "trick: 1c - 7c -", "highest"))[0][:3] == ["1c", laid(play(DEAL, "highest"))[0][1], "7c"]
    assert laid(play(DEAL + "trick:"))[0] == laid(play(DEAL))[0]


def test_tricks_left_out_are_played_by_the_strategy(play: Play) -> None:
    plain, later = laid(play(DEAL)), laid(play(DEAL + "trick 2: -\ntrick 9: -"))
    assert plain == later
    with pytest.raises(UsageError, match=r"line 10: seat . does not hold 1c"):
        play(DEAL + "\ntrick 9: 1c")


# What is done


def test_answers(play: Play) -> None:
    def swaps(text: str) -> list[tuple[Any, ...]]:
        """The first swaps and the first draw of seat 0."""
        told = [event[:3] for event in events_of(play(TRICK + text)) if event[1] == 0 and event[0] in ("swap", "draw")]
        return [("draw",) if kind == "draw" else (kind, value) for kind, _, value in told[:3]]

    assert swaps("swap 0: yes")[:2] == [("swap", 1), ("draw",)]
    assert swaps("swap 0: no") == [("swap", 0), ("draw",), ("swap", 1)]
    assert swaps("swap 0: no\nswap 0: no") == [("swap", 0), ("draw",), ("swap", 0)]
    assert swaps("draw:") == swaps("swap 0: yes")
    assert swaps("swap 0: no\ndraw:\nswap 0: yes") == swaps("swap 0: no")


@pytest.mark.parametrize(("sheet", "players", "deck"), list(product(PRESETS, (4, 2), (40, 48, 36))))
def test_every_game_can_be_written_down(play: Play, sheet: str, players: int, deck: int) -> None:
    """Games of chaos that say all that can be said, cards, answers and checks, hold when another strategy plays."""
    rules = replace(PRESETS[sheet].rules, players=players, deck=deck)
    tracer = Tracer(rules, [chaos], seed=4)
    for number, decks in enumerate(random_decks(rules, 12, 7)):
        game = tracer.play(number, decks)
        played = play(written(game.events, rules), "highest")
        assert events_of(played) == game.events, number


@pytest.mark.parametrize("sheet", PRESETS)
def test_renuncios_can_be_written_down(play: Play, sheet: str) -> None:
    """A cante that is not legal, a card that is not legal though it is held."""
    rules = replace(PRESETS[sheet].rules, renuncio="loses")
    tracer = Tracer(rules, [lawless(rules)], seed=4)
    seen = {"cante": 0, "card": 0}
    for number, decks in enumerate(random_decks(rules, 300, 8)):
        game = tracer.play(number, decks)
        kind, seat, move, legal, *_ = game.events[-2]
        asked = "cante" if legal < 16 else "card"
        scriptable = asked == "cante" or (is_card(move) and followed(game.events[:-2]).held[seat] >> move & 1)
        if kind == "renuncio" and scriptable and seen[asked] < 3:
            seen[asked] += 1
            assert events_of(play(written(game.events, rules), "highest")) == game.events
    assert min(seen.values()) > 0, seen


@pytest.mark.parametrize("sheet", PRESETS)
def test_every_false_check_is_told(play: Play, sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of games that say all that can be said, in every way that makes a check false, with its line."""
    monkeypatch.setattr(script_game, "trace_game", remembered(trace_game))
    rules = PRESETS[sheet].rules
    kinds = set()
    for number, decks in enumerate(random_decks(rules, 2, 7)):
        script = play(written(Tracer(rules, [chaos], seed=4).play(number, decks).events, rules)).script
        for told in checks(script):
            kinds.add(type(told))
            for false in falsified(script, told):
                with pytest.raises(UsageError, match=rf"scene\.txt, line {told.line}: .*, not "):
                    play_script(false)
    assert kinds == set(CHECKS)


# What does not hold

ANSWERED = "before the next trick (it has been asked and has answered); asked: nobody"
WRONG = [
    ("wins 1: 13", "the trick goes to seat 0 for 13, not seat 1 for 13"),
    ("wins 0: 11", "the trick goes to seat 0 for 13, not seat 0 for 11"),
    ("legal 1: 2c", "seat 1 could lay 4o 5o 6o 2c 5b 6b, not 2c"),
    ("holds 0:", "seat 0 holds 7o 4c 5c 2b 4b, not nothing"),
    ("swap 0: yes\nholds 0: 7o", "seat 0 holds 3o 4c 5c 2b 4b, not 7o"),
    ("score: 11 0", "the score is a 13, b 0, not a 11, b 0"),
    ("swap 0: yes\nasked: nobody", "asked: swap 0, not nobody"),
    ("draw:\nasked: swap 0, sing 2", "asked: swap 0, not swap 0, sing 2"),
    (
        "swap 2: yes",
        "seat 2 is not asked to swap before the next trick (it does not hold the 7 de oros); asked: swap 0",
    ),
    ("swap 0: yes\nswap 0: yes", f"seat 0 is not asked to swap {ANSWERED}"),
    ("draw:\nswap 0: no", f"seat 0 is not asked to swap {ANSWERED}"),
    ("draw:\nholds 0: 3o 1b", "seat 0 holds 2o 3o 4c 5c 2b 4b, not 3o 1b"),
    ("trick: 1c", "seat 0 does not hold 1c: it holds 2o 3o 4c 5c 2b 4b"),
    ("trick 4:\ndraw: - - - 3o", "seat 0 draws 7o, not 3o"),
    ("trick 5: 6b 1o", "seat 2 may not lay 1o: legal is 7b 1b"),
    ("end: side a, last trick", "the hand ends so: nobody, not side a, last trick"),
    ("end: nobody\ntrick:", "there is no trick 2: the hand ended so: nobody"),
    (
        "end: nobody\nsing 0: no",
        "seat 0 is not asked to sing before the next trick (it has no rey and sota of one suit); asked: nobody",
    ),
    ("end: nobody\nscore: 0 0", "the score is a 85, b 45, not a 0, b 0"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_does_not_hold_is_told_with_its_line(play: Play, text: str, sentence: str) -> None:
    """The last line is the wrong one."""
    with pytest.raises(UsageError) as error:
        play(TRICK + text)
    file, line = str(error.value).split(": ", 1)[0].rsplit(", line ", 1)
    assert (Path(file).name, int(line)) == ("scene.txt", 10 + text.count("\n"))
    assert str(error.value).endswith(sentence)


def test_what_is_asked_depends_on_the_answers_that_follow(play: Play) -> None:
    with pytest.raises(UsageError, match="line 10: asked: swap 0, swap 0, not swap 0"):
        play(TRICK + "asked: swap 0\nswap 0: no")
    play(TRICK + "asked: swap 0, swap 0\nswap 0: no\nswap 0: yes")
    for end in ("", "\nend: nobody", "\ntrick:", "\ntrick 9:"):  # what is asked later is another thing
        play(TRICK + "asked: swap 0" + end)


def test_before_the_first_trick_nothing_is_asked_and_won(play: Play) -> None:
    for text, sentence in (
        ("wins 0: 0", "no trick was finished here: wins stands after a trick"),
        ("legal 0: 7o", "no trick was played here: legal stands after a trick"),
        ("swap 0: yes", r"seat 0 is not asked to swap before .* \(side a has won no trick yet\); asked: nobody"),
    ):
        with pytest.raises(UsageError, match=f"line 9: {sentence}"):
            play(DEAL + text)
    play(DEAL + "holds 3: 2e 6c rc cc se ce\nscore: 0 0")


def test_a_cante_that_is_not_legal(play: Play) -> None:
    deal = "seat 0: 1c rc sc re se 4b\nseat 2: 7o 2o\nmuestra: 3o"
    text = f"title: One\nrules: {{}}\n[first hand]\n{deal}\ntrick: 1c\nsing 0: bastos"
    with pytest.raises(UsageError, match="line 8: seat 0 may not sing bastos: it may sing copas or espadas, or no"):
        play(text.format("lascuarenta"))
    with pytest.raises(UsageError, match="line 8: seat 0 may not sing oros: it may sing copas or espadas, or no"):
        play(text.format("lascuarenta").replace("bastos", "oros"))
    lost = play(text.format("ludoteka renuncio=loses") + "\nasked: swap 2, sing 0\nend: side b, renuncio")
    assert events_of(lost)[-2][:3] == ("renuncio", 0, 3)


def test_a_renuncio(play: Play) -> None:
    begin = TRICK.replace("=no", "=no renuncio=loses") + "trick 5: 6b 1o"
    play(begin + "\nlegal 2: 7b 1b\nscore: 13 2\nend: side b, renuncio")
    with pytest.raises(UsageError, match="line 10: seat 2 does not hold 1c: it holds"):
        play(begin.replace("1o", "1c"))
    for text, sentence in (
        ("\ntrick 6: 1b", "line 11: there is no trick 6: the hand ended so: side b, renuncio"),
        (" cb", "line 10: the hand ended so: side b, renuncio; leave out the cards after the renuncio"),
        ("\ntrick:", "line 11: there is no trick 6: the hand ended so: side b, renuncio"),
        ("\nwins 2: 0", "line 11: no trick was finished here"),
        ("\nlegal 3: rb", "line 11: seat 3 laid no card in this trick: the hand ended before"),
        ("\nlegal 2: 1b", "line 11: seat 2 could lay 7b 1b, not 1b"),
        ("\nend: nobody", "line 11: the hand ends so: side b, renuncio, not nobody"),
    ):
        with pytest.raises(UsageError, match=sentence):
            play(begin + text)


def test_the_mano_of_the_vueltas(play: Play) -> None:
    play("title: One\nmano: 3\n[vueltas]\nmano: 0")
    with pytest.raises(UsageError, match="line 4: the mano is seat 0, not seat 1"):
        play("title: One\nmano: 3\n[vueltas]\nmano: 1")


def test_vueltas_that_are_not_played(play: Play) -> None:
    with pytest.raises(UsageError, match=r"line 3: there are no vueltas: the first hand ended so: side [ab], hand"):
        play("title: One\nseed: 3\n[vueltas]")


def test_strategies_that_fail(play: Play) -> None:
    with pytest.raises(UsageError, match=r"scene\.txt, line 2: no strategy named 'nobody'"):
        play("title: One\nstrategy: nobody")
    with pytest.raises(UsageError, match=r"^no strategy named 'nobody'"):
        play("title: One", "nobody")
    cheat = Strategy("cheat", "plays what it has not", _not_a_card)
    with pytest.raises(
        StrategyError, match="strategy cheat broke the rules in game 0, the first hand, trick 1, seat 0"
    ):
        play("title: One\n[first hand]\nseat 0: 1o\ntrick: 1o", cheat)


def test_renuncios_of_a_strategy(play: Play) -> None:
    """The script's cards go before them; those that it leaves to the strategy lose the game."""
    head = "title: One\nrules: lascuarenta renuncio=loses\n[first hand]\nseat 0: 1c rc sc re se 4b\nmuestra: 3o\n"
    cheat = Strategy("cheat", "plays what it has not", _not_a_card)
    lost = "\nend: side b, renuncio"
    assert laid(play(head + "trick:" + lost, cheat)) == [[]]
    assert laid(play(head + "trick: 1c" + lost.replace("side b", "side a"), cheat)) == [["1c"]]
    shouter = Strategy("shouter", "sings what it has not", lowest, sing=_bastos)
    deal = "seat 1: 2c\nseat 2: 4c\nseat 3: 5c\n"
    play(head + deal + "trick: 1c 2c 4c 5c\nasked: sing 0" + lost, shouter)


def _bastos(view: Any) -> int:
    return 3


def _not_a_card(view: Any) -> int:
    return 63
