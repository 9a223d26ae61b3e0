"""Scripted scenarios of Tarneeb as text: what it becomes, and that every wrong word is told with file and line."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bazas.sim.errors import UsageError
from bazas.sim.script import read_script as read_guinote
from bazas.sim.tarneeb import script_statements as said
from bazas.sim.tarneeb.playing import trace_game
from bazas.sim.tarneeb.script import STRATEGY, read_script
from bazas.sim.tarneeb.script_player import play_script, shuffled
from bazas.sim.tarneeb.script_sections import STATEMENTS
from bazas.sim.tarneeb.script_statements import Script
from bazas.sim.tarneeb.strategy import TarneebStrategy
from bazas.sim.tarneeb.tricks import read_events
from telling_rounds import tell

HEADER = "title: One\n"
ROUND = f"{HEADER}rules: cardems\n[round]\n"
"""Its statements begin in line 4."""


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Script]:
    def read(text: str) -> Script:
        file = tmp_path / "scene.txt"
        file.write_text(text, "utf-8")
        return read_script(file)

    return read


def test_a_whole_script(read: Callable[[str], Script]) -> None:
    script = read(
        "# Why it is so,\n# in two lines.\n\nTitle: Both   rounds # short\nrules: CARDEMS Goal=41\ndealer: west\n"
        "points: 29 -30\nseed: 7\nstrategy: random\n[ Round ]\nNORTH: As - 10d\nseat 1: kh\nbids: 7 - PASS\n"
        "declarer South: 7 FORCED\nmay 2: pass 13\nasked: East 2\ntrumps: Spades\ntrick: - As\nlegal West:\nwins: 3\n"
        "trick 5:\ntricks: 9 4\nscore: 9 0\ntotals: 38 -30\nend: North/South\n[round]\ndealer: 0\nend: nobody\n"
    )
    assert (script.title, script.explanation) == ("Both rounds", "Why it is so, in two lines.")
    assert (script.rules.goal, script.dealer, script.points, script.seed) == (41, 3, (29, -30), 7)
    assert script.strategy == "random"
    first, second = script.sections
    assert (first.line, first.hands, first.told) == (10, ((60, None, 24), (43,), (), ()), None)
    assert first.statements == (
        said.Bids(13, (7, None, 0)),
        said.Declarer(14, 2, 7, True),
        said.May(15, 2, 1 << 13 | 1),
        said.Asked(16, (1, 2)),
        said.Trumps(17, 3),
        said.Lay(18, 1, (None, 60)),
        said.Legal(19, 3, 0),
        said.Wins(20, 3),
        said.Lay(21, 5, ()),
        said.Tricks(22, (9, 4)),
        said.Score(23, (9, 0)),
        said.Totals(24, (38, -30)),
        said.End(25, 0),
    )
    assert second.statements == (said.Dealer(27, 0), said.End(28, None))


def test_what_a_script_need_not_say(read: Callable[[str], Script]) -> None:
    script = read("title: Nothing more\nrules: cardems")
    assert (script.explanation, script.dealer, script.points, script.seed) == ("", 0, (0, 0), 1)
    assert (script.strategy, script.sections, script.rounds, script.checked) == (STRATEGY, (), 1, 0)


def test_every_statement_has_an_example(read: Callable[[str], Script]) -> None:
    for name, kind in STATEMENTS.items():
        assert kind.example.startswith("North" if name == "seat" else name)
        read(f"{ROUND}{kind.example}")


WRONG_TEXT = [
    (
        "rules: cardems",
        1,
        "the title is missing: write it before the first section, as `title: The highest trump wins`",
    ),
    ("rules: cardems\n[round]", 2, "the title is missing"),
    (f"{HEADER}rules: cardems goal=32", 2, "rule goal cannot be '32'"),
    (f"{HEADER}rules: cardems\ndealer: 4", 3, "dealer cannot be '4': seats are North, East, South and West, or 0 to 3"),
    (f"{HEADER}rules: cardems\ndealer: left", 3, "dealer cannot be 'left': seats are"),
    (f"{HEADER}rules: cardems\npoints: 29", 3, "points cannot be '29': write numbers of North/South and of East/West"),
    (
        f"{HEADER}rules: cardems\npoints: 29 99999",
        3,
        "points of more than 10000, or less than minus that",
    ),
    (f"{HEADER}rules: cardems\nmano: 1", 3, "'mano' is no statement: here stand title, rules, dealer, points, seed,"),
    (f"{HEADER}rules: cardems\nNorth: As", 3, "seat cannot stand here: it belongs in a section, after [round]"),
    (f"{HEADER}rules: cardems\n[first hand]", 3, "[first hand] is no section: write [round]"),
    (f"{HEADER}rules: cardems\n[round", 3, "[round is no section"),
]

WRONG_STATEMENTS = [
    ("As Ks", "'As Ks' is no statement: write a name, a colon and what it says, as `trick: As 2s`"),
    ("muestra: As", "'muestra' is no statement: here stand seat, dealer, bids,"),
    ("seed: 1", "seed cannot stand here: it belongs before the first section"),
    ("legal: As", "'legal' is no statement: write as in `legal West: 2s 5s`"),
    ("legal left: As", "'legal left' is no statement"),
    ("seat 4: As", "there is no seat 4: seats are North, East, South and West, or 0 to 3"),
    ("North: 1c", "'1c' is not a card: write a rank (2 3 4 5 6 7 8 9 T J Q K A) and a suit (c d h s)"),
    ("North: As Ks as", "As stands twice in this line: name each card once"),
    ("North: As\nEast: As", "As has its place by line 4: name each card once"),
    ("North: As\nseat 0: Ks", "North stands twice in this section: write it once"),
    ("North: - - - - - - - - - - - - - -", "14 cards are too many: a hand has 13"),
    ("trick:\nNorth: As", "North comes too late: the deal stands before the first trick"),
    ("bids: 7 6", "'6' is no bid: write pass, or 7 to 13"),
    ("bids: 14", "'14' is no bid"),
    ("bids: 0", "'0' is no bid"),
    ("bids: - - - - - - - - - - -", "11 bids are too many: an auction has 10 at most, passes included"),
    ("bids: 7\nbids: 8", "bids stands twice in this section"),
    ("trumps: spades\nbids: 7", "bids comes too late: write the bids, what is true of them, trumps, then the tricks"),
    ("declarer North: 7\nbids: 7", "bids comes too late"),
    ("trick:\ntrumps: spades", "trumps comes too late"),
    ("trumps: oros", "trumps cannot be 'oros': write clubs, diamonds, hearts or spades"),
    ("trick: As Ks Qs Js Ts", "5 cards are too many: a trick has 4"),
    ("trick 14:", "there is no trick 14: the round has 13 tricks"),
    ("trick 3:\ntrick 3:", "trick 3 is past: tricks are told in their order, after 3"),
    (
        "declarer North: high",
        "'high' is no contract: write a bid, as `declarer South: 8` or `declarer South: 7 forced`",
    ),
    ("declarer North: 6", "'6' is no bid"),
    ("asked: nobody", "asked cannot be 'nobody': seats are North"),
    ("may 9: pass", "there is no seat 9"),
    ("wins: all", "wins cannot be 'all': seats are North"),
    ("legal North: As -", "legal names every card: write them all, without `-`"),
    ("tricks: 9", "tricks cannot be '9': write numbers of North/South and of East/West, as `tricks: 9 4`"),
    ("score: a b", "score cannot be 'a b': write numbers"),
    ("end: side c", "'side c' is no end: write nobody, side a (North/South) or side b (East/West)"),
    ("end: nobody\nend: nobody", "end stands twice in this section"),
]

DEALT = "North: As Ks\nbids: 7 pass pass 8 pass\ntrumps: spades\n"
"""North leads the first trick."""

WRONG_GAMES = [
    ("bids: 7 7", "South may not bid 7: legal are pass 8 9 10 11 12 13"),
    ("bids: 13 pass", "the auction is over, with East at 13: leave out the bids after number 1"),
    ("bids: pass pass pass pass", "the auction is over, with North at 7: leave out the bids after number 3"),
    ("bids: 13\nmay North: pass", "North was not asked for a bid"),
    ("wins: North", "no trick was played here: wins and legal stand after a trick"),
    (f"{DEALT}trick: Ah", "North does not hold Ah: it holds "),
    (f"North: As Ah\nEast: 2s 3h\n{DEALT[13:]}trick: As 3h", "East may not lay 3h: legal is "),
]


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG_TEXT)
def test_wrong_text(tmp_path: Path, text: str, line: int, sentence: str) -> None:
    file = tmp_path / "scene.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError) as error:
        tell(script=file)
    assert re.match(rf"\S*scene.txt, line {line}: {re.escape(sentence)}", str(error.value)), error.value
    assert "\n" not in str(error.value)
    assert not re.search("(?i)mano|muestra|vueltas|guiñote", str(error.value).replace(text.split("\n")[-1][:4], ""))


@pytest.mark.parametrize(("text", "sentence"), [*WRONG_STATEMENTS, *WRONG_GAMES])
def test_wrong_statements(tmp_path: Path, text: str, sentence: str) -> None:
    """The last line is the wrong one."""
    test_wrong_text(tmp_path, f"{ROUND}{text}", 4 + text.count("\n"), sentence)


def test_a_round_after_the_end_of_the_game(read: Callable[[str], Script]) -> None:
    script = read(f"{HEADER}rules: cardems\npoints: 31 31\n[round]\nbids: 13\n[round]")
    assert play_script(read(f"{HEADER}rules: cardems\npoints: 10 10\n[round]\n[round]")).trace.rounds["rounds"][0] == 2
    with pytest.raises(UsageError, match=r"scene.txt, line 6: there is no round here: North/South won the game before"):
        play_script(script)


def test_what_is_left_open(read: Callable[[str], Script]) -> None:
    """Cards in the order of the seed's deck, answers by the strategy, the game of a run without a script."""
    told = play_script(read(f"{HEADER}rules: cardems\nseed: 5\n[round]\nEast: 2c - Ah"))
    deck, order = told.decks[0].tolist(), shuffled(5, 0)
    assert (deck[13], deck[15]) == (0, 44)
    assert [card for card in deck if card not in (0, 44)] == [card for card in order if card not in (0, 44)]
    assert sorted(deck) == sorted(order)
    bare = play_script(read("title: One\nrules: cardems\nseed: 5"))
    assert bare.answers == ()
    assert read_events(bare.trace.events)[:30] == read_events(story_events(5))[:30]


