"""Whole hands by the reference engine, and replays."""

from dataclasses import replace

import pytest

from positions import FOUR_SOTAS, LASCUARENTA, LUDOTEKA, Script, kinds, one, rigged
from reference.cards import card_of, card_points, code, mask
from reference.counting import Outcome
from reference.engine import DECIDED, Event, IllegalMove, ReplayAnswers, play_game, play_hand
from reference.table import deal

# Whole hands


TUTE_HANDS = ("as oros, " + FOUR_SOTAS, "2 copas", "4 copas", "5 copas")


@pytest.mark.parametrize("number", [0, 1])
def test_tute_ends_either_hand(number: int) -> None:
    deck = rigged(*TUTE_HANDS, muestra="tres oros")
    table = deal(LASCUARENTA, deck, 0, Script(cards=["as oros"]), number=number, carried=(0, 0))
    assert play_hand(table) == Outcome(0, "tute")
    assert table.facts.tricks == (1, 0)
    assert table.facts.last_trick is None
    assert table.facts.last_free is None
    assert kinds(table.events)[-2:] == ["tute", "end"]
    assert table.events[-1][1:4] == (0, DECIDED.index("tute"), 0)
    assert sum(table.facts.cards) == card_points(card_of(event.value) for event in table.events if event.kind == "play")


def test_carrying_101_the_first_trick_decides() -> None:
    deck = rigged("4 copas", "as oros", "5 copas", "6 copas", muestra="tres oros")
    script = Script(cards=["4 copas", "as oros"])
    table = deal(LASCUARENTA, deck, 0, script, number=1, carried=(125, 105))
    assert play_hand(table) == Outcome(1, "vueltas")
    assert table.facts.tricks == (0, 1)
    assert table.events[0][4:] == (125, 105)


def test_the_ultimas_count_in_the_last_check_only() -> None:
    deck = rigged("as oros", "2 copas", "4 copas", "5 copas", muestra="tres oros")
    rules = replace(LASCUARENTA, vueltas_end="claim")
    table = deal(rules, deck, 0, Script(), number=1)
    outcome = play_hand(table)
    assert outcome is not None
    assert outcome.decided in ("hand", "last_trick")
    assert kinds(table.events)[-3:] == ["trick", "last", "end"]
    trick, last, _ = table.events[-3:]
    gained = (last.a - trick.a, last.b - trick.b)
    assert gained == ((10, 0) if last.seat % 2 == 0 else (0, 10))


def test_renuncio() -> None:
    deck = rigged("as oros", "2 copas", "4 copas", "5 copas", muestra="tres oros")
    with pytest.raises(IllegalMove) as caught:
        play_game(LASCUARENTA, lambda hand: deck, 0, Script(cards=["as oros", "tres oros"]))
    assert (caught.value.trick, caught.value.seat, caught.value.move) == (1, 1, code(one("tres oros")))
    game = play_game(LUDOTEKA, lambda hand: deck, 0, Script(cards=["as oros", "tres oros"]))
    assert (game.winner, game.decided) == (0, "renuncio")
    held = mask(card_of(number) for number in deck[6:12])
    assert game.events[-2] == Event("renuncio", 1, code(one("tres oros")), held, 0, 0)
    assert kinds(game.events)[-3:] == ["play", "renuncio", "end"]
    assert game.hands[0].next_mano == 1


def test_a_wrong_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="not a deck of 40"):
        play_game(LASCUARENTA, lambda hand: [0] * 40, 0, Script())


class LeadsTrumps(Script):
    """Seat 0 plays `cards` in turn; otherwise everybody plays the lowest card but the 7 of trumps."""

    def play(self, seat: int, legal: frozenset[int]) -> int:
        if seat == 0 and self.cards:
            return code(one(self.cards.pop(0)))
        return min(legal - {code(one("7 oros"))} or legal)


def test_swap_on_the_last_free_trick() -> None:
    """The last draw is of the card left by the swap, and after it there is no swap."""
    hands = ("as oros, tres oros, rey oros, sota oros, 7 oros", "2 copas", "4 copas", "5 copas")
    deck = rigged(*hands, muestra="caballo oros")
    # Asked before and after the draw of three tricks, then before that of the fourth: the seventh answer.
    script = LeadsTrumps(
        swaps={0: [False] * 6 + [True]},
        songs={0: [-1] * 20},
        cards=["as oros", "tres oros", "rey oros", "sota oros"],
    )
    table = deal(replace(LASCUARENTA, swap_two=False), deck, 0, script)
    play_hand(table)
    assert (table.facts.swap_seat, table.facts.swap_trick) == (0, 4)
    assert table.facts.swap_card == code(one("caballo oros"))
    assert (table.facts.last_free, table.facts.muestra_seat) == (0, 3)
    draws = [event for event in table.events if event.kind == "draw"]
    assert draws[-1][1:3] == (3, code(one("7 oros")))
    assert table.facts.seven_seat == 3


# Replays


def test_replay_refuses_another_question() -> None:
    replay = ReplayAnswers([("hand", 0, 0, 0, 0, 0), ("play", 0, 3, 2**3 + 2**4, 0, 0)])
    with pytest.raises(AssertionError, match="play of seat 1"):
        replay.play(1, frozenset({3, 4}))
    with pytest.raises(AssertionError, match="swap of seat 0"):
        replay.swap(0)
    with pytest.raises(AssertionError, match=r"recorded is play of seat 0 with legal \[3, 4\]"):
        replay.play(0, frozenset({3}))
    with pytest.raises(AssertionError, match="never asked"):
        replay.finished()
    assert replay.play(0, frozenset({3, 4})) == 3
    replay.finished()
    with pytest.raises(AssertionError, match="the record has ended"):
        replay.claim(0)
