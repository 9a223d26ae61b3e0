"""Nothing hidden is reachable: permuting the cards that a seat cannot see changes nothing that it sees or does.

A game is stopped at a decision, hidden cards are exchanged as far as nobody at the table could tell, and the game is
played again to that decision: the seat must see the same, bit for bit, and each strategy must answer the same. Where a
20 was sung without its suit, the exchange may give its singer another pair, which then is what was sung.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bazas.kernels.bits import count, lowest, pick
from bazas.kernels.cards import DECKS, REY, REYES, SOTA, SOTAS
from bazas.kernels.noise import choice
from bazas.kernels.records import NONE
from bazas.sim.rules import PRESETS, Rules
from bazas.sim.strategy import BUILT_IN
from chaos import chaos
from quick import quick
from seeing import CODES, Table
from test_resumable import copied
from tracing import QUESTIONS, STOPPING, Array, Event, Game, NeverAsked, Tracer, random_decks


def keep_cantes(view: Any) -> int:
    """Any legal card, but reyes and sotas last."""
    others = view.legal & ~(REYES | SOTAS)
    cards = view.legal if others == 0 else others
    return pick(cards, choice(view.noise, count(cards)))


def sing_late(view: Any) -> int:
    """Nothing while there is stock, then all: where the rules do not name their suits, these are secrets."""
    return -1 if view.stock > 0 else lowest(view.legal)


SECRETIVE = replace(chaos, name="secretive", play=keep_cantes, sing=sing_late)
SHEETS = {"lascuarenta": Rules(), "ludoteka": PRESETS["ludoteka"].rules, "two players": replace(Rules(), players=2)}
GAMES = 16


@dataclass
class Recorded:
    """A game with its decks, and of each decision its place among the events and what the table had seen before."""

    number: int
    decks: Array
    game: Game
    places: list[int]
    tables: list[Table]
    secrets: set[int]  # places of the cantes whose suit was not named


@cache
def tracers(sheet: str) -> tuple[Tracer, Tracer]:
    """One that plays, secretive against chaotic players, and one that stops."""
    rules = SHEETS[sheet]
    return Tracer(rules, [SECRETIVE, chaos], seed=4), Tracer(rules, [STOPPING], seed=4)


@cache
def recorded(sheet: str) -> list[Recorded]:
    rules, (playing, _) = SHEETS[sheet], tracers(sheet)
    games = [
        Recorded(number, decks, playing.play(number, decks), [], [], set())
        for number, decks in enumerate(random_decks(rules, GAMES, 42))
    ]
    for each in games:
        table = Table(rules)
        for place, event in enumerate(each.game.events):
            if event[0] in QUESTIONS:
                each.places.append(place)
                each.tables.append(deepcopy(table))
            if event[0] == "sing" and event[2] >= 0 and not table.names(event[2]):
                each.secrets.add(place)
            table.see(event)
    return games


# Other worlds


def hidden_cards(table: Table, seat: int) -> dict[int, int]:
    """Every card that a seat cannot see and the seat that has it; -1 for the stock. The muestra is seen by all."""
    unseen = DECKS[table.rules.deck] & ~(table.hands[seat] | sum(table.played))
    hidden = {card: NONE for card in CODES.values() if unseen >> card & 1}
    for other in range(table.rules.players):
        hidden |= {card: other for card in hidden if table.hands[other] >> card & 1}
    if table.stock:
        del hidden[table.muestra]
    return hidden


class World:
    """The deck of a hand, in which hidden cards are exchanged."""

    def __init__(self, table: Table, seat: int, deck: list[int]) -> None:
        self.table, self.deck, self.where = table, list(deck), hidden_cards(table, seat)
        self.renamed = {suit: suit for suit in range(4)}

    def exchange(self, one: int, other: int) -> bool:
        """Exchange two cards, unless somebody could tell."""
        if one == other or one not in self.where or other not in self.where:
            return False
        for card, new in ((one, self.where[other]), (other, self.where[one])):
            old = self.where[card]
            if old != NONE and self.table.holds[old] >> card & 1:
                return False
            if new != NONE and self.table.cannot[new] >> card & 1:
                return False
        first, second = self.deck.index(one), self.deck.index(other)
        self.deck[first], self.deck[second] = other, one
        self.where[one], self.where[other] = self.where[other], self.where[one]
        return True

    def exchange_pairs(self, suit: int, other: int) -> bool:
        """Exchange rey and sota of two suits, in what was sung too; False where a part was not possible."""
        self.renamed[suit], self.renamed[other] = self.renamed[other], self.renamed[suit]
        return all([self.exchange(16 * suit + rank, 16 * other + rank) for rank in (REY, SOTA)])


def same_decision(sheet: str, number: int, asked: int, world: World) -> Any:
    """The view of a decision, once it is seen to be the same in another world; None where this is no such world."""
    each, (_, stopping) = recorded(sheet)[number], tracers(sheet)
    place = each.places[asked]
    kind, seat, *_ = each.game.events[place]
    hand = each.tables[asked].vueltas
    worlds = each.decks.copy()
    worlds[hand] = world.deck
    stopped = stopping.stop(number, script_of(each, asked, {}), each.decks)
    try:
        other = stopping.stop(number, script_of(each, asked, world.renamed), worlds)
    except NeverAsked:
        return None
    if other.events == stopped.events or len(other.events) != place:
        return None
    if public(other.events, each, hand, seat) != public(stopped.events, each, hand, seat):
        return None
    if (other.view["seat"], other.view["question"]) != (seat, QUESTIONS.index(kind)):
        return None  # in that world somebody else has something to decide first
    assert other.view.tobytes() == stopped.view.tobytes(), f"the view of event {place} in game {number} by {sheet}"
    return copied(other.view)


def script_of(each: Recorded, asked: int, renamed: dict[int, int]) -> list[int]:
    """The answers before a decision, with the secret cantes of this hand and other seats renamed."""
    hand, seat = each.tables[asked].vueltas, each.game.events[each.places[asked]][1]
    script = []
    for place, table in zip(each.places[:asked], each.tables, strict=False):
        _, who, value, *_ = each.game.events[place]
        secret = place in each.secrets and table.vueltas == hand and who != seat
        script.append(renamed.get(value, value) if secret else value)
    return script


def public(events: list[Event], each: Recorded, hand: int, seat: int) -> list[Event]:
    """The events of a hand as a seat sees them: no cards or suits of others, nor what these could have played."""
    start = [place for place, event in enumerate(events) if event[0] == "hand"][hand]
    known = []
    for place, (kind, who, value, legal, a, b) in enumerate(events[start:], start):
        hidden = who != seat and (kind in ("dealt", "draw") or place in each.secrets)
        known.append((kind, who, 0 if hidden else value, legal if who == seat else 0, a, b))
    return known


# Nobody can tell


@cache
def players() -> dict[str, Any]:
    """Of every built-in strategy and chaos its parameters and compiled decisions."""
    chosen = [*map(quick, BUILT_IN), chaos, SECRETIVE]
    return {player.label: (player.words, player.seat().decisions) for player in chosen}


def answers(view: Any) -> dict[str, int]:
    """What every strategy does when it sees this."""
    found = {}
    for name, (words, decisions) in players().items():
        view.params[:] = words
        found[name] = int(decisions[view.question](view))
    return found


def expected_answers(sheet: str, number: int, asked: int) -> dict[str, int]:
    each = recorded(sheet)[number]
    return answers(copied(tracers(sheet)[1].stop(number, script_of(each, asked, {}), each.decks).view))


@pytest.mark.parametrize("sheet", SHEETS)
def test_permuting_hidden_cards_changes_no_decision(sheet: str) -> None:
    """Of any built-in strategy."""
    found: Counter[str] = Counter()
    pairs = st.lists(st.tuples(st.integers(0, 32), st.integers(0, 32)), min_size=1, max_size=8)

    @settings(max_examples=150)
    @given(st.integers(0, GAMES - 1), st.integers(0, 999), pairs, st.permutations(range(4)), st.booleans())
    def check(number: int, moment: int, exchanges: list[tuple[int, int]], suits: list[int], rename: bool) -> None:
        each = recorded(sheet)[number]
        asked = moment * len(each.places) // 1000
        table, seat = each.tables[asked], each.game.events[each.places[asked]][1]
        world = World(table, seat, each.decks[table.vueltas].tolist())
        if rename:
            world.exchange_pairs(suits[0], suits[1])
        cards = sorted(world.where)
        for one, other in exchanges:
            if cards:
                world.exchange(cards[one % len(cards)], cards[other % len(cards)])
        view = same_decision(sheet, number, asked, world)
        found["tried"] += 1
        if view is not None:
            found["compared"] += 1
            assert answers(view) == expected_answers(sheet, number, asked)

    check()
    assert found["compared"] > found["tried"] / 3, "in most worlds all saw the same"


def test_nobody_is_told_the_suit_of_a_secret_cante() -> None:
    """Wherever other pairs than those sung could lie in the same hands, the seats see and do the same."""
    compared = 0
    for number, each in enumerate(recorded("ludoteka")):
        for asked, (place, table) in enumerate(zip(each.places, each.tables, strict=True)):
            seat = each.game.events[place][1]
            sung = [suit for other, songs in enumerate(table.secret) for suit, _ in songs if other != seat]
            for one, other in permutations(range(4), 2):
                world = World(table, seat, each.decks[table.vueltas].tolist())
                if one in sung and table.trumps not in (one, other) and world.exchange_pairs(one, other):
                    view = same_decision("ludoteka", number, asked, world)
                    if view is not None:
                        compared += 1
                        assert answers(view) == expected_answers("ludoteka", number, asked)
    assert compared > 10


@pytest.mark.parametrize("sheet", SHEETS)
def test_in_other_worlds_the_kernel_is_answered_the_same(sheet: str) -> None:
    """Not only the strategies called by themselves: the game goes on as it did."""
    compared = 0
    for number, each in enumerate(recorded(sheet)):
        for asked in range(0, len(each.places), 5):
            table, event = each.tables[asked], each.game.events[each.places[asked]]
            world = World(table, event[1], each.decks[table.vueltas].tolist())
            cards = sorted(world.where)
            for one, other in zip(cards[::2], cards[1::2], strict=False):
                world.exchange(one, other)
            if same_decision(sheet, number, asked, world) is not None:
                compared += 1
                worlds = each.decks.copy()
                worlds[table.vueltas] = world.deck
                again = tracers(sheet)[0].play(number, worlds, script_of(each, asked, world.renamed))
                assert again.events[each.places[asked]][:4] == event[:4]
    assert compared > 20