def story_events(seed: int) -> Any:
    """Events of game 0 of a seed."""
    from bazas.sim.sheets import preset
    from bazas.sim.spec import Arm, Spec, players_at

    rules = preset("cardems")
    return trace_game(Spec("show", rules, seed, (Arm(players_at(rules, "random")),)), 0, 0).events


def test_rules_may_be_left_out(tmp_path: Path) -> None:
    """A section says which game it is."""
    file = tmp_path / "scene.txt"
    file.write_text("title: One\n\n[ Round ]\nbids: 13\ndeclarer East: 13\n", "utf-8")
    assert tell(script=file).rules == "cardems"


def test_strategies(read: Callable[[str], Script], tmp_path: Path) -> None:
    script = read(f"{HEADER}rules: cardems\nstrategy: nobody")
    with pytest.raises(UsageError, match=r"scene.txt, line 3: no strategy named 'nobody'"):
        play_script(script)
    assert play_script(script, "random").strategy.name == "random"
    passing = TarneebStrategy(name="passing", description="", play=play_script(script, "random").strategy.play)
    assert tell(passing, script=tmp_path / "scene.txt").rounds[0].forced
    from bazas.sim.strategy import strategy

    with pytest.raises(UsageError, match="plays Guiñote, not Tarneeb: choose rules of that game"):
        tell(strategy("lowest"), script=tmp_path / "scene.txt")


def test_files_beside_the_script(read: Callable[[str], Script], tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('base = "cardems"\ngoal = 61\n', "utf-8")
    text = f"{HEADER}rules: own.toml\n[round]\nbids: 13\ndeclarer East: 13"
    assert read(text).rules.goal == 61
    assert tell(script=tmp_path / "scene.txt").rules == "cardems with goal=61"


def test_the_other_reader_refuses_it(tmp_path: Path) -> None:
    file = tmp_path / "scene.txt"
    file.write_text(ROUND, "utf-8")
    with pytest.raises(UsageError, match="line 2: no such hand is played by cardems"):
        read_guinote(file)
